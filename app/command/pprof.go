package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"profstation/ask"
	"profstation/origin"
)

// pprofReport is a go tool pprof option that chooses a report, and what replaces it here.
type pprofReport struct {
	name, view, format string
	stream             bool // it goes to standard output if no file is named
	of                 bool // its value is a regular expression that names the functions to show
}

var pprofReports = []pprofReport{
	{name: "top", view: "top", format: "txt", stream: true},
	{name: "text", view: "top", format: "txt", stream: true},
	{name: "tree", view: "tree", format: "txt", stream: true},
	{name: "peek", view: "peek", format: "txt", stream: true, of: true},
	{name: "list", view: "list", format: "txt", stream: true, of: true},
	{name: "weblist", view: "weblist", format: "txt", stream: true, of: true},
	{name: "disasm", view: "disasm", format: "txt", stream: true, of: true},
	{name: "traces", view: "traces", format: "txt", stream: true},
	{name: "tags", view: "labels", format: "txt", stream: true},
	{name: "dot", view: "graph", format: "dot", stream: true},
	{name: "svg", view: "graph", format: "svg"},
	{name: "png", view: "graph", format: "png"},
	{name: "proto", view: "profile", format: "pprof"},
	{name: "topproto", view: "topproto", format: "pprof"},
	{name: "callgrind", view: "callgrind", format: "txt", stream: true},
	{name: "comments", view: "comments", format: "txt", stream: true},
}

// rawReport is the report whose name is also an option of its own: --raw.
var rawReport = pprofReport{name: "raw", view: "raw", format: "txt", stream: true}

// pprofElsewhere says what replaces each of go tool pprof's other options.
var pprofElsewhere = func() map[string]string {
	all := map[string]string{}
	for _, x := range []struct{ options, instead string }{
		{"http no_browser web eog evince gv", "profstation FILE opens a window instead of a browser"},
		{"gif pdf ps", "profstation export writes graphs with --svg, --png and --dot"},
		{"kcachegrind", "profstation export --callgrind writes a file for KCachegrind"},
	} {
		for _, name := range strings.Fields(x.options) {
			all[name] = x.instead
		}
	}
	return all
}()

// pprofIdle names pprof's options that change nothing here: what they ask for is so anyway, or nobody needs it. They
// are accepted, so that a script may have one set of options for all views.
var pprofIdle = struct{ switches, texts []string }{
	switches: []string{"compact_labels", "intel_syntax"},
	texts:    []string{"symbolize", "buildid", "tools"},
}

// pprofTLS names pprof's options for connections, which mean something with an address only.
var pprofTLS = []string{"tls_cert", "tls_key", "tls_ca"}

// registerIdle adds the options that change nothing.
func registerIdle(cmd *cobra.Command) {
	s := cmd.Flags()
	const usage = "accepted as in go tool pprof; it changes nothing here"
	for _, name := range pprofIdle.switches {
		s.Bool(name, false, usage)
	}
	for _, name := range pprofIdle.texts {
		s.String(name, "", usage)
	}
	for _, name := range pprofTLS {
		s.String(name, "", "accepted as in go tool pprof with files; servers are asked with the system's certificates")
	}
}

// checkTLS refuses certificates of the user where a server is asked: they would not be sent.
func checkTLS(s *pflag.FlagSet, files []string) error {
	remote := slices.ContainsFunc(files, func(f string) bool { return origin.Ref(withScheme(f)).Remote() })
	for _, name := range pprofTLS {
		if remote && s.Changed(name) {
			return usagef("--%s: servers are asked with the system's certificates; omit the option", name)
		}
	}
	return nil
}

// reportFlags are pprof's options for reports, with the values that were given.
type reportFlags struct {
	given     map[string]*pflag.Flag
	functions string // which functions peek, list, weblist and disasm cover; "": those that focus names
}

func (r *reportFlags) registerReports(cmd *cobra.Command) {
	r.given = map[string]*pflag.Flag{}
	s := cmd.Flags()
	for _, p := range pprofReports {
		same := "the same as --view=" + p.view + " --format=" + p.format
		if p.stream {
			same += " -o -"
		}
		if p.of {
			s.String(p.name, "", same+", of functions that match the `regexp`; --focus filters besides")
		} else {
			s.Bool(p.name, false, same)
		}
		r.given[p.name] = s.Lookup(p.name)
	}
}

