// Package play holds one game or one match in progress: its history, what may
// be claimed, offers and resignation, the drawn openings and who leads next. It
// knows no game's rules; it plays through the shelf's face.
package play

import (
	"fmt"
	"slices"

	"kibaho"
	"kibaho/games"
)

// Claim is a draw that the side to move may claim (M3, M4, DR8).
type Claim string

// The claims, as the commands write them.
const (
	NoClaim    Claim = ""
	Repetition Claim = "repetition"
	Quiet      Claim = "quiet"
)

// Ply is one decision as it was played.
type Ply struct {
	Move  games.Move
	Side  kibaho.Side
	Turn  int // the number of the turn it belongs to, from 0
	After games.Position
	quiet int // quiet plies in a row after it
}

// Game is a game in progress. The zero value is not usable; see NewGame.
type Game struct {
	start   games.Position
	limits  kibaho.Limits
	plies   []Ply
	undone  []Ply // the next to redo is the last
	ended   kibaho.Outcome
	how     string // why it ended, if not by the rules of the position
	offer   kibaho.Side
	offered bool
}

// NewGame begins a game in a position.
func NewGame(start games.Position) *Game {
	return &Game{start: start, limits: start.Settings().Limits()}
}

// Start returns the position in which the game began.
func (g *Game) Start() games.Position { return g.start }

// Position returns the position on the board.
func (g *Game) Position() games.Position {
	if len(g.plies) == 0 {
		return g.start
	}
	return g.plies[len(g.plies)-1].After
}

// Plies returns the decisions played so far. The caller must not change them.
func (g *Game) Plies() []Ply { return g.plies }

// Before returns the position in which ply i was played.
func (g *Game) Before(i int) games.Position {
	if i == 0 {
		return g.start
	}
	return g.plies[i-1].After
}

// Outcome returns how the game stands, and in words why it is over.
func (g *Game) Outcome() (kibaho.Outcome, string) {
	if g.ended != kibaho.Ongoing {
		return g.ended, g.how
	}
	p := g.Position()
	return p.Outcome(), p.Reason()
}

// Over reports that nothing more can be played.
func (g *Game) Over() bool {
	o, _ := g.Outcome()
	return o != kibaho.Ongoing
}

// PlayText plays the decisions that a text means, all or none.
func (g *Game) PlayText(text string) error {
	if err := g.open(text); err != nil {
		return err
	}
	moves, err := g.Position().Find(text)
	if err != nil {
		return err
	}
	for _, m := range moves {
		g.Play(m)
	}
	return nil
}

// open refuses moves in a game that was ended by its players.
func (g *Game) open(text string) error {
	if g.ended != kibaho.Ongoing {
		return &kibaho.Refusal{Move: text, Reason: "the game is over: " + g.how}
	}
	return nil
}

// Play plays a legal decision of the position on the board. What was undone
// before is forgotten, unless it is the same decision. A standing offer of a
// draw lapses when the side that it was made to moves.
func (g *Game) Play(m games.Move) {
	before := g.Position()
	if n := len(g.undone); n > 0 {
		if g.undone[n-1].Move.Text == m.Text {
			g.undone = g.undone[:n-1]
		} else {
			g.undone = nil
		}
	}
	if g.offered && g.offer != before.Turn() {
		g.offered = false
	}
	g.plies = append(g.plies, g.ply(before, m))
}

func (g *Game) ply(before games.Position, m games.Move) Ply {
	ply := Ply{Move: m, Side: before.Turn(), After: before.Play(m)}
	ply.quiet = g.Quiet()
	if n := len(g.plies); n > 0 {
		ply.Turn = g.plies[n-1].Turn
		if !before.MidTurn() {
			ply.Turn++
		}
	}
	switch {
	case !before.Quiet(m):
		// The rest of the turn may count again: a turn is quiet only if all of
		// it is, so the count stays below zero until the turn is over.
		ply.quiet = -1
	case before.MidTurn() && ply.quiet < 0:
		// still the turn in which something was captured
	case !ply.After.MidTurn():
		ply.quiet = max(ply.quiet, 0) + 1
	}
	if !ply.After.MidTurn() && ply.quiet < 0 {
		ply.quiet = 0
	}
	return ply
}

