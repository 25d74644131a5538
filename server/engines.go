package server

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"kibaho"
	"kibaho/games"
)

// question is a position for an engine.
type question struct {
	position games.Position
	past     games.Past
	time     time.Duration // that its clock allows for the move; 0: there is none
}

// Levels is the number of the strongest level of the engine that looks at a fixed
// number of positions. FullStrength, one more, is the engine as it is, bounded by
// time alone.
const (
	Levels       = int(games.Levels)
	FullStrength = Levels + 1
)

// Bounds of the engine's work.
const (
	moveTime     = 5 * time.Second        // no longer for a move of an engine
	moveMemory   = 4                      // megabytes
	moveQueue    = 4096                   // moves that may wait
	strongTime   = time.Second            // of a move at full strength, if the clock lets it
	strongShare  = 100 * time.Millisecond // of one when others wait
	strongLeast  = 20 * time.Millisecond  // however little is left on the clock
	strongMemory = 32                     // megabytes
	strongQueue  = 256                    // moves at full strength that may wait
	studyTime    = 60 * time.Second
	studyShare   = 4 * time.Second // of an analysis when others wait
	studyMemory  = 64              // megabytes
	studyQueue   = 64              // analyses that may wait
	studyLines   = 5               // at most

	// As nice knows them: 0 is that of play, 19 the lowest.
	movePriority   = 10
	strongPriority = 15
	studyPriority  = 19
)

// engines is the engine's work: bounded, queued, and given up when nobody waits.
// Moves in games have workers of their own and never wait for an analysis, nor
// those of a level, which take milliseconds, for one at full strength, which takes
// as long as it may. All think on threads that the system lets run when play leaves
// time for it.
type engines struct {
	moves, strong, studies pool
}

// pool is a number of workers and a bounded queue for them.
type pool struct {
	free  chan *thinker
	queue chan struct{} // those who wait or work
	waits atomic.Int64  // those who wait
	works atomic.Int64
}

// thinker keeps one engine of each game; one goroutine uses it at a time.
type thinker struct {
	megabytes int
	engines   map[games.Game]games.Engine
}

func newEngines() *engines {
	workers := max(1, runtime.NumCPU()/2)
	e := new(engines)
	e.moves.init(workers, moveQueue, moveMemory)
	e.strong.init(max(1, workers/2), strongQueue, strongMemory)
	e.studies.init(workers, studyQueue, studyMemory)
	return e
}

func (p *pool) init(workers, queue, megabytes int) {
	p.free, p.queue = make(chan *thinker, workers), make(chan struct{}, queue)
	for range workers {
		p.free <- &thinker{megabytes: megabytes, engines: map[games.Game]games.Engine{}}
	}
}

// take waits for a worker; give it back with put.
func (p *pool) take(ctx context.Context) (*thinker, error) {
	select {
	case p.queue <- struct{}{}:
	default:
		return nil, errBusy
	}
	p.waits.Add(1)
	defer p.waits.Add(-1)
	select {
	case t := <-p.free:
		p.works.Add(1)
		return t, nil
	case <-ctx.Done():
		<-p.queue
		return nil, context.Cause(ctx)
	}
}

// width guards the number of places in the Go scheduler.
var width sync.Mutex

// widen makes more places, or fewer. A thread of low priority that has to wait for
// the processor keeps its place, which play would lack. It is done for a long
// search alone, since idle places are used by the garbage collector.
func widen(places int) {
	width.Lock()
	defer width.Unlock()
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + places)
}

// think runs f on a thread of its own with a low priority, and waits for it.
func think(priority int, f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		// The thread is not unlocked: it ends with the goroutine, and with it its
		// priority.
		runtime.LockOSThread()
		lower(priority)
		f()
	}()
	<-done
}

func (p *pool) put(t *thinker) {
	p.works.Add(-1)
	p.free <- t
	<-p.queue
}

// engine returns the thinker's engine for a game, remembering nothing.
func (t *thinker) engine(g games.Game) games.Engine {
	e := t.engines[g]
	if e == nil {
		e = g.Engine(t.megabytes)
		t.engines[g] = e
	} else {
		e.Forget()
	}
	return e
}

// move returns the turn that a level plays, or as much of it as it has decided,
// and what it thinks of it.
func (e *engines) move(ctx context.Context, q question, level int, seed uint64) (text string, score int, err error) {
	var a games.Analysis
	if level == FullStrength {
		a, err = e.best(ctx, q)
	} else {
		a, err = e.byLevel(ctx, q, games.Budget{Level: games.Level(level), Seed: seed, Time: moveTime})
	}
	if err != nil {
		return "", 0, err
	}
	if ctx.Err() != nil {
		return "", 0, context.Cause(ctx)
	}
	if len(a.Lines) == 0 {
		return "", 0, errors.New("the game is over")
	}
	line := a.Lines[0]
	for _, m := range line.Moves {
		text += m.Text
	}
	return text, line.Score, nil
}

func (e *engines) byLevel(ctx context.Context, q question, budget games.Budget) (a games.Analysis, err error) {
	t, err := e.moves.take(ctx)
	if err != nil {
		return a, err
	}
	defer e.moves.put(t)
	think(movePriority, func() {
		a = t.engine(q.position.Game()).Think(ctx, q.position, q.past, budget, nil)
	})
	return a, nil
}

// best thinks about a move at full strength. When others wait it gets a share.
func (e *engines) best(ctx context.Context, q question) (a games.Analysis, err error) {
	// What has waited in the queue is time of the clock.
	begun := time.Now()
	t, err := e.strong.take(ctx)
	if err != nil {
		return a, err
	}
	defer e.strong.put(t)
	budget := games.Budget{Time: strongTime}
	if q.time > 0 {
		budget.Time = min(strongTime, max(strongLeast, q.time-time.Since(begun)))
	}
	hurry, cancel := context.WithCancel(ctx)
	defer cancel()
	share := time.AfterFunc(strongShare, func() { e.strong.yield(hurry, cancel) })
	defer share.Stop()
	widen(1)
	defer widen(-1)
	think(strongPriority, func() {
		a = t.engine(q.position.Game()).Think(hurry, q.position, q.past, budget, nil)
	})
	return a, nil
}

// seedOf settles what a level misjudges at a table: the same all game long, and
// something else at the next table.
func seedOf(id string) uint64 {
	seed := uint64(len(id))
	for _, c := range []byte(id) {
		seed = kibaho.Mix(seed, uint64(c))
	}
	return seed
}

// study analyses until ctx is done, its time is over or, if others wait, its
// share of it is.
func (e *engines) study(ctx context.Context, q question, budget games.Budget, report func(games.Analysis)) error {
	t, err := e.studies.take(ctx)
	if err != nil {
		return err
	}
	defer e.studies.put(t)
	ctx, cancel := context.WithTimeout(ctx, studyTime)
	defer cancel()
	share := time.AfterFunc(studyShare, func() { e.studies.yield(ctx, cancel) })
	defer share.Stop()
	budget.Threads, budget.Lines = 1, min(max(budget.Lines, 1), studyLines)
	widen(1)
	defer widen(-1)
	think(studyPriority, func() {
		report(t.engine(q.position.Game()).Think(ctx, q.position, q.past, budget, report))
	})
	return nil
}

// yield ends what a worker does as soon as somebody waits for one.
func (p *pool) yield(ctx context.Context, cancel context.CancelFunc) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if p.waits.Load() > 0 {
			cancel()
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
