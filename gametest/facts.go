package gametest

import (
	"strconv"
	"strings"
	"testing"

	"kibaho"
)

// checkFacts checks that the table of a game holds together.
func checkFacts(t testing.TB, f *kibaho.Facts) {
	t.Helper()
	if f.Name == "" || f.Title == "" || f.About == "" || f.Seeds == "" || f.Sides[0] == "" || f.Sides[1] == "" {
		t.Errorf("facts: name %q, title %q, about %q, seeds %q, sides %q: one is empty", f.Name, f.Title, f.About, f.Seeds, f.Sides)
	}
	rules := map[string]bool{}
	for i, r := range append(append([]kibaho.Rule(nil), f.Rules...), kibaho.Customs...) {
		if r.No == "" || r.Title == "" || r.Source == "" && len(r.Readings) == 0 || r.Text == "" && len(r.Readings) == 0 {
			t.Errorf("facts: rule %d, %q: number, title, text or source is empty", i+1, r.No)
		}
		if rules[r.No] {
			t.Errorf("facts: two rules have the number %s", r.No)
		}
		rules[r.No] = true
	}
	options := map[string]kibaho.Option{}
	for _, o := range f.Options {
		if _, ok := options[o.Name]; ok || o.Name == "" {
			t.Errorf("facts: option name %q is empty or used twice", o.Name)
		}
		options[o.Name] = o
		if o.Text == "" || o.Source == "" {
			t.Errorf("facts: option %s has no text or no source", o.Name)
		}
		if !rules[o.Rule] {
			t.Errorf("facts: option %s cites %q, which is no rule", o.Name, o.Rule)
		}
		if !allows(o, o.Default) {
			t.Errorf("facts: option %s has the default %q, which is not one of its values", o.Name, o.Default)
		}
		if len(o.Values) > 0 && (o.Min != 0 || o.Max != 0) || len(o.Values) == 0 && o.Min >= o.Max {
			t.Errorf("facts: option %s needs either values or Min < Max", o.Name)
		}
		values := map[string]bool{}
		for _, v := range o.Values {
			if v.Name == "" || v.Text == "" || values[v.Name] {
				t.Errorf("facts: option %s: value %q is empty, has no text or is listed twice", o.Name, v.Name)
			}
			values[v.Name] = true
		}
	}
	for _, r := range f.Rules {
		for _, reading := range r.Readings {
			if reading.Text == "" {
				t.Errorf("facts: rule %s: the reading %q has no text", r.No, reading.When)
			}
			for cond := range strings.SplitSeq(reading.When, " and ") {
				name, value, _ := strings.Cut(cond, "=")
				if o, ok := options[name]; !ok || !allows(o, value) {
					t.Errorf("facts: rule %s has a reading when %q, which is no option with a value of it", r.No, cond)
				}
			}
		}
	}
	if len(f.Variants) == 0 {
		t.Errorf("facts: no variants")
	}
	variants := map[string]bool{}
	for _, v := range f.Variants {
		if v.Name == "" || v.Title == "" || v.Text == "" || variants[v.Name] {
			t.Errorf("facts: variant %q has no name, title or text, or is listed twice", v.Name)
		}
		variants[v.Name] = true
		for name, value := range v.Set {
			if o, ok := options[name]; !ok || !allows(o, value) {
				t.Errorf("facts: variant %s sets %s=%s, which is no option with a value of it", v.Name, name, value)
			}
		}
		if _, err := f.Settings(v.Name); err != nil {
			t.Errorf("facts: variant %s: %v", v.Name, err)
		}
	}
	for i, c := range f.Clashes {
		if c.Text == "" || c.Met == nil || c.Rule != "" && !rules[c.Rule] {
			t.Errorf("facts: clash %d, %q: no text, no test, or %q is no rule", i+1, c.Text, c.Rule)
		}
	}
}

func allows(o kibaho.Option, value string) bool {
	for _, v := range o.Values {
		if v.Name == value {
			return true
		}
	}
	n, err := strconv.Atoi(value)
	return len(o.Values) == 0 && err == nil && strconv.Itoa(n) == value && n >= o.Min && n <= o.Max
}

// rules returns the numbers that may be cited.
func rules(f *kibaho.Facts) map[string]bool {
	out := map[string]bool{}
	for _, r := range f.Rules {
		out[r.No] = true
	}
	for _, r := range kibaho.Customs {
		out[r.No] = true
	}
	return out
}
