package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/text/language"

	"profstation/ask/write"
	"profstation/assets"
	"profstation/disk"
	"profstation/graph/graphviz"
	"profstation/graph/layout"
	"profstation/loader/sandbox"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/origin"
	"profstation/origin/link"
	"profstation/scene"
)

// Exit statuses.
const (
	exitOK          = 0
	exitFailed      = 1   // something could not be read or written
	exitUsage       = 2   // the command line or a query cannot be understood
	exitInterrupted = 130 // by Ctrl+C, as shells count it: 128 + SIGINT
)

func init() {
	// A double click in Windows' Explorer is the common way to open a window.
	cobra.MousetrapHelpText = ""
}

// Start is what a window is asked to open.
type Start struct {
	Files     []string // files, folders and URLs, as they were written
	NewWindow bool     // a separate window, even if the program runs already
	Base, New []string // the recordings in a comparison, several on each side for groups; nil without a comparison
	Mode      compare.Mode
	Pairs     bool   // the recordings are compared in pairs
	Split     string // which parts of the recordings are compared, as for [labels.ParseParts]; "": all of each
	Source    string // a source file: nothing is opened, but its Line is shown in the window that runs; "": none
	Line      int64
	Say       func(text string) error `json:"-"` // writes what the window says of the line
}

// New makes the root command, which opens a window on its arguments, and all others below it.
func New(window func(context.Context, Start) error) *cobra.Command {
	var alone bool
	var base, diffBase string
	root := &cobra.Command{
		Use:   "profstation [FILE|DIR|URL]...",
		Short: "View profiles and execution traces of Go programs",
		Long: "Without a command, profstation opens its window on the given files and folders.\n" +
			"Options are named as in go tool pprof; dashes may replace underscores.",
		Version:       Version(),
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			args, err := handed(args)
			if err != nil {
				return err
			}
			if err := mistypedCommand(cmd, args); err != nil {
				return err
			}
			if base+diffBase == "" {
				all, fetched, err := fromPprof(cmd.Context(), args)
				if err != nil {
					return err
				}
				return orSaid(callOf(cmd), fetched, func() error {
					return window(cmd.Context(), Start{Files: all, NewWindow: alone})
				})
			}
			start, err := againstBase(base, diffBase, args)
			if err != nil {
				return err
			}
			start.NewWindow = alone
			return window(cmd.Context(), start)
		},
	}
	root.Flags().BoolVar(&alone, "new_window", false, "open a new window even if profstation is already running")
	root.Flags().StringVar(&base, "base", "", "open a comparison with this `file`; percentages in call graphs are of the difference")
	root.Flags().StringVar(&diffBase, "diff_base", "", "open a comparison with this `file`; percentages in call graphs are of this base")
	root.SetVersionTemplate("profstation {{.Version}}\n")
	root.SetGlobalNormalizationFunc(normalise)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newInfo(), newExport(), newReport(), newCompare(window), newPprof(window), newSource(window), newAnnotate(), newFindings(), newEscapes(), newMemory(), &cobra.Command{
		// The program starts itself with this command, to lay out call graphs; nobody else should.
		Use:    layout.Subcommand,
		Short:  "Lay out one graph for another process of this program",
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE:   func(cmd *cobra.Command, _ []string) error { return graphviz.Serve(cmd.InOrStdin(), cmd.OutOrStdout()) },
	}, &cobra.Command{
		Use:    sandbox.Subcommand,
		Short:  "Load files for another process of this program",
		Args:   cobra.RangeArgs(1, 2),
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := speak(args[1:]); err != nil {
				return err
			}
			collectSoon()
			return sandbox.Serve(args[0], cmd.InOrStdin(), cmd.OutOrStdout())
		},
	})
	return root
}

// handed replaces the addresses of files, as desktops and file managers write them, by what they stand for.
func handed(args []string) (all []string, err error) {
	for _, arg := range args {
		to, err := link.Handed(arg)
		if err != nil {
			return nil, usagef("%s: %v", safe.Text(string(origin.Ref(arg).Public())), err)
		}
		all = append(all, to)
	}
	return all, nil
}

// speak takes the language from the window whose files are loaded, because its user gets the messages about them.
func speak(tag []string) error {
	if len(tag) == 0 || tag[0] == language.English.String() {
		return nil
	}
	data, err := assets.Translations.ReadFile("translations/" + tag[0] + ".json")
	if err != nil {
		return err
	}
	c, err := lang.Read(language.Make(tag[0]), data)
	lang.Use(c)
	return err
}

