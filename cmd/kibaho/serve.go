package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kibaho"
	"kibaho/bus"
	"kibaho/games"
	"kibaho/jobs"
	"kibaho/server"
	"kibaho/server/web"
	"kibaho/store"
)

func newServe() *cobra.Command {
	var o server.Options
	var way busFlags
	var addr, cert, key, level, format, metrics, overseers, tables, project string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Play, watch and analyse in the browser",
		Long: `Serve the web application: play by link, against the engine or on one screen,
watch, analyse, read the rules. Everything is kept in the data folder. It listens
on this machine alone unless --addr says otherwise.

Each flag can also be set in a file, one NAME = VALUE a line, or by an
environment variable: KIBAHO_ADDR for --addr. Flags come first, then the
environment, then the file.`,
		Example: `  kibaho serve
  kibaho serve --addr :8080 --data /var/lib/kibaho
  kibaho serve --addr :443 --tls-cert cert.pem --tls-key key.pem
  kibaho serve --proxy --config /etc/kibaho.conf
  kibaho serve --db postgres://kibaho@db/club --nats nats://bus:4222`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := configure(c.Flags()); err != nil {
				return err
			}
			if (cert == "") != (key == "") {
				return &kibaho.InputError{What: "certificate", Text: cert + key, At: -1, Want: "--tls-cert and --tls-key go together"}
			}
			log, err := newLog(c, level, format)
			if err != nil {
				return err
			}
			if o.Metrics, err = server.ReadAudience(metrics); err != nil {
				return err
			}
			pages, err := fs.Sub(web.Dist, "dist")
			if err != nil {
				return err
			}
			o.Log, o.Pages, o.Version = log, pages, version()
			games.UseTables(tables, func(err error) { log.Warn("endgame tables", "error", err) })
			if o.Overseers, err = server.ReadAudience(overseers); err != nil {
				return err
			}
			way.data = o.Data
			within := lazyBus{open: func(ctx context.Context) (*bus.Bus, error) { return way.open(ctx, "serve", 0, log) }}
			defer within.close()
			if way.o.URLs != "" || way.o.Listen != "" {
				b, err := within.meet(c.Context())
				if err != nil {
					return err
				}
				if way.o.URLs != "" {
					o.Bus = b
				}
			}
			o.Jobs = func(ctx context.Context) (*jobs.Queue, error) {
				b, err := within.meet(ctx)
				if err != nil {
					return nil, err
				}
				return jobs.Open(ctx, b, project)
			}
			return serve(c, o, addr, cert, key)
		},
	}
	f := cmd.Flags()
	addTables(cmd, &tables)
	way.add(cmd, false)
	way.addListen(cmd)
	addProject(cmd, &project)
	f.StringVar(&overseers, "overseers", string(server.Local), "let local (programs on this machine), all or nobody cancel jobs and put them back")
	f.StringVar(&addr, "addr", "127.0.0.1:8080", "listen on this address, HOST:PORT; without a host on all networks")
	f.StringVar(&o.Data, "data", own("data"), "keep games in this folder")
	f.StringVar(&o.Database, "db", "", "keep games in PostgreSQL, postgres://USER@HOST/DATABASE, which several servers may share (default: a file in the data folder)")
	f.StringVar(&o.Records, "records", "", "the database of games of record that is explored, and to which public games are added (default: records.db in the data folder, or with the games in --db)")
	f.String("config", "", "read settings from this file")
	f.StringVar(&cert, "tls-cert", "", "serve HTTPS with the certificate in this file")
	f.StringVar(&key, "tls-key", "", "the key of the certificate")
	f.BoolVar(&o.Proxy, "proxy", false, "behind a reverse proxy: believe its X-Forwarded-For, -Host and -Proto")
	f.StringVar(&level, "log", "info", "log what is at least: debug, info, warn or error")
	f.StringVar(&format, "log-format", "text", "write the log as text or json")
	f.StringVar(&metrics, "metrics", string(server.Local), "tell /metrics to local (programs on this machine), all or nobody")
	f.IntVar(&o.Limits.Tables, "max-tables", 100_000, "hold at most so many tables in play")
	f.IntVar(&o.Connections, "max-connections", 50_000, "hold at most so many live connections")
	f.IntVar(&o.PerAddress, "max-per-address", 200, "of which at most so many from one network address")
	f.Float64Var(&o.Requests.PerSecond, "rate", 50, "answer so many requests a second from one address (0: any number)")
	f.Float64Var(&o.Tables.PerSecond, "table-rate", 0.2, "make so many tables a second for one address (0: any number)")
	o.Requests.Burst, o.Tables.Burst = 300, 30
	return cmd
}

