package work

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kibaho"
	"kibaho/endgame"
	"kibaho/files"
	"kibaho/games"
	"kibaho/jobs"
)

// table builds a slice of endgame tables and its twin. Its inputs are the jobs of the
// slices that their moves lead to.
type table struct{ use Use }

func (table) Name() string { return "table" }
func (table) Format() int  { return 1 }

type tableParams struct {
	Settings string `json:"settings"`
}

// Tables returns the jobs that build the tables with up to so many pieces.
func Tables(g games.Game, s kibaho.Settings, pieces int) ([]jobs.Job, error) {
	pairs, err := g.TablePairs(s, pieces)
	if err != nil {
		return nil, err
	}
	params, err := json.Marshal(tableParams{s.String()})
	if err != nil {
		return nil, err
	}
	by := map[string]jobs.ID{} // the job that makes a slice
	list := make([]jobs.Job, len(pairs))
	for i, p := range pairs {
		name := strings.Join(p.Slices, "+")
		list[i] = jobs.Job{
			Kind: table{}.Name(), Format: table{}.Format(), Game: g.Facts().Name, Rules: p.Rules, Part: name, Params: params,
			Title: fmt.Sprintf("%s, %d pieces, slice %s", g.Facts().Name, p.Pieces, name), Weight: float64(p.Places),
		}
		seen := map[jobs.ID]bool{}
		for _, need := range p.Needs {
			id, ok := by[need]
			if !ok {
				return nil, fmt.Errorf("work: slice %s needs %s, which comes later", name, need)
			}
			if !seen[id] {
				seen[id] = true
				list[i].Inputs = append(list[i].Inputs, id)
			}
		}
		id := list[i].ID()
		for _, slice := range p.Slices {
			by[slice] = id
		}
	}
	return list, nil
}

func (k table) Do(ctx context.Context, t *jobs.Task) (r jobs.Result, err error) {
	var p tableParams
	if err := json.Unmarshal(t.Params, &p); err != nil {
		return r, badParams(err)
	}
	g, s, err := setting(t.Game, p.Settings)
	if err != nil {
		return r, err
	}
	dir := filepath.Join(t.Dir, "tables")
	for _, in := range t.Inputs {
		for _, f := range in.Files {
			path, err := g.TablePath(s, dir, f.Name)
			if err != nil {
				return r, err
			}
			if err := t.Place(ctx, f, path); err != nil {
				return r, err
			}
		}
	}
	slices := strings.Split(t.Part, "+")
	heads, err := g.BuildTablePair(ctx, s, slices[0], endgame.Options{
		Dir: dir, Threads: t.Threads, Memory: k.use.Memory,
		Report: func(p endgame.Progress) { t.Progress(float64(p.Done), float64(p.Total), "positions") },
	})
	if err != nil {
		return r, err
	}
	var positions uint64
	for i, h := range heads {
		if i >= len(slices) || h.Slice != slices[i] {
			return r, fmt.Errorf("work: %s was built for %s", h.Slice, t.Part)
		}
		path, err := g.TablePath(s, dir, h.Slice)
		if err != nil {
			return r, err
		}
		f, err := t.Keep(ctx, h.Slice, path)
		if err != nil {
			return r, err
		}
		r.Files = append(r.Files, f)
		positions += h.All.Positions
	}
	r.Data, err = json.Marshal(struct {
		Positions uint64 `json:"positions"`
	}{positions})
	return r, err
}

// FetchTables puts the tables that jobs have made into the folder of all tables. One
// that is there with the same bytes is left. It returns how many were put there and
// the positions of all.
func FetchTables(ctx context.Context, g games.Game, s kibaho.Settings, dir string, c *files.Cache, done []*jobs.Record) (n int, positions uint64, err error) {
	for _, r := range done {
		var data struct{ Positions uint64 }
		if err := json.Unmarshal(r.Result.Data, &data); err != nil {
			return n, 0, err
		}
		positions += data.Positions
		for _, f := range r.Result.Files {
			path, err := g.TablePath(s, dir, f.Name)
			if err != nil {
				return n, 0, err
			}
			if has, _, err := files.Sum(ctx, path); err == nil && has == f.Hash {
				continue
			}
			if err := fetch(ctx, c, f, path); err != nil {
				return n, 0, err
			}
			n++
		}
	}
	return n, positions, nil
}

// fetch puts a file under a name of its own, whole or not at all.
func fetch(ctx context.Context, c *files.Cache, f jobs.File, path string) (err error) {
	from, release, err := c.Get(ctx, f.Hash)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	defer release()
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	out, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = out.Close()
			_ = os.Remove(out.Name())
		}
	}()
	if _, err := io.Copy(out, in); err != nil {
		return err
	}
	if err := out.Chmod(0o644); err != nil {
		return err
	}
	if err := out.Sync(); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	return os.Rename(out.Name(), path)
}

// badParams is the error of a job that was not made here.
func badParams(err error) error {
	return &kibaho.InputError{What: "job", Text: "", At: -1, Want: "its parameters cannot be read: " + err.Error()}
}