// reportInstead says how the report of go tool pprof with that name is had here; "" if there is none.
func reportInstead(name string) string {
	for _, p := range append(pprofReports[:len(pprofReports):len(pprofReports)], rawReport) {
		switch {
		case p.name != name:
		case p.of:
			return "profstation export --" + name + "=REGEXP FILE writes that report"
		case p.stream:
			return "profstation export --" + name + " FILE writes that report"
		default:
			return "profstation export --" + name + " -o OUT FILE writes that report"
		}
	}
	return pprofElsewhere[name]
}

// chooseReport sets the options for the view, the format and the output to what a pprof report
// stands for. It fails if they ask for something else.
func (e *exporting) chooseReport() error {
	var chosen *pprofReport
	for i := range pprofReports {
		p := &pprofReports[i]
		value := e.given[p.name].Value.String()
		switch {
		case value == "" || !p.of && value == "false":
			continue
		case chosen != nil:
			return usagef("one report at a time: --%s and --%s exclude each other", chosen.name, p.name)
		case e.view != "" && e.view != p.view:
			return usagef("--%s is the view %s: --view=%s and it exclude each other", p.name, p.view, e.view)
		case e.format != "" && e.format != p.format:
			return usagef("--%s is the format %s: --format=%s and it exclude each other", p.name, p.format, e.format)
		}
		chosen = p
		if p.of {
			if _, err := compile(p.name, value); err != nil {
				return err
			}
			e.functions = value
		}
	}
	if chosen == nil && e.look.Raw && e.view == "" && (e.format == "" || e.format == rawReport.format) && !strings.HasSuffix(e.out, ask.CSV) {
		chosen, e.look.Raw = &rawReport, false
	}
	if chosen == nil {
		return nil
	}
	e.view, e.format = chosen.view, chosen.format
	if e.out == "" && chosen.stream {
		e.out = "-"
	}
	return nil
}

// longOptions adds a second dash to long options that have one, as in pprof. What follows an option
// is its value, and what follows "--" is a file, whatever it looks like.
func longOptions(root *cobra.Command, args []string) []string {
	cmd, _, err := root.Find(args)
	if err != nil || cmd.DisableFlagParsing || len(args) > 0 && strings.HasPrefix(args[0], "__") { // the shell completes what is typed
		return args
	}
	cmd.InitDefaultHelpFlag() // otherwise -help would be -h and more
	all := slices.Clone(args)
	for i := 0; i < len(all) && all[i] != "--"; i++ {
		word, ok := strings.CutPrefix(all[i], "-")
		if !ok || word == "" {
			continue
		}
		name, _, whole := strings.Cut(strings.TrimPrefix(word, "-"), "=")
		flag := cmd.Flags().Lookup(name)
		switch {
		case word[0] == '-':
		case len(name) > 1 && (flag != nil || isPprofs(name)):
			all[i] = "-" + all[i]
		case len(name) == 1:
			flag = cmd.Flags().ShorthandLookup(name)
		}
		if flag != nil && !whole && flag.NoOptDefVal == "" {
			i++
		}
	}
	return all
}

// isPprofs reports whether pprof has an option with that name.
func isPprofs(name string) bool {
	name = string(normalise(nil, name))
	_, elsewhere := pprofElsewhere[name]
	return elsewhere || slices.ContainsFunc(pprofReports, func(p pprofReport) bool { return p.name == name })
}

// insteadOf says what replaces an option that a command does not have; "" if pprof does not have it either.
func insteadOf(cmd *cobra.Command, name string) string {
	name = string(normalise(nil, name))
	if instead, ok := pprofElsewhere[name]; ok {
		return instead
	}
	export, _, err := cmd.Root().Find([]string{"export"})
	if err != nil || export == cmd || export.Flags().Lookup(name) == nil {
		return ""
	}
	return "it is an option of profstation export"
}

// ofFunctions reports whether a view covers the functions that focus names, and fails without them.
func ofFunctions(view string) bool {
	return slices.ContainsFunc(pprofReports, func(p pprofReport) bool { return p.of && p.view == view })
}
