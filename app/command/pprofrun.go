package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"profstation/disk"
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/origin"
	"profstation/origin/link"
)

func newPprof(window func(context.Context, Start) error) *cobra.Command {
	return &cobra.Command{
		Use:   "pprof [OPTION]... [BINARY] SOURCE...",
		Short: "Open the window on what go tool pprof fetches",
		Long: "Pprof takes the arguments of go tool pprof and leaves fetching, symbolizing and\n" +
			"subtracting to it: a binary, files, addresses, -seconds, -base, -diff_base, -symbolize,\n" +
			"-buildid, -tls_cert … The result opens in the window, with the filters, the sample type\n" +
			"and the granularity that the options ask for. It is kept in the user's cache, or in the\n" +
			"file that -output names. It needs Go.",
		Example:            "  profstation pprof -seconds 5 ./server http://localhost:6060/debug/pprof/profile\n  profstation pprof -sample_index=alloc_space -diff_base old.pprof new.pprof",
		DisableFlagParsing: true, // the options are pprof's
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			if !strings.HasPrefix(typed, "-") {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return pprofOptions(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.ContainsFunc(args, func(a string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, a) }) {
				return cmd.Help()
			}
			r, err := pprofRunOf(args)
			if err != nil {
				return err
			}
			c := callOf(cmd)
			path, err := r.run(c)
			if err != nil {
				return err
			}
			to := link.Link{Ref: origin.Parse(path), Place: r.place}.String()
			return orSaid(c, []string{to}, func() error {
				return window(cmd.Context(), Start{Files: []string{to}, NewWindow: r.alone})
			})
		},
	}
}

// pprofRun is one run of go tool pprof that writes a profile.
type pprofRun struct {
	args    []string // its options, without those that choose what is shown of the profile
	sources []string // a binary may be the first
	output  string   // where the profile goes; "": the user's cache
	alone   bool     // the window is a new one
	place   link.Place
}

// Options of go tool pprof that matter to its run and not to what is shown. The others that have a value in a word of
// their own are options of a query.
var (
	pprofFetches = []string{"symbolize", "buildid", "base", "diff_base", "tools", "add_comment", "timeout", fetchSeconds, "source_path", "trim_path"}
	// pprofPictures choose how pprof draws.
	pprofPictures = []string{"call_tree", "compact_labels", "intel_syntax", "no_browser"}
)

// pprofRunOf reads a command line as pprof does: its options end at the first word that is none.
func pprofRunOf(args []string) (r pprofRun, err error) {
	given := map[string]string{}
	for len(args) > 0 {
		word := args[0]
		if word == "--" {
			args = args[1:]
			break
		}
		if len(word) < 2 || word[0] != '-' {
			break
		}
		args = args[1:]
		typed, value, whole := strings.Cut(strings.TrimPrefix(word[1:], "-"), "=")
		name := string(normalise(nil, typed))
		valued := name == "http" || name == "output" || slices.Contains(pprofFetches, name) || slices.Contains(pprofTLS, name) || takesValue(name)
		if valued && !whole {
			if len(args) == 0 {
				return r, usagef("-%s needs a value after it", typed)
			}
			value, args = args[0], args[1:]
		}
		switch {
		case name == "http":
		case name == "output":
			r.output = value
		case name == "new_window":
			r.alone = value != "false"
		case slices.Contains(pprofFetches, name), slices.Contains(pprofTLS, name):
			r.args = append(r.args, "-"+name+"="+value)
		case slices.Contains(pprofPictures, name):
		case name == "trim", query.OptionNamed(name).Name != "":
			if err := checkOption(name, cmp.Or(value, "true")); err != nil {
				return r, err
			}
			given[name] = cmp.Or(value, "true")
		case slices.ContainsFunc(pprofReports, func(p pprofReport) bool { return p.name == name }), name == rawReport.name, pprofElsewhere[name] != "":
			return r, usagef("-%s is a report: profstation pprof opens the window, profstation export and go tool pprof write reports", typed)
		default:
			forms := shortForms()
			if i := slices.IndexFunc(forms, func(f *short) bool { return f.name == name }); i >= 0 {
				given[forms[i].of] = forms[i].value
				if name == meanDelay {
					given["mean"] = "true"
				}
				continue
			}
			r.args = append(r.args, word) // a switch, or pprof says what is wrong with it
		}
	}
	if r.sources = args; len(args) == 0 {
		return r, usagef("found no file and no address, expected [BINARY] SOURCE... as for go tool pprof")
	}
	if of := given["sample_index"]; of != "" { // pprof says which there are, and writes the same profile with each
		r.args = append(r.args, "-sample_index="+of)
	}
	r.place = placeOf(given)
	return r, nil
}

