package igisoro

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"kibaho"
	"kibaho/mancala"
)

// start returns the position that a game begins with (IG1).
func start(s kibaho.Settings) (Position, error) {
	p := withOptions(s, s.Int("columns"))
	p.setUp()
	return p, nil
}

// setUp places the cows for a new game.
func (p *Position) setUp() {
	p.lanes[0] = mancala.Lane{}
	for pit := range int(p.columns) {
		p.lanes[0].Set(pit, int(p.perPit))
	}
	p.lanes[1] = p.lanes[0]
}

// isStart reports that the cows lie as at the start and South is to move.
func (p *Position) isStart() bool {
	q := *p
	q.setUp()
	return q.lanes == p.lanes && p.side == kibaho.First && p.choice == none
}

// withOptions returns an empty board with the options of s.
func withOptions(s kibaho.Settings, columns int) Position {
	p := Position{columns: uint8(columns), perPit: uint8(s.Int("per-pit")), most: uint16(s.Int("endless-laps"))}
	for _, f := range []struct {
		option, value string
		flag          uint8
	}{
		{"capture", "must", mustTake},
		{"resow", "turn", resowFromTurn},
		{"reverse", "arrival", arrivalOnly},
		{"min-start", "1", startFromOne},
		{"quiet-plies", "4", quietOpening},
	} {
		if s.Value(f.option) == f.value {
			p.flags |= f.flag
		}
	}
	switch s.Value("reverse-pits") {
	case "left-end":
		p.reverse = leftEnd
	case "none":
		p.reverse = noReverse
	}
	return p
}

// maxText bounds the length of a text that is read at all; the longest position
// has some 250 characters.
const maxText = 1000

// read reads the text form of a position: the four rows, the side to move, where
// needed the ply number, and within a turn the pending choice.
func read(s kibaho.Settings, text string) (Position, kibaho.Settings, error) {
	r := reader{text: text}
	p, s, err := r.position(s)
	if err != nil {
		return Position{}, kibaho.Settings{}, err
	}
	return p, s, nil
}

// reader goes through a text field by field.
type reader struct {
	text string
	at   int // where the next field is looked for
}

// next returns the next field, and where it starts.
func (r *reader) next() (field string, at int) {
	for r.at < len(r.text) && r.text[r.at] == ' ' {
		r.at++
	}
	at = r.at
	for r.at < len(r.text) && r.text[r.at] != ' ' {
		r.at++
	}
	return r.text[at:r.at], at
}

func (r *reader) fail(at int, got, format string, args ...any) error {
	return &kibaho.InputError{What: "igisoro position", Text: r.text, At: at, Got: got, Want: fmt.Sprintf(format, args...)}
}

func (r *reader) position(s kibaho.Settings) (Position, kibaho.Settings, error) {
	if len(r.text) > maxText {
		return Position{}, s, r.fail(-1, "", "expected at most %d characters, found %d", maxText, len(r.text))
	}
	// 1. The rows, which set the number of columns.
	field, _ := r.next()
	rows, columns, err := mancala.ReadRows("igisoro", r.text, field, mancala.MaxCount)
	if err != nil {
		return Position{}, s, err
	}
	if columns < 2 {
		return Position{}, s, r.fail(0, field, "expected at least 2 columns (IG1)")
	}
	if columns != s.Int("columns") {
		if s.Given("columns") {
			return Position{}, s, r.fail(0, "", "these rows have %d columns, but columns=%d was set", columns, s.Int("columns"))
		}
		if s, err = s.With("columns", strconv.Itoa(columns)); err != nil {
			return Position{}, s, err
		}
	}
	p := withOptions(s, columns)
	p.lanes[0], p.lanes[1] = rows.Lanes()

	// 2. The side to move.
	field, at := r.next()
	switch field {
	case "S":
	case "N":
		p.side = kibaho.Second
	default:
		return p, s, r.fail(at, field, "expected the side to move, S or N")
	}

	// 3. The ply number, which only a quiet opening needs (IG11).
	field, at = r.next()
	p.ply = p.impliedPly()
	if field != "" && field[0] >= '0' && field[0] <= '9' {
		ply, err := strconv.Atoi(field)
		if err != nil || strconv.Itoa(ply) != field {
			return p, s, r.fail(at, field, "expected a ply number, turns played since the start")
		}
		if p.flags&quietOpening != 0 {
			if ply < quietPlies && ply&1 != int(p.side) {
				return p, s, r.fail(at, field, "at this ply the other side is to move: South leads the game")
			}
			p.ply = uint8(min(ply, quietPlies))
		}
		field, at = r.next()
	}

	// 4. The pending choice.
	if field != "" {
		if err := r.pending(&p, field, at); err != nil {
			return p, s, err
		}
	}
	if field, at := r.next(); field != "" {
		return p, s, r.fail(at, field, "expected the end of the position")
	}

	// 5. No more cows than the game has.
	most := 2 * columns * s.Int("per-pit")
	if n := p.Cows(kibaho.First) + p.Cows(kibaho.Second); n > most {
		return p, s, r.fail(-1, "", "expected at most %d cows (%d columns, per-pit=%d), found %d (IG1)", most, columns, s.Int("per-pit"), n)
	}
	if p.choice != none && p.Outcome() != kibaho.Ongoing {
		return p, s, r.fail(at, field, "neither choice leads to the end of the turn (IG13), so this choice cannot have come up")
	}
	return p, s, nil
}

