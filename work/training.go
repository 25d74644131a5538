package work

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"kibaho/draughts"
	"kibaho/files"
	"kibaho/jobs"
	"kibaho/train"
)

// training plays a batch of games of the engine against itself, to learn from.
type training struct{}

func (training) Name() string { return "training" }
func (training) Format() int  { return judged }

type trainingParams struct {
	Settings train.Settings `json:"settings"`
	Round    int            `json:"round"`
	Batch    int            `json:"batch"`
	Weights  jobs.File      `json:"weights"` // that the engine judges by
}

// Training returns the jobs that play batches of games of a round.
func Training(ctx context.Context, c *files.Cache, s train.Settings, round int, w draughts.Weights, batches []int) ([]jobs.Job, error) {
	dir, err := os.MkdirTemp("", "kibaho-weights")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "weights")
	if err := os.WriteFile(path, w.Bytes(), 0o600); err != nil {
		return nil, err
	}
	h, size, err := c.Put(ctx, path)
	if err != nil {
		return nil, err
	}
	var list []jobs.Job
	for _, i := range batches {
		params, err := json.Marshal(trainingParams{s, round, i, jobs.File{Name: "weights", Hash: h, Size: size}})
		if err != nil {
			return nil, err
		}
		list = append(list, jobs.Job{
			Kind: training{}.Name(), Format: training{}.Format(), Game: "draughts", Part: fmt.Sprintf("%d-%d", round, i), Params: params,
			Title: fmt.Sprintf("draughts, games to learn from, round %d, batch %d", round, i+1),
		})
	}
	return list, nil
}

func (training) Do(ctx context.Context, t *jobs.Task) (r jobs.Result, err error) {
	var p trainingParams
	if err := json.Unmarshal(t.Params, &p); err != nil {
		return r, badParams(err)
	}
	from, err := t.File(ctx, p.Weights)
	if err != nil {
		return r, err
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return r, err
	}
	w, err := draughts.ReadWeights(text)
	if err != nil {
		return r, badParams(err)
	}
	path := filepath.Join(t.Dir, "games")
	// Endgame tables, if the plan wants them, are built once for all jobs of this machine.
	plan := train.Plan{Dir: filepath.Join(filepath.Dir(t.Dir), "training"), Threads: t.Threads}
	if err := os.MkdirAll(plan.Dir, 0o755); err != nil {
		return r, err
	}
	if err := plan.Batch(ctx, p.Round, p.Settings, p.Batch, w, path); err != nil {
		return r, err
	}
	f, err := t.Keep(ctx, "games", path)
	r.Files = []jobs.File{f}
	return r, err
}

// FetchTraining puts the games of a batch where the plan expects them.
func FetchTraining(ctx context.Context, c *files.Cache, r *jobs.Record, path string) error {
	return fetch(ctx, c, r.Result.Files[0], path)
}
