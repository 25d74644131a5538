package arena

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/search"
)

func TestReadSpec(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Spec
	}{
		{"", Spec{Name: "kibaho", Budget: games.Budget{Time: 100 * time.Millisecond}, Megabytes: 16}},
		{"time=2s", Spec{Name: "time=2s", Budget: games.Budget{Time: 2 * time.Second}, Megabytes: 16}},
		{"nodes=500, depth=3 hash=4,threads=2", Spec{Name: "nodes=500 depth=3 hash=4 threads=2", Budget: games.Budget{Nodes: 500, Depth: 3, Threads: 2}, Megabytes: 4}},
		{"level=3 name=Ann", Spec{Name: "Ann", Budget: games.Budget{Level: 3}, Megabytes: 16}},
		{"clock=60s+1s turns=40", Spec{
			Name: "clock=60s+1s turns=40", Megabytes: 16,
			Budget: games.Budget{Clock: search.Clock{Left: time.Minute, Increment: time.Second, Turns: 40}},
		}},
		{`cmd="./rival -x 'a b'" nodes=9 param=hash:64 param=book:`, Spec{
			Name: "cmd=./rival -x 'a b' nodes=9 param=hash:64 param=book:", Megabytes: 16,
			Budget: games.Budget{Nodes: 9}, Command: []string{"./rival", "-x", "a b"},
			Params: [][2]string{{"hash", "64"}, {"book", ""}},
		}},
		{"hub=scan name=S", Spec{Name: "S", Megabytes: 16, Budget: games.Budget{Time: 100 * time.Millisecond}, Command: []string{"scan"}, Hub: true}},
	} {
		got, err := ReadSpec(tt.text)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: got %+v, %v; want %+v", tt.text, got, err, tt.want)
		}
	}
	for _, bad := range []string{
		"fast", "time", "time=", "time=1", "time=-1s", "time=1000h", "nodes=0", "nodes=x", "depth=121", "level=9", "level=",
		"clock=5", "turns=5", "clock=5s time=1s", "hash=0", "threads=0", `cmd="x`, `cmd=""`, "cmd=a hub=b", "param=a:b", "cmd=a param=x",
		"cmd=a level=3", "cmd=a hash=3", "cmd=a threads=2", "time=1s time=2s", "colour=red",
	} {
		_, err := ReadSpec(bad)
		var input *kibaho.InputError
		if !errors.As(err, &input) {
			t.Errorf("%q: got %v, want an input error", bad, err)
		}
	}
}
