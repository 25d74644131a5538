package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// healthTime is how long a server may take to say that it is well.
const healthTime = 3 * time.Second

func newHealth() *cobra.Command {
	var addr string
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask a server whether it is well",
		Long: `Ask a server whether it is well, as a container or a supervisor does: the exit
status is 0 if it answers and its database does, 1 if not.`,
		Example: `  kibaho health
  kibaho health --addr 127.0.0.1:8080`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			where := addr
			if !strings.Contains(where, "://") {
				if strings.HasPrefix(where, ":") {
					where = "127.0.0.1" + where
				}
				where = "http://" + where
			}
			ctx, cancel := context.WithTimeout(c.Context(), healthTime)
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(where, "/")+"/healthz", nil)
			if err != nil {
				return err
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				return err
			}
			defer answer.Body.Close()
			said, err := io.ReadAll(io.LimitReader(answer.Body, 200))
			if err != nil {
				return err
			}
			if answer.StatusCode != http.StatusOK {
				return fmt.Errorf("%s is not well: %s, %s", where, answer.Status, strings.TrimSpace(string(said)))
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s is well\n", where)
			return err
		},
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:8080", "the server, HOST:PORT or its address in a browser")
	return cmd
}
