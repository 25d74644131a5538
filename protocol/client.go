package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kibaho/games"
	"kibaho/play"
)

// Client drives an engine in a process of its own. It is not safe for concurrent
// use.
type Client struct {
	words []string
	hub   bool
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed when the engine has closed its output
	ended chan struct{}
	once  sync.Once
	last  string // the last line read, for messages
}

// Answer is what an engine has said to a position.
type Answer struct {
	Turn  string // as our games write it; in Igisoro perhaps the beginning of a turn
	Score int    // hundredths of a man or seed for the side to move
	Known bool   // that a score was told
	Depth int
	Nodes uint64
}

// ErrTime tells that an engine did not answer in time, ErrEnded that its process
// ended.
var (
	ErrTime  = errors.New("no answer in time")
	ErrEnded = errors.New("the engine ended")
)

// startTime bounds how long an engine may take to get ready.
const startTime = 10 * time.Second

// Split splits a command line into words; quotes keep spaces together.
func Split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inside, quote := false, byte(0)
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inside = c, true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inside {
				words = append(words, word.String())
				word.Reset()
				inside = false
			}
		default:
			word.WriteByte(c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("command %q: a quote is never closed", command)
	}
	if inside {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("command %q: it is empty", command)
	}
	return words, nil
}

// Start starts an engine and waits until it is ready. params are set before: in
// our protocol "NAME VALUE" by set, in Hub by set-param. The process is killed
// when ctx is done.
func Start(ctx context.Context, words []string, hub bool, params [][2]string) (*Client, error) {
	c := &Client{words: words, hub: hub, lines: make(chan string, 64), ended: make(chan struct{})}
	c.cmd = exec.CommandContext(ctx, words[0], words[1:]...)
	c.cmd.WaitDelay = time.Second
	alone(c.cmd)
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, c.fault(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, c.fault(err)
	}
	if err := c.cmd.Start(); err != nil {
		return nil, c.fault(err)
	}
	go c.listen(out)
	if err := c.greet(ctx, params); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// fault names the engine in an error.
func (c *Client) fault(err error) error { return fmt.Errorf("engine %s: %w", c.words[0], err) }

// listen reads what the engine says until its output ends.
func (c *Client) listen(out io.Reader) {
	defer close(c.lines)
	r := bufio.NewScanner(out)
	r.Buffer(nil, maxLine)
	for r.Scan() {
		select {
		case c.lines <- r.Text():
		case <-c.ended:
			return
		}
	}
}

func (c *Client) greet(ctx context.Context, params [][2]string) error {
	ready := "readyok"
	if c.hub {
		c.say("hub")
		if err := c.await(ctx, "wait"); err != nil {
			return err
		}
		for _, p := range params {
			c.say("set-param name=%s value=%s", p[0], quoted(p[1]))
		}
		c.say("init")
		ready = "ready"
	} else {
		for _, p := range params {
			c.say("set %s %s", p[0], p[1])
		}
		c.say("isready")
	}
	return c.await(ctx, ready)
}

func quoted(s string) string {
	if s == "" || strings.ContainsAny(s, " =\t") {
		return `"` + s + `"`
	}
	return s
}

// await waits for a line that is this word. An error line on the way is a fault.
func (c *Client) await(ctx context.Context, word string) error {
	timer := time.NewTimer(startTime)
	defer timer.Stop()
	for {
		l, err := c.hear(ctx, timer.C)
		if err != nil {
			return fmt.Errorf("%w (waiting for %q)", err, word)
		}
		if l == word {
			return nil
		}
		if strings.HasPrefix(l, "error") {
			return c.fault(errors.New(l))
		}
	}
}

// hear returns the next line.
func (c *Client) hear(ctx context.Context, late <-chan time.Time) (string, error) {
	select {
	case l, more := <-c.lines:
		if !more {
			return "", c.fault(ErrEnded)
		}
		c.last = strings.TrimSpace(l)
		return c.last, nil
	case <-late:
		return "", c.fault(ErrTime)
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// say writes a line. An engine that has ended is noticed when it is listened to.
func (c *Client) say(format string, args ...any) {
	fmt.Fprintf(c.in, format+"\n", args...)
}

// NewGame tells the engine that a game begins, so that it forgets the last one.
func (c *Client) NewGame(ctx context.Context, g *play.Game) error {
	if c.hub {
		if s := g.Start().Settings(); g.Start().Game().Facts().Name != "draughts" || s.Value("capture") != "compulsory" || s.Value("size") != "8x8" {
			return c.fault(errors.New("hub is spoken for English draughts on the whole board without the huff only"))
		}
		c.say("new-game")
		c.say("ping")
		return c.await(ctx, "pong")
	}
	s := g.Start().Settings()
	set := ""
	if given := s.Set(); len(given) > 0 {
		set = " set " + strings.Join(given, " ")
	}
	c.say("game %s variant %s%s", g.Start().Game().Facts().Name, s.Variant(), set)
	c.say("isready")
	return c.await(ctx, "readyok")
}

// Move asks the engine for a move in the position of a game. It must answer
// within the time given.
func (c *Client) Move(ctx context.Context, g *play.Game, b games.Budget, within time.Duration) (Answer, error) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	if c.hub {
		return c.hubMove(ctx, g, b, timer.C)
	}
	position := "position " + g.Start().String()
	for i, p := range g.Plies() {
		if i == 0 {
			position += " moves"
		}
		position += " " + p.Move.Text
	}
	c.say("%s", position)
	c.say("go%s", ownLimits(b))
	var a Answer
	for {
		l, err := c.hear(ctx, timer.C)
		if err != nil {
			return a, err
		}
		switch word, rest, _ := strings.Cut(l, " "); word {
		case "error":
			return a, c.fault(errors.New(l))
		case "info":
			a.read(rest)
		case "bestmove":
			a.Turn, _, _ = strings.Cut(rest, " ponder ")
			if a.Turn == "" || strings.HasPrefix(a.Turn, "none") {
				return a, c.fault(fmt.Errorf("it gave no move: %s", l))
			}
			return a, nil
		}
	}
}

// ownLimits writes the limits of a search for go.
func ownLimits(b games.Budget) string {
	var s strings.Builder
	add := func(name string, n int64) {
		if n > 0 {
			fmt.Fprintf(&s, " %s %d", name, n)
		}
	}
	add("depth", int64(b.Depth))
	add("nodes", int64(b.Nodes))
	add("movetime", b.Time.Milliseconds())
	add("clock", b.Clock.Left.Milliseconds())
	add("inc", b.Clock.Increment.Milliseconds())
	add("turns", int64(b.Clock.Turns))
	return s.String()
}

// read takes what it knows from an info line: depth, score and nodes of the best line.
func (a *Answer) read(info string) {
	f := strings.Fields(info)
	if i := slices.Index(f, "line"); i >= 0 && i+1 < len(f) && f[i+1] != "1" {
		return
	}
	for i := 0; i+1 < len(f); i++ {
		switch f[i] {
		case "depth":
			a.Depth, _ = strconv.Atoi(f[i+1])
		case "nodes":
			a.Nodes, _ = strconv.ParseUint(f[i+1], 10, 64)
		case "score":
			switch f[i+1] {
			case "win":
				a.Score, a.Known = provenScore, true
			case "loss":
				a.Score, a.Known = -provenScore, true
			default:
				n, err := strconv.Atoi(f[i+1])
				a.Score, a.Known = n, err == nil
			}
		case "pv":
			return
		}
	}
}

// provenScore stands for a proven win, whatever its distance.
const provenScore = 20_000

func (c *Client) hubMove(ctx context.Context, g *play.Game, b games.Budget, late <-chan time.Time) (Answer, error) {
	// Only moves that can be undone need be told.
	from := len(g.Plies()) - len(g.Past().Positions)
	position := "pos pos=" + hubPosition(g.Before(from))
	var moves []string
	for i := from; i < len(g.Plies()); i++ {
		moves = append(moves, hubMove(g.Before(i), g.Plies()[i].Move))
	}
	if len(moves) > 0 {
		position += ` moves="` + strings.Join(moves, " ") + `"`
	}
	c.say("%s", position)
	c.say("level%s", hubLimits(b))
	c.say("go think")
	var a Answer
	for {
		l, err := c.hear(ctx, late)
		if err != nil {
			return a, err
		}
		name, args, err := pairs(l)
		if err != nil {
			continue // not a line of Hub
		}
		switch name {
		case "error":
			return a, c.fault(errors.New(l))
		case "info":
			a.readHub(args)
		case "done":
			text, _ := value(args, "move")
			m, err := findHubMove(g.Position(), text)
			if err != nil {
				return a, err
			}
			a.Turn = m.Text
			return a, nil
		}
	}
}

func hubLimits(b games.Budget) string {
	var s strings.Builder
	if b.Depth > 0 {
		fmt.Fprintf(&s, " depth=%d", b.Depth)
	}
	if b.Nodes > 0 {
		fmt.Fprintf(&s, " nodes=%d", b.Nodes)
	}
	if b.Time > 0 {
		fmt.Fprintf(&s, " move-time=%.3f", b.Time.Seconds())
	}
	if c := b.Clock; c.Left > 0 {
		if c.Turns > 0 {
			fmt.Fprintf(&s, " moves=%d", c.Turns)
		}
		// The increment is added by the engine, before the move.
		fmt.Fprintf(&s, " time=%.3f", max(c.Left-c.Increment, time.Millisecond).Seconds())
		if c.Increment > 0 {
			fmt.Fprintf(&s, " inc=%.3f", c.Increment.Seconds())
		}
	}
	return s.String()
}

func (a *Answer) readHub(args []pair) {
	if v, ok := value(args, "depth"); ok {
		a.Depth, _ = strconv.Atoi(v)
	}
	if v, ok := value(args, "nodes"); ok {
		a.Nodes, _ = strconv.ParseUint(v, 10, 64)
	}
	if v, ok := value(args, "score"); ok {
		f, err := strconv.ParseFloat(v, 64)
		a.Known = err == nil
		a.Score = int(min(max(f*100, -provenScore), provenScore))
	}
}

// Close ends the engine: it is asked to quit and killed if it does not at once.
func (c *Client) Close() {
	c.once.Do(func() {
		close(c.ended)
		c.say("quit")
		c.in.Close()
		timer := time.AfterFunc(quitTime, func() { kill(c.cmd) })
		defer timer.Stop()
		_ = c.cmd.Wait()
	})
}

// quitTime is how long an engine may take to quit.
const quitTime = 300 * time.Millisecond
