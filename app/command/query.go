package command

import (
	"math"

	"github.com/spf13/cobra"

	"profstation/model"
)

// queryFlags are pprof's options of a report.
type queryFlags struct {
	query       model.Query
	granularity string
	sort        string
	flat, cum   bool
	trim        bool
	as          map[model.Granularity]*bool // pprof's --functions, --files …
	values      map[string]*bool            // pprof's --inuse_space … for --sample_index
	edges       float64                     // for graphs; tables and flame graphs have no edges
	unit        string
}

func (f *queryFlags) register(cmd *cobra.Command) {
	f.query = model.DefaultQuery()
	q, s := &f.query, cmd.Flags()
	s.SortFlags = false
	s.StringVar(&q.SampleIndex, "sample_index", "", "`type` or number of the values to show (default: the profile's)")
	s.StringVar(&f.granularity, "granularity", string(model.Functions), "what a node is: functions, filefunctions, files, lines or addresses")
	f.as = map[model.Granularity]*bool{}
	for _, g := range model.Granularities {
		f.as[g] = s.Bool(string(g), false, "the same as --granularity="+string(g))
	}
	for _, t := range []struct {
		name string
		text *string
		help string
	}{
		{"focus", &q.Focus, "only samples with a node that matches the `regexp`"},
		{"ignore", &q.Ignore, "no samples with a node that matches the `regexp`"},
		{"hide", &q.Hide, "leave out nodes that match the `regexp`"},
		{"show", &q.Show, "only nodes that match the `regexp`"},
		{"show_from", &q.ShowFrom, "only what lies below a node that matches the `regexp`"},
		{"prune_from", &q.PruneFrom, "leave out what lies below the lowest function that matches the `regexp`"},
		{"tagfocus", &q.TagFocus, "only samples with a `label`: key=value,value or a range such as 1kb:10kb"},
		{"tagignore", &q.TagIgnore, "no samples with a `label`"},
		{"tagshow", &q.TagShow, "only labels whose key matches the `regexp`"},
		{"taghide", &q.TagHide, "no labels whose key matches the `regexp`"},
		{"tagroot", &q.TagRoot, "put the values of these label `keys` above the roots"},
		{"tagleaf", &q.TagLeaf, "put the values of these label `keys` below the leaves"},
	} {
		s.StringVar(t.text, t.name, "", t.help)
	}
	s.BoolVar(&q.NoInlines, "noinlines", false, "count inlined calls to their callers")
	s.BoolVar(&q.ShowColumns, "showcolumns", false, "tell columns of a line apart")
	s.BoolVar(&q.RelativePercentages, "relative_percentages", false, "shares of what the filters left, not of all")
	s.BoolVar(&q.Mean, "mean", false, "divide values by those of the first sample type: the mean of one event")
	s.BoolVar(&q.DropNegative, "drop_negative", false, "leave out nodes that have become less")
	s.Float64Var(&q.DivideBy, "divide_by", 1, "divide the values of texts, pictures and .pprof files by a `number`")
	s.IntVar(&q.NodeCount, "nodecount", q.NodeCount, "most rows of a table or nodes of a graph (-1: all rows, 80 nodes)")
	s.Float64Var(&q.NodeFraction, "nodefraction", q.NodeFraction, "leave out rows with a smaller share of the total")
	s.Float64Var(&f.edges, "edgefraction", 0.001, "leave out calls with a smaller share of the total (graphs only)")
	s.BoolVar(&f.trim, "trim", true, "leave small nodes out; --trim=false is --nodecount=0 --nodefraction=0")
	s.StringVar(&f.sort, "sort", string(model.ByFlat), "order of rows: flat or cum")
	s.BoolVar(&f.flat, "flat", false, "the same as --sort=flat")
	s.BoolVar(&f.cum, "cum", false, "the same as --sort=cum")
	s.StringVar(&f.unit, "unit", "minimum", "unit of values in texts and pictures: minimum, auto, ms, MB …")
	f.values = map[string]*bool{}
	for option, name := range valueOptions {
		f.values[option] = s.Bool(option, false, "the same as --sample_index="+name)
		s.MarkHidden(option)
	}
	complete(cmd, "granularity", words(model.Granularities))
	complete(cmd, "sort", []string{string(model.ByFlat), string(model.ByCum)})
	complete(cmd, "unit", []string{"minimum", "auto", "ns", "us", "ms", "s", "hrs", "B", "kB", "MB", "GB"})
	cmd.RegisterFlagCompletionFunc("sample_index", completeTypes)
}

