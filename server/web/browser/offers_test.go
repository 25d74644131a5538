package browser_test

import (
	"math"
	"strings"
	"testing"
)

// pair seats Ada at a screen and Ben at a phone.
func pair(t *testing.T, s *site, g shortGame, more map[string]any) (ada, ben *person, id string) {
	t.Helper()
	ada, ben = newPerson(t, s, "Ada", desktop), newPerson(t, s, "Ben", phone)
	body := map[string]any{"name": "Ada"}
	for k, v := range more {
		body[k] = v
	}
	id = ada.makeTable(g.body(body))
	ben.sit(id)
	ada.until(table + `.status.state === "playing"`)
	return ada, ben, id
}

// plays sends moves without pointing, in turns, and waits until all have seen them.
func plays(people [2]*person, moves ...string) {
	people[0].t.Helper()
	for _, m := range moves {
		n := people[0].text(table + `.turns.length`)
		side := people[0].text(table + `.view.turn`)
		who := people[0]
		if side == "1" {
			who = people[1]
		}
		who.until(`document.querySelector("kb-board").moves.length > 0`)
		who.js(`document.querySelector("kb-board").type(` + quote(m) + `)`)
		for _, p := range people {
			p.until(table + `.turns.length > ` + n)
		}
	}
}

// A draw is offered, declined, offered again and accepted; a game is resigned after
// a question; the match goes on with the sides in turn and the score is told (M1, M2).
func TestOffersAndMatch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, ben, first := pair(t, s, shortGame{game: "draughts"}, map[string]any{"games": 3, "control": "10+5"})
	both := [2]*person{ada, ben}
	ada.says(".about", "game 1 of 3")
	plays(both, "11-15", "22-18")
	ada.button("Offer draw")
	ada.says(".notice", "You offer a draw")
	ben.says(".notice", "Ada offers a draw")
	ben.says(`.sr[role="status"]`, "Ada offers a draw")
	ben.button("Decline")
	ada.says(`.sr[role="status"]`, "Ben declines the draw")
	ada.until(`document.querySelector(".notice").innerText === ""`)
	// An offer goes away with the answer to it, a move.
	ben.button("Draw")
	ada.says(".notice", "Ben offers a draw")
	ada.button("Accept")
	for _, p := range both {
		p.says(".notice", "Drawn")
		p.says(".notice", "M2")
	}
	ada.says(".score", "You ½ : ½ Ben")
	if ada.text(`document.querySelector("kb-board").events.length`) == "0" {
		t.Error("the last move is not marked any more when the game is over")
	}
	// That Ada is ready does not move the button from under Ben's finger.
	const next = ".notice .offer.over .btn"
	ben.until(`document.querySelector(` + quote(next) + `)`)
	x, y := ben.place(next)
	ada.button("Next game")
	ben.says(".notice", "Ada is ready")
	if x2, y2 := ben.place(next); math.Abs(x2-x) > 4 || math.Abs(y2-y) > 4 {
		t.Errorf("the button for the next game has moved from %.0f,%.0f to %.0f,%.0f", x, y, x2, y2)
	}
	ben.button("Next game")
	for _, p := range both {
		p.until(`!location.pathname.endsWith(` + quote(first) + `) && ` + table + `?.status.state === "playing"`)
	}
	// In draughts the players lead in turn.
	ada.says(".about", "game 2 of 3")
	if ada.text(table+`.you[0]`) != "1" || ben.text(table+`.you[0]`) != "0" {
		t.Fatalf("Ada has side %s in the second game", ada.text(table+`.you[0]`))
	}
	// Before both have moved it is broken off, and nobody loses; afterwards resigned.
	ben.until(`[...document.querySelectorAll(".botbar .btn")].some((b) => b.innerText.includes("Break off"))`)
	plays([2]*person{ben, ada}, "11-15", "22-18")
	ben.button("Resign")
	ben.says(".notice", "Resign the game?")
	ben.button("Play on")
	ben.until(`document.querySelector(".notice").innerText === ""`)
	ben.button("Resign")
	ben.point(".notice .btn.strong")
	ada.says(".notice", "You have won: Black resigned")
	ben.says(".notice", "You have lost: Black resigned")
	ada.says(".score", "You 1½ : ½ Ben")
	ada.button("Next game")
	ben.button("Next game")
	ada.until(table + `?.series.number === 3`)
	if title := ada.text(`document.title`); !strings.Contains(title, "Your move") || !strings.Contains(title, "Ada – Ben") {
		t.Errorf("the title of the page is %q", title)
	}
}

// A drawn opening is on the board of both games of a pair, and is told; its turns are
// not taken back (DR9).
func TestDrawnOpening(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, ben, first := pair(t, s, shortGame{game: "draughts", set: []string{"openings=three-move"}}, map[string]any{"games": 2})
	opening := ada.text(table + `.turns.map((t) => t.text).join(" ")`)
	if len(strings.Fields(opening)) != 3 {
		t.Fatalf("the opening is %q", opening)
	}
	for _, p := range []*person{ada, ben} {
		p.until(`document.querySelector(".about").textContent.includes(` + quote("Drawn opening: "+opening) + `)`)
	}
	if ben.text(`[...document.querySelectorAll(".botbar .btn")].find((b) => b.innerText.includes("Take back")).disabled`) != "true" {
		t.Error("a turn of the opening may be taken back")
	}
	for _, p := range []*person{ben, ada} {
		p.until(`document.querySelector("kb-board")`)
	}
	mover := ben // White, after three turns
	mover.until(`document.querySelector("kb-board").moves.length > 0`)
	mover.js(`document.querySelector("kb-board").type(document.querySelector("kb-board").moves[0].text)`)
	ada.until(`document.querySelector("kb-board").moves.length > 0`)
	ada.js(`document.querySelector("kb-board").type(document.querySelector("kb-board").moves[0].text)`)
	ben.until(table + `.turns.length === 5`)
	ben.button("Resign")
	ben.point(".notice .btn.strong")
	ada.button("Next game")
	ben.button("Next game")
	ada.until(`!location.pathname.endsWith(` + quote(first) + `) && ` + table + `?.turns.length >= 3`)
	if again := ada.text(table + `.turns.slice(0, 3).map((t) => t.text).join(" ")`); again != opening {
		t.Errorf("the second game begins with %q, the first with %q", again, opening)
	}
}

// Draws are claimed: a position that has come back three times (M3), and quiet plies.
func TestClaims(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, tt := range []struct {
		name  string
		game  shortGame
		moves []string
		why   string
	}{
		{"repetition", shortGame{game: "draughts", position: "B:WK1:BK32"}, []string{"32-27", "1-5", "27-32", "5-1", "32-27", "1-5", "27-32", "5-1"}, "M3"},
		{"quiet", shortGame{game: "draughts", set: []string{"quiet-limit=4"}, position: "B:WK1:BK32"}, []string{"32-27", "1-5", "27-24", "5-9"}, "quiet"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPerson(t, s, "Ada", desktop)
			id := p.newTable(tt.game.body(map[string]any{"seat": "both"}), tt.moves[:len(tt.moves)-1]...)
			p.open("/table/" + id)
			p.until(table + `?.turns.length === ` + quoteInt(len(tt.moves)-1))
			p.until(`document.querySelector(".acts").innerText.includes("Agree a draw")`)
			plays([2]*person{p, p}, tt.moves[len(tt.moves)-1])
			p.button("Claim a draw")
			p.says(".notice", "Drawn")
			p.says(".notice", tt.why)
		})
	}
}
