package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"kibaho/archive"
)

// dirOf is the folder in which a file is to be.
func dirOf(name string) string { return filepath.Dir(name) }

func newRecordsStats() *cobra.Command {
	var f askFlags
	var asJSON bool
	var top int
	cmd := &cobra.Command{
		Use:   "stats --db DB",
		Short: "Add up the games of a database",
		Long: `Add up the games of a database, all or those that the conditions choose: results,
length, games, openings, players and years. Points are those of the first player, and
for a player his own.`,
		Example: `  kibaho records stats --db games.db
  kibaho records stats --db games.db --opening Cross --from 1950 --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := inRange("top", top, 0, maxGames); err != nil {
				return err
			}
			a, ask, err := f.open(c)
			if err != nil {
				return err
			}
			defer a.Close()
			s, err := archive.Gather(c.Context(), a, ask)
			if err != nil {
				return err
			}
			size, err := a.Size(c.Context())
			if err != nil {
				return err
			}
			cut := func(n int) int {
				if top > 0 {
					return min(n, top)
				}
				return n
			}
			s.Openings, s.Players = s.Openings[:cut(len(s.Openings))], s.Players[:cut(len(s.Players))]
			if asJSON {
				return writeJSON(c.OutOrStdout(), statsOf(s, size))
			}
			w := c.OutOrStdout()
			r := s.All.Results
			fmt.Fprintf(w, "%d games: first %d, second %d, drawn %d, not known %d; points of the first %.3f\n", s.All.Games, r[1], r[2], r[3], r[0], s.All.Score())
			if s.All.Games > 0 {
				fmt.Fprintf(w, "turns: %.1f on average, %d to %d\n", float64(s.Turns)/float64(s.All.Games), s.Shortest, s.Longest)
			}
			fmt.Fprintf(w, "self-play %d, with turns that came up before %d; the file has %.1f MB\n", s.Made, s.Twins, float64(size)/1e6)
			for _, part := range []struct {
				title string
				list  []archive.Tally
			}{{"games", s.Kinds}, {"openings", s.Openings}, {"years", s.Years}} {
				if len(part.list) == 0 {
					continue
				}
				fmt.Fprintf(w, "\n%s\n", part.title)
				for i := range part.list {
					t := &part.list[i]
					fmt.Fprintf(w, "%8d  +%d =%d -%d  %.3f  %s\n", t.Games, t.Results[1], t.Results[3], t.Results[2], t.Score(), t.Name)
				}
			}
			if len(s.Players) > 0 {
				fmt.Fprint(w, "\nplayers\n")
			}
			for i := range s.Players {
				p := &s.Players[i]
				fmt.Fprintf(w, "%8d  +%d =%d -%d  %.3f  %s\n", p.Games, p.Won, p.Drawn, p.Lost, p.Points(), p.Name)
			}
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().IntVar(&top, "top", 20, "so many openings and players at most (0: all)")
	return cmd
}

type tallyJSON struct {
	Name    string  `json:"name"`
	Games   int64   `json:"games"`
	First   int64   `json:"first"`
	Second  int64   `json:"second"`
	Drawn   int64   `json:"drawn"`
	Unknown int64   `json:"unknown"`
	Points  float64 `json:"points"`
}

type playerJSON struct {
	Name   string  `json:"name"`
	Games  int64   `json:"games"`
	Won    int64   `json:"won"`
	Drawn  int64   `json:"drawn"`
	Lost   int64   `json:"lost"`
	Points float64 `json:"points"`
	Rating int64   `json:"rating,omitempty"`
}

type statsJSON struct {
	Games    int64        `json:"games"`
	First    int64        `json:"first"`
	Second   int64        `json:"second"`
	Drawn    int64        `json:"drawn"`
	Unknown  int64        `json:"unknown"`
	Points   float64      `json:"points"`
	Turns    int64        `json:"turns"`
	Shortest int          `json:"shortest"`
	Longest  int          `json:"longest"`
	SelfPlay int64        `json:"self_play"`
	Twins    int64        `json:"twins"`
	Bytes    int64        `json:"bytes"`
	Kinds    []tallyJSON  `json:"kinds"`
	Openings []tallyJSON  `json:"openings"`
	Years    []tallyJSON  `json:"years"`
	Players  []playerJSON `json:"players"`
}

func statsOf(s *archive.Stats, size int64) statsJSON {
	tallies := func(list []archive.Tally) []tallyJSON {
		out := []tallyJSON{}
		for i := range list {
			t := &list[i]
			out = append(out, tallyJSON{t.Name, t.Games, t.Results[1], t.Results[2], t.Results[3], t.Results[0], t.Score()})
		}
		return out
	}
	r := s.All.Results
	j := statsJSON{
		s.All.Games, r[1], r[2], r[3], r[0], s.All.Score(), s.Turns, s.Shortest, s.Longest, s.Made, s.Twins, size,
		tallies(s.Kinds), tallies(s.Openings), tallies(s.Years),
		[]playerJSON{},
	}
	for i := range s.Players {
		p := &s.Players[i]
		j.Players = append(j.Players, playerJSON{p.Name, p.Games, p.Won, p.Drawn, p.Lost, p.Points(), p.Rating})
	}
	return j
}
