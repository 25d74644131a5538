package protocol

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"kibaho/games"
)

// Options are what the engine is told when it is started.
type Options struct {
	Version   string // of the program
	Megabytes int    // of the engine's table; 0: DefaultMegabytes
	Threads   int    // 0: one
	Hub       bool   // speak Hub from the first line
}

// DefaultMegabytes is the size of an engine's table if nothing is said.
const DefaultMegabytes = 64

// The bounds of what a line may set.
const (
	maxLine    = 1 << 20 // bytes
	maxThreads = 1024
	maxLines   = 100
)

// Serve reads commands from in and answers on out until in ends, quit is read or
// ctx is done. A bounded search is finished when in ends, an endless one stopped.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{ctx: ctx, version: o.Version, megabytes: o.Megabytes, threads: max(1, o.Threads)}
	s.out = &writer{w: out, failed: cancel}
	if s.megabytes <= 0 {
		s.megabytes = DefaultMegabytes
	}
	s.speak = newOwn(s)
	if o.Hub {
		s.speak = newHub(s)
	}
	lines := make(chan line)
	go read(ctx, in, lines)
	for {
		select {
		case l, more := <-lines:
			if !more {
				s.wait(s.endless)
				return s.out.err
			}
			if l.long {
				s.speak.fail(fmt.Errorf("a line longer than %d bytes", maxLine))
				continue
			}
			words := strings.Fields(l.text)
			if len(words) == 0 {
				continue
			}
			if words[0] == "quit" && len(words) == 1 {
				s.wait(true)
				return s.out.err
			}
			if err := s.speak.command(words, l.text); err != nil {
				s.speak.fail(err)
			}
		case a := <-s.found:
			s.finish(a)
		case <-ctx.Done():
			s.wait(true)
			return s.out.err
		}
	}
}

// language is one of the two protocols.
type language interface {
	// command obeys a line. An error means that nothing has changed.
	command(words []string, line string) error
	// info tells what a search has found so far, done what it found in the end.
	// They are given the position that was searched.
	info(games.Position, games.Analysis)
	done(games.Position, games.Analysis)
	fail(error)
}

// server is what both protocols share: the pipe and the search under way.
type server struct {
	ctx       context.Context
	out       *writer
	speak     language
	version   string
	megabytes int
	threads   int

	engines map[string]games.Engine // by the name of the game, all of one size

	// The search under way; found is nil if there is none.
	found    chan games.Analysis
	stop     context.CancelFunc
	position games.Position
	endless  bool
}

// engine returns the engine of a game.
func (s *server) engine(g games.Game) games.Engine {
	name := g.Facts().Name
	if s.engines[name] == nil {
		// One table at a time is kept: it may be large.
		s.engines = map[string]games.Engine{name: g.Engine(s.megabytes)}
	}
	return s.engines[name]
}

// resize sets the size of the table, which forgets what was in it.
func (s *server) resize(megabytes int) {
	s.megabytes = megabytes
	s.engines = nil
}

func (s *server) busy() bool { return s.found != nil }

// begin starts a search.
func (s *server) begin(p games.Position, past games.Past, budget games.Budget, endless bool) {
	ctx, cancel := context.WithCancel(s.ctx)
	found := make(chan games.Analysis, 1)
	s.found, s.stop, s.position, s.endless = found, cancel, p, endless
	engine, speak := s.engine(p.Game()), s.speak
	go func() {
		found <- engine.Think(ctx, p, past, budget, func(a games.Analysis) { speak.info(p, a) })
	}()
}

// wait ends a search, at once if it is told to stop, and says what it has found.
func (s *server) wait(stop bool) {
	if !s.busy() {
		return
	}
	if stop {
		s.stop()
	}
	s.finish(<-s.found)
}

// drop ends a search without a word.
func (s *server) drop() {
	if s.busy() {
		s.stop()
		<-s.found
		s.found = nil
	}
}

func (s *server) finish(a games.Analysis) {
	s.stop()
	s.found = nil
	s.speak.done(s.position, a)
}

// writer writes whole lines, from the search and from the loop.
type writer struct {
	mu     sync.Mutex
	w      io.Writer
	err    error
	failed func()
}

// line writes a line. When nobody reads any more the server ends.
func (w *writer) line(format string, args ...any) {
	text := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ") + "\n"
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return
	}
	if _, w.err = io.WriteString(w.w, text); w.err != nil {
		w.failed()
	}
}

// line is a line that was read; a long one without its text.
type line struct {
	text string
	long bool
}

// read sends the lines of in, and closes the channel at its end.
func read(ctx context.Context, in io.Reader, lines chan<- line) {
	defer close(lines)
	r := bufio.NewReaderSize(in, 1<<16)
	for {
		var text []byte
		var l line
		for {
			part, more, err := r.ReadLine()
			if err != nil {
				return
			}
			if l.long = l.long || len(text)+len(part) > maxLine; l.long {
				text = nil
			} else {
				text = append(text, part...)
			}
			if !more {
				break
			}
		}
		l.text = string(text)
		select {
		case lines <- l:
		case <-ctx.Done():
			return
		}
	}
}
