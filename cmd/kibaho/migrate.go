package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/server"
	"kibaho/store"
)

func newMigrate() *cobra.Command {
	var from, to, records string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Move the games of the server into another database",
		Long: `Copy all games of a server, seats and the games of record (` + server.RecordsFile + `) with
them, into another database: from the file of a data folder into PostgreSQL, or
back. Afterwards all is read from both and compared. Nothing is taken away from
the source. What was interrupted is gone on with by the same command; a target
that holds anything else is refused, and not changed. The server must be stopped.`,
		Example: `  kibaho migrate --from /var/lib/kibaho/games.db --to postgres://kibaho@db/club
  KIBAHO_DB=postgres://kibaho:secret@db/club kibaho migrate
  kibaho migrate --from postgres://kibaho@db/club --to /var/lib/kibaho/games.db`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if to == "" {
				to = os.Getenv("KIBAHO_DB") // where others do not see the password
			}
			if from == "" || to == "" {
				return &kibaho.InputError{What: "database", Text: from + to, At: -1, Want: "expected --from FILE and --to postgres://…"}
			}
			if from == to {
				return &kibaho.InputError{What: "to", Text: to, At: -1, Want: "expected another database than --from"}
			}
			source, free, err := clubOf(from, records)
			if err != nil {
				return err
			}
			defer free()
			target, free, err := clubOf(to, "")
			if err != nil {
				return err
			}
			defer free()
			return migrate(c, source, target, asJSON)
		},
	}
	f := cmd.Flags()
	f.StringVar(&from, "from", filepath.Join(own("data"), server.DatabaseFile), "copy from this database: a file, or postgres://USER@HOST/DATABASE")
	f.StringVar(&to, "to", "", "copy into this database (default: that of the environment, KIBAHO_DB)")
	f.StringVar(&records, "records", "", "the database of games of record that goes with it (default: "+server.RecordsFile+" beside the file)")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// clubOf returns the databases of a server and holds their folder, if they are
// files, until free is called.
func clubOf(games, records string) (club store.Club, free func(), err error) {
	if store.IsShared(games) {
		if records == "" {
			records = games
		}
		return store.Club{Games: games, Records: records}, func() {}, nil
	}
	folder := filepath.Dir(games)
	held, by, err := store.LockFolder(folder, "kibaho migrate")
	if errors.Is(err, store.ErrLocked) {
		return club, nil, fmt.Errorf("the games in %s are in use, by %s; stop it first", folder, by)
	}
	if err != nil {
		return club, nil, err
	}
	if records == "" {
		records = filepath.Join(folder, server.RecordsFile)
	}
	return store.Club{Games: games, Records: records, Alive: server.LastAlive(folder)}, func() { _ = held.Unlock() }, nil
}

type movedJSON struct {
	Table string `json:"table"`
	Rows  int64  `json:"rows"`
	New   int64  `json:"new"`
	Hash  string `json:"sha256"`
}

func migrate(c *cobra.Command, source, target store.Club, asJSON bool) error {
	show := newTicker(c.ErrOrStderr())
	told := time.Now()
	moved, err := store.Move(c.Context(), source, target, func(table string, rows, of int64) {
		if now := time.Now(); now.Sub(told) > 100*time.Millisecond {
			told = now
			show.tell(fmt.Sprintf("%s: %d of %d", table, rows, of))
		}
	})
	show.end()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &kibaho.InputError{What: "from", Text: filepath.Base(source.Games), At: -1, Want: "expected a database of games: " + err.Error()}
	case err != nil:
		return err
	}
	if asJSON {
		list := make([]movedJSON, len(moved))
		for i, m := range moved {
			list[i] = movedJSON(m)
		}
		return writeJSON(c.OutOrStdout(), list)
	}
	for _, m := range moved {
		if _, err := fmt.Fprintf(c.OutOrStdout(), "%-17s %9d rows, %d of them new; SHA-256 %s on both sides\n", m.Table, m.Rows, m.New, m.Hash[:16]); err != nil {
			return err
		}
	}
	return nil
}
