package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/server"
	"kibaho/store"
)

func newBackup() *cobra.Command {
	var data string
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the games of the server to a file",
		Long: `Copy all games of the data folder to a new file, also while the server runs.
To restore, put the file into an empty data folder as ` + server.DatabaseFile + ` and start the server.`,
		Example: `  kibaho backup games-sunday.db
  kibaho backup /backup/games.db --data /var/lib/kibaho`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := configure(c.Flags()); err != nil {
				return err
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
			return nil
		},
	}
	cmd.Flags().StringVar(&data, "data", own("data"), "the folder of the games")
	return cmd
}
