package browser_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"kibaho"
	"kibaho/games"
)

// table is what the page of a game knows.
const table = `document.querySelector("kb-table-page").table`

// shortGame is a game that ends after a few turns.
type shortGame struct {
	game     string
	variant  string
	set      []string
	position string
}

// Small boards, and positions near the end.
var shortGames = []shortGame{
	{game: "chuba", set: []string{"columns=4"}},
	{game: "igisoro", set: []string{"columns=3", "per-pit=2"}},
	{game: "fanorona", set: []string{"size=3x5"}},
	{game: "draughts", position: "B:W14,18,23,K30:B1,6,9,K20"},
	{game: "draughts", variant: "huffing", position: "B:W14,18,23,K30:B1,6,9,K20"},
}

// start returns the position that the game begins with.
func (g shortGame) start(t *testing.T) games.Position {
	t.Helper()
	game, err := games.Find(g.game)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := game.Facts().Settings(g.variant, g.set...)
	if err != nil {
		t.Fatal(err)
	}
	if g.position == "" {
		p, err := game.Start(settings)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p, err := game.Read(settings, g.position)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play finds a game that is over within some decisions.
func (g shortGame) play(t *testing.T, least, most int) []games.Move {
	t.Helper()
	for seed := uint64(1); seed < 20_000; seed++ {
		r := kibaho.NewRand(seed)
		p := g.start(t)
		var line []games.Move
		for p.Outcome() == kibaho.Ongoing && len(line) < most {
			moves := p.Moves()
			m := moves[r.N(len(moves))]
			line = append(line, m)
			p = p.Play(m)
		}
		if p.Outcome() != kibaho.Ongoing && len(line) >= least {
			return line
		}
	}
	t.Fatalf("%s: no short game found", g.game)
	return nil
}

func (g shortGame) body(more map[string]any) map[string]any {
	body := map[string]any{"game": g.game, "variant": g.variant, "set": g.set, "position": g.position, "visibility": "public"}
	if g.set == nil {
		body["set"] = []string{}
	}
	for k, v := range more {
		body[k] = v
	}
	return body
}

// makeTable makes a table and goes to it.
func (p *person) makeTable(body map[string]any) string {
	p.t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	id := p.text(`fetch("/api/tables", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(` + string(b) + `)})
		.then((r) => r.json()).then((t) => t.id ?? JSON.stringify(t))`)
	if strings.Contains(id, "{") {
		p.t.Fatalf("no table: %s", id)
	}
	p.open("/table/" + id)
	p.until(table)
	return id
}

// sit takes the open seat.
func (p *person) sit(id string) {
	p.t.Helper()
	p.open("/table/" + id)
	p.button("Sit down")
	p.until(table + ".you.length > 0")
}

// choose points at the steps of a decision, as far as it is not clear yet.
func (p *person) choose(moves []games.Move, want games.Move) {
	p.t.Helper()
	p.until(`document.querySelector("kb-board").moves.length === ` + quoteInt(len(moves)))
	for i, step := range want.Path {
		if i > 0 && len(moves) == 1 {
			return // sent already
		}
		if step.Key != "" {
			p.key(step.Key)
		} else {
			p.point(`kb-board [data-site="` + quoteInt(int(step.Sites[0])) + `"]`)
			meant := fits(moves, i, func(s kibaho.Step) bool { return slices.Contains(s.Sites, step.Sites[0]) })
			if left := fits(moves, i, same(step)); len(meant) > len(left) && len(left) > 0 {
				p.t.Logf("%s means several things at %v", want.Text, step)
			}
		}
		moves = fits(moves, i, same(step))
	}
	if len(moves) > 1 {
		p.key("\r") // stop here
	}
}

func quoteInt(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

func same(a kibaho.Step) func(kibaho.Step) bool {
	return func(b kibaho.Step) bool {
		return a.Key == b.Key && a.Says == b.Says && slices.Equal(a.Sites, b.Sites)
	}
}

func fits(moves []games.Move, i int, fit func(kibaho.Step) bool) []games.Move {
	var left []games.Move
	for _, m := range moves {
		if len(m.Path) > i && fit(m.Path[i]) {
			left = append(left, m)
		}
	}
	return left
}

// A whole game of each kind, by two people, one of them at a phone.
func TestTwoPeople(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, g := range shortGames {
		t.Run(g.game+g.variant, func(t *testing.T) {
			line := g.play(t, 6, 24)
			host := newPerson(t, s, "Ada", desktop)
			guest := newPerson(t, s, "Ben", phone)
			id := host.makeTable(g.body(map[string]any{"seat": "first", "name": "Ada"}))
			host.until(`document.querySelector(".invite input")?.value.endsWith(location.pathname)`)
			guest.sit(id)
			host.until(table + `.status.state === "playing"`)
			people := [2]*person{host, guest}
			p := g.start(t)
			for _, m := range line {
				people[p.Turn()].choose(p.Moves(), m)
				p = p.Play(m)
				for _, who := range people {
					who.until(table + `.view.position === ` + quote(p.String()))
				}
			}
			winner := map[kibaho.Outcome]int{kibaho.FirstWins: 0, kibaho.SecondWins: 1}
			for side, who := range people {
				want := "You have lost"
				if w, ok := winner[p.Outcome()]; !ok {
					want = "Drawn"
				} else if w == side {
					want = "You have won"
				}
				who.until(`document.querySelector(".notice").innerText.includes(` + quote(want) + `)`)
				if !strings.Contains(who.text(`document.querySelector(".notice").innerText`), p.Reason()) {
					t.Errorf("%s is not told why: %s", who.name, p.Reason())
				}
			}
			// Both want another game: they are taken to it.
			host.button("Play again")
			guest.until(`document.querySelector(".notice").innerText.includes("Ada is ready")`)
			guest.button("Again")
			for _, who := range people {
				who.until(`!location.pathname.endsWith(` + quote(id) + `) && ` + table + `?.status.state === "playing"`)
			}
		})
	}
}

// Somebody plays by the start page and the engine answers.
func TestEngine(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, game := range []string{"chuba", "igisoro", "fanorona", "draughts"} {
		t.Run(game, func(t *testing.T) {
			p := newPerson(t, s, "Ada", desktop)
			p.open("/?game=" + game)
			p.until(`document.querySelector('.gc input[value="` + game + `"]')?.checked`)
			p.point(`.seg[aria-label="Engine level"] label:nth-child(1)`)
			p.button("Play")
			p.until(`location.pathname.startsWith("/table/") && ` + table)
			g := shortGame{game: game}
			at := g.start(t)
			p.until(table + `.view.position === ` + quote(at.String()))
			if at.Turn() != kibaho.First {
				t.Fatal("the first side does not begin")
			}
			p.choose(at.Moves(), at.Moves()[0])
			p.until(table + `.turns.length >= 2 && ` + table + `.view.turn === 0 || ` + table + `.view.midTurn`)
			p.until(`document.querySelector("kb-board").moves.length > 0`)
		})
	}
}

// A takeback is asked for by name, refused once and granted once; what was chosen
// ahead is dropped with it.
func TestTakeback(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	g := shortGame{game: "draughts"}
	host := newPerson(t, s, "Ada", desktop)
	guest := newPerson(t, s, "Ben", phone)
	guest.sit(host.makeTable(g.body(map[string]any{"name": "Ada"})))
	host.until(table + `.status.state === "playing"`)
	p := g.start(t)
	start := p.String()
	move := func(who *person, text string) {
		t.Helper()
		moves, err := p.Find(text)
		if err != nil {
			t.Fatal(err)
		}
		who.choose(p.Moves(), moves[0])
		p = p.Play(moves[0])
		for _, w := range []*person{host, guest} {
			w.until(table + `.view.position === ` + quote(p.String()))
		}
	}
	move(host, "11-15")
	// Ada chooses ahead.
	host.point(`kb-board [data-site="7"]`)
	host.point(`kb-board [data-site="10"]`)
	host.until(`document.querySelector("kb-board").queue.length === 2`)
	host.button("Take back")
	guest.until(`document.querySelector(".notice").innerText.includes("Ada asks to take back 1. 11-15")`)
	guest.button("Refuse")
	host.until(table + `.status.takeback === undefined`)
	host.button("Take back")
	guest.button("Allow")
	for _, w := range []*person{host, guest} {
		w.until(table + `.view.position === ` + quote(start))
		w.until(`document.querySelector("kb-board").queue.length === 0`)
	}
	p = g.start(t)
	move(host, "9-14")
	// What was chosen ahead is played when its time comes.
	host.point(`kb-board [data-site="4"]`)
	host.point(`kb-board [data-site="8"]`)
	moves, err := p.Find("22-18")
	if err != nil {
		t.Fatal(err)
	}
	guest.choose(p.Moves(), moves[0])
	guest.until(table + `.turns.length >= 2`)
}

// The server is killed in the middle of a game: both come back by themselves, and
// the game goes on with every move that was made.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	g := shortGame{game: "fanorona", set: []string{"size=5x5"}}
	host := newPerson(t, s, "Ada", desktop)
	guest := newPerson(t, s, "Ben", phone)
	guest.sit(host.makeTable(g.body(map[string]any{"name": "Ada", "control": "10+5"})))
	host.until(table + `.status.state === "playing"`)
	people := [2]*person{host, guest}
	p := g.start(t)
	for i := range 4 {
		moves := p.Moves()
		people[p.Turn()].choose(moves, moves[0])
		p = p.Play(moves[0])
		for _, who := range people {
			who.until(table + `.view.position === ` + quote(p.String()))
		}
		if i == 1 {
			s.kill()
			for _, who := range people {
				who.until(`document.querySelector(".notice").innerText.includes("connection is lost")`)
			}
			s.start()
			for _, who := range people {
				who.until(`!document.querySelector(".notice").innerText.includes("connection is lost")`)
				if got := who.text(table + `.view.position`); got != p.String() {
					t.Fatalf("%s comes back to %s, want %s", who.name, got, p)
				}
			}
		}
	}
	if got := host.text(table + `.turns.length`); got != "4" {
		t.Errorf("%s turns, want 4", got)
	}
	if got := host.js(table + `.status.clock.left[0] > 500000`); got != true {
		t.Errorf("the clock has lost the time that the server was down: %v", host.js(table+`.status.clock`))
	}
}

// Whoever knows the address of a table may watch it and not play; a private one is
// for its two seats alone.
func TestWatching(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	g := shortGame{game: "chuba"}
	host := newPerson(t, s, "Ada", desktop)
	watcher := newPerson(t, s, "Cleo", phone)
	id := host.makeTable(g.body(map[string]any{"seat": "both"}))
	watcher.open("/table/" + id)
	watcher.until(table + `.you.length === 0 && document.querySelector('kb-board svg[role="img"]')`)
	p := g.start(t)
	m := p.Moves()[0]
	host.choose(p.Moves(), m)
	p = p.Play(m)
	watcher.until(table + `.view.position === ` + quote(p.String()))
	if n := watcher.text(`document.querySelectorAll("kb-movebox, .acts .btn").length`); n != "0" {
		t.Errorf("one who watches is offered %s things to do", n)
	}
	guest := newPerson(t, s, "Ben", desktop)
	secret := host.makeTable(g.body(map[string]any{"visibility": "private"}))
	guest.sit(secret)
	watcher.open("/table/" + secret)
	watcher.until(`document.querySelector(".lost")?.innerText.includes("private")`)
}
