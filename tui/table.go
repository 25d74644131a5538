package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/record"
)

// table is a game being played and what is being done about it.
type table struct {
	game    *play.Game
	tags    []play.Tag
	from    play.Record  // what was known before: comments and clocks of a record, and what is noted now
	began   time.Time    // when the side to move was asked
	thought *record.Eval // what the engine thinks of the turn that it plays now
	told    bool         // the game is over and stands among those that were played
	match   *play.Match  // nil: a single game from a position or a record
	ledger  *play.Ledger
	rules   kibaho.Settings // of the match
	pair    play.Pairing
	length  int // games of the match
	players [2]Player
	leader  int // the player that plays First
	opening int // plies of the drawn opening, which cannot be taken back
	stores  bool
	counted bool // the result of the game is in the match

	moves  []games.Move // legal now
	narrow play.Narrow
	base   shown // the position on the board, with what was chosen so far
	seen   int   // events of the chosen move that the board already shows
	last   shown // what the last turn did
	taken  [2]int
	film   *film
	queue  []games.Move // decisions still to be played

	cursor  kibaho.Site
	side    kibaho.Side    // whose turn it was when the cursor was moved last
	corner  [2]kibaho.Site // where each side has left the cursor
	left    [2]bool        // whether it has
	flip    bool
	refused int // a site pointed at in vain, or -1
	notice  notice
	ask     *question
	paused  bool // the engine waits
}

// notice is a line for the person.
type notice struct {
	kind noticeKind
	text string
}

type noticeKind uint8

const (
	said    noticeKind = iota // news
	warned                    // a refusal or a failure
	offered                   // an offer or a claim
)

// question is asked in the strip and answered by one key.
type question struct {
	text    string
	answers []answer
}

type answer struct {
	key, says string
	do        func()
}

func newTable(g *play.Game, players [2]Player) *table {
	t := &table{game: g, players: players, refused: -1, side: g.Position().Turn()}
	t.stores = g.Start().Board().Stores
	return t
}

func (t *table) facts() *kibaho.Facts { return t.game.Start().Game().Facts() }

// seat returns who plays a side.
func (t *table) seat(s kibaho.Side) *Player { return &t.players[t.player(s)] }

// player returns the number of the player of a side.
func (t *table) player(s kibaho.Side) int {
	if s == kibaho.First {
		return t.leader
	}
	return 1 - t.leader
}

// persons returns how many of the players are persons.
func (t *table) persons() int {
	n := 0
	for _, p := range t.players {
		if !p.Engine {
			n++
		}
	}
	return n
}

// mine reports that a person is to decide now.
func (t *table) mine() bool {
	return !t.game.Over() && !t.seat(t.game.Position().Turn()).Engine
}

// rest puts the board at rest in the position of the game.
func (t *table) rest() {
	p := t.game.Position()
	t.moves = nil
	if !t.game.Over() {
		t.moves = p.Moves()
	}
	t.narrow = play.NewNarrow(t.moves)
	t.base, t.seen = newShown(p.Board()), 0
	t.film, t.refused = nil, -1
	t.taken = t.game.Taken()
	t.last = t.lastTurn()
	if int(t.cursor) >= len(t.base.board.At) {
		t.cursor = 0
	}
	if !t.mine() {
		return
	}
	if now := p.Turn(); now != t.side {
		t.corner[t.side], t.left[t.side] = t.cursor, true
		t.side = now
		if lit := t.narrow.Lit(); t.left[now] {
			t.cursor = t.corner[now]
		} else if len(lit) > 0 {
			t.cursor = lit[0]
		}
	}
	t.toLit()
}

