package browser_test

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// catchFiles keeps what the page would save as a file in window.saved.
const catchFiles = `(() => {
	window.saved = undefined;
	const url = URL.createObjectURL;
	URL.createObjectURL = (blob) => { window.saved = blob; return url.call(URL, blob); };
	HTMLAnchorElement.prototype.click = function () {};
	return true;
})()`

// A record with variations, comments, marks and clocks is opened, studied, added to,
// and written out again whole.
func TestRecordTree(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	p.open("/records")
	record := `[Game "draughts"]
[Variant "english"]
[First "Anna"]
[Second "Ben"]
[Result "0-1"]

{a study} 1. 11-15 {[%clk 0:04:59]} 1... 22-18 {the Dyke} (1... 23-19 {the usual one} 2. 8-11) 2. 15x22 25x18?! $14 0-1
`
	file := filepath.Join(t.TempDir(), "game.txt")
	if err := os.WriteFile(file, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	p.until(`document.querySelector('input[type="file"]')`)
	p.do(chromedp.SetUploadFiles(`input[type="file"]`, []string{file}))
	p.until(`location.pathname === "/analysis" && document.querySelectorAll(".tree button").length === 6`)
	p.says(".players", "Anna – Ben")
	p.says(".tree em", "a study")
	p.says(".br", "23-19")
	p.says(".br em", "the usual one")
	// A turn and a comment of one's own.
	p.js(`document.querySelector("kb-board").type("8-11") || document.querySelector("kb-board").type(document.querySelector("kb-board").moves[0].text)`)
	p.until(`document.querySelectorAll(".tree button").length === 7`)
	p.js(`(() => { const i = document.querySelector(".cm input"); i.value = "mine"; i.dispatchEvent(new Event("change")); return true; })()`)
	p.says(".tree em", "mine")
	p.js(catchFiles)
	p.button("Record")
	p.until(`window.saved`)
	text := p.text(`window.saved.text()`)
	for _, want := range []string{`[First "Anna"]`, `{a study}`, `[%clk 0:04:59]`, `{the Dyke}`, `(1... 23-19 {the usual one} 2. 8-11)`, `25x18?! $14`, `{mine}`} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("the record lacks %s:\n%s", want, text)
		}
	}
	// The link alone brings the tree back, too.
	p.open(p.text(`location.pathname + location.search`))
	p.until(`document.querySelectorAll(".tree button").length === 7`)
	// What cannot be read is told where it stands.
	p.open("/records")
	p.until(`document.querySelector("textarea")`)
	p.js(`(() => { const a = document.querySelector("textarea"); a.value = '[Game "draughts"]\n\n1. 11-16 1-2 *'; a.dispatchEvent(new Event("input")); return true; })()`)
	p.button("Open")
	p.says(".tip", "line 3")
}

// A position of every game is set up, judged by the server, studied, and played from.
func TestEditor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	for _, tt := range []struct {
		game  string
		puts  [][2]string // tool, site
		turn  string
		want  string
		fault string // with the board cleared
	}{
		{"chuba", [][2]string{{"One more", "d"}, {"One more", "d"}, {"One more", "H"}, {"One more", "H"}, {"One more", "V"}}, "North to move", "1,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2,0,0,0/0,0,0,0,0,0,0,2,0,0,0/0,0,0,0,0,0,0,0,0,0,0 N - -", ""},
		{"igisoro", [][2]string{{"One more", "a"}, {"One more", "a"}, {"One more", "B"}, {"One more", "B"}, {"One more", "B"}, {"One less", "B"}}, "South to move", "0,0,0,0,0,0,0,0/0,2,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 S", ""},
		{"fanorona", [][2]string{{"White", "C5"}, {"Black", "A1"}, {"Black", "A2"}, {"Nothing", "A2"}}, "Black to move", "b8/9/4w4/9/9 b", ""},
		{"draughts", [][2]string{{"Black king", "18"}, {"White man", "23"}, {"White king", "32"}}, "White to move", "W:W23,K32:BK18", ""},
	} {
		t.Run(tt.game, func(t *testing.T) {
			p.t = t
			p.open("/analysis?game=" + tt.game + "&edit=1")
			p.until(`document.querySelector(".editor")`)
			p.button("Clear")
			p.until(`document.querySelector(".editor .tip") || document.querySelector("kb-board").board.at.every((n) => n === 0)`)
			tool := func(label, name string) {
				t.Helper()
				p.js(`[...document.querySelectorAll('.seg[aria-label="` + label + `"] label')].find((l) => l.textContent.trim() === ` + quote(name) + `).querySelector("input").click() ?? true`)
			}
			for _, put := range tt.puts {
				tool("What to put", put[0])
				p.point(p.at(put[1]))
			}
			tool("Who moves", tt.turn)
			p.until(`document.querySelector('[aria-label="Position"]').value.startsWith(` + quote(tt.want) + `)`)
			p.until(`!document.querySelector(".editor .btn.pri").disabled && !document.querySelector(".editor .tip")`)
			p.button("Study this position")
			p.until(`!document.querySelector(".editor") && document.querySelectorAll("button.ln").length > 0`)
			p.js(`[...document.querySelectorAll(".links a")].find((a) => a.innerText.includes("Play from here")).click() ?? true`)
			p.until(`location.pathname === "/" && [...document.querySelectorAll("details.more input.mono")].some((i) => i.value.startsWith(` + quote(tt.want) + `))`)
			p.button("Start")
			p.until(table + `?.view.position.startsWith(` + quote(tt.want) + `)`)
		})
	}
}

