package command

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"profstation/ask"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

// escaping is one call of the escapes command.
type escaping struct {
	queryFlags
	sourceFlags
	asJSON bool
}

func newEscapes() *cobra.Command {
	e := &escaping{sourceFlags: sourceFlags{recorded: true}}
	cmd := &cobra.Command{
		Use:   "escapes FILE...",
		Short: "Say why lines allocate on the heap, in the compiler's words",
		Long: "Say why lines allocate on the heap, in the compiler's words: the lines of your code with most bytes, and what\n" +
			"escapes there and how. A line also has the bytes that others' code allocates which it calls, and says in which\n" +
			"function. Of a CPU profile it says where bounds are checked and what is not inlined.\n\n" +
			"For that the go command compiles the packages with the highest figures, of which the code is in modules here.\n" +
			"It uses the release that the profile names, if that is installed. It runs none of the code and no C compiler,\n" +
			"downloads nothing, and writes only into its build cache. Lines whose file has changed since the profile was taken\n" +
			"have a warning.\n" +
			"Several profiles of one kind are added up.",
		Example: "  profstation escapes shop/heap.pprof\n" +
			"  profstation escapes --json --alloc_space shop/heap.pprof",
		Args: args(cobra.MinimumNArgs(1), "a profile, or - for standard input; several are added up"),
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := e.ask(cmd.Flags())
			if err != nil {
				return err
			}
			return e.run(callOf(cmd), args, q)
		},
	}
	s := cmd.Flags()
	s.SortFlags = false
	s.BoolVar(&e.asJSON, "json", false, "one JSON object, with all lines")
	e.registerQuery(cmd)
	e.registerSources(s, "escapes finds")
	readsFiles(cmd)
	return cmd
}

func (e *escaping) run(c *call, files []string, q query.Query) error {
	f, r, err := evaluated(c, files, q, "escapes")
	if err != nil {
		return err
	}
	sources := e.sources(f)
	why, err := new(ask.Compiled).Reasons(c.ctx, r, sources)
	if err != nil {
		return err
	}
	if why.By == "" {
		return fmt.Errorf("%s: %s", f.Name, cmp.Or(why.Note(), "the compiler says nothing of its code"))
	}
	lines, err := why.Lines(c.ctx, r, sources)
	if err != nil {
		return err
	}
	c.say("%s", why.Note())
	doubts := doubtsOf(lines)
	for _, doubt := range doubts[:min(len(doubts), maxDoubts)] {
		c.say("warning: %s", doubt)
	}
	if more := len(doubts) - maxDoubts; more > 0 {
		c.say("warning: the same of %s more: --json has all", units.Plural(more, "file"))
	}
	return output(c, "-", func(w io.Writer) error {
		if e.asJSON {
			return escapesJSON(w, f.Name, r, why, lines)
		}
		return escapesText(w, r, lines)
	})
}

// maxDoubts is how many files are named that may not be what was compiled.
const maxDoubts = 3

// doubtsOf says of each file once why it may not be what was compiled. Notes that do not name the file get its path.
func doubtsOf(lines []ask.ReasonLine) (all []string) {
	noted := map[string]bool{}
	for _, l := range lines {
		if l.Note == "" || noted[l.Path] {
			continue
		}
		noted[l.Path] = true
		doubt := l.Note
		if !strings.Contains(doubt, l.Path) {
			doubt = l.Path + ": " + doubt
		}
		all = append(all, doubt)
	}
	return all
}

// maxEscapes is how many lines the text has, and maxCallees how many functions that one of them calls.
const maxEscapes, maxCallees = 50, 3

func escapesText(to io.Writer, r *query.Result, lines []ask.ReasonLine) error {
	w := bufio.NewWriter(to)
	does, silent := "", "the compiler says nothing of this line"
	if k := r.Profile.Kind; k == model.Heap || k == model.Allocs {
		does, silent = "allocated ", ask.NoReason(lang.English)
	}
	for _, l := range lines[:min(len(lines), maxEscapes)] {
		fmt.Fprintf(w, "%s, flat %s  %s:%d\n", r.WithShare(l.HereValue()), r.Amount(l.FlatValue()), safe.Visible(l.Path), l.Line)
		for _, x := range l.Callees[:min(len(l.Callees), maxCallees)] {
			how := "called"
			if x.Inlined {
				how = "inlined"
			}
			fmt.Fprintf(w, "    %s %sin %s, %s here\n", r.Amount(x.ValueShown()), does, safe.Visible(x.Name), how)
		}
		if more := len(l.Callees) - maxCallees; more > 0 {
			fmt.Fprintf(w, "    and in %s more: --json has all\n", units.Plural(more, "function"))
		}
		if len(l.Reasons) == 0 {
			fmt.Fprintln(w, "    "+silent)
		}
		for _, why := range l.Reasons {
			fmt.Fprintf(w, "    %s\n", why.Text)
			for _, step := range why.Flow {
				fmt.Fprintf(w, "        %s\n", step)
			}
		}
	}
	if more := len(lines) - maxEscapes; more > 0 {
		fmt.Fprintf(w, "and %s more: --json has all\n", units.Plural(more, "line"))
	}
	return w.Flush()
}

// escapesVersion is that of the form: 1 ranked by flat.
const escapesVersion = 2

type jsonEscapes struct {
	Version    int          `json:"profstation_escapes"`
	Profile    string       `json:"profile"`
	SampleType string       `json:"sample_type"`
	Unit       string       `json:"unit"`
	Total      int64        `json:"total"` // shares are of it
	Go         string       `json:"go"`    // the release that compiled
	ProfileGo  string       `json:"profile_go,omitempty"`
	Failed     []string     `json:"not_compiled,omitempty"`
	Lines      []jsonEscape `json:"lines"` // the one with the highest cost first
}

type jsonEscape struct {
	Path    string       `json:"path"` // on this machine
	File    string       `json:"file"` // as the profile names it
	Line    int64        `json:"line"`
	Cost    int64        `json:"cost"` // of the line, with others' code that it calls
	Flat    int64        `json:"flat"`
	Cum     int64        `json:"cum"`
	Percent float64      `json:"cost_percent"`
	Note    string       `json:"note,omitempty"`
	Calls   []jsonCallee `json:"calls,omitempty"` // the functions below which cost is, the one with most first
	Reasons []jsonReason `json:"reasons"`
}

type jsonCallee struct {
	Function string `json:"function"`
	Inlined  bool   `json:"inlined,omitempty"`
	Value    int64  `json:"value"`
}

type jsonReason struct {
	Text string   `json:"text"`
	Flow []string `json:"flow,omitempty"`
}

func escapesJSON(w io.Writer, profile string, r *query.Result, why *ask.Reasons, lines []ask.ReasonLine) error {
	out := jsonEscapes{escapesVersion, profile, r.Type.Type, r.Type.Unit, r.Total, why.By, why.Release, why.Failed, make([]jsonEscape, len(lines))}
	for i, l := range lines {
		x := jsonEscape{Path: l.Path, File: l.File, Line: l.Line, Cost: l.HereValue(), Flat: l.FlatValue(), Cum: l.CumValue(),
			Percent: units.Share(l.HereValue(), r.Total), Note: l.Note, Reasons: []jsonReason{}}
		for _, c := range l.Callees {
			x.Calls = append(x.Calls, jsonCallee{c.Name, c.Inlined, c.ValueShown()})
		}
		for _, reason := range l.Reasons {
			x.Reasons = append(x.Reasons, jsonReason(reason))
		}
		out.Lines[i] = x
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	return e.Encode(out)
}
