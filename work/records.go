package work

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"kibaho/archive"
	"kibaho/files"
	"kibaho/jobs"
	"kibaho/record"
	"kibaho/store"
)

// records reads a file of games of record by the rules and makes the rows of a database of
// them.
type records struct{}

func (records) Name() string { return "records" }
func (records) Format() int  { return 1 }

type recordsParams struct {
	Name   string    `json:"name"` // of the file, as the rows and the faults tell it
	File   jobs.File `json:"file"`
	Strict bool      `json:"strict,omitempty"`
}

// importedRow is a line of the result: a game with its entries, or a fault.
type importedRow struct {
	Row     *store.Row    `json:"row,omitempty"`
	Entries []store.Entry `json:"entries,omitempty"`
	Fault   *ImportFault  `json:"fault,omitempty"`
	Game    bool          `json:"game,omitempty"` // the fault stands for a game that was not read
}

// ImportFault is a fault in a file of records.
type ImportFault struct {
	Line   int    `json:"line"`
	Game   int    `json:"game"`
	Ply    int    `json:"ply"`
	Reason string `json:"reason"`
	Mended bool   `json:"mended,omitempty"`
}

// Records returns the job that reads a file, which is put into the store.
func Records(ctx context.Context, c *files.Cache, name, path string, strict bool) (jobs.Job, error) {
	h, size, err := c.Put(ctx, path)
	if err != nil {
		return jobs.Job{}, err
	}
	params, err := json.Marshal(recordsParams{name, jobs.File{Name: filepath.Base(name), Hash: h, Size: size}, strict})
	return jobs.Job{
		Kind: records{}.Name(), Format: records{}.Format(), Part: name, Params: params,
		Title: "records of " + filepath.Base(name), Weight: float64(size),
	}, err
}

func (records) Do(ctx context.Context, t *jobs.Task) (r jobs.Result, err error) {
	var p recordsParams
	if err := json.Unmarshal(t.Params, &p); err != nil {
		return r, badParams(err)
	}
	from, err := t.File(ctx, p.File)
	if err != nil {
		return r, err
	}
	in, err := os.Open(from)
	if err != nil {
		return r, err
	}
	defer in.Close()
	path := filepath.Join(t.Dir, "rows")
	out, err := os.Create(path)
	if err != nil {
		return r, err
	}
	defer out.Close()
	squeeze, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return r, err
	}
	lines := json.NewEncoder(squeeze)
	tell := func(f *record.Fault, game bool) error {
		return lines.Encode(importedRow{Fault: &ImportFault{f.Line, f.Game, f.Ply, f.Reason(), f.Mended}, Game: game})
	}
	games := record.NewReader(bufio.NewReader(in))
	games.File, games.Strict = p.Name, p.Strict
	n := 0
	for ; ; n++ {
		if err := context.Cause(ctx); err != nil {
			return r, err
		}
		rec, err := games.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		var fault *record.Fault
		var also []record.Fault
		switch {
		case errors.As(err, &fault):
			also = fault.Also
		case err != nil:
			return r, err
		default:
			also = rec.Mended
		}
		for i := range also {
			if err := tell(&also[i], false); err != nil {
				return r, err
			}
		}
		if fault != nil {
			err = tell(fault, true)
		} else {
			row, entries := archive.Pack(rec, p.Name)
			err = lines.Encode(importedRow{Row: row, Entries: entries})
		}
		if err != nil {
			return r, err
		}
		if n%64 == 0 {
			t.Progress(float64(games.Offset()), float64(p.File.Size), "bytes")
		}
	}
	if err := errors.Join(squeeze.Close(), out.Close()); err != nil {
		return r, err
	}
	f, err := t.Keep(ctx, "rows", path)
	r.Files, r.Says = []jobs.File{f}, fmt.Sprintf("%d games", n)
	return r, err
}

// FetchRecords puts the games that a job has read into an archive. tell is called for
// each fault.
func FetchRecords(ctx context.Context, c *files.Cache, r *jobs.Record, a *store.Archive, tell func(ImportFault)) (archive.Sum, error) {
	var s archive.Sum
	path, release, err := c.Get(ctx, r.Result.Files[0].Hash)
	if err != nil {
		return s, err
	}
	defer release()
	in, err := os.Open(path)
	if err != nil {
		return s, err
	}
	defer in.Close()
	expand, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return s, err
	}
	defer expand.Close()
	b := a.Bulk(ctx)
	defer b.Close()
	lines := json.NewDecoder(expand)
	for {
		var l importedRow
		if err := lines.Decode(&l); errors.Is(err, io.EOF) {
			return s, b.Flush()
		} else if err != nil {
			return s, err
		}
		if l.Fault != nil {
			tell(*l.Fault)
			if l.Game {
				s.Games++
			}
			continue
		}
		if l.Row == nil {
			continue
		}
		s.Games++
		switch err := b.Add(l.Row, l.Entries); {
		case errors.Is(err, store.ErrExists):
			s.Known++
		case err != nil:
			return s, err
		default:
			s.Added++
			if l.Row.Twin > 0 {
				s.Twins++
			}
		}
	}
}