// pprofOptions returns the options for a run, with a dash.
func pprofOptions() []string {
	all := slices.Concat([]string{"output", "trim", "normalize", "new_window"}, pprofFetches, pprofTLS)
	for _, o := range query.Options {
		all = append(all, o.Name)
	}
	for _, f := range shortForms() {
		all = append(all, f.name)
	}
	return lists.Map(all, func(name string) string { return "-" + name })
}

// takesValue reports whether an option's value may stand in a word of its own.
func takesValue(name string) bool {
	o := query.OptionNamed(name)
	return o.Name != "" && o.Kind != query.SwitchOption
}

// checkOption fails if pprof would not take a value for an option of a query.
func checkOption(name, value string) error {
	if name == "trim" || query.OptionNamed(name).Kind == query.SwitchOption {
		if _, err := asSwitch(value); err != nil {
			return usagef("-%s=%s: expected true or false", name, value)
		}
		return nil
	}
	q, o := query.Default(), query.OptionNamed(name)
	err := o.Set(&q, value)
	if err == nil && o.IsFilter() {
		err = query.CheckFilter(name, value)
	}
	if err != nil {
		return usagef("-%s=%s: %v", name, value, err)
	}
	return nil
}

// run runs pprof, which says on standard error how far it is, and returns the file that it has written.
func (r *pprofRun) run(c *call) (path string, err error) {
	if r.output != "" {
		return r.output, r.write(c, r.output)
	}
	files, err := keptFiles()
	if err != nil {
		return "", err
	}
	return files.add(c.ctx, func(d *disk.Draft) (string, error) {
		return keptName(r.name()), r.write(c, d.Name())
	})
}

// name names the profile after the last source, and says how many more there are.
func (r *pprofRun) name() string {
	last := origin.Ref(withScheme(r.sources[len(r.sources)-1]))
	name := last.Title()
	for _, ending := range []string{".gz", ".pb", ".pprof"} {
		name = strings.TrimSuffix(name, ending)
	}
	if others := len(r.sources) - 1; others > 1 {
		name += " +" + strconv.Itoa(others)
	}
	return name
}

// write makes pprof write the profile to a file.
func (r *pprofRun) write(c *call, path string) error {
	pprof, err := pprofProgram(c)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(c.ctx, pprof, slices.Concat([]string{"-proto", "-output=" + path}, r.args, r.sources)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.in, c.errs, c.errs
	err = cmd.Run()
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return fmt.Errorf("go tool pprof has written no profile: %v", exit)
	}
	return err
}

// pprofProgram finds the program that `go tool pprof` runs. Started by itself, it is one process, which ends when it is
// told to.
func pprofProgram(c *call) (string, error) {
	goCommand, err := exec.LookPath("go")
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("there is no go command: go tool pprof comes with Go, see https://go.dev/dl/")
	}
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(c.ctx, goCommand, "tool", "-n", "pprof") // builds it the first time
	cmd.Stderr = c.errs
	out, err := cmd.Output()
	if c.ctx.Err() != nil {
		return "", c.ctx.Err()
	}
	path := strings.TrimSpace(string(out))
	if err != nil || !filepath.IsAbs(path) {
		return "", fmt.Errorf("go tool pprof was not found: %v", cmp.Or(err, error(os.ErrNotExist)))
	}
	return path, nil
}
