package reference

import (
	"cmp"
	"fmt"
	"strconv"

	"profstation/model/query"
)

// PprofFilters are pprof's filters: first those by name, then those by label.
var PprofFilters = []string{
	"focus", "ignore", "hide", "show", "show_from",
	"tagfocus", "tagignore", "tagshow", "taghide", "tagroot", "tagleaf", "prune_from",
}

// PprofSettings returns all options in a query in pprof's words, name=value, with a unit for its texts.
func PprofSettings(q query.Query, unit string) []string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	s := []string{
		"sample_index=" + q.SampleIndex,
		"granularity=" + string(q.Granularity),
		fmt.Sprint("noinlines=", q.NoInlines),
		fmt.Sprint("showcolumns=", q.ShowColumns),
		fmt.Sprint("relative_percentages=", q.RelativePercentages),
		"nodecount=" + strconv.Itoa(q.NodeCount),
		"nodefraction=" + number(q.NodeFraction),
		"edgefraction=" + number(q.EdgeFraction),
		fmt.Sprint("mean=", q.Mean),
		fmt.Sprint("drop_negative=", q.DropNegative),
		"divide_by=" + number(cmp.Or(q.DivideBy, 1)),
		"sort=" + string(q.Sort),
		"unit=" + unit,
	}
	texts := map[string]string{}
	for _, f := range q.Filters() {
		texts[f.Name] = f.Text
	}
	for _, name := range PprofFilters {
		s = append(s, name+"="+texts[name])
	}
	return s
}
