package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/jobs"
)

// jobsFlags are the flags of the commands that look into a queue.
type jobsFlags struct {
	queueFlags
	json bool
}

func (f *jobsFlags) add(cmd *cobra.Command) {
	f.bus.add(cmd, true)
	addProject(cmd, &f.project)
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
}

// open meets the queue and looks into it.
func (f *jobsFlags) open(c *cobra.Command) (*handed, *jobs.View, error) {
	f.files = fileFlags{cache: "1GiB"}
	h, err := f.queueFlags.open(c)
	if err != nil {
		return nil, nil, err
	}
	v := jobs.NewView(h.queue)
	if err := v.Update(c.Context()); err != nil {
		h.close()
		return nil, nil, err
	}
	return h, v, nil
}

func newJobs() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "jobs",
		Short: "What is in the queue: list, show, cancel, retry, watch",
		Long: `Look into the queue of work that commands with --queue have left and that workers
do ('kibaho work'). What one command has asked for is a batch; it and each of its
jobs have names, of which the beginning will do.`,
		Example: `  kibaho jobs list
  kibaho jobs show 4f2a91
  kibaho jobs watch
  kibaho jobs cancel 4f2a91
  kibaho jobs retry 4f2a91`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	cmd.AddCommand(newJobsList(), newJobsShow(), newJobsChange("cancel"), newJobsChange("retry"), newJobsWatch())
	return cmd
}

// disputed is the error of a queue in which results are in dispute.
func disputed(v *jobs.View) error {
	all := v.Disputes()
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("%d jobs have two results that differ, the first is %s (%s): find out which machine is wrong ('kibaho jobs show'), then 'kibaho jobs retry'", len(all), all[0].Job.Title, all[0].Job.ID())
}

func newJobsList() *cobra.Command {
	var f jobsFlags
	cmd := &cobra.Command{
		Use:   "list",
		Short: "The batches and the workers",
		Long: `Print a line for each batch, the latest first, and for each worker. The status is 1 if
two workers have found different results for the same job.`,
		Example: `  kibaho jobs list
  kibaho jobs list --json --nats nats://host:4222`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			h, v, err := f.open(c)
			if err != nil {
				return err
			}
			defer h.close()
			if f.json {
				err = writeJSON(c.OutOrStdout(), jobs.Describe(v))
			} else {
				err = printQueue(c.OutOrStdout(), v)
			}
			if err != nil {
				return err
			}
			return disputed(v)
		},
	}
	f.add(cmd)
	return cmd
}

func printQueue(w io.Writer, v *jobs.View) error {
	for _, b := range v.Batches() {
		s := v.Sum(b)
		fmt.Fprintf(w, "%s  %-28s %s%s\n", b.ID, b.Title, sumLine(s), because(s.Blocked))
	}
	for _, s := range v.Workers() {
		what := string(s.State)
		for _, a := range s.Active {
			what = a.Title
			if a.Total > 0 {
				what += fmt.Sprintf(", %.1f %%", 100*a.Done/a.Total)
			}
			what += fmt.Sprintf(", for %v", time.Since(a.Since).Round(time.Second))
		}
		fmt.Fprintf(w, "worker %s  %s%s; %d done\n", s.Name, what, because(s.Reason), s.Done)
	}
	if len(v.Batches())+len(v.Workers()) == 0 {
		fmt.Fprintln(w, "nothing is in the queue, and no worker is here")
	}
	return nil
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + oneLine(reason)
}

// find returns the jobs that a name means.
func find(v *jobs.View, name string) (*jobs.Batch, []jobs.Row, error) {
	b, rows, ok := v.Find(name)
	if !ok {
		return nil, nil, &kibaho.InputError{What: "job", Text: name, At: -1, Want: "expected the name of one batch or job, or at least three signs of its beginning, as 'kibaho jobs list' and 'show' print it"}
	}
	return b, rows, nil
}

