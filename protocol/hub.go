package protocol

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/search"
)

// hub speaks Hub, version 2, for English draughts.
type hub struct {
	*server
	game     games.Game
	settings kibaho.Settings
	play     *play.Game
	budget   games.Budget // of the level command
	endless  bool         // level infinite
	level    games.Level
	ponders  bool // the search under way waits for ponder-hit
}

func newHub(s *server) *hub {
	h := &hub{server: s, endless: true}
	g, err := games.Find("draughts")
	if err == nil {
		h.game = g
		h.settings, err = g.Facts().Settings("english")
	}
	var p games.Position
	if err == nil {
		p, err = g.Start(h.settings)
	}
	if err != nil {
		panic("protocol: " + err.Error()) // draughts is not on the shelf
	}
	h.play = play.NewGame(p)
	return h
}

func (h *hub) fail(err error) {
	text := strings.NewReplacer(`\"`, "'", `"`, "'", "\n", " ").Replace(err.Error())
	h.out.line(`error message="%s"`, text)
}

// pair is an argument of a line, name=value or name.
type pair struct{ name, value string }

// pairs reads the arguments of a line. Values may be quoted, with spaces around
// the sign.
func pairs(line string) (command string, args []pair, err error) {
	command, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	for {
		rest = strings.TrimLeft(rest, " \t\r")
		if rest == "" {
			return command, args, nil
		}
		end := strings.IndexAny(rest, "= \t\r")
		if end < 0 {
			end = len(rest)
		}
		p := pair{name: rest[:end]}
		if p.name == "" {
			return command, args, wrong(line, "expected NAME=VALUE, without a name here")
		}
		rest = strings.TrimLeft(rest[end:], " \t\r")
		if after, ok := strings.CutPrefix(rest, "="); ok {
			rest = strings.TrimLeft(after, " \t\r")
			if after, ok := strings.CutPrefix(rest, `"`); ok {
				if p.value, rest, ok = strings.Cut(after, `"`); !ok {
					return command, args, wrong(line, "this quote is never closed")
				}
			} else {
				end := strings.IndexAny(rest, " \t\r")
				if end < 0 {
					end = len(rest)
				}
				p.value, rest = rest[:end], rest[end:]
			}
		}
		args = append(args, p)
	}
}

// value returns the value of an argument and whether it was given.
func value(args []pair, name string) (string, bool) {
	i := slices.IndexFunc(args, func(p pair) bool { return p.name == name })
	if i < 0 {
		return "", false
	}
	return args[i].value, true
}

func (h *hub) command(_ []string, text string) error {
	name, args, err := pairs(text)
	if err != nil {
		return err
	}
	if h.busy() {
		switch name {
		case "ping", "stop", "ponder-hit":
		default:
			return wrong(text, "a search is under way: expected ping, ponder-hit or stop")
		}
	}
	switch name {
	case "hub":
		h.hello()
	case "set-param":
		return h.set(args, text)
	case "init":
		h.out.line("ready")
	case "new-game":
		h.engine(h.game).Forget()
	case "pos":
		return h.setPosition(args, text)
	case "level":
		return h.setLevel(args, text)
	case "go":
		return h.think(args, text)
	case "ponder-hit":
		if h.busy() && h.ponders {
			h.drop()
			h.search(false)
		}
	case "stop":
		h.wait(true)
	case "ping":
		h.out.line("pong")
	default:
		return wrong(text, "expected hub, set-param, init, new-game, pos, level, go, ponder-hit, stop, ping or quit")
	}
	return nil
}

func (h *hub) hello() {
	var levels []string
	for l := games.Level(1); l <= games.Levels; l++ {
		levels = append(levels, l.String())
	}
	h.out.line(`id name=Kibaho version="%s" author="the authors of Kibaho" country=""`, h.version)
	h.out.line(`param name=variant value=english type=enum values="english"`)
	h.out.line("param name=tt-size value=%d type=int min=1 max=%d", h.megabytes, MaxMegabytes())
	h.out.line("param name=threads value=%d type=int min=1 max=%d", h.threads, maxThreads)
	h.out.line(`param name=level value=%v type=enum values="%s full"`, h.level, strings.Join(levels, " "))
	h.out.line("wait")
}

func (h *hub) set(args []pair, text string) error {
	name, _ := value(args, "name")
	v, ok := value(args, "value")
	if !ok {
		return wrong(text, "expected name=… value=…")
	}
	switch name {
	case "variant":
		if v != "english" {
			return wrong(text, "this engine speaks Hub for the variant english only")
		}
	case "tt-size":
		n, err := number(text, v, 1, int64(MaxMegabytes()))
		if err != nil {
			return err
		}
		h.resize(int(n))
	case "threads":
		n, err := number(text, v, 1, maxThreads)
		if err != nil {
			return err
		}
		h.threads = int(n)
	case "level":
		l, err := games.ReadLevel(v)
		if err != nil {
			return err
		}
		h.level = l
	default:
		return wrong(text, "expected the name variant, tt-size, threads or level")
	}
	return nil
}

