package work

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"kibaho/arena"
	"kibaho/files"
	"kibaho/jobs"
)

// match plays some games of a match between two of our engines.
type match struct{}

func (match) Name() string { return "match" }
func (match) Format() int  { return judged }

type matchParams struct {
	Settings   string             `json:"settings"`
	Position   string             `json:"position"`
	Engines    [2]arena.Spec      `json:"engines"`
	From       int                `json:"from"` // the first game; an even number
	Openings   [][]string         `json:"openings"`
	Seed       uint64             `json:"seed"`
	Adjudicate arena.Adjudication `json:"adjudicate"`
	MaxPlies   int                `json:"max_plies"`
}

// pairsPerJob is how many openings, each played twice, one job of a match has.
const pairsPerJob = 4

// Match returns the jobs that play a match: some pairs of games each. The openings are
// drawn here.
func Match(ctx context.Context, m *arena.Match) ([]jobs.Job, error) {
	var list []jobs.Job
	name, settings := m.Start.Game().Facts().Name, m.Start.Settings().String()
	loose := false
	for _, e := range m.Engines {
		b := e.Budget
		loose = loose || b.Time > 0 || b.Clock.Left > 0 || b.Threads > 1
	}
	total := (m.Games + 1) / 2
	for at := 0; at < total; at += pairsPerJob {
		p := matchParams{
			Settings: settings, Position: m.Start.String(), Engines: m.Engines, From: 2 * at,
			Seed: m.Seed, Adjudicate: m.Adjudicate, MaxPlies: m.MaxPlies,
		}
		for i := at; i < min(at+pairsPerJob, total); i++ {
			opening, err := m.Openings.At(ctx, i)
			if err != nil {
				return nil, err
			}
			p.Openings = append(p.Openings, opening)
		}
		params, err := json.Marshal(p)
		if err != nil {
			return nil, err
		}
		n := 2 * len(p.Openings)
		list = append(list, jobs.Job{
			Kind: match{}.Name(), Format: match{}.Format(), Game: name, Rules: settings, Part: fmt.Sprint(p.From), Params: params, Loose: loose,
			Title: fmt.Sprintf("%s, %s against %s, games %d to %d", name, m.Engines[0].Name, m.Engines[1].Name, p.From+1, p.From+n), Weight: float64(n),
		})
	}
	return list, nil
}

func (match) Do(ctx context.Context, t *jobs.Task) (r jobs.Result, err error) {
	var p matchParams
	if err := json.Unmarshal(t.Params, &p); err != nil {
		return r, badParams(err)
	}
	start, err := position(t.Game, p.Settings, p.Position)
	if err != nil {
		return r, err
	}
	for _, e := range p.Engines {
		if len(e.Command) > 0 { // whoever may put jobs in must not run programs here
			return r, badParams(fmt.Errorf("an engine that is another program"))
		}
	}
	n := 2 * len(p.Openings)
	m := &arena.Match{
		Start: start, Engines: p.Engines, Games: p.From + n, From: p.From, Openings: arena.Fixed(start, p.From/2, p.Openings),
		Seed: p.Seed, Threads: t.Threads, Adjudicate: p.Adjudicate, MaxPlies: p.MaxPlies,
	}
	played := make([]*arena.Result, n)
	over := 0
	m.Each = func(res arena.Result, _ arena.Summary) {
		played[res.Number-p.From] = &res
		over++
		t.Progress(float64(over), float64(n), "games")
	}
	if _, err := m.Run(ctx); err != nil {
		return r, err
	}
	var text bytes.Buffer
	for i, res := range played {
		if res == nil {
			return r, fmt.Errorf("work: game %d was not played", p.From+i+1)
		}
		if err := res.Record(p.Seed).Write(&text); err != nil {
			return r, err
		}
		fmt.Fprintln(&text)
	}
	path := filepath.Join(t.Dir, "games")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		return r, err
	}
	f, err := t.Keep(ctx, "games", path)
	r.Files = []jobs.File{f}
	return r, err
}

// FetchMatch writes the games of all jobs of a match, in their order.
func FetchMatch(ctx context.Context, c *files.Cache, done []*jobs.Record, w io.Writer) error {
	for _, r := range done {
		text, err := read(ctx, c, r.Result.Files[0])
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// read reads a file of a result.
func read(ctx context.Context, c *files.Cache, f jobs.File) ([]byte, error) {
	path, release, err := c.Get(ctx, f.Hash)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	defer release()
	return os.ReadFile(path)
}