// valueOptions are pprof's short forms of sample_index.
var valueOptions = map[string]string{
	"inuse_space": "inuse_space", "inuse_objects": "inuse_objects",
	"alloc_space": "alloc_space", "alloc_objects": "alloc_objects",
	"total_delay": "delay", "contentions": "contentions",
}

// ask is the query that the options make.
func (f *queryFlags) ask(cmd *cobra.Command) (model.Query, error) {
	q := f.query
	var err error
	if q.Granularity, err = oneOf("granularity", f.granularity, model.Granularities); err != nil {
		return q, err
	}
	for option, given := range f.values {
		if !*given {
			continue
		}
		if q.SampleIndex != "" && q.SampleIndex != valueOptions[option] {
			return q, usagef("one sample type at a time: --%s and another one exclude each other", option)
		}
		q.SampleIndex = valueOptions[option]
	}
	var chosen []string
	if cmd.Flags().Changed("granularity") {
		chosen = append(chosen, "--granularity="+f.granularity)
	}
	for _, g := range model.Granularities {
		if *f.as[g] && !(len(chosen) == 1 && q.Granularity == g) {
			chosen = append(chosen, "--"+string(g))
			q.Granularity = g
		}
	}
	if len(chosen) > 1 {
		return q, usagef("%s and %s exclude each other", chosen[0], chosen[1])
	}
	if q.Sort, err = oneOf("sort", f.sort, []model.Sort{model.ByFlat, model.ByCum}); err != nil {
		return q, err
	}
	switch {
	case f.flat && (f.cum || cmd.Flags().Changed("sort") && q.Sort == model.ByCum),
		f.cum && cmd.Flags().Changed("sort") && q.Sort == model.ByFlat:
		return q, usagef("rows are sorted either by flat or by cum, not by both")
	case f.cum:
		q.Sort = model.ByCum
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"nodefraction", q.NodeFraction}, {"edgefraction", f.edges}} {
		if !(x.value >= 0 && x.value <= 1) {
			return q, usagef("--%s=%v: expected a share from 0 to 1", x.name, x.value)
		}
	}
	q.EdgeFraction = f.edges
	if f.unit != "minimum" {
		q.Unit = f.unit
	}
	switch {
	case !(q.DivideBy > 0) || math.IsInf(q.DivideBy, 1):
		return q, usagef("--divide_by=%v: expected a number above 0", q.DivideBy)
	case q.DivideBy == 1:
		q.DivideBy = 0
	}
	if q.NodeCount < -1 {
		return q, usagef("--nodecount=%d: expected -1 or more", q.NodeCount)
	}
	if !f.trim {
		q = q.Whole()
	}
	return q, nil
}

// oneOf finds the value that was given for an option among those there are.
func oneOf[T ~string](option, given string, all []T) (T, error) {
	for _, t := range all {
		if string(t) == given {
			return t, nil
		}
	}
	return "", usagef("--%s=%q: expected %s", option, given, either(words(all)))
}

func words[T ~string](all []T) []string {
	s := make([]string, len(all))
	for i, t := range all {
		s[i] = string(t)
	}
	return s
}

// either lists words with "or" before the last.
func either(words []string) string {
	s := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			s += " or "
		default:
			s += ", "
		}
		s += w
	}
	return s
}