// The engine's lines, arrows and bar for each game; a review with its plot, which is
// pointed at, and what would have been better; pictures of the position.
func TestEngineLines(t *testing.T) {
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	for _, game := range []string{"chuba", "igisoro", "fanorona", "draughts"} {
		p.open("/analysis?game=" + game)
		p.until(`document.querySelectorAll("button.ln").length === 3`)
		p.until(`document.querySelector("kb-board").arrows.length > 0`)
		p.until(`document.querySelector('.ev[role="meter"]').getAttribute("aria-valuetext").length > 1`)
	}
	// 24-20 loses two men.
	p.open("/analysis?game=draughts&moves=11-15_22-18_15x22_25x18_8-11_29-25_11-16_24-20")
	p.until(`document.querySelector(".plot .btn")`)
	p.button("Review the game")
	p.until(`document.querySelector(".plot .p-line") && !document.querySelector("kb-analysis").review.running`)
	p.until(`[...document.querySelectorAll(".tree .g")].some((g) => g.innerText.includes("24-20") && g.querySelector("i")?.innerText.startsWith("?") && g.querySelector(".better code")?.innerText.length > 3)`)
	p.until(`document.querySelector(".plot .p-bad")`)
	p.js(`(() => {
		const svg = document.querySelector(".plot svg"), b = svg.getBoundingClientRect();
		svg.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: b.x + b.width * (44 + (780 - 52) * 2 / 8) / 780, clientY: b.y + 20}));
		return true;
	})()`)
	p.until(`document.querySelector(".tree [aria-current]").innerText.trim() === "22-18"`)
	p.js(catchFiles)
	p.button("SVG")
	p.until(`window.saved?.type === "image/svg+xml"`)
	if svg := p.text(`window.saved.text()`); !strings.HasPrefix(svg, "<svg") || strings.Contains(svg, "<script") {
		t.Errorf("the picture begins %.80s", svg)
	}
	p.js(`window.saved = undefined; true`)
	p.button("PNG")
	p.until(`window.saved?.type === "image/png" && window.saved.size > 10000`)
	p.until(`window.saved.slice(1, 4).text().then((t) => window.kind = t) && window.kind === "PNG"`)
	// Off: nothing is asked any more.
	p.point(`.engine input[type="checkbox"]`)
	p.until(`document.querySelectorAll(".ln").length === 0 && document.querySelector("kb-board").arrows.length === 0`)
}

// What endgame tables know is told beside the engine, turn by turn, and played.
func TestKnown(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", phone)
	p.open("/analysis?game=draughts&position=" + url.QueryEscape("B:W18:B14"))
	p.says(".known", "Black wins in 1 ply")
	p.point(".kn button")
	p.until(`document.querySelectorAll(".tree button").length === 1 && !document.querySelector(".known")`)
	p.open("/analysis?game=draughts")
	p.until(`document.querySelectorAll("button.ln").length === 3`)
	if p.js(`document.querySelector(".known")`) != nil {
		t.Error("a table is told of a position that is in none")
	}
}

// A board inside another site's page shows the game and is stepped through.
func TestEmbed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	p.open("/analysis?game=fanorona&moves=D5-C5A_B6-A5W")
	p.until(`document.querySelector("details.in textarea[readonly]")`)
	code := p.text(`document.querySelector("details.in textarea[readonly]").value`)
	// Another site with just that code in its page.
	b, err := json.Marshal("<!doctype html><title>elsewhere</title>" + code)
	if err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Navigate("about:blank"))
	p.js(`(() => { document.open(); document.write(` + string(b) + `); document.close(); return true; })()`)
	p.until(`document.querySelector("iframe").src.includes("/embed?game=fanorona")`)
	address := p.text(`document.querySelector("iframe").src`)
	p.do(chromedp.Navigate(address))
	p.until(`document.querySelector("kb-board svg.kb") && document.querySelectorAll(".mstrip button").length === 2`)
	p.point(`[aria-label="First move"]`)
	p.until(`document.querySelector("kb-embed").at === 0`)
	p.point(`[aria-label="One move on"]`)
	p.until(`document.querySelector("kb-embed").at === 1`)
}