func newJobsShow() *cobra.Command {
	var f jobsFlags
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "The jobs of a batch, or one job with its failures",
		Example: `  kibaho jobs show 4f2a91
  kibaho jobs show 4f2a91 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			h, v, err := f.open(c)
			if err != nil {
				return err
			}
			defer h.close()
			b, rows, err := find(v, args[0])
			if err != nil {
				return err
			}
			out := c.OutOrStdout()
			if f.json {
				list := []jobs.JobView{}
				for _, row := range rows {
					list = append(list, jobs.DescribeJob(row))
				}
				return writeJSON(out, list)
			}
			if b != nil {
				fmt.Fprintf(out, "%s: %s\n%s, by %s\n", b.ID, b.Title, b.Made.Local().Format(time.DateTime), b.By)
				if b.Command != "" {
					fmt.Fprintln(out, b.Command)
				}
				s := v.Sum(b)
				fmt.Fprintf(out, "%s%s\n", sumLine(s), because(s.Blocked))
			}
			for _, row := range rows {
				printJob(out, row, b == nil)
			}
			return nil
		},
	}
	f.add(cmd)
	return cmd
}

func printJob(w io.Writer, row jobs.Row, whole bool) {
	fmt.Fprintf(w, "%s  %-9s %s", row.ID, row.State, row.Title)
	r := row.Record
	switch {
	case row.Active != nil:
		fmt.Fprintf(w, ", on %s for %v", row.Worker, time.Since(row.Active.Since).Round(time.Second))
		if row.Active.Total > 0 {
			fmt.Fprintf(w, ", %.1f %%", 100*row.Active.Done/row.Active.Total)
		}
	case r != nil && r.State == jobs.Done:
		fmt.Fprintf(w, ", %.1f s on %s", r.Ended.Sub(r.Began).Seconds(), r.Worker)
		if r.Result.Says != "" {
			fmt.Fprint(w, ": ", r.Result.Says)
		}
	case r != nil && len(r.Failures) > 0 && !whole:
		fmt.Fprint(w, ": ", oneLine(r.Failures[len(r.Failures)-1].Reason))
	}
	fmt.Fprintln(w)
	if r == nil || !whole {
		return
	}
	for _, f := range r.Failures {
		fmt.Fprintf(w, "  failed %s on %s: %s\n", f.When.Local().Format(time.DateTime), f.Worker, oneLine(f.Reason))
	}
	result := func(worker string, result *jobs.Result) {
		fmt.Fprintf(w, "  result of %s: %s\n", worker, oneLine(string(result.Data)))
		for _, f := range result.Files {
			fmt.Fprintf(w, "    %s  %d bytes  %s\n", f.Hash, f.Size, f.Name)
		}
	}
	if r.Result != nil {
		result(r.Worker, r.Result)
	}
	if r.Other != nil {
		result(r.OtherWorker, r.Other)
	}
}

// newJobsChange makes cancel and retry.
func newJobsChange(what string) *cobra.Command {
	var f jobsFlags
	short, long := "Take jobs out of the queue", "Take the jobs of a batch, or one, out of the queue. Workers drop those that they have;\nwhat is done stays done. The command that asked for them, or retry, puts them back."
	if what == "retry" {
		short, long = "Try jobs again", "Put jobs that failed, were cancelled or are in dispute back into the queue, and try those\nthat are failing at once. A single job is done again even if it is done, as where its\nfiles have been lost or damaged."
	}
	cmd := &cobra.Command{
		Use:     what + " NAME…",
		Short:   short,
		Long:    long,
		Example: "  kibaho jobs " + what + " 4f2a91",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			h, v, err := f.open(c)
			if err != nil {
				return err
			}
			defer h.close()
			var all []jobs.Row
			for _, name := range args {
				_, rows, err := find(v, name)
				if err != nil {
					return err
				}
				all = append(all, rows...)
			}
			n, err := h.queue.Change(c.Context(), all, what == "cancel")
			if err != nil {
				return err
			}
			if f.json {
				return writeJSON(c.OutOrStdout(), map[string]int{"jobs": n})
			}
			done := map[string]string{"cancel": "cancelled", "retry": "put back"}[what]
			_, err = fmt.Fprintf(c.OutOrStdout(), "%d jobs %s\n", n, done)
			return err
		},
	}
	f.add(cmd)
	return cmd
}

func newJobsWatch() *cobra.Command {
	var f jobsFlags
	cmd := &cobra.Command{
		Use:   "watch [NAME]",
		Short: "Look on until all is done",
		Long: `Print how the queue, or one batch, stands, again whenever that changes, until nothing of it
goes on. With --json each time is one line.`,
		Example: `  kibaho jobs watch
  kibaho jobs watch 4f2a91 --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			h, v, err := f.open(c)
			if err != nil {
				return err
			}
			defer h.close()
			id := ""
			if len(args) > 0 {
				b, _, err := find(v, args[0])
				if err != nil {
					return err
				}
				if b == nil {
					return &kibaho.InputError{What: "batch", Text: args[0], At: -1, Want: "expected the name of a batch, not of a job"}
				}
				id = b.ID
			}
			last := ""
			for {
				over := true
				var text strings.Builder
				for _, b := range v.Batches() {
					if id != "" && b.ID != id {
						continue
					}
					s := v.Sum(b)
					over = over && s.Over()
					if id != "" || !s.Over() {
						fmt.Fprintf(&text, "%s  %-28s %s%s\n", b.ID, b.Title, sumLine(s), because(s.Blocked))
					}
				}
				if text.String() != last {
					last = text.String()
					if f.json {
						err = writeJSON(c.OutOrStdout(), jobs.Describe(v))
					} else {
						_, err = fmt.Fprint(c.OutOrStdout(), last)
					}
					if err != nil {
						return err
					}
				}
				if over {
					return disputed(v)
				}
				select {
				case <-c.Context().Done():
					return nil
				case <-time.After(time.Second):
				}
				if err := v.Update(c.Context()); err != nil {
					if c.Context().Err() != nil {
						return nil
					}
					return err
				}
			}
		},
	}
	f.add(cmd)
	return cmd
}