func (h *hub) setPosition(args []pair, text string) error {
	pos, ok := value(args, "pos")
	if !ok {
		return wrong(text, "expected pos=…")
	}
	fen, err := readHubPosition(pos)
	if err != nil {
		return err
	}
	p, err := h.game.Read(h.settings, fen)
	if err != nil {
		return err
	}
	g := play.NewGame(p)
	moves, _ := value(args, "moves")
	for i, word := range strings.Fields(moves) {
		m, err := findHubMove(g.Position(), word)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Play(m)
	}
	h.play = g
	return nil
}

// seconds reads a time in seconds.
func seconds(line, text string) (time.Duration, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f < 0 || f > maxTime/1000 {
		return 0, wrong(line, "expected seconds")
	}
	return time.Duration(f * float64(time.Second)), nil
}

// setLevel reads the limits of the searches to come.
func (h *hub) setLevel(args []pair, text string) error {
	var b games.Budget
	endless := false
	for _, a := range args {
		var n int64
		var err error
		switch a.name {
		case "infinite":
			endless = true
		case "depth":
			n, err = number(text, a.value, 1, search.MaxDepth)
			b.Depth = int(n)
		case "nodes": // not in the document of Hub, but in use
			n, err = number(text, a.value, 1, 1<<62)
			b.Nodes = uint64(n)
		case "moves":
			n, err = number(text, a.value, 1, 10_000)
			b.Clock.Turns = int(n)
		case "move-time":
			if b.Time, err = seconds(text, a.value); err == nil {
				b.Time = max(b.Time, time.Millisecond)
			}
		case "time":
			if b.Clock.Left, err = seconds(text, a.value); err == nil {
				b.Clock.Left = max(b.Clock.Left, time.Millisecond)
			}
		case "inc":
			b.Clock.Increment, err = seconds(text, a.value)
		}
		if err != nil {
			return err
		}
	}
	if b.Clock.Left == 0 && (b.Clock.Turns > 0 || b.Clock.Increment > 0) {
		return wrong(text, "moves and inc belong to time")
	}
	if !endless && b == (games.Budget{}) {
		return wrong(text, "expected depth, move-time, time with moves or inc, or infinite")
	}
	if b.Clock.Left > 0 {
		b.Clock.Left += b.Clock.Increment // Hub adds it before the move
	}
	h.budget, h.endless = b, endless
	return nil
}

func (h *hub) think(args []pair, text string) error {
	mode := ""
	if len(args) == 1 {
		mode = args[0].name
	}
	switch mode {
	case "think", "analyze", "ponder":
	default:
		return wrong(text, "expected go think, go ponder or go analyze")
	}
	if outcome, why := h.play.Outcome(); outcome != kibaho.Ongoing {
		h.fail(fmt.Errorf("the game is over: %s", why))
		h.out.line("done move=none")
		return nil
	}
	h.search(mode == "ponder")
	return nil
}

// search starts a search, an endless one while the opponent thinks.
func (h *hub) search(ponder bool) {
	b, endless := h.budget, h.endless
	if ponder {
		b, endless = games.Budget{}, true
	}
	b.Threads, b.Level = h.threads, h.level
	h.ponders = ponder
	h.begin(h.play.Position(), h.play.Past(), b, endless)
}

func (h *hub) info(p games.Position, a games.Analysis) {
	if len(a.Lines) == 0 {
		return
	}
	l := a.Lines[0]
	seconds := a.Elapsed.Seconds()
	h.out.line(`info depth=%d score=%.2f nodes=%d time=%.3f nps=%.3f pv="%s"`,
		a.Depth, hubScore(l), a.Nodes, seconds, float64(a.Nodes)/max(seconds, 1e-6)/1e6, strings.Join(hubLine(p, l.Turns), " "))
}

// hubScore is in men; the end of the game in so many plies is 100 less a
// hundredth for each, as Scan writes it, and a table's win 90.
func hubScore(l games.Line) float64 {
	switch {
	case l.Ends > 0:
		return 100 - float64(l.Ends)/100
	case l.Ends < 0:
		return -100 - float64(l.Ends)/100
	case l.Proven():
		return math.Copysign(90, float64(l.Score))
	}
	return float64(l.Score) / 100
}

// hubLine writes the turns of a line as Hub writes moves.
func hubLine(p games.Position, turns []string) []string {
	var moves []string
	for _, t := range turns {
		found, err := p.Find(t)
		if err != nil {
			break // cannot be: the line was written from legal moves
		}
		moves = append(moves, hubMove(p, found[0]))
		p = p.Play(found[0])
	}
	return moves
}

func (h *hub) done(p games.Position, a games.Analysis) {
	if len(a.Lines) == 0 {
		h.out.line("done move=none")
		return
	}
	h.info(p, a)
	moves := hubLine(p, a.Lines[0].Turns)
	if len(moves) > 1 {
		h.out.line("done move=%s ponder=%s", moves[0], moves[1])
		return
	}
	h.out.line("done move=%s", moves[0])
}
