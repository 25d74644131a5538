package work

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"kibaho/games"
	"kibaho/jobs"
	"kibaho/play"
	"kibaho/record"
	"kibaho/study"
)

// analysis looks at a position, or at every position of a game.
type analysis struct{}

func (analysis) Name() string { return "analysis" }
func (analysis) Format() int  { return judged }

type analysisParams struct {
	Record string       `json:"record"`          // the game that led to the position, or the whole one
	Whole  bool         `json:"whole,omitempty"` // grade every turn of it
	Budget games.Budget `json:"budget"`
	Hash   int          `json:"hash"` // megabytes of the engine's table
}

// Analysis returns the job that looks at the last position of a game, or, with whole, at
// the game.
func Analysis(g *play.Record, whole bool, b games.Budget, hash int) ([]jobs.Job, error) {
	var text strings.Builder
	if err := g.Write(&text); err != nil {
		return nil, err
	}
	params, err := json.Marshal(analysisParams{text.String(), whole, b, hash})
	if err != nil {
		return nil, err
	}
	p := g.Game.Position()
	what := "a position"
	if whole {
		what = "a game"
	}
	return []jobs.Job{{
		Kind: analysis{}.Name(), Format: analysis{}.Format(), Game: p.Game().Facts().Name, Rules: p.Settings().String(), Params: params,
		Loose: b.Time > 0 || b.Threads > 1, Title: fmt.Sprintf("%s, %s of %d turns looked at", p.Game().Facts().Name, what, len(g.Game.Turns())),
	}}, nil
}

// readGame reads the game of a job.
func readGame(text string) (*play.Record, error) {
	tree, err := record.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		return nil, badParams(err)
	}
	return play.FromTree(tree)
}

func (analysis) Do(ctx context.Context, t *jobs.Task) (r jobs.Result, err error) {
	var p analysisParams
	if err := json.Unmarshal(t.Params, &p); err != nil {
		return r, badParams(err)
	}
	g, err := readGame(p.Record)
	if err != nil {
		return r, err
	}
	pos := g.Game.Position()
	engine := pos.Game().Engine(min(max(p.Hash, 1), 4096))
	if p.Whole {
		report, err := study.Annotate(ctx, engine, g.Game, p.Budget, func(done, total int) {
			t.Progress(float64(done), float64(total), "positions")
		})
		if err != nil {
			return r, err
		}
		report.Start = nil // the record has it
		for i := range report.Turns {
			report.Turns[i].Best.Moves = nil // texts are enough
		}
		r.Data, err = json.Marshal(report)
		return r, err
	}
	a := engine.Think(ctx, pos, g.Game.Past(), p.Budget, nil)
	if err := context.Cause(ctx); err != nil {
		return r, err
	}
	r.Says = fmt.Sprintf("depth %d in %.1f s", a.Depth, a.Elapsed.Seconds())
	a.Elapsed = 0 // another worker takes another time
	for i := range a.Lines {
		a.Lines[i].Moves = nil // texts are enough
	}
	r.Data, err = json.Marshal(a)
	return r, err
}

// FetchReport returns what was found out about a game.
func FetchReport(r *jobs.Record, g *play.Record) (*study.Report, error) {
	var report study.Report
	if err := json.Unmarshal(r.Result.Data, &report); err != nil {
		return nil, err
	}
	report.Start = g.Game.Start()
	return &report, nil
}

// FetchAnalysis returns what was found out about a position.
func FetchAnalysis(r *jobs.Record) (a games.Analysis, err error) {
	err = json.Unmarshal(r.Result.Data, &a)
	return a, err
}
