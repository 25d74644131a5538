package browser_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Each kind of clock is read as it is meant: Fischer, byo-yomi with its periods,
// correspondence, none.
func TestClockFaces(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	for _, tt := range []struct{ control, said, face string }{
		{"5+3", "5 min + 3 s", "5:00"},
		{"0+3x30", "0 min, then 3 × 30 s", "0:30 +2"},
		{"3d", "3 days a move", "3 d"},
		{"90+0", "90 min", "1:30:00"},
		{"none", "no clock", ""},
	} {
		id := p.newTable(shortGame{game: "draughts"}.body(map[string]any{"seat": "both", "control": tt.control}))
		p.open("/table/" + id)
		p.says(".about", tt.said)
		if tt.face == "" {
			if p.js(`document.querySelector(".clock")`) != nil {
				t.Errorf("%s: there is a clock", tt.control)
			}
			continue
		}
		p.until(`document.querySelector(".clock").innerText === ` + quote(tt.face))
	}
}

// The clock runs on the page as on the server: a period of byo-yomi after the other,
// to the flag, which falls by itself; a sound and tenths warn of it.
func TestByoYomi(t *testing.T) {
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	id := p.newTable(shortGame{game: "draughts"}.body(map[string]any{"seat": "both", "control": "0+3x1"}), "11-15")
	p.open("/table/" + id)
	run := `document.querySelector(".clock.run")?.innerText ?? ""`
	p.until(`/^0:00\.\d \+1$/.test(` + run + `)`)
	p.until(`/^0:00\.\d$/.test(` + run + `)`)
	p.says(".notice", "White has run out of time")
	p.says(".notice", "Black has won")
}

// A flag falls when nobody is connected, and when the server was stopped and started
// in between its time did not count.
func TestFlagAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", phone)
	id := p.newTable(shortGame{game: "fanorona"}.body(map[string]any{"seat": "both", "control": "0.1+0"}), "D5-C5A")
	p.open("/table/" + id)
	p.until(`document.querySelector(".clock.run")`)
	p.open("/missing")
	s.end()
	time.Sleep(7 * time.Second)
	s.start()
	p.open("/table/" + id)
	p.until(table + `?.status.state === "playing"`)
	if left, ok := p.js(table + `.status.clock.left[1]`).(float64); !ok || left < 1000 || left > 6000 {
		t.Errorf("%v ms are left of six seconds after the server was away for seven", p.js(table+`.status.clock.left[1]`))
	}
	p.open("/missing")
	p.do(chromedp.Sleep(7 * time.Second))
	p.open("/table/" + id)
	p.says(".notice", "Black has run out of time")
}
