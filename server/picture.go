package server

import (
	"bytes"
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kibaho"
	"kibaho/draw"
	"kibaho/play"
)

// PictureBody asks for a picture.
type PictureBody struct {
	PositionBody
	Style   string      `json:"style,omitempty" enum:"wood,stone,plain" default:"wood"`
	Dark    bool        `json:"dark,omitempty" doc:"The plain look by night."`
	Flipped bool        `json:"flipped,omitempty" doc:"As the second player sees it."`
	Names   *bool       `json:"names,omitempty" doc:"Names of the sites; true if it is left out."`
	Numbers *bool       `json:"numbers,omitempty" doc:"Numbers in the pits; true if it is left out."`
	Legal   bool        `json:"legal,omitempty" doc:"Mark where the side to move may begin."`
	Last    *bool       `json:"last,omitempty" doc:"Mark the last turn; true if it is left out."`
	Arrows  []ArrowBody `json:"arrows,omitempty" maxItems:"50"`
}

// ArrowBody is an arrow on a board.
type ArrowBody struct {
	From int `json:"from" minimum:"0" maximum:"255"`
	To   int `json:"to" minimum:"0" maximum:"255"`
	Rank int `json:"rank,omitempty" minimum:"0" maximum:"9" doc:"1 is the best of several; 0 shows no number."`
}

var styles = map[string]draw.Style{"": draw.Wood, "wood": draw.Wood, "stone": draw.Stone, "plain": draw.Plain}

// draw draws the picture that is asked for.
func (b *PictureBody) draw() ([]byte, error) {
	style, ok := styles[b.Style]
	if !ok {
		return nil, &kibaho.InputError{What: "style", Text: b.Style, At: -1, Want: "expected wood, stone or plain"}
	}
	g, err := b.play()
	if err != nil {
		return nil, err
	}
	no := func(b *bool) bool { return b != nil && !*b }
	scene := draw.Scene{Style: style, Dark: b.Dark, Flipped: b.Flipped, HideNames: no(b.Names), HideNumbers: no(b.Numbers), Title: g.Caption()}
	board := g.Position().Board()
	scene.Seeds = draw.Seeds(board.Seeds)
	if board.Stores {
		taken := g.Taken()
		scene.Captured = &taken
	}
	if !no(b.Last) {
		scene.Marks.Last = g.LastPath()
	}
	if b.Legal {
		scene.Marks.Legal = play.NewNarrow(g.Position().Moves()).Lit()
	}
	for _, a := range b.Arrows {
		scene.Marks.Arrows = append(scene.Marks.Arrows, draw.Arrow{From: kibaho.Site(a.From), To: kibaho.Site(a.To), Rank: a.Rank})
	}
	var out bytes.Buffer
	if err := draw.SVG(&out, board, scene); err != nil {
		return nil, &kibaho.InputError{What: "picture", Text: b.Game, At: -1, Want: err.Error()}
	}
	return out.Bytes(), nil
}

type pictureAnswer struct {
	ContentType string `header:"Content-Type"`
	Policy      string `header:"Content-Security-Policy"`
	Cache       string `header:"Cache-Control"`
	Body        []byte
}

// picturePolicy keeps a picture that is opened by itself from doing anything.
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors *"

func (s *Server) describePictures(api huma.API) {
	answer := func(b *PictureBody) (*pictureAnswer, error) {
		svg, err := b.draw()
		if err != nil {
			return nil, s.problem(err, b.Game)
		}
		return &pictureAnswer{"image/svg+xml", picturePolicy, "max-age=86400", svg}, nil
	}
	huma.Register(api, operation("POST", "/api/picture", "positions", "draw-picture", "A board as an SVG picture"),
		func(_ context.Context, in *struct{ Body PictureBody }) (*pictureAnswer, error) {
			return answer(&in.Body)
		})
	huma.Register(api, operation("GET", "/api/picture", "positions", "picture", "A board as an SVG picture, by an address that can be shared"),
		func(_ context.Context, in *struct {
			Game     string   `query:"game" required:"true" maxLength:"32"`
			Variant  string   `query:"variant" maxLength:"64"`
			Set      []string `query:"set,explode" maxItems:"64"`
			Position string   `query:"position" maxLength:"4096"`
			Moves    []string `query:"moves,explode" maxItems:"1000"`
			Style    string   `query:"style" enum:"wood,stone,plain" default:"wood"`
			Dark     bool     `query:"dark"`
			Flipped  bool     `query:"flipped"`
		},
		) (*pictureAnswer, error) {
			return answer(&PictureBody{
				PositionBody: PositionBody{Game: in.Game, Variant: in.Variant, Set: in.Set, Position: in.Position, Moves: in.Moves},
				Style:        in.Style, Dark: in.Dark, Flipped: in.Flipped,
			})
		})
}