// Quiet returns the number of quiet plies in a row up to the position.
func (g *Game) Quiet() int {
	if len(g.plies) == 0 {
		return 0
	}
	return g.plies[len(g.plies)-1].quiet
}

// Count returns how often the position on the board has stood with the same
// side to move, this time included.
func (g *Game) Count() int {
	now := g.Position()
	n := 0
	for i := len(g.plies); i >= 0; i-- {
		if p := g.Before(i); p.Hash() == now.Hash() && p.Same(now) {
			n++
		}
	}
	return n
}

// Claim returns what the side to move may claim.
func (g *Game) Claim() Claim {
	p := g.Position()
	switch {
	case g.Over() || p.MidTurn():
		return NoClaim
	case g.limits.Repetition > 0 && g.Count() >= g.limits.Repetition:
		return Repetition
	case g.limits.Quiet > 0 && g.Quiet() >= g.limits.Quiet:
		return Quiet
	}
	return NoClaim
}

// ClaimDraw ends the game as a draw if there is something to claim.
func (g *Game) ClaimDraw() error {
	switch g.Claim() {
	case Repetition:
		g.end(kibaho.Draw, fmt.Sprintf("claimed: the position stood for the %s time (M3)", ordinal(g.Count())))
	case Quiet:
		g.end(kibaho.Draw, fmt.Sprintf("claimed: %d quiet plies in a row (%s)", g.Quiet(), g.quietRule()))
	default:
		return fmt.Errorf("nothing to claim: the position has stood %s and there were %d quiet plies in a row; a draw needs %s", times(g.Count()), g.Quiet(), g.needs())
	}
	return nil
}

// quietRule returns the number of the rule that the quiet limit of this game is.
func (g *Game) quietRule() string {
	for _, o := range g.start.Game().Facts().Options {
		if o.Name == "quiet-limit" {
			return o.Rule
		}
	}
	return "M4"
}

func (g *Game) needs() string {
	switch l := g.limits; {
	case l.Repetition > 0 && l.Quiet > 0:
		return fmt.Sprintf("%s or %d quiet plies", times(l.Repetition), l.Quiet)
	case l.Repetition > 0:
		return times(l.Repetition)
	case l.Quiet > 0:
		return fmt.Sprintf("%d quiet plies", l.Quiet)
	}
	return "an agreement, for both draw rules are off"
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, suffix)
}

func (g *Game) end(o kibaho.Outcome, how string) {
	g.ended, g.how, g.offered = o, how, false
}

// Offer offers a draw for a side; if the other side has a standing offer, it is
// accepted and the game is drawn (M2).
func (g *Game) Offer(s kibaho.Side) error {
	switch {
	case g.Over():
		return fmt.Errorf("the game is over: nothing to offer")
	case g.offered && g.offer == s:
		return fmt.Errorf("%s has offered a draw already", g.side(s))
	case g.offered:
		g.end(kibaho.Draw, "agreed (M2)")
	default:
		g.offered, g.offer = true, s
	}
	return nil
}

// Offered returns the side that has a standing offer of a draw.
func (g *Game) Offered() (kibaho.Side, bool) { return g.offer, g.offered }

// Decline turns a standing offer down.
func (g *Game) Decline() { g.offered = false }

// Resign ends the game as lost for a side (M2).
func (g *Game) Resign(s kibaho.Side) error {
	if g.Over() {
		return fmt.Errorf("the game is over: nothing to resign")
	}
	g.end(kibaho.Wins(s.Other()), g.side(s)+" resigned (M2)")
	return nil
}