// normalise gives each option a single spelling: pprof's.
func normalise(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	name = strings.ReplaceAll(name, "-", "_")
	if name == "si" {
		name = "sample_index"
	}
	return pflag.NormalizedName(name)
}

// Version returns the program's version and Go's, and the commit if the go command recorded it.
func Version() string {
	v := assets.Version
	info, _ := debug.ReadBuildInfo()
	if info != nil {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v += " (" + s.Value[:min(12, len(s.Value))] + ")"
			}
		}
	}
	return v + " " + runtime.Version()
}

// Main runs the program's command line, writes an error as one line and returns the exit status.
// After that, no more files are written. dropBallast is called if a command stays, or has little memory; the window does
// so itself.
func Main(window func(context.Context, Start) error, dropBallast func()) int {
	collectSoon = dropBallast
	boundMemory()
	scene.UseSystemFonts()
	ctx, i := interruptible()
	defer disk.Abandon() // a window may close while an export is written
	return executeOn(ctx, os.Stdout, os.Stderr, New(func(ctx context.Context, s Start) error {
		i.orderly.Store(true) // Fyne closes the window on Ctrl+C, which saves the session
		return window(ctx, s)
	}), os.Args[1:])
}

// executeOn runs a command line on two outputs, which may be terminals.
func executeOn(ctx context.Context, stdout, stderr *os.File, root *cobra.Command, args []string) int {
	out, errs := write.OnTerminal(stdout), write.OnTerminal(stderr)
	defer closeTerminals(out, errs)
	root.SetOut(out)
	root.SetErr(errs)
	log.SetOutput(errs) // what libraries have to say
	return Execute(ctx, root, args)
}

// closeTerminals writes the last bytes from output that ended within a character.
func closeTerminals(all ...io.Writer) {
	for _, w := range all {
		if t, ok := w.(*write.Terminal); ok {
			t.Close()
		}
	}
}

// Execute runs a command line, writes what is wrong to root's error output, and returns the exit status.
func Execute(ctx context.Context, root *cobra.Command, args []string) int {
	root.SetArgs(longOptions(root, args))
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitOK
	}
	var usage *usageError
	var query *query.Error
	switch {
	case errors.Is(err, errReported):
		return exitFailed
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return exitInterrupted
	case errors.As(err, &usage), errors.As(err, &query):
		callOf(cmd).say("%s (see %s --help)", err, cmd.CommandPath())
		return exitUsage
	}
	callOf(cmd).say("%s", err)
	return exitFailed
}

// errReported is a failure that standard error has already reported.
var errReported = errors.New("some files could not be opened")

// usageError is a command line that cannot be understood.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// flagError explains what pflag found. It also explains pprof options that a command does not have.
func flagError(cmd *cobra.Command, err error) error {
	if !cmd.HasParent() {
		if err := mistypedCommand(cmd, cmd.Flags().Args()); err != nil {
			return err
		}
	}
	if usage := new(usageError); errors.As(err, &usage) {
		return usage // for a choice
	}
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var without *pflag.ValueRequiredError
	switch {
	case errors.As(err, &invalid):
		return usagef("--%s needs %s, not %q", invalid.GetFlag().Name, wanted(invalid.GetFlag()), invalid.GetValue())
	case errors.As(err, &without):
		return usagef("--%s needs %s after it", without.GetFlag().Name, wanted(without.GetFlag()))
	case errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "":
		name := missing.GetSpecifiedName()
		if instead := insteadOf(cmd, name); instead != "" {
			return usagef("%v: %s", err, instead)
		}
		return usagef("%s", meant(err.Error(), string(normalise(nil, name)), "--", flagNames(cmd)))
	case errors.As(err, &missing): // one dash before a long name
		word, _, _ := strings.Cut(missing.GetSpecifiedShortnames(), "=")
		if w := near(string(normalise(nil, word)), flagNames(cmd)); len(word) > 2 && w != "" {
			return usagef("unknown flag: -%s: did you mean --%s?", word, w)
		}
	}
	return &usageError{err.Error()}
}

// args turns cobra's complaints about arguments into usage errors.
func args(check cobra.PositionalArgs, want string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) != nil {
			return usagef("found %s, expected %s", units.Plural(len(args), "file"), want)
		}
		return nil
	}
}

// maxSaid is the maximum length of an error line, in bytes: some list all options.
const maxSaid = 4000
