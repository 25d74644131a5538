package protocol

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/search"
)

// Number is the version of our own protocol.
const Number = 1

// own speaks our own protocol.
type own struct {
	*server
	game     games.Game
	settings kibaho.Settings
	play     *play.Game
	lines    int
	level    games.Level
	seed     uint64
}

func newOwn(s *server) *own {
	o := &own{server: s, lines: 1}
	g := games.All[0]
	settings, err := g.Facts().Settings("")
	if err == nil {
		err = o.enter(g, settings)
	}
	if err != nil {
		panic("protocol: no first position: " + err.Error()) // a variant of ours is broken
	}
	return o
}

// enter begins a game at its start.
func (o *own) enter(g games.Game, s kibaho.Settings) error {
	p, err := g.Start(s)
	if err != nil {
		return err
	}
	o.game, o.settings, o.play = g, s, play.NewGame(p)
	return nil
}

func (o *own) fail(err error) { o.out.line("error %v", err) }

// wrong is the error for a line that makes no sense.
func wrong(line, want string) error {
	return &kibaho.InputError{What: "line", Text: line, At: -1, Want: want}
}

const commands = "expected hello, game, set, position, go, stop, isready, new, show, hub or quit"

func (o *own) command(words []string, line string) error {
	name, args := words[0], words[1:]
	if o.busy() {
		switch name {
		case "stop", "isready":
		default:
			return wrong(line, "a search is under way: expected stop, isready or quit")
		}
	}
	if len(args) > 0 {
		switch name {
		case "stop", "isready", "hello", "new", "show", "hub", "quit":
			return wrong(line, "expected "+name+" alone")
		}
	}
	switch name {
	case "hello":
		o.hello()
	case "isready":
		o.out.line("readyok")
	case "stop":
		o.wait(true)
	case "new":
		o.engine(o.game).Forget()
	case "show":
		o.out.line("position %s", o.play.Position())
	case "hub":
		o.speak = newHub(o.server)
		return o.speak.command(words, line)
	case "game":
		return o.enterGame(args, line)
	case "set":
		return o.set(args, line)
	case "position":
		return o.setPosition(strings.TrimSpace(strings.TrimSpace(line)[len("position"):]), line)
	case "go":
		return o.think(args, line)
	default:
		return wrong(line, commands)
	}
	return nil
}

func (o *own) hello() {
	o.out.line("id name Kibaho %s", o.version)
	o.out.line("id protocol %d", Number)
	for _, g := range games.All {
		var names []string
		for _, v := range g.Facts().Variants {
			names = append(names, v.Name)
		}
		o.out.line("game %s variants %s", g.Facts().Name, strings.Join(names, " "))
	}
	o.out.line("option hash %d min 1 max %d", o.megabytes, MaxMegabytes())
	o.out.line("option threads %d min 1 max %d", o.threads, maxThreads)
	o.out.line("option lines %d min 1 max %d", o.lines, maxLines)
	o.out.line("option level %v min 1 max %d or full", o.level, games.Levels)
	o.out.line("option seed %d min 0 max %d", o.seed, uint64(1<<64-1))
	o.out.line("readyok")
}

// enterGame reads NAME [variant V] [set O=V …].
func (o *own) enterGame(args []string, line string) error {
	if len(args) == 0 {
		return wrong(line, "expected game NAME [variant V] [set OPTION=VALUE …]")
	}
	g, err := games.Find(args[0])
	if err != nil {
		return err
	}
	variant, rest := "", args[1:]
	if len(rest) > 0 && rest[0] == "variant" {
		if len(rest) < 2 {
			return wrong(line, "expected a name after variant")
		}
		variant, rest = rest[1], rest[2:]
	}
	var set []string
	if len(rest) > 0 {
		if rest[0] != "set" || len(rest) < 2 {
			return wrong(line, "expected variant V or set OPTION=VALUE … after the game")
		}
		for _, a := range rest[1:] {
			if a != "set" { // a second "set" is read too
				set = append(set, a)
			}
		}
	}
	s, err := g.Facts().Settings(variant, set...)
	if err != nil {
		return err
	}
	if err := o.enter(g, s); err != nil {
		return err
	}
	o.engine(g).Forget()
	return nil
}

func (o *own) set(args []string, line string) error {
	if len(args) != 2 {
		return wrong(line, "expected set hash, threads, lines, level or seed and a value")
	}
	switch name, value := args[0], args[1]; name {
	case "hash":
		n, err := number(line, value, 1, int64(MaxMegabytes()))
		if err != nil {
			return err
		}
		o.resize(int(n))
	case "threads":
		n, err := number(line, value, 1, maxThreads)
		if err != nil {
			return err
		}
		o.threads = int(n)
	case "lines":
		n, err := number(line, value, 1, maxLines)
		if err != nil {
			return err
		}
		o.lines = int(n)
	case "level":
		l, err := games.ReadLevel(value)
		if err != nil {
			return err
		}
		o.level = l
	case "seed":
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return wrong(line, "expected a whole number from 0 on")
		}
		o.seed = n
	default:
		return wrong(line, "expected hash, threads, lines, level or seed")
	}
	return nil
}

