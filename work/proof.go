package work

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"kibaho"
	"kibaho/files"
	"kibaho/games"
	"kibaho/jobs"
	"kibaho/search"
)

// proof asks who wins from a position with best play. Its inputs are proofs of other
// positions of the same board: what their books tell is believed.
type proof struct{ use Use }

func (proof) Name() string { return "proof" }
func (proof) Format() int  { return judged }

// proofMemory bounds a proof. It is part of what comes out: a table of another size
// forgets other things.
const proofMemory = 256 << 20

type proofParams struct {
	Settings string `json:"settings"`
	Position string `json:"position"`
	Nodes    uint64 `json:"nodes"`
	Memory   int64  `json:"memory"`
}

// ProofResult is what the data of a proof say.
type ProofResult struct {
	Value   string    `json:"value"`   // first, second, draw or unknown
	Answers [2]string `json:"answers"` // can First, can Second force a win: yes, no or unknown
	Nodes   [2]uint64 `json:"nodes"`   // by question, those of its inputs included
}

// Proofs returns the result as a proof in this process tells it.
func (r ProofResult) Proofs() games.Proofs {
	var p games.Proofs
	for side := range p.Sides {
		p.Sides[side].Nodes = r.Nodes[side]
		for _, a := range []search.Answer{search.Yes, search.No} {
			if a.String() == r.Answers[side] {
				p.Sides[side].Answer = a
			}
		}
	}
	p.Value = search.ValueOf(p.Sides[0].Answer, p.Sides[1].Answer)
	return p
}

