package main

import (
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"kibaho/protocol"
)

func newEngine() *cobra.Command {
	var o protocol.Options
	var tables string
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "The engine over standard input and output",
		Long: `Answer commands, one a line, as docs/protocol.md tells: game, set, position, go,
stop, isready, new, show, quit. The line 'hub', or the flag, changes to the Hub
protocol of draughts programs. A line that makes no sense is answered with an
error and changes nothing. When the input ends a bounded search is finished.`,
		Example: `  kibaho engine
  printf 'game draughts\nposition start moves 11-15\ngo movetime 500\n' | kibaho engine
  kibaho engine --hub --hash 256 --threads 2`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := inRange("hash", o.Megabytes, 1, protocol.MaxMegabytes()); err != nil {
				return err
			}
			if err := inRange("threads", o.Threads, 1, 1024); err != nil {
				return err
			}
			o.Version = version()
			useTables(c, tables)
			return protocol.Serve(c.Context(), c.InOrStdin(), c.OutOrStdout(), o)
		},
	}
	addTables(cmd, &tables)
	cmd.Flags().BoolVar(&o.Hub, "hub", false, "speak Hub from the first line")
	cmd.Flags().IntVar(&o.Megabytes, "hash", protocol.DefaultMegabytes, "megabytes of the engine's table")
	cmd.Flags().IntVar(&o.Threads, "threads", 1, "use so many processor cores")
	return cmd
}

// inRange refuses a flag that is out of its range.
func inRange(what string, n, low, high int) error {
	_, err := number(strconv.Itoa(n), what, low, high)
	return err
}

// cores returns how many threads a flag asks for: 0 stands for all processors.
func cores(n int) int {
	if n == 0 {
		return runtime.NumCPU()
	}
	return n
}
