package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"kibaho"
	"kibaho/games"
	"kibaho/search"
)

// estimateJSON is what is printed about one question.
type estimateJSON struct {
	Side     string  `json:"side"`
	Assumed  string  `json:"assumed"`
	Walks    int     `json:"walks"`
	Nodes    float64 `json:"nodes"`
	Error    float64 `json:"error"`
	Greatest float64 `json:"greatest"`
	Median   float64 `json:"median"`
	Against  int     `json:"against"`
	Lost     int     `json:"lost"`
	Depth    float64 `json:"depth"`
	Made     uint64  `json:"made"`
	Seconds  float64 `json:"seconds"`
	Hours    float64 `json:"hours"`
}

// guess estimates a proof of the value that is assumed.
func (s *solving) guess(ctx context.Context, p games.Position) error {
	if s.book != "" || s.whole || s.check {
		return &kibaho.InputError{What: "solve", Text: "--estimate", At: -1, Want: "expected without --book, --check and --whole"}
	}
	if _, err := number(strconv.Itoa(s.estimate), "estimate", 1, 1_000_000); err != nil {
		return err
	}
	if s.nodes > 1<<21 {
		return &kibaho.InputError{What: "solve", Text: strconv.FormatUint(s.nodes, 10), At: -1, Want: "expected --nodes of 2097152 at most for each search of a walk"}
	}
	values := map[string]kibaho.Outcome{"first": kibaho.FirstWins, "second": kibaho.SecondWins, "draw": kibaho.Draw}
	value, ok := values[s.assume]
	if !ok {
		return &kibaho.InputError{What: "solve", Text: s.assume, At: -1, Want: "expected --assume first, second or draw"}
	}
	var all []estimateJSON
	for _, goal := range []kibaho.Side{kibaho.First, kibaho.Second} {
		if value != kibaho.Draw && value != kibaho.Wins(goal) {
			continue
		}
		show := newMeter(s.errs, "")
		ctx, stop := ctx, func() {}
		if s.time > 0 { // each question has its share
			share := s.time
			if value == kibaho.Draw {
				share /= 2
			}
			ctx, stop = context.WithTimeout(ctx, share)
		}
		e := p.Estimate(ctx, value, goal, s.use(), search.Sampling{Walks: s.estimate, Nodes: int(s.nodes), Seed: 1}, func(e search.Estimated) {
			show.text(func() string {
				return fmt.Sprintf("%v wins? %d walks: %.3g ± %.2g positions, ", kibaho.Wins(goal), e.Walks, e.Nodes, e.Error)
			})
		})
		stop()
		show.end()
		if e.Walks == 0 {
			return errors.New("solve: not one walk was finished: expected more --time or fewer --nodes")
		}
		answer := "no"
		if value != kibaho.Draw {
			answer = "yes"
		}
		j := estimateJSON{
			Side: kibaho.Wins(goal).String(), Assumed: answer, Walks: e.Walks, Nodes: e.Nodes, Error: e.Error, Greatest: e.Greatest, Median: e.Median,
			Against: e.Against, Lost: e.Lost, Depth: e.Depth, Made: e.Made, Seconds: e.Elapsed.Seconds(),
		}
		if e.Made > 0 {
			j.Hours = e.Nodes * j.Seconds / float64(e.Made) / 3600
		}
		all = append(all, j)
	}
	if s.choose.json {
		return writeJSON(s.out, all)
	}
	for _, j := range all {
		fmt.Fprintf(s.out, "%-9s%s, as is assumed\n", j.Side, j.Assumed)
		fmt.Fprintf(s.out, "  proof    %.3g positions, standard error %.2g; the greatest walk is %.0f %% of it\n", j.Nodes, j.Error, 100*j.Greatest)
		if j.Greatest > 0.5 {
			fmt.Fprintln(s.out, "  this mean is no estimate: it is that of one walk; expected more walks, or more --nodes for each search")
		}
		fmt.Fprintf(s.out, "  median   %.3g positions: half of the walks tell of fewer\n", j.Median)
		fmt.Fprintf(s.out, "  time     %.3g hours on one thread, at %.0f nodes/s\n", j.Hours, float64(j.Made)/max(j.Seconds, 1e-9))
		fmt.Fprintf(s.out, "  walks    %d, %.1f decisions long; %d came to the other answer, %d were given up\n", j.Walks, j.Depth, j.Against, j.Lost)
	}
	return nil
}