// End ends the game for a reason that the board does not show: a flag that has
// fallen, a game given up by both. A game that is over stays as it is.
func (g *Game) End(o kibaho.Outcome, how string) {
	if !g.Over() {
		g.end(o, how)
	}
}

func (g *Game) side(s kibaho.Side) string { return g.start.Game().Facts().Sides[s] }

// CanUndo reports that there is a decision to take back.
func (g *Game) CanUndo() bool { return len(g.plies) > 0 }

// CanRedo reports that there is a decision to play again.
func (g *Game) CanRedo() bool { return len(g.undone) > 0 }

// Undo takes back the last decision; a game that its players had ended goes on.
// It reports whether there was one.
func (g *Game) Undo() bool {
	if len(g.plies) == 0 {
		return false
	}
	last := len(g.plies) - 1
	g.undone = append(g.undone, g.plies[last])
	g.plies = g.plies[:last]
	g.end(kibaho.Ongoing, "")
	return true
}

// UndoTurn takes back decisions to the beginning of the last turn that was begun.
func (g *Game) UndoTurn() bool {
	if !g.Undo() {
		return false
	}
	for g.Position().MidTurn() {
		g.Undo()
	}
	return true
}

// Redo plays the decision that was taken back last.
func (g *Game) Redo() bool {
	n := len(g.undone)
	if n == 0 || g.ended != kibaho.Ongoing {
		return false
	}
	g.plies = append(g.plies, g.undone[n-1])
	g.undone = g.undone[:n-1]
	return true
}

// RedoTurn plays what was taken back to the end of a turn.
func (g *Game) RedoTurn() bool {
	if !g.Redo() {
		return false
	}
	for g.Position().MidTurn() && g.Redo() {
	}
	return true
}

// Turns returns the texts of the turns played, the last one perhaps unfinished,
// with the side that played each.
func (g *Game) Turns() []Turn {
	var turns []Turn
	for i, p := range g.plies {
		if i == 0 || p.Turn != g.plies[i-1].Turn {
			turns = append(turns, Turn{Side: p.Side, First: i})
		}
		t := &turns[len(turns)-1]
		t.Text += p.Move.Text
		t.Last = i
	}
	return turns
}

// Turn is a turn of a game: the plies First … Last.
type Turn struct {
	Side        kibaho.Side
	Text        string
	First, Last int
}

// Tally is what a turn did, as the events tell.
type Tally struct {
	Captured int // men, cows or pieces taken; forfeits and huffs do not count
	Laps     int // handfuls sown
}

// Add counts the events of one decision.
func (t *Tally) Add(events []kibaho.Event) {
	for _, e := range events {
		switch e.Kind {
		case kibaho.Take:
			t.Captured += e.N
		case kibaho.Lap:
			t.Laps++
		}
	}
}

// Tally counts what turn t did.
func (g *Game) Tally(t Turn) Tally {
	var sum Tally
	for i := t.First; i <= t.Last; i++ {
		sum.Add(g.Before(i).Trace(g.plies[i].Move))
	}
	return sum
}

// Taken returns how much each side has captured since the start of the game.
func (g *Game) Taken() [2]int {
	var sum [2]int
	for i, p := range g.plies {
		var t Tally
		t.Add(g.Before(i).Trace(p.Move))
		sum[p.Side] += t.Captured
	}
	return sum
}

// Past returns what an engine must know of the game before the position.
func (g *Game) Past() games.Past {
	past := games.Past{Quiet: max(0, g.Quiet()), Limits: g.limits}
	all := g.start.Game().Reversible()
	for i := len(g.plies) - 1; i >= 0 && (all || g.plies[i].quiet > 0 || g.plies[i].After.MidTurn()); i-- {
		if p := g.Before(i); !p.MidTurn() {
			past.Positions = append(past.Positions, p)
		}
	}
	slices.Reverse(past.Positions)
	return past
}
