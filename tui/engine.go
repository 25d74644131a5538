package tui

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// thinker is an engine that thinks about one thing at a time.
type thinker struct {
	mu     sync.Mutex
	engine games.Engine
}

// purpose is what is being thought about.
type purpose uint8

const (
	idle     purpose = iota
	toPlay           // the engine's own move
	toAdvise         // a hint for a person
)

// thinking is what the engine is doing. Only messages with its number count.
type thinking struct {
	id       int
	purpose  purpose
	side     kibaho.Side
	cancel   context.CancelFunc
	analysis games.Analysis
	last     [2]int // the score of each side's last own move, for draws
	known    [2]bool
}

type thoughtMsg struct {
	id       int
	analysis games.Analysis
	done     bool
	more     chan thoughtMsg
}

// defaultBudget is used where a player has none.
var defaultBudget = games.Budget{Time: time.Second}

// adviceBudget bounds the thoughts about a hint.
var adviceBudget = games.Budget{Time: 10 * time.Second}

func unbounded(b games.Budget) bool {
	return b.Depth == 0 && b.Nodes == 0 && b.Time == 0 && b.Level == games.Full
}

// engine returns the engine of a name, made when it is first wanted.
func (m *model) engine(name string) *thinker {
	key := m.table.facts().Name + " " + name
	if m.engines[key] == nil {
		memory := m.o.Memory
		if memory <= 0 {
			memory = 64
		}
		m.engines[key] = &thinker{engine: m.table.game.Start().Game().Engine(memory)}
	}
	return m.engines[key]
}

func (m *model) thinkFor(side kibaho.Side) {
	t := m.table
	budget := t.seat(side).Budget
	if unbounded(budget) {
		budget = defaultBudget
	}
	budget.Seed = m.o.Seed // what a level misjudges differs from game to game
	m.startThinking(toPlay, side, m.engine(fmt.Sprint(t.player(side))), budget)
}

// advise thinks about the position for a person.
func (m *model) advise() {
	m.startThinking(toAdvise, m.table.game.Position().Turn(), m.engine("advice"), adviceBudget)
}

func (m *model) startThinking(why purpose, side kibaho.Side, th *thinker, budget games.Budget) {
	m.stopThinking()
	ctx, cancel := context.WithCancel(context.Background())
	m.think.id++
	m.think.purpose, m.think.side, m.think.cancel = why, side, cancel
	m.think.analysis = games.Analysis{}
	id, p, past := m.think.id, m.table.game.Position(), m.table.game.Past()
	more := make(chan thoughtMsg, 1)
	// The newest thought takes the place of one that nobody has read yet.
	tell := func(t thoughtMsg) {
		for {
			select {
			case more <- t:
				return
			default:
			}
			select {
			case <-more:
			default:
			}
		}
	}
	m.later(func() tea.Msg {
		go func() {
			th.mu.Lock()
			defer th.mu.Unlock()
			a := th.engine.Think(ctx, p, past, budget, func(a games.Analysis) {
				tell(thoughtMsg{id, a, false, more})
			})
			tell(thoughtMsg{id, a, true, more})
		}()
		return <-more
	})
}

func (m *model) stopThinking() {
	if m.think.cancel != nil {
		m.think.cancel()
	}
	m.think.id++
	m.think.purpose, m.think.cancel = idle, nil
	m.think.analysis = games.Analysis{}
}

// thought takes what the engine has found.
func (m *model) thought(msg thoughtMsg) {
	if msg.id != m.think.id || m.table == nil {
		return
	}
	if len(msg.analysis.Lines) > 0 {
		m.think.analysis = msg.analysis
	}
	if !msg.done {
		m.later(func() tea.Msg { return <-msg.more })
		return
	}
	if m.think.purpose == toAdvise {
		m.think.purpose = idle // the advice stays
		return
	}
	t, a := m.table, m.think.analysis
	moves := t.moves[:min(1, len(t.moves))]
	if len(a.Lines) > 0 && len(a.Lines[0].Moves) > 0 {
		moves = a.Lines[0].Moves
		m.think.last[m.think.side], m.think.known[m.think.side] = a.Lines[0].Score, true
		e := play.Eval(t.game.Position().Turn(), a.Lines[0], a.Depth)
		t.thought = &e
	}
	if len(moves) == 0 {
		return
	}
	t.queue = append(t.queue[:0], moves[1:]...)
	m.play(moves[0])
}

// engineClaims lets the engine claim a draw where it does not stand better.
func (m *model) engineClaims(side kibaho.Side) bool {
	t := m.table
	if t.game.Claim() == "" || t.persons() > 0 && (!m.think.known[side] || m.think.last[side] > 0) {
		return false
	}
	if err := t.game.ClaimDraw(); err != nil {
		return false
	}
	m.settle()
	return true
}

// engineAccepts tells whether the engine of a side takes a draw that is offered.
func (m *model) engineAccepts(side kibaho.Side) bool {
	return m.think.known[side] && m.think.last[side] <= 0
}

// score writes a score in men or seeds for the side that thinks.
func score(line games.Line) string {
	switch {
	case line.Ends > 0:
		return fmt.Sprintf("wins in %d", line.Ends)
	case line.Ends < 0:
		return fmt.Sprintf("loses in %d", -line.Ends)
	case line.Proven() && line.Score > 0:
		return "wins"
	case line.Proven():
		return "loses"
	}
	return fmt.Sprintf("%+.2f", float64(line.Score)/100)
}

// effort writes how much was thought.
func effort(a games.Analysis) string {
	nodes := float64(a.Nodes)
	unit := ""
	for _, u := range []string{"k", "M", "G"} {
		if nodes >= 1000 {
			nodes, unit = nodes/1000, u
		}
	}
	if unit == "" {
		return fmt.Sprintf("depth %d, %.0f positions", a.Depth, nodes)
	}
	return fmt.Sprintf("depth %d, %s%s positions", a.Depth, trim(nodes), unit)
}

func trim(f float64) string {
	if f >= 100 {
		return fmt.Sprint(math.Round(f))
	}
	return fmt.Sprintf("%.1f", f)
}
