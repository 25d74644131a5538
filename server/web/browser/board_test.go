package browser_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"kibaho"
	"kibaho/games"
)

// Moves are made by dragging, by pointing with a confirmation, and by typing; arrows
// are drawn with the right button and wiped away by a click.
func TestHands(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	id := p.newTable(shortGame{game: "draughts"}.body(map[string]any{"seat": "both"}))
	p.open("/table/" + id)
	p.until(`document.querySelector("kb-board")?.moves.length === 7`)
	p.drag(p.at("11"), p.at("15"), input.MouseButtonLeft)
	p.until(table + `.turns.length === 1`)
	p.until(`document.querySelector("kb-board").moves.length > 0 && document.querySelector("kb-board").moves[0].text.startsWith("2")`)
	plain := p.text(`document.querySelectorAll("kb-board svg.kb g[aria-hidden] *").length`)
	p.drag(p.at("22"), p.at("18"), input.MouseButtonRight)
	p.drag(p.at("24"), p.at("19"), input.MouseButtonRight)
	p.until(`document.querySelector("kb-board").drawn.length === 2 && document.querySelectorAll("kb-board svg.kb g[aria-hidden] *").length >= 2 + ` + plain)
	p.drag(p.at("24"), p.at("19"), input.MouseButtonRight) // the same again takes it away
	p.until(`document.querySelector("kb-board").drawn.length === 1`)
	if n := p.text(table + `.turns.length`); n != "1" {
		t.Errorf("the right button has moved a man: %s turns", n)
	}
	p.point(p.at("22"))
	p.until(`document.querySelector("kb-board").drawn.length === 0`)
	// With a confirmation a move waits for Play, and Esc takes it back.
	p.like(`{confirm: true}`)
	p.open("/table/" + id)
	p.until(`document.querySelector("kb-board")?.moves.length > 0`)
	p.point(p.at("22"))
	p.point(p.at("18"))
	p.until(`[...document.querySelectorAll(".ask .btn")].some((b) => b.innerText.startsWith("Play"))`)
	if n := p.text(table + `.turns.length`); n != "1" {
		t.Error("the move was sent without a confirmation")
	}
	p.key("\x1b")
	p.until(`document.querySelector("kb-board").narrow.ready === undefined`)
	p.key("\x1b")
	p.point(p.at("22"))
	p.point(p.at("18"))
	p.point(`.ask .btn[data-answer="Enter"]`)
	p.until(table + `.turns[1]?.text === "22-18"`)
	// Typed, and refused with the rule when it is not legal.
	p.like(`{confirm: false}`)
	p.open("/table/" + id)
	p.until(`document.querySelector("kb-board")?.moves.length > 0`)
	p.key("/")
	p.until(`document.activeElement.matches("kb-movebox input")`)
	p.do(chromedp.KeyEvent("9-13"), chromedp.KeyEvent("\r"))
	p.until(`document.querySelector(".tip a")?.getAttribute("href") === "/rules/draughts?variant=english#DR3"`)
	p.do( // it is written over
		chromedp.KeyEvent("15x22"), chromedp.KeyEvent("\r"))
	p.until(table + `.turns[2]?.text === "15x22"`)
}

// What is heard: nothing when sounds are off, a piece that is set down, a capture, an
// offer, the end of a game.
func TestSounds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, ben, id := pair(t, s, shortGame{game: "draughts"}, nil)
	count := `(() => {
		window.heard = 0;
		for (const name of ["createBufferSource", "createOscillator"]) {
			const made = BaseAudioContext.prototype[name];
			BaseAudioContext.prototype[name] = function (...a) { window.heard++; return made.apply(this, a); };
		}
		return true;
	})()`
	ada.js(count)
	ben.js(count)
	// Ada switches sounds on in the settings; Ben leaves them off.
	ada.point(`[aria-label="Settings"]`)
	ada.until(`document.querySelector("kb-settings dialog").open`)
	ada.point(`kb-settings input[name="sounds"]`)
	ada.until(`JSON.parse(localStorage.getItem("kibaho")).sounds === true`)
	ada.point(`kb-settings [aria-label="Close"]`)
	both := [2]*person{ada, ben}
	heard := func(what string) {
		t.Helper()
		ada.until(`window.heard > 0`)
		ada.js(`window.heard = 0; true`)
	}
	plays(both, "11-15")
	heard("a man set down")
	plays(both, "22-18")
	heard("the other's")
	plays(both, "15x22")
	heard("a capture")
	ben.button("Draw")
	heard("an offer")
	ada.button("Accept")
	heard("the end")
	if n := ben.text(`window.heard`); n != "0" {
		t.Errorf("Ben has heard %s sounds though they are off", n)
	}
	_ = id
}