// lastTurn follows the last turn again, for its marks and its counts.
func (t *table) lastTurn() shown {
	turns := t.game.Turns()
	if len(turns) == 0 {
		return shown{from: -1, to: -1}
	}
	turn := turns[len(turns)-1]
	before := t.game.Before(turn.First).Board()
	s := newShown(before)
	s.from, s.to = -1, -1
	for i := turn.First; i <= turn.Last; i++ {
		p := t.game.Before(i)
		after := t.game.Plies()[i].After.Board()
		for _, e := range p.Trace(t.game.Plies()[i].Move) {
			s.apply(e, turn.Side, &after)
		}
	}
	return s
}

// toLit moves the cursor to a site that can be chosen, if it is not at one: to
// the nearest in the order of sites.
func (t *table) toLit() {
	distance := func(s kibaho.Site) int { return max(int(s)-int(t.cursor), int(t.cursor)-int(s)) }
	lit := t.narrow.Lit()
	if len(lit) > 0 {
		t.cursor = slices.MinFunc(lit, func(a, b kibaho.Site) int { return distance(a) - distance(b) })
	}
}

// nextLit moves the cursor to the next or the previous site that can be chosen,
// in the order of sites.
func (t *table) nextLit(step int) {
	lit := t.narrow.Lit()
	if len(lit) == 0 || !t.mine() {
		return
	}
	slices.Sort(lit)
	i, found := slices.BinarySearch(lit, t.cursor)
	switch {
	case step > 0 && found:
		i++
	case step < 0:
		i--
	}
	t.cursor = lit[(i+len(lit))%len(lit)]
}

// choices returns what can be answered by a key, with the sites that the answer
// would take.
func (t *table) choices() []choice {
	var list []choice
	for _, step := range t.narrow.Next() {
		if step.Key == "" && step.Says == "" {
			continue
		}
		c := choice{step: step}
		for _, m := range t.narrow.Moves() {
			if n := len(t.narrow.Taken()); len(m.Path) > n && sameStep(m.Path[n], step) {
				c.gains = t.gains(m, step)
				break
			}
		}
		list = append(list, c)
	}
	return list
}

type choice struct {
	step  kibaho.Step
	gains []kibaho.Event
}

func sameStep(a, b kibaho.Step) bool {
	return a.Key == b.Key && a.Says == b.Says && slices.Equal(a.Sites, b.Sites)
}

// gains returns what a move takes by a step: in pits what lies in the sites of
// the step, otherwise everything until the piece moves on.
func (t *table) gains(m games.Move, step kibaho.Step) []kibaho.Event {
	pits := t.base.board.Shape == kibaho.Pits
	var list []kibaho.Event
	events := t.game.Position().Trace(m)
	for _, e := range events[min(t.seen, len(events)):] {
		if e.Kind == kibaho.Move {
			break
		}
		if e.Kind == kibaho.Take && (!pits || slices.Contains(step.Sites, e.Site)) {
			list = append(list, e)
		}
	}
	return list
}

// point chooses a site. It reports whether that meant something.
func (t *table) point(site kibaho.Site) (play.Narrow, bool) {
	if next, ok := t.narrow.Point(site); ok {
		return next, true
	}
	if _, rest, ok := t.narrow.Ready(); ok && len(rest) == 0 {
		if at, ok := t.narrow.At(); ok && at == site {
			return t.narrow, true // chosen, and now confirmed
		}
		return t.narrow, false
	}
	// A piece that only one of the answers would take stands for that answer.
	var meant []kibaho.Step
	for _, c := range t.choices() {
		if slices.ContainsFunc(c.gains, func(e kibaho.Event) bool { return e.Site == site }) {
			meant = append(meant, c.step)
		}
	}
	if len(meant) == 1 {
		return t.narrow.Take(meant[0])
	}
	return t.narrow, false
}