// pending reads "turn=ORIGIN,HAND,LAPS,START" or "take=LAST,ORIGIN,LAPS,START".
func (r *reader) pending(p *Position, field string, at int) error {
	const forms = "expected turn=ORIGIN,HAND,LAPS,START or take=LAST,ORIGIN,LAPS,START"
	kind, list, _ := strings.Cut(field, "=")
	parts := strings.Split(list, ",")
	if kind != "turn" && kind != "take" || len(parts) != 4 {
		return r.fail(at, field, forms)
	}
	var err error
	fail := func(format string, args ...any) error { return r.fail(at, field, format, args...) }
	pit := func(text string) int {
		if len(text) == 1 {
			if s, i, ok := mancala.Pit(text[0], int(p.columns)); ok && s == p.side {
				return i
			}
		}
		if err == nil {
			err = fail("expected a pit of the side to move, %s to %s, found %q", mancala.PitName(p.side, 0), mancala.PitName(p.side, p.pits()-1), text)
		}
		return 0
	}
	number := func(text string, max int, what string) int {
		n, e := strconv.Atoi(text)
		if (e != nil || n < 0 || n > max || strconv.Itoa(n) != text) && err == nil {
			err = fail("expected %s, 0 to %d, found %q", what, max, text)
		}
		return n
	}
	first, laps, begun := pit(parts[0]), number(parts[2], int(p.most), "laps"), pit(parts[3])
	var hand, origin int
	if kind == "turn" {
		hand = number(parts[1], mancala.MaxCount-1, "cows in the hand")
	} else {
		origin = pit(parts[1])
	}
	if err != nil {
		return err
	}
	if p.quiet() {
		return fail("nothing is captured in the first %d plies (IG11)", quietPlies)
	}
	p.at, p.laps, p.start = uint8(first), uint16(laps), uint8(begun)
	why := ""
	if kind == "turn" {
		p.choice, p.hand = turning, uint8(hand)
		why = p.notTurning()
	} else {
		p.choice, p.origin = taking, uint8(origin)
		why = p.notTaking()
	}
	if why != "" {
		return fail("%s", why)
	}
	return nil
}

// notTurning says why the choice of turning back that a text tells of cannot
// have come up, or nothing.
func (p *Position) notTurning() string {
	var (
		from, hand, laps = int(p.at), int(p.hand), int(p.laps)
		own              = &p.lanes[p.side]
		name             = mancala.PitName(p.side, from)
		least            = 2
	)
	if laps == 0 && p.flags&startFromOne != 0 {
		least = 1
	}
	switch s := mancala.Sowing(p.pits()); {
	case p.reversePits()>>from&1 == 0:
		return "no sowing is turned back from pit " + name + " (IG9)"
	case hand < least:
		return fmt.Sprintf("expected at least %d in the hand", least)
	case laps == 0 && p.flags&arrivalOnly != 0:
		return "the first handful of a turn is not turned back (IG10)"
	case laps == 0 && p.start != p.at:
		return "after 0 laps the hand is that of the pit the turn began with"
	case laps == 0 && own.At(from) != 0:
		return "pit " + name + " was lifted and must be empty"
	case own.At(from) != 0 && bits.OnesCount32(own.Some()) < p.pits() && (p.flags&resowFromTurn == 0 || p.start != p.at):
		return "pit " + name + " was lifted, and holds cows again only after a lap round the whole side"
	case !p.canTurn(s, from, hand, false, p.ripe()):
		return "sown backwards from pit " + name + ", " + fmt.Sprint(hand) + " would capture nothing (IG9)"
	}
	return ""
}

// notTaking says why the choice of taking that a text tells of cannot have come
// up, or nothing.
func (p *Position) notTaking() string {
	var (
		last, from, n = int(p.at), int(p.origin), p.pits()
		own           = &p.lanes[p.side]
		name          = mancala.PitName(p.side, last)
		sown          = mancala.Sowing(n).Touched(from, (last-from+n-1)%n+1)
	)
	switch {
	case p.flags&mustTake != 0:
		return "there is nothing to choose: capturing is compulsory (IG8)"
	case p.laps == 0:
		return "expected at least 1 lap before a capture"
	case p.laps == 1 && p.origin != p.start:
		return "the first lap is sown from the pit the turn began with"
	case p.ripe()>>last&1 == 0:
		return "pit " + name + " does not face two filled pits (IG6)"
	case own.At(last) < 2:
		return "pit " + name + " was not occupied (IG6)"
	case own.Some()&sown != sown:
		return "a handful sown from " + mancala.PitName(p.side, from) + " to " + name + " leaves no pit between them empty"
	}
	return ""
}

// write returns the text form of a position.
func write(p *Position) string {
	var b strings.Builder
	rows := mancala.RowsOf(&p.lanes[0], &p.lanes[1])
	b.WriteString(mancala.WriteRows(&rows, int(p.columns)))
	b.WriteString([2]string{" S", " N"}[p.side])
	if p.ply != p.impliedPly() {
		fmt.Fprintf(&b, " %d", p.ply)
	}
	switch p.choice {
	case turning:
		fmt.Fprintf(&b, " turn=%s,%d,%d,%s", mancala.PitName(p.side, int(p.at)), p.hand, p.laps, mancala.PitName(p.side, int(p.start)))
	case taking:
		fmt.Fprintf(&b, " take=%s,%s,%d,%s", mancala.PitName(p.side, int(p.at)), mancala.PitName(p.side, int(p.origin)), p.laps, mancala.PitName(p.side, int(p.start)))
	}
	return b.String()
}

// impliedPly is the ply number of a text that has none: 0 at the start, otherwise
// past the opening.
func (p *Position) impliedPly() uint8 {
	if p.flags&quietOpening == 0 || p.isStart() {
		return 0
	}
	return quietPlies
}

// text returns the text form of a decision (IG14).
func text(p *Position, m Move) string {
	switch m {
	case TurnBack:
		return "<"
	case GoOn:
		return ">"
	case Take:
		return "+"
	case Leave:
		return "-"
	}
	return mancala.PitName(p.side, int(m))
}
