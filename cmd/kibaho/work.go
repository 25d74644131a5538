package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/jobs"
	"kibaho/work"
)

func newWork() *cobra.Command {
	var b busFlags
	var f fileFlags
	var project, kinds, memory, level, format string
	var threads int
	cmd := &cobra.Command{
		Use:   "work",
		Short: "Do jobs of a shared queue",
		Long: `Do the jobs that commands with --queue have left, one after the other, until it is
stopped. Any number of workers may be started, on this machine, where they find each
other by the data folder, or on many, with --nats and --files.

A worker that is stopped gives its job back; one that is killed loses it after six
seconds to another. With the same data folder it goes on from where it was.`,
		Example: `  kibaho work
  kibaho work --threads 4 --kinds table,proof
  kibaho work --nats nats://a:4222,nats://b:4222 --files 's3://tables?endpoint=https://store:9000'
  kibaho tables build draughts --pieces 5 --queue     gives them something to do`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := configure(c.Flags()); err != nil {
				return err
			}
			if err := inRange("threads", threads, 0, 1024); err != nil {
				return err
			}
			if b.data == "" {
				return &kibaho.InputError{What: "data", Text: "", At: -1, Want: "expected a folder: --data DIR"}
			}
			use := work.Use{}
			var err error
			if use.Memory, err = readMemory(memory); err != nil {
				return err
			}
			var names []string
			if kinds != "" {
				names = strings.Split(kinds, ",")
			}
			chosen, err := work.Choose(work.Kinds(use), names)
			if err != nil {
				return err
			}
			log, err := newLog(c, level, format)
			if err != nil {
				return err
			}
			cache, err := f.open(b.data)
			if err != nil {
				return err
			}
			conn, err := b.open(c.Context(), "work", 0, log)
			if err != nil {
				return err
			}
			defer conn.Close()
			q, err := jobs.Open(c.Context(), conn, project)
			if err != nil {
				if c.Context().Err() != nil {
					return nil
				}
				return err
			}
			w := &jobs.Worker{
				Queue: q, Kinds: chosen, Files: cache, Dir: filepath.Join(b.data, "work"),
				Threads: cores(threads), Version: version(), Log: log,
			}
			return w.Run(c.Context())
		},
	}
	b.add(cmd, true)
	b.addListen(cmd)
	f.add(cmd)
	addProject(cmd, &project)
	fl := cmd.Flags()
	fl.IntVar(&threads, "threads", 1, "use so many processor cores for a job (0: all)")
	fl.StringVar(&kinds, "kinds", "", "do these kinds of jobs alone, with commas between (default: all)")
	fl.StringVar(&memory, "memory", "", "leave jobs that need more memory to others, as in 4GiB (default: no bound)")
	fl.StringVar(&level, "log", "info", "log what is at least: debug, info, warn or error")
	fl.StringVar(&format, "log-format", "text", "write the log as text or json")
	fl.String("config", "", "read settings from this file, as serve does")
	return cmd
}
