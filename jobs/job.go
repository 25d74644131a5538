package jobs

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"strconv"
	"time"

	"kibaho/files"
)

// ID is the name of a job: 32 hexadecimal digits of a hash of what is to be done.
type ID string

// Job says what is to be done. All but Title, Weight and Light is part of its name.
type Job struct {
	Kind   string          `json:"kind"`
	Format int             `json:"format"` // of the kind: what workers do alike and write alike
	Game   string          `json:"game,omitempty"`
	Rules  string          `json:"rules,omitempty"`
	Part   string          `json:"part,omitempty"` // which part of a whole: a slice, the number of a batch
	Params json.RawMessage `json:"params,omitempty"`
	Inputs []ID            `json:"inputs,omitempty"` // jobs whose results it needs
	// Loose says that two results of the job may differ, as where time bounds a
	// search. Then a second one is no dispute.
	Loose bool `json:"loose,omitempty"`
	// Many are jobs of the same kind that are done together, because each is too
	// small to be handed out by itself. Submit packs light jobs so.
	Many []Job `json:"many,omitempty"`

	Title  string  `json:"title"`            // for people
	Weight float64 `json:"weight,omitempty"` // how much work it is, in any unit; 0: 1
	Light  bool    `json:"-"`                // it takes milliseconds: it may be packed with others
}

// ID returns the name of the job.
func (j *Job) ID() ID {
	h := sha256.New()
	put(h, "kibaho-job-1", j.Kind, strconv.Itoa(j.Format), j.Game, j.Rules, j.Part, string(j.Params), strconv.FormatBool(j.Loose))
	for _, id := range j.Inputs {
		put(h, "input", string(id))
	}
	for i := range j.Many {
		put(h, "many", string(j.Many[i].ID()))
	}
	return ID(hex.EncodeToString(h.Sum(nil)[:16]))
}

// put writes texts so that no two lists of texts are written alike.
func put(h hash.Hash, texts ...string) {
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
}

func (j *Job) weight() float64 {
	if len(j.Many) > 0 {
		var sum float64
		for i := range j.Many {
			sum += j.Many[i].weight()
		}
		return sum
	}
	return cmp.Or(j.Weight, 1)
}

// count is how many jobs it stands for.
func (j *Job) count() int { return max(1, len(j.Many)) }

// File is a file of a result.
type File struct {
	Name string     `json:"name"`
	Hash files.Hash `json:"sha256"`
	Size int64      `json:"size"`
}

// Result is what came of a job.
type Result struct {
	Files []File          `json:"files,omitempty"`
	Data  json.RawMessage `json:"data,omitempty"` // small things, in one form
	Many  []Result        `json:"many,omitempty"` // of the jobs of Job.Many
	Says  string          `json:"says,omitempty"` // for people; it may differ from time to time
}

// Digest is a hash of the result: two results are the same if it is.
func (r *Result) Digest() string {
	h := sha256.New()
	put(h, "kibaho-result-1", string(r.Data))
	for _, f := range r.Files {
		put(h, f.Name, string(f.Hash))
	}
	for i := range r.Many {
		put(h, "many", r.Many[i].Digest())
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// State is how a job stands.
type State string

// The states of a record. A job without a record waits, or runs for the first time.
const (
	Waiting   State = "waiting"   // put back into the queue by a person
	Failing   State = "failing"   // it failed and is tried again
	Done      State = "done"      // its result counts
	Failed    State = "failed"    // given up: it cannot be done as it is
	Cancelled State = "cancelled" // by a person
	Disputed  State = "disputed"  // two results differ; nothing goes on from either
	Running   State = "running"   // a worker has it; not of records
)

// ended reports that no worker shall do the job.
func (s State) ended() bool {
	return s == Done || s == Failed || s == Cancelled || s == Disputed
}

// Failure is a try that failed.
type Failure struct {
	When   time.Time `json:"when"`
	Worker string    `json:"worker"`
	Reason string    `json:"reason"`
}

// mostFailures is how many failures a record keeps: the last ones.
const mostFailures = 8

// Record is what is known of a job that has been tried.
type Record struct {
	Job      Job       `json:"job"`
	State    State     `json:"state"`
	Result   *Result   `json:"result,omitempty"`
	Worker   string    `json:"worker,omitempty"` // who did it
	Began    time.Time `json:"began,omitzero"`
	Ended    time.Time `json:"ended,omitzero"`
	Tries    int       `json:"tries,omitempty"`
	Failures []Failure `json:"failures,omitempty"`
	// Other is the result that differs, where results are in dispute.
	Other       *Result `json:"other,omitempty"`
	OtherWorker string  `json:"other_worker,omitempty"`

	rev uint64 // of the key-value store; 0: not there yet
}

// Kind is a kind of work. Whoever makes jobs and whoever does them use the same kinds.
type Kind interface {
	// Name is a word of small letters.
	Name() string
	// Format is a number that changes whenever the same job would come out otherwise,
	// or be written otherwise. Workers of another one leave its jobs alone.
	Format() int
	// Do does a job. It ends early with the cause of the context; then Task.Dir is kept
	// for the next try on this machine. An error that is *kibaho.InputError says
	// that trying again is of no use.
	Do(ctx context.Context, t *Task) (Result, error)
}