// A move is shown seed by seed at the speed that is wished for, ended by a key, shown
// again on demand; whoever wants no motion gets none. Any earlier move is looked at.
func TestShow(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	p.like(`{speed: "slow"}`)
	id := p.newTable(shortGame{game: "igisoro"}.body(map[string]any{"seat": "both"}))
	p.open("/table/" + id)
	p.until(`document.querySelector("kb-board")?.moves.length > 0`)
	p.js(`(() => {
		window.frames_ = 0;
		addEventListener("kb-frame", () => window.frames_++);
		return true;
	})()`)
	board := `document.querySelector("kb-board")`
	p.js(board + `.type(` + board + `.moves[0].text)`)
	p.until(board + `.frame !== undefined`)
	p.until(`document.querySelector(".kb-hand")`)
	p.until(`window.frames_ >= 3`)
	p.key("x")
	p.until(board + `.frame === undefined`)
	p.point(`[aria-label="Show this move again"]`)
	p.until(board + `.frame !== undefined`)
	p.key("x")
	// Off: the end at once.
	p.like(`{speed: "off"}`)
	p.open("/table/" + id)
	p.until(board + `?.moves.length > 0`)
	p.js(`(() => { window.frames_ = 0; addEventListener("kb-frame", () => window.frames_++); return true; })()`)
	n := p.text(table + `.turns.length`)
	p.js(board + `.type(` + board + `.moves[0].text)`)
	p.until(table + `.turns.length > ` + n)
	if n := p.text(`window.frames_`); n != "0" {
		t.Errorf("%s frames are shown though motion is off", n)
	}
	// Reduced motion is respected whatever the speed.
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	if err != nil {
		t.Fatal(err)
	}
	p.like(`{speed: "slow"}`)
	p.open("/table/" + id)
	p.until(board + `?.moves.length > 0`)
	p.js(`(() => { window.frames_ = 0; addEventListener("kb-frame", () => window.frames_++); return true; })()`)
	n = p.text(table + `.turns.length`)
	p.js(board + `.type(` + board + `.moves[0].text)`)
	p.until(table + `.turns.length > ` + n)
	if n := p.text(`window.frames_`); n != "0" {
		t.Errorf("%s frames are shown to one who wants no motion", n)
	}
	// Back through the game, and to the newest.
	p.point(`aside [aria-label="First move"]`)
	p.says(".notice", "Looking back: the start")
	p.until(board + `.moves.length === 0`)
	p.key("\ue000") // nothing
	p.point(`aside [aria-label="One move on"]`)
	p.says(".notice", "Looking back: after 1.")
	p.button("To the newest")
	p.until(board + `.moves.length > 0`)
}

// choiceKinds are the questions that a turn may ask, by the key of an answer.
var choiceKinds = []struct {
	name    string
	game    shortGame
	key     string   // of the step that is looked for
	answers []string // what the strip offers
	played  []string // moves that lead to it; none: it is looked for
}{
	{"second pair", shortGame{game: "chuba"}, "-", []string{"An empty pair"}, nil},
	{"take or leave", shortGame{game: "igisoro"}, "+", []string{"Take", "Leave"}, nil},
	{"turn back or go on", shortGame{game: "igisoro"}, "<", []string{"Turn back", "Go on"}, nil},
	{"approach or withdrawal", shortGame{game: "fanorona"}, "A", []string{"Approach", "Withdrawal"}, nil},
	{"huff, compel or let stand", shortGame{game: "draughts", variant: "huffing", position: "B:W7,20,23,24,26,27,29,30,32:B1,3,5,8,11,12,13,15"}, "H", []string{"Compel", "Huff 3", "Let it stand"}, []string{"1-6"}},
}

// reach plays at random to a position where a question with a key is asked, and
// returns it with a turn that answers so.
func (g shortGame) reach(t *testing.T, key string) (games.Position, games.Move, int) {
	t.Helper()
	for seed := uint64(1); seed < 3000; seed++ {
		r := kibaho.NewRand(seed)
		p := g.start(t)
		for range 40 {
			if p.Outcome() != kibaho.Ongoing {
				break
			}
			moves := p.Moves()
			for _, m := range moves {
				at := slices.IndexFunc(m.Path, func(s kibaho.Step) bool { return s.Key == key })
				if at < 0 {
					continue
				}
				// It must be a choice: another turn answers otherwise.
				left := moves
				for i, step := range m.Path[:at] {
					left = fits(left, i, same(step))
				}
				if len(fits(left, at, same(m.Path[at]))) < len(left) {
					return p, m, at
				}
			}
			p = p.Play(moves[r.N(len(moves))])
		}
	}
	t.Fatalf("%s: no position asks for %q", g.game, key)
	return nil, games.Move{}, 0
}