// preview returns the events that all decisions still possible have in common,
// as far as the choices made so far lead: what the board can show already.
func (t *table) preview() []kibaho.Event {
	fits := t.narrow.Moves()
	_, rest, ready := t.narrow.Ready()
	pits := t.base.board.Shape == kibaho.Pits
	if !t.narrow.Begun() || len(fits) == 0 || pits && ready && len(rest) > 0 {
		return nil
	}
	p := t.game.Position()
	common := p.Trace(fits[0])
	for _, m := range fits[1:] {
		events := p.Trace(m)
		n := 0
		for n < len(common) && n < len(events) && common[n] == events[n] {
			n++
		}
		common = common[:n]
		if n == 0 {
			break
		}
	}
	if pits {
		return common
	}
	// A piece goes no further than was pointed at.
	steps := t.narrow.Taken()
	for i, e := range common {
		if e.Kind != kibaho.Move {
			continue
		}
		for len(steps) > 0 && !slices.Contains(steps[0].Sites, e.Site) {
			steps = steps[1:]
		}
		to := slices.IndexFunc(steps, func(s kibaho.Step) bool { return s.Key == "" && slices.Contains(s.Sites, e.To) })
		if to < 1 {
			return common[:i]
		}
		steps = steps[to:]
	}
	if len(common) > 0 && common[0].Kind != kibaho.Move {
		return nil
	}
	return common
}

// chosenWords names the sites and answers chosen so far.
func (t *table) chosenWords() string {
	var words []string
	for _, s := range t.narrow.Taken() {
		switch {
		case s.Says != "":
			words = append(words, s.Says)
		case len(s.Sites) > 0:
			words = append(words, nameOf(&t.base.board, s.Sites[0]))
		}
	}
	return strings.Join(words, ", ")
}

// describe says what is on a site and what can be done with it.
func (t *table) describe(site kibaho.Site) string {
	b := &t.base.board
	if int(site) >= len(b.At) {
		return ""
	}
	facts := t.facts()
	text := nameOf(b, site) + ": "
	piece := b.At[site]
	switch {
	case b.Shape == kibaho.Pits && piece == 0, piece == kibaho.NoPiece:
		text += "empty"
	case b.Shape == kibaho.Pits:
		text += count(int(piece), facts.Seeds)
	case piece == kibaho.FirstKing || piece == kibaho.SecondKing:
		text += facts.Sides[sideOf(piece)] + " king"
	case b.Shape == kibaho.Squares:
		text += facts.Sides[sideOf(piece)] + " man"
	default:
		text += facts.Sides[sideOf(piece)] + " piece"
	}
	if int(site) < len(b.Marks) {
		switch mark := b.Marks[site]; {
		case mark&kibaho.Unplayed != 0:
			text += ", not yet played upon"
		case mark&kibaho.TurnBack != 0:
			text += ", a sowing may turn back here"
		case mark&kibaho.Huffable != 0:
			text += ", may be huffed"
		}
	}
	if !t.mine() || t.film != nil {
		return text
	}
	for _, c := range t.choices() {
		if slices.Contains(c.step.Sites, site) && c.step.Says != "" {
			return text + ": " + c.step.Says
		}
	}
	if slices.Contains(t.narrow.Lit(), site) {
		if t.narrow.Begun() {
			return text + ", can be chosen"
		}
		return text + ", may move"
	}
	return text
}

