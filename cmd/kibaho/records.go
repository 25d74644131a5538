package main

import (
	"github.com/spf13/cobra"
)

func newRecords() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "records",
		Short: "Games of record: check, import, search, export, explore",
		Long: `Games of record, in the project's own form or, for English draughts, in PDN
(docs/records.md): check what a file holds, gather games in a database, search it by
player, event, result, date, opening, position, material or turns, see what was played
in a position, and write any selection out again.`,
		Example: `  kibaho records check archive.pdn
  kibaho records import archive.pdn --db games.db
  kibaho records search --db games.db --player Tinsley --result 1-0
  kibaho records explore draughts 11-15 --db games.db
  kibaho records export --db games.db --event "Newcastle 1888" --format csv`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	cmd.AddCommand(newRecordsCheck(), newRecordsImport(), newRecordsSearch(), newRecordsExport(), newRecordsStats(), newRecordsExplore())
	return cmd
}
