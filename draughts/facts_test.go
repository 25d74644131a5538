package draughts

import (
	"strconv"
	"strings"
	"testing"
)

// The table names the rules DR1 to DR11 in order, each with its source, and
// every answer to an option that is a reading has its text.
func TestFacts(t *testing.T) {
	if len(Game.Rules) != 11 {
		t.Errorf("%d rules", len(Game.Rules))
	}
	readings := map[string]int{}
	for i, rule := range Game.Rules {
		if rule.No != "DR"+strconv.Itoa(i+1) || rule.Title == "" || rule.Text == "" || rule.Source == "" {
			t.Errorf("rule %d: %+v", i+1, rule)
		}
		for _, r := range rule.Readings {
			readings[rule.No+" "+r.When]++
			name, value, _ := strings.Cut(r.When, "=")
			if _, err := Game.Settings("", name+"="+value); err != nil {
				t.Errorf("%s: %v", rule.No, err)
			}
			if r.Text == "" || r.Source == "" {
				t.Errorf("%s, %s: %+v", rule.No, r.When, r)
			}
		}
	}
	for _, o := range Game.Options {
		if o.Rule[0] != 'D' {
			continue
		}
		for _, v := range o.Values {
			if readings[o.Rule+" "+o.Name+"="+v.Name] != 1 {
				t.Errorf("%s has no reading for %s=%s", o.Rule, o.Name, v.Name)
			}
		}
	}
}

// The variants, their limits (DR8, M3) and the customs of a match: who leads
// (DR11: the players take the black men in turn) and the openings (DR9).
func TestVariants(t *testing.T) {
	for _, c := range []struct{ variant, option, want string }{
		{"", "capture", "compulsory"},
		{"english", "capture", "compulsory"},
		{"huffing", "capture", "huffing"},
		{"english", "quiet-limit", "80"},
		{"english", "repetition", "3"},
		{"english", "leads", "alternate"},
		{"english", "openings", "free"},
	} {
		if got := settings(c.variant).Value(c.option); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.variant, c.option, got, c.want)
		}
	}
	p, err := Start(settings("", "capture=huffing"))
	q, err2 := Start(huffing)
	if err != nil || err2 != nil || p != q {
		t.Errorf("capture=huffing gives %+v, the variant %+v", p, q)
	}
}
