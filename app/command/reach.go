package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"profstation/ask"
	"profstation/ask/write"
	"profstation/flame"
)

// reach says what some options change: views by their names, each with the formats that it is about
// after a colon; without one it is about all. Words that begin with @ stand for several.
//
// An option that changes nothing is refused: whoever asks a script for µs and gets ms has an error
// that nobody sees.
type reach struct{ options, where string }

// reaches are about views of profiles and their trends, but where a word says otherwise. "functions"
// is a pivot of functions by one label, "lines" a trend of lines; "sides", "graphs" and "tops" are
// both sides beside each other.
var reaches = []reach{
	{"focus ignore show_from tagfocus tagignore", "@profiles @series"},
	{"time", "@profiles @series heatmap"},
	{"hide show prune_from", "@nodes list functions profile @series"},
	{"tagroot tagleaf", "@nodes list functions profile @series"},
	{"tagshow taghide", "labels traces profile:pprof summary graph:@graph graphs:@drawn"},
	{"sample_index", "@nodes list labels pivot functions profile:speedscope,collapsed heatmap @series"},
	{"granularity showcolumns", "@nodes functions"},
	{"noinlines", "@nodes list functions profile @series"},
	{"relative_percentages", "flame:@drawn graph top tree peek list:@shown labels pivot functions traces:@drawn tops heatmap:svg flamechart:@drawn"},
	{"mean", "top graph tree:@shown peek:@shown traces:@shown list:txt labels:txt"},
	{"drop_negative", "top graph tree peek list"},
	{"nodefraction trim", "@headed:@drawn top graph tree functions diff summary graphs tops sides:@drawn"},
	{"nodecount", "@headed:@drawn top graph tree functions graphs tops diff:csv,json"},
	{"edgefraction", "graph tree graphs"},
	{"sort", "top tree peek diff:csv,json summary tops growth lines functions"},
	{"divide_by", "@own:@shown graph:@graph profile"},
	{"unit", "@own:@shown graph:@graph"},

	{"by", "pivot functions @series flame:@drawn flamechart"},
	{"kind line", "@series lines"},
	{"source_path trim_path", "list"},
	{"color", "flame:@drawn flamechart:@drawn"},
	{"root generics", "flame:@drawn sides:@drawn diff:@drawn flamechart:@drawn"},
	{"sort_siblings", "flame diff:@drawn"},
	{"collapse_recursion pivot", "flame sides diff:@drawn"},
	{"call_tree", "graph graphs"},
	{"search", "@own:@drawn graph:@drawn diff:@drawn sides:@drawn graphs:@drawn tops:@drawn"},
	{"width_by", "diff:@drawn"},
	{"noise", "diff sides:@drawn graph:@drawn graphs:@drawn durations"},
	{"from to", "@sheets timeline"},
	{"lanes", "timeline goroutines"},
	{"waits", ""},

	{"theme", "@all:@drawn"},
	{"width", "@pages:@drawn"},
	{"height", "@all:@drawn"},
	{"scale", "@all:png"},
	{"raw", "@all:csv"},
}

// reachSets are what words that begin with @ stand for. Those of series and traces, and @all, are
// the tables of views.
func reachSets() map[string]string {
	list := func(keep func(*write.View) bool) string { return strings.Join(viewNames(keep), " ") }
	sheets := func(v *write.View) bool { return v.Of == ask.OfTrace && v.Name != "timeline" }
	beside := " functions lines sides graphs tops timelines"
	return map[string]string{
		"@profiles": list(ofProfiles) + beside,
		"@series":   list(ofSeries) + " lines",
		"@sheets":   list(sheets),
		"@all":      list(anyView) + beside,
		"@pages":    strings.ReplaceAll(list(anyView)+beside, "graph ", ""),
		"@nodes":    "flame graph top tree peek traces diff summary sides graphs tops flamechart",
		"@own":      "flame top tree peek list labels pivot functions traces heatmap flamechart", // with figures of their own
		"@headed":   "peek list labels pivot traces",                                             // whose heading says how many nodes there are
		"@drawn":    "svg,png",
		"@shown":    "svg,png,txt",
		"@graph":    "svg,png,dot",
	}
}

// places are the views of a reach, each with its formats, none for all.
func (r reach) places() map[string][]string {
	sets, all := reachSets(), map[string][]string{}
	for _, word := range strings.Fields(r.where) {
		views, formats, _ := strings.Cut(word, ":")
		if set, ok := sets[formats]; ok {
			formats = set
		}
		if set, ok := sets[views]; ok {
			views = set
		}
		for _, v := range strings.Fields(views) {
			all[v] = strings.FieldsFunc(formats, func(c rune) bool { return c == ',' })
		}
	}
	return all
}

// refuse returns an error about an option that was given and changes nothing in what is written.
func (e *exporting) refuse(cmd *cobra.Command) (err error) {
	view := e.reachName()
	cmd.Flags().Visit(func(f *pflag.Flag) {
		i := slices.IndexFunc(reaches, func(r reach) bool { return slices.Contains(strings.Fields(r.options), f.Name) })
		if err != nil || i < 0 || f.Value.String() == f.DefValue {
			return
		}
		formats, ok := reaches[i].places()[view]
		switch {
		case ok && (len(formats) == 0 || slices.Contains(formats, e.format)), e.besides(f.Name):
		case ok && len(e.written(formats)) > 0:
			err = usagef("--%s changes nothing in the view %s as .%s, only as %s", f.Name, e.view, e.format, either(e.written(formats)))
		default:
			err = usagef("--%s changes nothing in the view %s%s", f.Name, e.view, reaches[i].instead())
		}
	})
	return err
}

// reachName is the name that the table of reaches has for what is written.
func (e *exporting) reachName() string {
	switch v, _ := e.shown(); {
	case v.Name == "pivot" && len(e.by) == 1:
		return "functions"
	case v.Name == "trend" && e.line != "":
		return "lines"
	default:
		return v.Name
	}
}

// besides reports whether an option has to do with another one that was given.
func (e *exporting) besides(option string) bool {
	frames := e.query.TagRoot+e.query.TagLeaf != ""
	switch option {
	case "from", "to", "lanes":
		return e.fromTrace != ""
	case "waits":
		return e.fromTrace != "" && e.fromTrace != "cpu"
	case "unit":
		return frames // numbers become names of frames
	case "tagshow", "taghide":
		return e.view == "flame" && e.display.Coloring == flame.ByLabel
	}
	return false
}

// written are those of some formats that the view is written in.
func (e *exporting) written(formats []string) []string {
	v, _ := e.shown()
	return slices.DeleteFunc(slices.Clone(formats), func(f string) bool { return v.Format("."+f) == nil })
}

// instead names the views that a reach is about.
func (r reach) instead() string {
	places := r.places()
	names := slices.DeleteFunc(viewNames(anyView), func(v string) bool { _, ok := places[v]; return !ok })
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(": it is for %s", either(names))
}
