package browser_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axe is the checker of accessibility; it comes with npm ci.
const axe = "../node_modules/axe-core/axe.min.js"

// pages are the pages to look at, with what is there when they are ready.
func pages(p *person) []struct{ name, path, ready string } {
	both := map[string]any{"seat": "both"}
	chuba := p.newTable(shortGame{
		game:     "chuba",
		position: "0,1,0,1,2,0,1,0,1,5,2/1,1,0,1,0,0,0,0,0,1,0/0,0,0,1,1,0,0,0,1,0,1/1,0,2,1,0,0,2,0,2,1,1 S - -",
	}.body(map[string]any{"level": 1, "seat": "first", "control": "10+5"}))
	igisoro := p.newTable(shortGame{
		game:     "igisoro",
		position: "9,7,2,0,7,0,5,0/0,5,0,5,2,3,1,2/0,1,1,2,1,0,2,3/0,1,2,1,0,0,0,2 S",
	}.body(both), "a")
	fanorona := p.newTable(shortGame{game: "fanorona"}.body(map[string]any{"seat": "first"}))
	draughts := p.newTable(shortGame{
		game: "draughts", variant: "huffing",
		position: "B:W7,20,23,24,26,27,29,30,32:B1,3,5,8,11,12,13,15",
	}.body(both), "1-6")
	board := `document.querySelector("kb-board svg.kb")`
	return []struct{ name, path, ready string }{
		{"start", "/", `document.querySelectorAll(".gc").length === 4 && document.querySelectorAll(".op").length > 3`},
		{"chuba", "/table/" + chuba, board + ` && document.querySelector(".opts")`},
		{"refused", "/table/" + chuba, `document.querySelector(".tip a") || (document.querySelector('kb-board [data-site="7"]')?.dispatchEvent(new MouseEvent("click", {bubbles: true})), false)`},
		{"settings", "/table/" + chuba, `document.querySelector("kb-settings dialog")?.open || (document.querySelector('[aria-label="Settings"]')?.click(), false)`},
		{"igisoro", "/table/" + igisoro, board + ` && document.querySelector(".ask")`},
		{"waiting", "/table/" + fanorona, board + ` && document.querySelector(".invite")`},
		{"draughts", "/table/" + draughts, board + ` && document.querySelector(".ask")`},
		{"analysis", "/analysis?game=fanorona&moves=D5-C5A_B6-A5W_(_B4-B5A_)_D7-C7A-B6A", board + ` && document.querySelectorAll("button.ln").length > 2`},
		{"editor", "/analysis?game=draughts&edit=1", `document.querySelector(".editor")`},
		{"rules", "/rules/chuba", `document.querySelectorAll(".fig").length > 4`},
		{"rule", "/rules/igisoro?variant=one-way#IG8", `document.querySelectorAll(".fig").length > 2`},
		{"watch", "/watch", `document.querySelectorAll(".boards li").length > 2 && ` + board},
		{"jobs", "/jobs", `document.querySelector(".jobs [role=alert]")`},
		{"records", "/records", `document.querySelector("textarea")`},
		{"embed", "/embed?game=draughts&moves=11-15_22-18", board},
		{"missing", "/nothing/here", `document.querySelector(".lost")`},
	}
}

// newTable makes a table, and moves there, without going to it.
func (p *person) newTable(body map[string]any, moves ...string) string {
	p.t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	id := p.text(`fetch("/api/tables", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(` + string(b) + `)})
		.then((r) => r.json()).then((t) => t.id ?? JSON.stringify(t))`)
	for _, m := range moves {
		command, err := json.Marshal(map[string]string{"kind": "move", "text": m})
		if err != nil {
			p.t.Fatal(err)
		}
		p.js(`fetch("/api/tables/` + id + `/commands", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(` + string(command) + `)}).then((r) => r.ok)`)
	}
	return id
}

// No page has anything that axe finds wrong, at either size, light or dark, and
// none is wider than its screen. The drawing of a board is hidden from assistive
// technology and left out; the cells over it are not.
func TestAccessibility(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Skip("axe-core is not installed: npm ci --prefix server/web")
	}
	for _, size := range []screen{desktop, phone} {
		name := "desktop"
		if size == phone {
			name = "phone"
		}
		p := newPerson(t, s, name, size)
		for _, page := range pages(p) {
			t.Run(name+"/"+page.name, func(t *testing.T) {
				p.t = t
				p.open(page.path)
				p.until(page.ready)
				p.js(string(script) + "; true")
				for _, dark := range []bool{false, true} {
					// By night only the colours are others.
					only := `"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"`
					kind := "tag"
					if dark {
						kind, only = "rule", `"color-contrast"`
					}
					p.dark(dark)
					p.until(`document.documentElement.classList.contains("dark") === ` + quoteBool(dark))
					if wide := p.text(`document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth + " in " + innerWidth : ""`); wide != "" {
						t.Errorf("the page is too wide: %s", wide)
					}
					found := p.text(`axe.run({exclude: ["svg.kb > g[aria-hidden]"]}, {runOnly: {type: "` + kind + `", values: [` + only + `]}})
						.then((r) => r.violations.map((v) => v.id + ": " + v.help + "\n" + v.nodes.slice(0, 4).map((n) => "   " + n.target.join(" ") + " " + n.failureSummary.split("\n").slice(1, 3).join(" ")).join("\n")).join("\n"))`)
					if found != "" {
						t.Errorf("dark %v: %s", dark, found)
						p.picture(page.name)
					}
				}
			})
		}
	}
}

func quoteBool(yes bool) string {
	b, _ := json.Marshal(yes)
	return string(b)
}