// listen listens on an address. If it was not chosen by the person and another
// program has it, the next free port of ten is taken.
func listen(addr string, anyPort bool) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if !anyPort || !errors.Is(err, syscall.EADDRINUSE) {
		return l, err
	}
	host, port, split := net.SplitHostPort(addr)
	first, bad := strconv.Atoi(port)
	for i := 1; i < 10 && split == nil && bad == nil; i++ {
		if l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(first+i))); err == nil {
			return l, nil
		}
	}
	return nil, err
}

// serve runs the server until the command is interrupted.
func serve(c *cobra.Command, o server.Options, addr, cert, key string) error {
	if o.Data == "" {
		return &kibaho.InputError{What: "data", Text: "", At: -1, Want: "expected a folder for the games: --data DIR"}
	}
	l, err := listen(addr, !c.Flags().Changed("addr"))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w; --addr chooses another address", err)
	}
	if err != nil {
		return err
	}
	scheme := "http"
	if cert != "" {
		scheme = "https"
	}
	at := scheme + "://" + shown(l.Addr())
	held, by, err := store.LockFolder(o.Data, at)
	if errors.Is(err, store.ErrLocked) {
		_ = l.Close()
		return fmt.Errorf("the games in %s are served already, at %s; --data chooses another folder", o.Data, by)
	}
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer held.Unlock()
	s, err := server.Open(c.Context(), o)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	fmt.Fprintf(c.OutOrStdout(), "Kibaho is at %s\n", at)
	o.Log.Info("serving", "address", l.Addr().String(), "data", o.Data)
	err = s.Serve(c.Context(), l, cert, key)
	return errors.Join(err, s.Close())
}

// shown returns an address as it is typed into a browser.
func shown(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("localhost", port)
	}
	return a.String()
}

// newLog returns the log that the flags ask for. It goes to standard error.
func newLog(c *cobra.Command, level, format string) (*slog.Logger, error) {
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err != nil {
		return nil, &kibaho.InputError{What: "log", Text: level, At: -1, Want: "expected debug, info, warn or error"}
	}
	options := &slog.HandlerOptions{Level: least}
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(c.ErrOrStderr(), options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(c.ErrOrStderr(), options)), nil
	}
	return nil, &kibaho.InputError{What: "log-format", Text: format, At: -1, Want: "expected text or json"}
}

// configure sets the flags that were not given from the environment and the file.
func configure(flags *pflag.FlagSet) error {
	set := func(f *pflag.Flag, value, where string) error {
		if err := flags.Set(f.Name, value); err != nil {
			return &kibaho.InputError{What: where, Text: value, At: -1, Want: err.Error()}
		}
		return nil
	}
	var fault error
	flags.VisitAll(func(f *pflag.Flag) {
		name := "KIBAHO_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if value, ok := os.LookupEnv(name); ok && !f.Changed && f.Name != "help" && fault == nil {
			fault = set(f, value, name)
		}
	})
	if fault != nil {
		return fault
	}
	config := flags.Lookup("config")
	if config == nil || config.Value.String() == "" {
		return nil
	}
	file := config.Value.String()
	r, err := os.Open(file)
	if err != nil {
		return err
	}
	defer r.Close()
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		where := fmt.Sprintf("%s, line %d", file, n)
		name, value, ok := strings.Cut(line, "=")
		f := flags.Lookup(strings.TrimSpace(name))
		if !ok || f == nil || f.Name == "config" || f.Name == "help" {
			return &kibaho.InputError{What: where, Text: line, At: -1, Want: "expected NAME = VALUE with the name of a flag"}
		}
		if !f.Changed {
			if err := set(f, strings.TrimSpace(value), where); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}