// Each question of a turn is put in words under the board, with a button and a key for
// each answer, and marked on the board.
func TestChoices(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, size := range []screen{desktop, phone} {
		p := newPerson(t, s, map[bool]string{true: "Ben", false: "Ada"}[size == phone], size)
		for _, tt := range choiceKinds {
			t.Run(tt.name+"/"+p.name, func(t *testing.T) {
				p.t = t
				g := tt.game
				var before []kibaho.Step
				if tt.played == nil {
					at, m, asked := g.reach(t, tt.key)
					g.position, before = at.String(), m.Path[:asked]
				}
				id := p.newTable(g.body(map[string]any{"seat": "both"}), tt.played...)
				p.open("/table/" + id)
				p.until(`document.querySelector("kb-board")?.moves.length > 0`)
				for _, step := range before {
					p.point(`kb-board [data-site="` + quoteInt(int(step.Sites[0])) + `"]`)
				}
				ply := p.text(table + `.status.ply`)
				for _, answer := range tt.answers {
					p.until(`[...document.querySelectorAll(".ask .btn")].some((b) => b.innerText.trim().startsWith(` + quote(answer) + `) && b.offsetParent !== null)`)
				}
				p.until(`document.querySelector('.ask[role="group"]').getAttribute("aria-label").length > 5`)
				if size == phone {
					p.button(tt.answers[0])
				} else {
					p.key(strings.ToLower(tt.key))
				}
				p.until(table + `.status.ply > ` + ply + ` || document.querySelector("kb-board").narrow.taken.length > ` + quoteInt(len(before)))
			})
		}
	}
}

// What a screen reader is told: a grid with a name for each site, and each move with
// its result.
func TestAnnounced(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, ben, _ := pair(t, s, shortGame{game: "chuba", position: "0,1,0,1,2,0,1,0,1,5,2/1,1,0,1,0,0,0,0,0,1,0/0,0,0,1,1,0,0,0,1,0,1/1,0,2,1,0,0,2,0,2,1,1 S - -"}, nil)
	if label := ada.text(`document.querySelector('kb-board [role="grid"]').getAttribute("aria-label")`); label != "Chuba, South to move" {
		t.Errorf("the board is called %q", label)
	}
	if rows := ada.text(`[...document.querySelectorAll('kb-board [role="row"]')].map((r) => r.getAttribute("aria-label")).join("; ")`); rows != "North, outer row; North, inner row; South, inner row; South, outer row" {
		t.Errorf("the rows are called %q", rows)
	}
	if d := ada.text(`document.querySelector(` + quote(ada.at("n")) + `).getAttribute("aria-label")`); d != "South n, 2 beads, may start" {
		t.Errorf("a pit is called %q", d)
	}
	if d := ben.text(`document.querySelector(` + quote(ben.at("M")) + `).getAttribute("aria-label")`); d != "North M, 5 beads" {
		t.Errorf("a pit of one who may not move is called %q", d)
	}
	ada.until(`document.querySelector("kb-board").moves.some((m) => m.text === "t+A")`)
	ada.js(`document.querySelector("kb-board").type("t+A")`)
	said := `[...document.querySelectorAll('kb-board .sr[role="status"]')].map((e) => e.textContent).join()`
	for _, p := range []*person{ada, ben} {
		p.until(said + `.includes("t") && ` + said + `.includes("captures 7")`)
	}
	if got := ben.text(said); !strings.HasPrefix(got, "Ada: t") {
		t.Errorf("the other is told %q", got)
	}
}

// The looks, night and day, numbers and coordinates: as the settings say, at once and
// on the next page.
func TestLooks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := newPerson(t, s, "Ada", desktop)
	id := p.newTable(shortGame{game: "igisoro"}.body(map[string]any{"seat": "both"}))
	p.open("/table/" + id)
	p.until(`document.querySelector("kb-board svg.wood")`)
	numbers := p.text(`document.querySelectorAll("kb-board svg.kb text").length`)
	p.point(`[aria-label="Settings"]`)
	p.until(`document.querySelector("kb-settings dialog").open`)
	pick := func(name, value string) {
		t.Helper()
		p.js(`[...document.querySelectorAll('kb-settings input[name="set-` + name + `"]')].find((i) => i.nextElementSibling.textContent === ` + quote(value) + `).click() ?? true`)
	}
	for _, look := range []string{"stone", "plain"} {
		pick("Board", look)
		p.until(`document.querySelector("kb-board svg.` + look + `")`)
	}
	pick("Page", "dark")
	p.until(`document.documentElement.classList.contains("dark") && document.querySelector("kb-board svg.night")`)
	p.point(`kb-settings input[name="numbers"]`)
	p.point(`kb-settings input[name="coordinates"]`)
	p.until(`document.querySelectorAll("kb-board svg.kb text").length < ` + numbers)
	p.open("/table/" + id)
	p.until(`document.querySelector("kb-board svg.plain.night") && document.documentElement.classList.contains("dark")`)
	p.until(`document.querySelectorAll("kb-board svg.kb text").length < ` + numbers)
	// Turned round, and lengthwise.
	before := p.text(`document.querySelector(` + quote(p.at("a")) + `).getBoundingClientRect().x`)
	p.button("Flip board")
	p.until(`document.querySelector(` + quote(p.at("a")) + `).getBoundingClientRect().x !== ` + before)
	p.button("Turn board")
	p.until(`(() => { const b = document.querySelector("kb-board svg.kb").getBoundingClientRect(); return b.height > b.width; })()`)
}
