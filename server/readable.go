package server

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

func typeOf(v any) reflect.Type { return reflect.TypeOf(v) }

//go:embed readable.html
var readableText string

// readableTemplate is parsed when the page is first asked for.
var readableTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("api").Parse(readableText))
})

// readableDoc is the description of the API as the page shows it.
type readableDoc struct {
	Title, Version, Text string
	Tags                 []readableTag
	Types                []readableType
}

type readableTag struct {
	Name, Text string
	Operations []readableOperation
}

type readableOperation struct {
	Method, Path, ID, Summary, Text string
	Parameters                      []readableField
	Body, Answer                    string // names of types
}

type readableType struct {
	Name   string
	Fields []readableField
}

type readableField struct {
	Name, Type, Text string
	Link             string // the type that it is made of, if the page has it
	Required         bool
}

// readable answers with a page that describes the API to people.
func (s *Server) readable(api huma.API) http.HandlerFunc {
	var page bytes.Buffer
	err := readableTemplate().Execute(&page, describeAPI(api.OpenAPI()))
	return func(w http.ResponseWriter, _ *http.Request) {
		if err != nil {
			writeProblem(w, s.problem(err, ""))
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
		_, _ = w.Write(page.Bytes())
	}
}

func describeAPI(d *huma.OpenAPI) readableDoc {
	doc := readableDoc{Title: d.Info.Title, Version: d.Info.Version, Text: d.Info.Description}
	for _, t := range d.Tags {
		tag := readableTag{Name: t.Name, Text: t.Description}
		for path, item := range d.Paths {
			for method, o := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post} {
				if o != nil && slices.Contains(o.Tags, t.Name) {
					tag.Operations = append(tag.Operations, describeOperation(method, path, o))
				}
			}
		}
		slices.SortFunc(tag.Operations, func(a, b readableOperation) int {
			return strings.Compare(a.Path+a.Method, b.Path+b.Method)
		})
		doc.Tags = append(doc.Tags, tag)
	}
	for name, schema := range d.Components.Schemas.Map() {
		if schema.Type != huma.TypeObject {
			continue
		}
		t := readableType{Name: name}
		for field, of := range schema.Properties {
			text, link := typeText(of)
			t.Fields = append(t.Fields, readableField{Name: field, Type: text, Link: link, Text: of.Description, Required: slices.Contains(schema.Required, field)})
		}
		slices.SortFunc(t.Fields, func(a, b readableField) int { return strings.Compare(a.Name, b.Name) })
		doc.Types = append(doc.Types, t)
	}
	slices.SortFunc(doc.Types, func(a, b readableType) int { return strings.Compare(a.Name, b.Name) })
	return doc
}

func describeOperation(method, path string, o *huma.Operation) readableOperation {
	r := readableOperation{Method: method, Path: path, ID: o.OperationID, Summary: o.Summary, Text: o.Description}
	for _, p := range o.Parameters {
		text, _ := typeText(p.Schema)
		r.Parameters = append(r.Parameters, readableField{Name: p.Name, Type: text + " in the " + p.In, Text: p.Description, Required: p.Required})
	}
	if o.RequestBody != nil {
		if m := o.RequestBody.Content["application/json"]; m != nil {
			_, r.Body = typeText(m.Schema)
		}
	}
	for _, status := range []string{"200", "101"} {
		if a := o.Responses[status]; a != nil {
			if m := a.Content["application/json"]; m != nil {
				_, r.Answer = typeText(m.Schema)
			}
		}
	}
	return r
}

// typeText says what a schema is, and which type of the page it is made of.
func typeText(s *huma.Schema) (text, link string) {
	if s == nil {
		return "", ""
	}
	if s.Ref != "" {
		name := s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
		return name, name
	}
	if s.Items != nil {
		inner, link := typeText(s.Items)
		return "list of " + inner, link
	}
	if len(s.Enum) > 0 {
		var values []string
		for _, v := range s.Enum {
			if text, ok := v.(string); ok && text != "" {
				values = append(values, text)
			}
		}
		return strings.Join(values, " | "), ""
	}
	return s.Type, ""
}
