package play

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Ledger remembers which openings a pair of players has used, so that none is
// used again by the same pair (DR10). The zero value is empty.
type Ledger struct {
	used map[string][]string // pair → openings
}

// pairKey names a pair whatever the order of the players.
func pairKey(players [2]string) string {
	slices.Sort(players[:])
	return players[0] + "\n" + players[1]
}

// Used reports that the pair has used an opening.
func (l *Ledger) Used(players [2]string, o Opening) bool {
	return slices.Contains(l.used[pairKey(players)], strings.Join(o, " "))
}

// Use notes that the pair has been given an opening.
func (l *Ledger) Use(players [2]string, o Opening) {
	if l.used == nil {
		l.used = map[string][]string{}
	}
	key := pairKey(players)
	l.used[key] = append(l.used[key], strings.Join(o, " "))
}

// ledgerPair is one pair in the file of a ledger.
type ledgerPair struct {
	Players  [2]string `json:"players"`
	Openings []string  `json:"openings"`
}

// Write writes the ledger as JSON.
func (l *Ledger) Write(w io.Writer) error {
	pairs := []ledgerPair{}
	for key, used := range l.used {
		a, b, _ := strings.Cut(key, "\n")
		pairs = append(pairs, ledgerPair{[2]string{a, b}, used})
	}
	slices.SortFunc(pairs, func(a, b ledgerPair) int { return strings.Compare(pairKey(a.Players), pairKey(b.Players)) })
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(pairs)
}

// maxLedger bounds the size of a ledger that is read, in bytes.
const maxLedger = 64 << 20

// ReadLedger reads what Write has written.
func ReadLedger(r io.Reader) (*Ledger, error) {
	var pairs []ledgerPair
	if err := json.NewDecoder(io.LimitReader(r, maxLedger)).Decode(&pairs); err != nil {
		return nil, fmt.Errorf("ledger of openings: %w", err)
	}
	l := new(Ledger)
	for _, p := range pairs {
		for _, o := range p.Openings {
			l.Use(p.Players, strings.Fields(o))
		}
	}
	return l, nil
}
