package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/games"
)

// The exit statuses, fixed for scripts.
const (
	done   = 0
	failed = 1 // a bound was reached, a file could not be written
	wrong  = 2 // the input or the usage is wrong
)

// run is the whole program: it returns the exit status.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := newRoot(needed(args))
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return done
	}
	fmt.Fprintf(errs, "kibaho: %s\n", oneLine(err.Error()))
	return status(err)
}

// ran marks an error that came from a command itself rather than from reading
// its flags and arguments.
type ran struct{ error }

func (r ran) Unwrap() error { return r.error }

// status is the one place that turns an error into an exit status.
func status(err error) int {
	var input *kibaho.InputError
	var refusal *kibaho.Refusal
	var inside ran
	switch {
	case errors.As(err, &input), errors.As(err, &refusal), !errors.As(err, &inside):
		return wrong
	}
	return failed
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

// command is a command and what makes it, with its flags.
type command struct {
	name string
	make func() *cobra.Command
}

// all are the commands, in the order of the help.
var all = []command{
	{"games", newGames},
	{"rules", newRules},
	{"moves", newMoves},
	{"apply", newApply},
	{"perft", newPerft},
	{"playout", newPlayout},
	{"show", newShow},
	{"play", newPlay},
	{"resume", newResume},
	{"engine", newEngine},
	{"bench", newBench},
	{"match", newMatch},
	{"train", newTrain},
	{"analyze", newAnalyze},
	{"serve", newServe},
	{"backup", newBackup},
	{"migrate", newMigrate},
	{"health", newHealth},
	{"tables", newTables},
	{"solve", newSolve},
	{"records", newRecords},
	{"work", newWork},
	{"jobs", newJobs},
}

// needed returns the commands that the arguments can have to do with: where the
// first names a command, this one alone, for making all their flags takes a tenth
// of the start of the program.
func needed(args []string) []command {
	if len(args) == 0 {
		args = []string{"serve"}
	}
	for i, c := range all {
		if c.name == args[0] {
			return all[i : i+1]
		}
	}
	if args[0] == "--version" {
		return nil
	}
	return all
}

// newRoot returns the program with these of its commands.
func newRoot(commands []command) *cobra.Command {
	root := &cobra.Command{
		Use:   "kibaho",
		Short: "The board: Chuba, Igisoro, Fanorona and English draughts",
		Long: `Kibaho ("the board" in Kinyarwanda) plays four traditional games by the exact
rules of their sources: Chuba of the Tsonga (and its African reading, Tschuba),
Igisoro of Rwanda, Fanorona of Madagascar and English draughts.

Without a command it serves the boards to a browser on this machine and prints the
address; 'kibaho play' is the game in the terminal.`,
		Example: `  kibaho                                  play in the browser, on this machine alone
  kibaho play                             choose a game and play in the terminal
  kibaho play igisoro                     play Igisoro against the engine
  kibaho rules fanorona --variant 1886    the rules as the article of 1886 has them
  kibaho moves draughts                   every legal turn of a position
  kibaho perft chuba 4 --threads 2        count the turns to depth 4
  kibaho show fanorona --svg board.svg    a board as a picture`,
		Version:           version(),
		Args:              cobra.NoArgs,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
	}
	root.SetVersionTemplate("kibaho {{.Version}}\n")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fmt.Errorf("%w; see '%s --help'", err, c.CommandPath())
	})
	for _, c := range commands {
		made := c.make()
		markRan(made)
		root.AddCommand(made)
	}
	// What serve does by default is what the program does by default.
	root.RunE = func(c *cobra.Command, _ []string) error {
		serve, _, err := c.Find([]string{"serve"})
		if err != nil {
			return err
		}
		serve.SetContext(c.Context())
		return serve.RunE(serve, nil)
	}
	return root
}

// markRan marks the errors of a command and of those below it as its own.
func markRan(c *cobra.Command) {
	for _, below := range c.Commands() {
		markRan(below)
	}
	inner := c.RunE
	if inner == nil {
		return
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := inner(c, args); err != nil {
			return ran{err}
		}
		return nil
	}
}

// version is the version of the module, or of the commit that was built.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
	}
	return v + " " + info.GoVersion
}

// choice are the flags by which a command is told a game, its options and a position.
type choice struct {
	variant  string
	set      []string
	position string
	json     bool
	threads  int
}

func (c *choice) addSettings(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.variant, "variant", "", "play by this variant (see 'kibaho games')")
	cmd.Flags().StringArrayVar(&c.set, "set", nil, "set an option, OPTION=VALUE; may be repeated")
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON")
	_ = cmd.RegisterFlagCompletionFunc("variant", completeVariant)
	_ = cmd.RegisterFlagCompletionFunc("set", completeSet)
	cmd.ValidArgsFunction = completeGame
}

func (c *choice) add(cmd *cobra.Command) {
	c.addSettings(cmd)
	cmd.Flags().StringVar(&c.position, "position", "", "start from this position instead of the first")
}

func (c *choice) addThreads(cmd *cobra.Command) {
	cmd.Flags().IntVar(&c.threads, "threads", 1, "use so many processor cores (0: all)")
}

// settings returns the game and the settings that the flags choose.
func (c *choice) settings(name string) (games.Game, kibaho.Settings, error) {
	g, err := games.Find(name)
	if err != nil {
		return nil, kibaho.Settings{}, err
	}
	s, err := g.Facts().Settings(c.variant, c.set...)
	return g, s, err
}

// start returns the position that the flags choose.
func (c *choice) start(name string) (games.Position, error) {
	g, s, err := c.settings(name)
	if err != nil {
		return nil, err
	}
	if c.position != "" {
		return g.Read(s, c.position)
	}
	return g.Start(s)
}

func completeGame(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, g := range games.All {
		names = append(names, cobra.CompletionWithDesc(g.Facts().Name, g.Facts().About))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func completeVariant(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, g := range games.All {
		if len(args) > 0 && g.Facts().Name != args[0] {
			continue
		}
		for _, v := range g.Facts().Variants {
			names = append(names, cobra.CompletionWithDesc(v.Name, v.Text))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func completeSet(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, g := range games.All {
		if len(args) > 0 && g.Facts().Name != args[0] {
			continue
		}
		for _, o := range g.Facts().Options {
			for _, v := range o.Values {
				names = append(names, cobra.CompletionWithDesc(o.Name+"="+v.Name, v.Text))
			}
			if len(o.Values) == 0 {
				names = append(names, cobra.CompletionWithDesc(o.Name+"="+o.Default, o.Text))
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