// why returns the reason why a site means nothing now, with the rule's number
// where the game tells one.
func (t *table) why(site kibaho.Site) string {
	p := t.game.Position()
	name := nameOf(&t.base.board, site)
	if t.narrow.Begun() || p.MidTurn() {
		if at, ok := t.narrow.At(); ok {
			if r, ok := refusal(p, nameOf(&t.base.board, at)+"-"+name); ok && t.base.board.Shape != kibaho.Pits && len(t.narrow.Taken()) == 1 {
				return sentence(r)
			}
		}
		return name + " is not among the choices; Esc goes one step back."
	}
	if r, ok := refusal(p, name); ok {
		return sentence(r)
	}
	// A move needs two sites: take the reason that most moves from here have in
	// common, or if they differ, the rule that only few of them break.
	byRule, reasons := map[string][]*kibaho.Refusal{}, map[string]bool{}
	for other := range t.base.board.At {
		if near(&t.base.board, int(site), other) {
			if r, ok := refusal(p, name+"-"+nameOf(&t.base.board, kibaho.Site(other))); ok {
				byRule[r.Rule] = append(byRule[r.Rule], r)
				reasons[r.Reason] = true
			}
		}
	}
	if len(byRule) == 0 {
		return "No legal move begins at " + name + "."
	}
	rule := ""
	for no := range byRule {
		if rule == "" || len(byRule[no]) < len(byRule[rule]) || len(byRule[no]) == len(byRule[rule]) && no > rule {
			rule = no
		}
	}
	if len(reasons) > 1 && len(byRule) == 1 {
		text := "no legal move begins at " + name
		return sentence(&kibaho.Refusal{Rule: rule, Reason: text})
	}
	r := *byRule[rule][0]
	r.Candidates = nil
	return sentence(&r)
}

// near reports that two sites of a board of pieces are at most two steps apart.
func near(b *kibaho.Board, a, c int) bool {
	columns := b.Columns
	if b.Shape == kibaho.Squares {
		columns /= 2
	}
	if a == c || columns == 0 {
		return false
	}
	dr, dc := a/columns-c/columns, a%columns-c%columns
	return max(dr, -dr) <= 2 && max(dc, -dc) <= 2
}

func refusal(p games.Position, text string) (*kibaho.Refusal, bool) {
	_, err := p.Find(text)
	r, ok := err.(*kibaho.Refusal)
	return r, ok
}

// sentence writes a refusal for a person: the reason, the rule, what is legal.
func sentence(r *kibaho.Refusal) string {
	text := r.Reason
	if text != "" {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if r.Rule != "" && !strings.Contains(text, "("+r.Rule+")") {
		text += " (" + r.Rule + ")"
	}
	text += "."
	if n := len(r.Candidates); n > 0 {
		text += " Legal: " + strings.Join(r.Candidates[:min(n, 8)], ", ")
		if n > 8 {
			text += ", .."
		}
	}
	return text
}

// explain writes an error for a person.
func explain(err error) string {
	if r, ok := err.(*kibaho.Refusal); ok {
		return sentence(r)
	}
	text := err.Error()
	return strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):]
}

// result says how the game ended.
func (t *table) result() string {
	o, why := t.game.Outcome()
	text := "A draw"
	switch o {
	case kibaho.FirstWins:
		text = t.does(kibaho.First, "wins")
	case kibaho.SecondWins:
		text = t.does(kibaho.Second, "wins")
	case kibaho.Ongoing:
		return ""
	}
	if why != "" {
		text += ": " + why
	}
	return text
}

// title names a side with its player.
func (t *table) title(s kibaho.Side) string {
	side := t.facts().Sides[s]
	if name := t.seat(s).Name; name != "" && name != side {
		return fmt.Sprintf("%s (%s)", name, side)
	}
	return side
}

// does says what a side does, by its player: "Ada (Black) wins", "You (Black) win".
func (t *table) does(s kibaho.Side, what string) string {
	return t.title(s) + " " + verb(t.seat(s).Name, what)
}

// verb is a word for what somebody does, in the form that the person who is
// called You needs.
func verb(name, word string) string {
	switch {
	case name != "You":
		return word
	case word == "has":
		return "have"
	}
	return strings.TrimSuffix(word, "s")
}

// score returns the score of the match, the game on the board included if it is
// over, and whether there is one to show.
func (t *table) score() (points [2]float64, ok bool) {
	if t.match == nil || t.length < 2 && len(t.match.Played()) == 0 {
		return points, false
	}
	points = t.match.Score()
	if o, _ := t.game.Outcome(); o != kibaho.Ongoing && !t.counted {
		points[t.leader] += o.Score(kibaho.First)
		points[1-t.leader] += o.Score(kibaho.Second)
	}
	return points, true
}
