package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/server"
	"kibaho/store"
)

func newBackup() *cobra.Command {
	var data, db string
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the games of the server to a file",
		Long: `Copy all games of the data folder to a new file, also while the server runs. The
database of games of record (` + server.RecordsFile + `), if there is one, goes into a file beside it,
with "-records" added to its name. To restore, put the files into an empty data
folder as ` + server.DatabaseFile + ` and ` + server.RecordsFile + ` and start the server.

Games in PostgreSQL (serve --db) are copied by its own tools: pg_dump while the
servers run, pg_restore into an empty database.`,
		Example: `  kibaho backup games-sunday.db
  kibaho backup /backup/games.db --data /var/lib/kibaho`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := configure(c.Flags()); err != nil {
				return err
			}
			if store.IsShared(db) {
				return &kibaho.InputError{What: "db", Text: "postgres://…", At: -1, Want: "PostgreSQL is copied by its own tools: pg_dump --format=custom --file=" + args[0] + " ADDRESS"}
			}
			if data == "" {
				return &kibaho.InputError{What: "data", Text: "", At: -1, Want: "expected the folder of the games: --data DIR"}
			}
			s, err := store.OpenExisting(c.Context(), filepath.Join(data, server.DatabaseFile))
			if err != nil {
				return err
			}
			defer s.Close()
			if err := s.Backup(c.Context(), args[0]); err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), args[0])
			a, err := store.OpenArchive(c.Context(), filepath.Join(data, server.RecordsFile), false)
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			defer a.Close()
			extension := filepath.Ext(args[0])
			beside := strings.TrimSuffix(args[0], extension) + "-records" + extension
			if err := a.Backup(c.Context(), beside); err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), beside)
			return nil
		},
	}
	cmd.Flags().StringVar(&data, "data", own("data"), "the folder of the games")
	cmd.Flags().StringVar(&db, "db", "", "the database, if it is PostgreSQL: says how it is copied")
	return cmd
}
