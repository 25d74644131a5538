package browser_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
)

// The start page: every variant and answer in words with its source; what is chosen is
// what the table plays; the engine at full strength; a clock of one's own.
func TestStartPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	for _, game := range []string{"chuba", "igisoro", "fanorona", "draughts"} {
		p.open("/?game=" + game)
		p.until(`document.querySelectorAll(".rd").length > 0 && document.querySelectorAll(".op").length > 2`)
		// No answer is a bare name, and each has a source of its own or of its question.
		if bad := p.text(`[...document.querySelectorAll(".op.fold")].filter((o) => !o.querySelector("summary .tag") && ![...o.querySelectorAll(".answer .tag")].length || [...o.querySelectorAll(".answer > span:nth-child(2)")].some((a) => a.textContent.trim().split(" ").length < 2)).map((o) => o.querySelector("summary").innerText).join("; ")`); bad != "" {
			t.Errorf("%s: without words or source: %s", game, bad)
		}
	}
	p.open("/?game=chuba")
	p.until(`document.querySelectorAll(".op.fold").length > 3`)
	p.js(`[...document.querySelectorAll(".rd")].find((r) => r.innerText.includes("Tschuba")).querySelector("input").click() ?? true`)
	p.point(`.op.fold summary`)
	p.js(`[...document.querySelectorAll(".answer")].find((a) => a.innerText.includes("placement=twos") || a.innerText.includes("=twos")).querySelector("input").click() ?? true`)
	choose := func(label, value string) {
		t.Helper()
		p.js(`(() => { const e = document.querySelector('[aria-label="` + label + `"]'); e.value = ` + quote(value) + `; e.dispatchEvent(new Event("change")); return true; })()`)
	}
	p.until(`document.querySelector('select[aria-label="Clock against the engine"]')`)
	choose("Clock against the engine", "other")
	p.until(`document.querySelector('[aria-label="Clock against the engine, written"]')`)
	choose("Clock against the engine, written", "7+2x20")
	p.js(`[...document.querySelectorAll('.seg[aria-label="Engine level"] label')].at(-1).querySelector("input").click() ?? true`)
	p.js(`[...document.querySelectorAll(".way")].find((w) => w.innerText.includes("Against the engine")).querySelector(".btn").click() ?? true`)
	p.until(table + `?.status.state === "playing"`)
	if got := p.text(`(({variant, set, control, seats}) => variant + " " + set.join() + " " + control + " " + seats[1].level)(` + table + `)`); !strings.HasPrefix(got, "tschuba ") || !strings.Contains(got, "=twos") || !strings.HasSuffix(got, " 7+2x20 9") {
		t.Errorf("the table plays %s", got)
	}
	p.until(`document.querySelector(".who").parentElement && document.body.innerText.includes("full strength")`)
	p.until(`document.querySelector("kb-board").moves.length > 0`)
	p.js(`document.querySelector("kb-board").type(document.querySelector("kb-board").moves[0].text)`)
	p.until(table + `.turns.length >= 2`)
}

// Public games are watched while they are played and found again when they are over,
// page after page; private ones never; how many watch is told.
func TestWatchPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, cleo := newPerson(t, s, "Ada", desktop), newPerson(t, s, "Cleo", phone)
	cleo.open("/watch")
	cleo.says(".none", "Nobody plays in public")
	id := ada.makeTable(shortGame{game: "fanorona"}.body(map[string]any{"seat": "both", "name": "Ada"}))
	secret := ada.newTable(shortGame{game: "fanorona"}.body(map[string]any{"seat": "both", "visibility": "private"}))
	cleo.open("/watch")
	cleo.until(`document.querySelectorAll(".boards:not(.over) li").length === 1 && document.querySelector(".boards a").href.endsWith(` + quote(id) + `)`)
	ada.open("/table/" + id)
	cleo.open("/table/" + id)
	cleo.until(table + `?.you.length === 0`)
	ada.says(".watching", "1 watches")
	ada.until(`document.querySelector("kb-board").moves.length > 0`)
	ada.js(`document.querySelector("kb-board").type("D5-C5A")`)
	cleo.until(table + `.turns.length === 1`)
	cleo.open("/watch")
	ada.until(`!document.querySelector(".watching")`)
	finish := func(id string) {
		t.Helper()
		ada.js(`fetch("/api/tables/` + id + `/commands", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"kind":"resign"}'}).then((r) => r.ok)`)
	}
	finish(id)
	finish(secret)
	for range 13 {
		finish(ada.newTable(shortGame{game: "draughts"}.body(map[string]any{"seat": "both"})))
	}
	cleo.open("/watch")
	cleo.until(`document.querySelectorAll(".over li").length === 12`)
	cleo.button("Earlier games")
	cleo.until(`document.querySelectorAll(".over li").length === 14`)
	if cleo.js(`[...document.querySelectorAll(".over a")].some((a) => a.href.endsWith(`+quote(secret)+`))`) == true {
		t.Error("a private game is listed")
	}
	cleo.js(`(() => { const e = document.querySelector('[aria-label="Of which game"]'); e.value = "fanorona"; e.dispatchEvent(new Event("change")); return true; })()`)
	cleo.until(`document.querySelectorAll(".over li").length === 1`)
	cleo.says(".over li", "won against")
	cleo.point(".over a")
	cleo.says(".notice", "has won")
	// Whoever has no seat at a private game sees nothing of it, over or not.
	cleo.open("/table/" + secret)
	cleo.says(".lost", "private")
}

// Behind a reverse proxy, which has another name than the server knows: pages, cookies
// and the live connection work.
func TestBehindProxy(t *testing.T) {
	t.Parallel()
	browser(t)
	s := &site{t: t}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: s.address})
			r.Out.Host = "kibaho.internal"
			r.SetXForwarded()
		}}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	s.begin(true)
	s.front = front.URL
	ada, ben, _ := pair(t, s, shortGame{game: "draughts"}, map[string]any{"control": "5+3"})
	plays([2]*person{ada, ben}, "11-15", "22-18")
	if link := ada.text(`location.origin`); link != front.URL {
		t.Errorf("the page is at %s", link)
	}
	r, err := http.Get(front.URL + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusForbidden {
		t.Errorf("metrics through the proxy: status %d, want 403", r.StatusCode)
	}
}