// Everything is reached and played by the keyboard alone.
func TestKeyboardOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	p.open("/?game=fanorona")
	p.until(`document.querySelectorAll(".way .btn").length > 2`)
	focus := func(what string) {
		t.Helper()
		for range 120 {
			if p.js(`Boolean(document.activeElement?.matches(`+quote(what)+`))`) == true {
				return
			}
			p.key("\t")
		}
		t.Fatalf("the tab key never comes to %s", what)
	}
	focus(`.way .btn:not(.pri)`)
	p.key("\r")
	p.until(`location.pathname.startsWith("/table/") && ` + table)
	p.until(`document.querySelector('kb-board [role="gridcell"]')`)
	focus(`kb-board [role="gridcell"]`)
	if said := p.text(`document.activeElement.getAttribute("aria-label")`); !strings.Contains(said, "may move") {
		t.Errorf("the keyboard comes to %q first, not to a piece that may move", said)
	}
	// D5 to C5 by approach: the arrows go there, Enter chooses.
	walk := func(name string) {
		t.Helper()
		row, column := int(name[0]-'A'), int(name[1]-'1')
		at := func() (int, int) {
			site := int(p.js(`Number(document.activeElement.closest("[data-site]").dataset.site)`).(float64))
			return site / 9, site % 9
		}
		for range 20 {
			r, c := at()
			switch {
			case r < row:
				p.key(kb.ArrowDown)
			case r > row:
				p.key(kb.ArrowUp)
			case c < column:
				p.key(kb.ArrowRight)
			case c > column:
				p.key(kb.ArrowLeft)
			default:
				p.key("\r")
				return
			}
		}
		t.Fatalf("the arrows never come to %s", name)
	}
	walk("D5")
	walk("C5")
	p.until(table + `.turns[0]?.text === "D5-C5A"`)
	p.until(table + `.turns.length >= 2`)
	// A move that is not legal is explained, with the rule and the way to it.
	p.until(`document.querySelector("kb-board").moves.length > 0`)
	p.key("/")
	p.until(`document.activeElement.matches("kb-movebox input")`)
	for _, c := range "E5-D6" {
		p.key(string(c))
	}
	p.key("\r")
	p.until(`document.querySelector(".tip a")?.getAttribute("href").includes("/rules/fanorona")`)
	if !strings.Contains(p.text(`document.querySelector(".tip").closest("[role=status]") ? "said" : ""`), "said") {
		t.Error("a refusal is not announced")
	}
}

// Analysis: lines with arrows, variations, a review, a position that is set up,
// a link that brings it all back.
func TestAnalysis(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	p.open("/analysis?game=draughts&moves=11-15_22-18_15x22_25x18")
	p.until(`document.querySelectorAll("button.ln").length === 3`)
	p.until(`document.querySelector("kb-board").arrows.length > 0`)
	p.point(`button.ln`)
	p.until(`document.querySelectorAll(".tree button").length === 5`)
	p.button("15x22")
	p.until(`document.querySelector(".tree [aria-current]").innerText === "15x22"`)
	// Another answer makes a variation.
	p.point(`kb-board [data-site="25"]`)
	p.point(`kb-board [data-site="16"]`)
	p.until(`document.querySelector(".br")?.innerText.includes("26x17")`)
	p.js(`(() => { const i = document.querySelector(".cm input"); i.value = "the other way"; i.dispatchEvent(new Event("change")); return true; })()`)
	p.until(`document.querySelector(".br em")?.innerText === "the other way"`)
	p.button("Review the game")
	p.until(`document.querySelector(".plot .p-line") && !document.querySelector("kb-analysis").review.running`)
	link := p.text(`location.pathname + location.search`)
	p.open(link)
	p.until(`document.querySelector(".br em")?.innerText === "the other way"`)
	// A position is set up; what is wrong with it is said.
	p.button("Set up")
	p.until(`document.querySelector(".editor")`)
	p.button("Clear")
	p.until(`document.querySelector(".editor .tip")`)
	p.point(`.seg[aria-label="What to put"] label:nth-child(3)`)
	p.point(`kb-board [data-site="17"]`)
	p.point(`.seg[aria-label="What to put"] label:nth-child(1)`)
	p.point(`kb-board [data-site="13"]`)
	p.until(`!document.querySelector(".editor .tip")`)
	p.button("Study this position")
	p.until(`document.querySelector('[aria-label="Position"]').value === "W:W18:B14"`)
	// The same in a record.
	p.js(`(() => { const a = document.querySelector("kb-analysis"); a.record = '[Game "draughts"]\n\n1. 9-14 22-18'; return true; })()`)
	p.until(`document.querySelector(".in .btn")`)
	p.js(`document.querySelector(".in").open = true`)
	p.button("Open the record")
	p.until(`document.querySelectorAll(".tree button").length === 2`)
}

// Pictures of all pages, by day and some by night, for docs/pictures:
//
//	go test ./server/web/browser -run Pictures -pictures docs/pictures
//
// The folder is relative to that of this package.
func TestPictures(t *testing.T) {
	t.Parallel()
	if *pictures == "" {
		t.Skip("pictures are made with -pictures FOLDER")
	}
	s := newSite(t)
	if err := os.MkdirAll(*pictures, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, size := range []screen{desktop, phone} {
		name := "desktop"
		if size == phone {
			name = "phone"
		}
		p := newPerson(t, s, name, size)
		for _, page := range pages(p) {
			night := slices.Contains([]string{"start", "igisoro", "analysis", "rule"}, page.name)
			for _, dark := range []bool{false, true}[:1+btoi(night)] {
				p.dark(dark)
				p.open(page.path)
				p.until(page.ready)
				p.do(chromedp.Sleep(settle))
				b, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				file := page.name + "-" + name
				if dark {
					file += "-dark"
				}
				if err := os.WriteFile(filepath.Join(*pictures, file+".png"), b, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
