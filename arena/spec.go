package arena

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/protocol"
	"kibaho/search"
)

// Spec says how an engine is run.
type Spec struct {
	Name      string // in tables and records
	Budget    games.Budget
	Megabytes int // of our engine's table
	// Command is another program that is run instead of our engine, and Hub that
	// it speaks Hub rather than our protocol. Params are set before it begins.
	Command []string
	Hub     bool
	Params  [][2]string
}

// The limits of an engine about which nothing is said.
const (
	defaultTime      = 100 * time.Millisecond
	defaultMegabytes = 16
)

const specWant = `expected words such as time=100ms nodes=5000 depth=8 level=3 clock=60s+1s turns=40 hash=16 threads=1 name=NAME cmd="PROGRAM ARGUMENTS" hub="PROGRAM ARGUMENTS" param=NAME:VALUE`

// ReadSpec reads words NAME=VALUE with spaces or commas between them; quotes keep
// what they hold together. The error is a *kibaho.InputError.
func ReadSpec(text string) (Spec, error) {
	s := Spec{Megabytes: defaultMegabytes}
	fail := func(got, want string) (Spec, error) {
		return s, &kibaho.InputError{What: "engine", Text: text, At: -1, Got: got, Want: want}
	}
	words, err := cut(text)
	if err != nil {
		return fail("", err.Error())
	}
	seen := map[string]bool{}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok || value == "" {
			return fail(w, specWant)
		}
		if seen[name] && name != "param" {
			return fail(w, name+" is given twice")
		}
		seen[name] = true
		if err := s.set(name, value); err != nil {
			return fail(w, err.Error())
		}
	}
	switch {
	case seen["cmd"] && seen["hub"]:
		return fail("", "expected cmd or hub, not both")
	case len(s.Command) == 0 && len(s.Params) > 0:
		return fail("", "param belongs to cmd or hub")
	case len(s.Command) > 0 && s.Budget.Level != games.Full:
		return fail("", "a level is our engine's own; another program may have a param for it")
	case len(s.Command) > 0 && (seen["hash"] || seen["threads"]):
		return fail("", "hash and threads are our engine's own; another program may have a param for them")
	case s.Budget.Clock.Left == 0 && s.Budget.Clock.Turns > 0:
		return fail("", "turns belongs to clock")
	case s.Budget.Clock.Left > 0 && s.Budget.Time > 0:
		return fail("", "expected time for each move or clock, not both")
	}
	if b := s.Budget; b.Depth == 0 && b.Nodes == 0 && b.Time == 0 && b.Clock.Left == 0 && b.Level == games.Full {
		s.Budget.Time = defaultTime
	}
	if s.Name == "" {
		s.Name = strings.Join(words, " ")
		if len(words) == 0 {
			s.Name = "kibaho"
		}
	}
	return s, nil
}

func (s *Spec) set(name, value string) error {
	whole := func(low, high int) (int, error) {
		n, err := strconv.Atoi(value)
		if err != nil || n < low || n > high {
			return 0, fmt.Errorf("expected a whole number %d to %d", low, high)
		}
		return n, nil
	}
	var err error
	switch name {
	case "name":
		s.Name = value
	case "time":
		s.Budget.Time, err = duration(value)
	case "clock":
		left, inc, both := strings.Cut(value, "+")
		if s.Budget.Clock.Left, err = duration(left); err == nil && both {
			s.Budget.Clock.Increment, err = duration(inc)
		}
	case "turns":
		s.Budget.Clock.Turns, err = whole(1, 1000)
	case "nodes":
		var n int
		n, err = whole(1, 1<<50)
		s.Budget.Nodes = uint64(n)
	case "depth":
		s.Budget.Depth, err = whole(1, search.MaxDepth)
	case "level":
		s.Budget.Level, err = games.ReadLevel(value)
	case "hash":
		s.Megabytes, err = whole(1, protocol.MaxMegabytes())
	case "threads":
		s.Budget.Threads, err = whole(1, 1024)
	case "cmd", "hub":
		s.Hub = name == "hub"
		s.Command, err = protocol.Split(value)
	case "param":
		key, v, ok := strings.Cut(value, ":")
		if !ok || key == "" {
			return fmt.Errorf("expected param=NAME:VALUE")
		}
		s.Params = append(s.Params, [2]string{key, v})
	default:
		return fmt.Errorf("%s", specWant)
	}
	return err
}

// maxTime bounds a time for a move or a game.
const maxTime = 24 * time.Hour

func duration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < time.Millisecond || d > maxTime {
		return 0, fmt.Errorf("expected a time from 1ms to 24h, as in 100ms or 2s")
	}
	return d, nil
}

// cut cuts a text at spaces and commas outside of quotes.
func cut(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, c := range text {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && c == '"':
			quote = c
		case quote == 0 && (c == ' ' || c == ','):
			end()
		default:
			word.WriteRune(c)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote is never closed")
	}
	end()
	return words, nil
}