// number reads a whole number in a range.
func number(line, text string, low, high int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < low || n > high {
		return 0, wrong(line, fmt.Sprintf("expected a whole number %d to %d", low, high))
	}
	return n, nil
}

// setPosition reads start|TEXT [moves …].
func (o *own) setPosition(text, line string) error {
	var moves []string
	if before, after, ok := strings.Cut(" "+text+" ", " moves "); ok {
		text, moves = strings.TrimSpace(before), strings.Fields(after)
	}
	var p games.Position
	var err error
	switch text {
	case "":
		return wrong(line, "expected position start or position TEXT, then perhaps moves …")
	case "start":
		p, err = o.game.Start(o.settings)
	default:
		p, err = o.game.Read(o.settings, text)
	}
	if err != nil {
		return err
	}
	g := play.NewGame(p)
	if err := playAll(g, moves); err != nil {
		return err
	}
	o.play = g
	return nil
}

// playAll plays turns. The text of one may have a space in it: "huff 15".
func playAll(g *play.Game, moves []string) error {
	for i := 0; i < len(moves); i++ {
		err := g.PlayText(moves[i])
		if err != nil && i+1 < len(moves) && g.PlayText(moves[i]+" "+moves[i+1]) == nil {
			i, err = i+1, nil
		}
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return nil
}

// maxTime bounds times on the wire, in milliseconds: a year.
const maxTime = 365 * 24 * 3600 * 1000

// think reads the limits of go and starts the search.
func (o *own) think(args []string, line string) error {
	b := games.Budget{Threads: o.threads, Lines: o.lines, Level: o.level, Seed: o.seed}
	endless := false
	var seen []string
	for i := 0; i < len(args); i++ {
		name := args[i]
		if slices.Contains(seen, name) {
			return wrong(line, name+" is given twice")
		}
		seen = append(seen, name)
		if name == "infinite" {
			endless = true
			continue
		}
		i++
		value := ""
		if i < len(args) {
			value = args[i]
		}
		high := int64(maxTime)
		switch name {
		case "depth":
			high = search.MaxDepth
		case "nodes":
			high = 1 << 62
		case "turns":
			high = 10_000
		case "movetime", "clock", "inc":
		default:
			return wrong(line, "expected movetime MS, clock MS [inc MS] [turns N], depth N, nodes N or infinite")
		}
		low := int64(1)
		if name == "inc" {
			low = 0
		}
		n, err := number(line, value, low, high)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		switch name {
		case "depth":
			b.Depth = int(n)
		case "nodes":
			b.Nodes = uint64(n)
		case "turns":
			b.Clock.Turns = int(n)
		case "movetime":
			b.Time = time.Duration(n) * time.Millisecond
		case "clock":
			b.Clock.Left = time.Duration(n) * time.Millisecond
		case "inc":
			b.Clock.Increment = time.Duration(n) * time.Millisecond
		}
	}
	switch {
	case b.Clock.Left == 0 && (b.Clock.Increment > 0 || b.Clock.Turns > 0):
		return wrong(line, "inc and turns belong to clock")
	case endless && len(seen) > 1:
		return wrong(line, "infinite goes alone")
	case len(seen) == 0 && o.level == games.Full:
		return wrong(line, "expected movetime MS, clock MS [inc MS] [turns N], depth N, nodes N or infinite")
	}
	if outcome, why := o.play.Outcome(); outcome != kibaho.Ongoing {
		o.out.line("bestmove none %s", cmp.Or(why, outcome.String()))
		return nil
	}
	o.begin(o.play.Position(), o.play.Past(), b, endless)
	return nil
}

func (o *own) info(p games.Position, a games.Analysis) {
	nps := float64(a.Nodes) / max(a.Elapsed.Seconds(), 1e-6)
	for i, l := range a.Lines {
		o.out.line("info depth %d line %d score %s chance %.3f nodes %d nps %.0f time %d pv %s",
			a.Depth, i+1, score(l), games.Chance(p.Game(), l), a.Nodes, nps, a.Elapsed.Milliseconds(), strings.Join(l.Turns, " "))
	}
}

// score writes the score of a line: hundredths, or win, loss with the plies to
// the end where they are known.
func score(l games.Line) string {
	switch {
	case l.Ends > 0:
		return fmt.Sprintf("win %d", l.Ends)
	case l.Ends < 0:
		return fmt.Sprintf("loss %d", -l.Ends)
	case l.Proven() && l.Score > 0:
		return "win"
	case l.Proven():
		return "loss"
	}
	return strconv.Itoa(l.Score)
}

func (o *own) done(p games.Position, a games.Analysis) {
	if len(a.Lines) == 0 || len(a.Lines[0].Turns) == 0 {
		o.out.line("bestmove none %s", cmp.Or(p.Reason(), "no move was found"))
		return
	}
	o.info(p, a)
	turns := a.Lines[0].Turns
	if len(turns) > 1 {
		o.out.line("bestmove %s ponder %s", turns[0], turns[1])
		return
	}
	o.out.line("bestmove %s", turns[0])
}
