package play

import (
	"fmt"
	"slices"

	"kibaho"
	"kibaho/games"
)

// Opening is a drawn opening: the turns that a game must begin with (DR9).
type Opening []string

// Match is a series of games between two players, 0 and 1 (M1). It decides who
// leads each game and how the game must begin; the games themselves are played
// elsewhere and reported with Record.
type Match struct {
	Players  [2]string
	settings kibaho.Settings
	game     games.Game
	deck     []Opening // nil: free openings
	ledger   *Ledger   // openings that the pair has used, this match included
	played   []Played
	next     *Pairing // drawn but not yet played
}

// Played is a finished game of a match.
type Played struct {
	Leader  int // the player that led: First in the game
	Opening Opening
	Penalty bool // a game owed by the loser of the one before (FA16)
	Outcome kibaho.Outcome
}

// Winner returns the player that won, or -1 after a draw.
func (p Played) Winner() int {
	switch p.Outcome {
	case kibaho.FirstWins:
		return p.Leader
	case kibaho.SecondWins:
		return 1 - p.Leader
	}
	return -1
}

// Pairing is the next game of a match.
type Pairing struct {
	Leader  int // the player that plays First
	Opening Opening
	// Settings are those of the match, but for a penalty game (FA16).
	Settings kibaho.Settings
	Penalty  bool
	Why      string // who leads and why, in words with the rule's number
}

// Hands is the draw for the first game: one player has hidden a man of the
// leader's colour in one hand and one of the other's in the other (DR11).
type Hands struct{ left kibaho.Side }

// Hide hides the two men.
func Hide(r *kibaho.Rand) Hands { return Hands{kibaho.Side(r.N(2))} }

// Choose returns the side that the chooser must take for the first game.
func (h Hands) Choose(left bool) kibaho.Side {
	if left {
		return h.left
	}
	return h.left.Other()
}

// NewMatch begins a match. leader is the player that leads the first game, by
// agreement or by chance (M1). The ledger, which may be nil, remembers the
// openings that this pair has used before (DR10).
func NewMatch(g games.Game, s kibaho.Settings, players [2]string, leader int, ledger *Ledger) (*Match, error) {
	if leader != 0 && leader != 1 {
		return nil, fmt.Errorf("match: leader %d: expected player 0 or 1", leader)
	}
	if ledger == nil {
		ledger = new(Ledger)
	}
	m := &Match{Players: players, settings: s, game: g, ledger: ledger}
	for _, turns := range g.Openings(s) {
		m.deck = append(m.deck, turns)
	}
	m.next = &Pairing{Leader: leader, Settings: s, Why: "leads the first game by agreement or lot (M1)"}
	return m, nil
}

// Played returns the games played so far.
func (m *Match) Played() []Played { return m.played }

// Score returns the points of the two players, a half for a draw.
func (m *Match) Score() [2]float64 {
	var sum [2]float64
	for _, p := range m.played {
		sum[p.Leader] += p.Outcome.Score(kibaho.First)
		sum[1-p.Leader] += p.Outcome.Score(kibaho.Second)
	}
	return sum
}

// Next returns the next game, drawing lots where the rules call for them. Until
// the game is recorded it returns the same one. It fails when the pair has used
// up all openings (DR10).
func (m *Match) Next(r *kibaho.Rand) (Pairing, error) {
	if m.next == nil {
		next, err := m.lead(r)
		if err != nil {
			return Pairing{}, err
		}
		m.next = &next
	}
	if m.deck != nil && m.next.Opening == nil {
		if err := m.drawOpening(r); err != nil {
			return Pairing{}, err
		}
	}
	return *m.next, nil
}

// lead settles who leads by the custom of the match.
func (m *Match) lead(r *kibaho.Rand) (Pairing, error) {
	last := m.played[len(m.played)-1]
	next := Pairing{Settings: m.settings}
	winner := last.Winner()
	custom := m.settings.Value("leads")
	if penalty, side, ok := m.game.Penalty(m.settings); ok && winner >= 0 {
		// Whoever loses owes the game, also if he loses the penalty game itself.
		if !last.Penalty || winner == m.giver() {
			next.Settings, next.Penalty = penalty, true
			next.Leader = winner
			if side == kibaho.Second {
				next.Leader = 1 - winner
			}
			next.Why = "leads the penalty game that the loser owes (FA16)"
			return next, nil
		}
	}
	switch {
	case custom == "alternate":
		next.Leader, next.Why = 1-m.lastOrdinary().Leader, "leads in turn (M1)"
	case custom == "draw-lots":
		next.Leader, next.Why = r.N(2), "leads by lot (M1)"
	case winner < 0:
		next.Leader, next.Why = last.Leader, "leads again after a draw (M1)"
	case custom == "winner":
		next.Leader, next.Why = winner, "leads, having won (M1)"
	default:
		next.Leader, next.Why = 1-winner, "leads, having lost (M1)"
	}
	return next, nil
}

// lastOrdinary returns the last game that was not a penalty.
func (m *Match) lastOrdinary() Played {
	for _, p := range slices.Backward(m.played) {
		if !p.Penalty {
			return p
		}
	}
	return m.played[0]
}

// giver returns the player that the last penalty game was owed to: the victor
// of the ordinary game before it.
func (m *Match) giver() int { return m.lastOrdinary().Winner() }

// drawOpening draws an opening that the pair has not used, or repeats the one of
// the last game with sides changed: each is played twice, each player having
// each side of it once (DR10).
func (m *Match) drawOpening(r *kibaho.Rand) error {
	if n := len(m.played); n > 0 && m.halfway() {
		last := m.played[n-1]
		m.next.Opening = last.Opening
		m.next.Leader = 1 - last.Leader
		m.next.Why = "leads the same opening with sides changed (DR10)"
		return nil
	}
	var free []Opening
	for _, o := range m.deck {
		if !m.ledger.Used(m.Players, o) {
			free = append(free, o)
		}
	}
	if len(free) == 0 {
		return fmt.Errorf("match: %s and %s have played all %d openings, and none may be used again by the same pair (DR10)", m.Players[0], m.Players[1], len(m.deck))
	}
	m.next.Opening = free[r.N(len(free))]
	m.ledger.Use(m.Players, m.next.Opening)
	return nil
}

// halfway reports that the last opening has been played once only.
func (m *Match) halfway() bool {
	n := 0
	last := m.played[len(m.played)-1].Opening
	for _, p := range m.played {
		if slices.Equal(p.Opening, last) {
			n++
		}
	}
	return n%2 == 1
}

// Begin returns the next game, its drawn opening already played.
func (m *Match) Begin(r *kibaho.Rand) (*Game, Pairing, error) {
	next, err := m.Next(r)
	if err != nil {
		return nil, Pairing{}, err
	}
	start, err := m.game.Start(next.Settings)
	if err != nil {
		return nil, Pairing{}, err
	}
	g := NewGame(start)
	for _, turn := range next.Opening {
		if err := g.PlayText(turn); err != nil {
			return nil, Pairing{}, fmt.Errorf("match: opening %v: %w", next.Opening, err)
		}
	}
	return g, next, nil
}

// Record reports how the next game ended.
func (m *Match) Record(o kibaho.Outcome) error {
	if m.next == nil {
		return fmt.Errorf("match: no game has been drawn since the last one was recorded")
	}
	if o == kibaho.Ongoing {
		return fmt.Errorf("match: the game is not over")
	}
	m.played = append(m.played, Played{Leader: m.next.Leader, Opening: m.next.Opening, Penalty: m.next.Penalty, Outcome: o})
	m.next = nil
	return nil
}