// Proof returns the jobs that find out who wins from a position: one for each position
// so many turns on (1 or more), with so many positions made at most, and for each
// nearer one another that goes on from all that those after it have found. The last is
// the position's own. The error is a *kibaho.InputError if there are more than MostJobs.
func Proof(p games.Position, turns int, nodes uint64) ([]jobs.Job, error) {
	type node struct {
		p     games.Position
		turn  string
		after []int // in all
	}
	all := []node{{p: p}}
	depth := map[string]int{p.String(): 0} // of the positions met, the nearest way
	number := map[string]int{}
	for level, begin := 1, 0; level <= turns; level++ {
		end := len(all)
		for i := begin; i < end; i++ {
			err := afterTurns(all[i].p, func(turn string, q games.Position) error {
				text := q.String()
				if q.Outcome() != kibaho.Ongoing {
					return nil
				}
				if d, met := depth[text]; !met {
					depth[text], number[text] = level, len(all)
					all = append(all, node{p: q, turn: strings.TrimSpace(all[i].turn + " " + turn)})
				} else if d < level {
					return nil // a job that waits for this one, or that others have as theirs
				}
				if n := number[text]; !slices.Contains(all[i].after, n) {
					all[i].after = append(all[i].after, n)
				}
				if len(all) > MostJobs {
					want := fmt.Sprintf("expected fewer turns: more than %d positions come up", MostJobs)
					return &kibaho.InputError{What: "split", Text: strconv.Itoa(turns), At: -1, Want: want}
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		begin = end
	}
	ids := make([]jobs.ID, len(all))
	var list []jobs.Job
	for i, n := range slices.Backward(all) {
		what := "after " + n.turn
		if i == 0 {
			what = "the whole"
		}
		j, err := question(n.p, nodes, what)
		if err != nil {
			return nil, err
		}
		for _, k := range n.after {
			j.Inputs = append(j.Inputs, ids[k])
		}
		ids[i] = j.ID()
		list = append(list, j)
	}
	return list, nil
}

// MostJobs bounds the jobs of a proof.
const MostJobs = 2000

// mostSplit is how many positions after a turn are asked about one by one.
const mostSplit = 200

// afterTurns calls each with the positions after the turns of a position, with none if
// there are too many.
func afterTurns(p games.Position, each func(turn string, q games.Position) error) error {
	type after struct {
		turn string
		p    games.Position
	}
	var done []after
	open := []after{{"", p}}
	for steps := 0; len(open) > 0; steps++ {
		from := open[len(open)-1]
		open = open[:len(open)-1]
		moves, all := from.p.Some(mostSplit)
		if !all || steps > 10*mostSplit || len(done)+len(moves) > mostSplit {
			return nil
		}
		for _, m := range slices.Backward(moves) {
			to := after{from.turn + m.Text, from.p.Play(m)}
			if to.p.MidTurn() {
				open = append(open, to)
			} else {
				done = append(done, to)
			}
		}
	}
	for _, a := range done {
		if err := each(a.turn, a.p); err != nil {
			return err
		}
	}
	return nil
}

func question(p games.Position, nodes uint64, what string) (jobs.Job, error) {
	s := p.Settings().String()
	params, err := json.Marshal(proofParams{s, p.String(), nodes, proofMemory})
	name := p.Game().Facts().Name
	return jobs.Job{
		Kind: proof{}.Name(), Format: proof{}.Format(), Game: name, Rules: s, Part: p.String(), Params: params,
		Title: fmt.Sprintf("%s, who wins %s", name, what),
	}, err
}

func (k proof) Do(ctx context.Context, t *jobs.Task) (r jobs.Result, err error) {
	var p proofParams
	if err := json.Unmarshal(t.Params, &p); err != nil {
		return r, badParams(err)
	}
	root, err := position(t.Game, p.Settings, p.Position)
	if err != nil {
		return r, err
	}
	if k.use.Memory > 0 && uint64(p.Memory) > k.use.Memory {
		return r, fmt.Errorf("the proof needs %d MiB, this worker may use %d", p.Memory>>20, k.use.Memory>>20)
	}
	book, err := merged(ctx, t, root)
	if err != nil {
		return r, err
	}
	// What an interrupted try has left is not gone on with: a book that was gone on
	// from comes out right but not always the same.
	pr, err := root.Prover(search.Proving{Threads: 1, Memory: p.Memory}, book)
	if err != nil {
		return r, err
	}
	told := time.Now()
	pr.Solve(ctx, p.Nodes, func() {
		if time.Since(told) > time.Second {
			told = time.Now()
			t.Progress(float64(min(pr.Proofs().Nodes(), p.Nodes)), float64(p.Nodes), "positions at most")
		}
	})
	if err := context.Cause(ctx); err != nil {
		return r, err
	}
	path := filepath.Join(t.Dir, "book")
	var text bytes.Buffer
	if _, err := pr.Book().WriteTo(&text); err != nil {
		return r, err
	}
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		return r, err
	}
	f, err := t.Keep(ctx, "book", path)
	if err != nil {
		return r, err
	}
	r.Files = []jobs.File{f}
	now := pr.Proofs()
	found := ProofResult{Value: now.Value.String()}
	for side, q := range now.Sides {
		found.Answers[side], found.Nodes[side] = q.Answer.String(), q.Nodes
	}
	if now.Value == kibaho.Ongoing {
		found.Value = search.Unknown.String()
	}
	r.Says = found.Value
	r.Data, err = json.Marshal(found)
	return r, err
}

// merged returns a book for the root with all that the books of the inputs tell; nil
// without inputs. A line that rests on others of its book stands behind them still.
func merged(ctx context.Context, t *jobs.Task, root games.Position) (*games.Book, error) {
	if len(t.Inputs) == 0 {
		return nil, nil
	}
	all := &games.Book{Game: t.Game, Rules: root.Settings().String(), Root: root.String()}
	seen := map[string]bool{}
	made := [2]uint64{}
	var open []string
	for _, in := range t.Inputs {
		var data ProofResult
		if err := json.Unmarshal(in.Data, &data); err != nil {
			return nil, err
		}
		path, err := t.File(ctx, in.Files[0])
		if err != nil {
			return nil, err
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		book, err := games.ReadBook(f)
		_ = f.Close()
		if err != nil {
			return nil, err
		}
		for side := range made {
			made[side] += data.Nodes[side]
		}
		for _, line := range book.Lines {
			words := strings.SplitN(line, " ", 4)
			if len(words) != 4 || words[1] == "nodes" {
				continue
			}
			key := words[0] + " " + words[3]
			switch {
			case seen[key]:
			case words[1] == "open":
				open = append(open, line)
			default:
				seen[key] = true
				all.Lines = append(all.Lines, line)
			}
		}
	}
	for _, line := range open {
		words := strings.SplitN(line, " ", 4)
		if key := words[0] + " " + words[3]; !seen[key] {
			seen[key] = true
			all.Lines = append(all.Lines, line)
		}
	}
	var head []string
	for side, name := range []string{"first", "second"} {
		head = append(head, name+" nodes "+strconv.FormatUint(made[side], 10)+" "+all.Root)
	}
	all.Lines = append(head, all.Lines...)
	return all, nil
}

// FetchProof returns what the last of the jobs of Proof has found, and its book.
func FetchProof(ctx context.Context, c *files.Cache, done []*jobs.Record) (found ProofResult, book *games.Book, err error) {
	last := done[len(done)-1].Result
	if err := json.Unmarshal(last.Data, &found); err != nil {
		return found, nil, err
	}
	path, release, err := c.Get(ctx, last.Files[0].Hash)
	if err != nil {
		return found, nil, err
	}
	defer release()
	f, err := os.Open(path)
	if err != nil {
		return found, nil, err
	}
	defer f.Close()
	book, err = games.ReadBook(f)
	return found, book, err
}
