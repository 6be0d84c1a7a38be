package model

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// OptionKind is the kind of value of an [Option].
type OptionKind int

// The kinds of options. Those from NameFilter on are filters: each is a text,
// and an empty one does nothing.
const (
	TextOption   OptionKind = iota
	ChoiceOption            // one of its choices
	SwitchOption            // on or off
	CountOption             // a whole number from −1
	ShareOption             // a number from 0 to 1
	NumberOption            // a number above 0

	NameFilter  // a regular expression on names of functions, files and mappings
	PruneFilter // one on names of functions up to their first parenthesis
	LabelFilter // key=value or a range, one a line
	KeyFilter   // a regular expression on keys of labels
	KeyList     // keys of labels, separated by commas
)

// Option describes one field of a [Query].
type Option struct {
	Name    string // pprof's
	Kind    OptionKind
	Choices []string // of a choice: all; of a text: proposals
	Usual   string   // the value that the zero value stands for, "" if for itself
	Usage   string   // on the command line; the word for its argument stands in backquotes
	Hint    string   // a few words beside its name
	About   string   // a sentence or two
	Chip    string   // the text that a window always shows while it is in force; %s is its value
	Phrase  string   // its words in a caption; %s is its value

	inverse string // the filter that leaves out what this one leaves
	field   func(*Query) any
}

// Options has a row for each field of [Query], in the order in which pprof reports filters. All
// that asks, keeps, completes or describes queries goes by it.
var Options = []Option{
	{
		Name: "focus", Kind: NameFilter, inverse: "ignore", field: func(q *Query) any { return &q.Focus },
		Usage:  "only samples with a node that matches the `regexp`",
		Hint:   "function or file in the stack",
		About:  "Only stacks with a function or file that matches this regular expression.",
		Phrase: "only samples with a node that matches %s",
	},
	{
		Name: "ignore", Kind: NameFilter, inverse: "focus", field: func(q *Query) any { return &q.Ignore },
		Usage:  "no samples with a node that matches the `regexp`",
		Hint:   "leave out stacks with it",
		About:  "Without stacks that have a function or file that matches this regular expression.",
		Phrase: "no samples with a node that matches %s",
	},
	{
		Name: "hide", Kind: NameFilter, inverse: "show", field: func(q *Query) any { return &q.Hide },
		Usage:  "leave out nodes that match the `regexp`",
		Hint:   "leave out frames that match",
		About:  "Without frames that match; what was spent there counts to their callers.",
		Phrase: "without nodes that match %s",
	},
	{
		Name: "show", Kind: NameFilter, inverse: "hide", field: func(q *Query) any { return &q.Show },
		Usage:  "only nodes that match the `regexp`",
		Hint:   "only frames that match",
		About:  "Only frames that match; their stacks stay.",
		Phrase: "only nodes that match %s",
	},
	{
		Name: "show_from", Kind: NameFilter, field: func(q *Query) any { return &q.ShowFrom },
		Usage:  "only what lies below a node that matches the `regexp`",
		Hint:   "drop frames above the highest match",
		About:  "Without the frames above the highest that matches, and without stacks that have none.",
		Phrase: "only what lies below a node that matches %s",
	},
	{
		Name: "prune_from", Kind: PruneFilter, field: func(q *Query) any { return &q.PruneFrom },
		Usage:  "leave out what lies below the lowest function that matches the `regexp`",
		Hint:   "drop frames below the match",
		About:  "Without the frames below the one that matches.",
		Phrase: "without what lies below a node that matches %s",
	},
	{
		Name: "tagfocus", Kind: LabelFilter, inverse: "tagignore", field: func(q *Query) any { return &q.TagFocus },
		Usage:  "only samples with a `label`: key=value,value or a range such as 1kb:10kb",
		Hint:   "key=value, or 1kb:10kb",
		About:  "Only samples with such a label: key=value, or a range such as 1kb:10kb.",
		Phrase: "only samples with the label %s",
	},
	{
		Name: "tagignore", Kind: LabelFilter, inverse: "tagfocus", field: func(q *Query) any { return &q.TagIgnore },
		Usage:  "no samples with a `label`",
		Hint:   "key=value, or 1kb:10kb",
		About:  "Without samples with such a label: key=value, or a range such as 1kb:10kb.",
		Phrase: "no samples with the label %s",
	},
	{
		Name: "tagshow", Kind: KeyFilter, inverse: "taghide", field: func(q *Query) any { return &q.TagShow },
		Usage:  "only labels whose key matches the `regexp`",
		Hint:   "keys of labels to keep",
		About:  "Only labels whose key matches; the samples stay.",
		Phrase: "only labels whose key matches %s",
	},
	{
		Name: "taghide", Kind: KeyFilter, inverse: "tagshow", field: func(q *Query) any { return &q.TagHide },
		Usage:  "no labels whose key matches the `regexp`",
		Hint:   "keys of labels to drop",
		About:  "Without labels whose key matches; the samples stay.",
		Phrase: "without labels whose key matches %s",
	},
	{
		Name: "tagroot", Kind: KeyList, field: func(q *Query) any { return &q.TagRoot },
		Usage:  "put the values of these label `keys` above the roots",
		Hint:   "keys to put at the root",
		About:  "Puts the values of these labels above the roots of the stacks.",
		Phrase: "the values of the labels %s above the roots",
	},
	{
		Name: "tagleaf", Kind: KeyList, field: func(q *Query) any { return &q.TagLeaf },
		Usage:  "put the values of these label `keys` below the leaves",
		Hint:   "keys to put at the leaves",
		About:  "Puts the values of these labels below the leaves of the stacks.",
		Phrase: "the values of the labels %s below the leaves",
	},
	{
		Name: "sample_index", Kind: TextOption, field: func(q *Query) any { return &q.SampleIndex },
		Usage: "`type` or number of the values to show (default: the profile's)",
	},
	{
		Name: "granularity", Kind: ChoiceOption, Choices: words(Granularities), Usual: string(Functions),
		field:  func(q *Query) any { return (*string)(&q.Granularity) },
		Usage:  "what a node is: functions, filefunctions, files, lines or addresses",
		About:  "What one node stands for: a function, a file, a line, an address.",
		Chip:   "by %s",
		Phrase: "by %s",
	},
	{
		Name: "sort", Kind: ChoiceOption, Choices: []string{string(ByFlat), string(ByCum)}, Usual: string(ByFlat),
		field: func(q *Query) any { return (*string)(&q.Sort) },
		Usage: "order of rows: flat or cum",
		About: "The order of the rows of Top.",
	},
	{
		Name: "noinlines", Kind: SwitchOption, field: func(q *Query) any { return &q.NoInlines },
		Usage:  "count inlined calls to their callers",
		Hint:   "calls into their callers",
		About:  "Inlined calls count to those who call them.",
		Chip:   "noinlines",
		Phrase: "inlined calls counted to their callers",
	},
	{
		Name: "showcolumns", Kind: SwitchOption, field: func(q *Query) any { return &q.ShowColumns },
		Usage:  "tell columns of a line apart",
		Hint:   "columns of lines",
		About:  "Lines are told apart by their columns.",
		Chip:   "showcolumns",
		Phrase: "a node for each column of a line",
	},
	{
		Name: "relative_percentages", Kind: SwitchOption, field: func(q *Query) any { return &q.RelativePercentages },
		Usage:  "shares of what the filters left, not of all",
		Hint:   "of what is left",
		About:  "Shares are of what the filters leave, not of all that was recorded.",
		Chip:   "shares of what is left",
		Phrase: "shares are of what the filters leave",
	},
	{
		Name: "mean", Kind: SwitchOption, field: func(q *Query) any { return &q.Mean },
		Usage:  "divide values by those of the first sample type: the mean of one event",
		Hint:   "per event of the first type",
		About:  "Values are divided by those of the first sample type: what one event costs on average.",
		Chip:   "mean",
		Phrase: "values are means per event of the first sample type",
	},
	{
		Name: "drop_negative", Kind: SwitchOption, field: func(q *Query) any { return &q.DropNegative },
		Usage:  "leave out nodes that have become less",
		Hint:   "not what became less",
		About:  "Rows that became less are left out.",
		Chip:   "drop_negative",
		Phrase: "without nodes that became less",
	},
	{
		Name: "nodecount", Kind: CountOption, field: func(q *Query) any { return &q.NodeCount },
		Usage: "most rows of a table or nodes of a graph (-1: all rows, 80 nodes)",
		About: "How many nodes the call graph has at most: the heaviest.",
	},
	{
		Name: "nodefraction", Kind: ShareOption, field: func(q *Query) any { return &q.NodeFraction },
		Usage: "leave out rows with a smaller share of the total",
		About: "Functions whose cum is a smaller share of the total are left out of the call graph.",
	},
	{
		Name: "edgefraction", Kind: ShareOption, field: func(q *Query) any { return &q.EdgeFraction },
		Usage: "leave out calls with a smaller share of the total (graphs only)",
		About: "Calls that carry a smaller share of the total are left out of the call graph.",
	},
	{
		Name: "divide_by", Kind: NumberOption, Usual: "1", field: func(q *Query) any { return &q.DivideBy },
		Usage:  "divide the values of texts, pictures and .pprof files by a `number`",
		About:  "Values are shown divided by this number.",
		Chip:   "values / %s",
		Phrase: "values are divided by %s",
	},
	{
		Name: "unit", Kind: TextOption, Usual: "minimum",
		Choices: []string{"minimum", "auto", "ns", "us", "ms", "s", "hrs", "B", "kB", "MB", "GB"},
		field:   func(q *Query) any { return &q.Unit },
		Usage:   "unit of values in texts and pictures: minimum, auto, ms, MB …",
		About:   "Of figures: minimum is one that fits all rows, auto one for each.",
	},
}

func words[T ~string](all []T) []string {
	texts := make([]string, len(all))
	for i, t := range all {
		texts[i] = string(t)
	}
	return texts
}

// OptionNamed returns the option of a name, the zero Option if there is none.
func OptionNamed(name string) Option {
	for _, o := range Options {
		if o.Name == name {
			return o
		}
	}
	return Option{}
}

// IsFilter reports whether an option is a filter.
func (o Option) IsFilter() bool { return o.Kind >= NameFilter }

// Field returns a pointer to the field of q: a *string, *bool, *int or *float64.
func (o Option) Field(q *Query) any { return o.field(q) }

// Value returns the value in q as a text that [Option.Set] understands.
func (o Option) Value(q *Query) string {
	switch v := o.field(q).(type) {
	case *bool:
		return strconv.FormatBool(*v)
	case *int:
		return strconv.Itoa(*v)
	case *float64:
		return strconv.FormatFloat(*v, 'g', -1, 64)
	case *string:
		return *v
	}
	return ""
}

// InForce returns the value in q, "" if it is the one of [DefaultQuery].
func (o Option) InForce(q *Query) string {
	usual := DefaultQuery()
	if v := o.Value(q); v != o.Usual && v != o.Value(&usual) {
		return v
	}
	return ""
}

// Reset sets the value of [DefaultQuery].
func (o Option) Reset(q *Query) {
	usual := DefaultQuery()
	reflect.ValueOf(o.field(q)).Elem().Set(reflect.ValueOf(o.field(&usual)).Elem())
}

// Set sets the value in q. An error says what was expected, and leaves q as it
// is. Texts of filters are not checked, see [Profile.CheckFilter].
func (o Option) Set(q *Query, text string) error {
	switch v := o.field(q).(type) {
	case *bool:
		on, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("expected true or false")
		}
		*v = on
	case *int:
		n, err := strconv.Atoi(text)
		if err != nil || n < -1 {
			return errors.New("expected -1 or more")
		}
		*v = n
	case *float64:
		x, err := strconv.ParseFloat(text, 64)
		switch {
		case o.Kind == ShareOption && (err != nil || !(x >= 0 && x <= 1)):
			return errors.New("expected a share from 0 to 1")
		case o.Kind == NumberOption && (err != nil || !(x > 0) || math.IsInf(x, 1)):
			return errors.New("expected a number above 0")
		}
		*v = x
	case *string:
		if o.Kind == ChoiceOption && !slices.Contains(o.Choices, text) {
			return fmt.Errorf("expected %s", strings.Join(o.Choices, ", "))
		}
		*v = text
	}
	return nil
}

// Filter is one active filter of a query: pprof's name for it and its text.
type Filter struct {
	Name, Text string
}

// Filters returns the filters that are set, in the order in which pprof reports them.
func (q Query) Filters() []Filter {
	var out []Filter
	for _, o := range Options {
		if text := o.InForce(&q); o.IsFilter() && text != "" {
			out = append(out, Filter{o.Name, text})
		}
	}
	return out
}

// With returns q with one filter, by pprof's name, set to text. An unknown name changes nothing.
func (q Query) With(name, text string) Query {
	if o := OptionNamed(name); o.IsFilter() {
		*o.field(&q).(*string) = text
	}
	return q
}

// Words says in English what makes the figures of q differ from those of the whole profile, a
// phrase for each such option. A report shows the others by itself: the sample type, the unit, the
// order of its rows, and what its limits leave out.
func (q Query) Words() []string {
	var all []string
	for _, o := range Options {
		text := o.InForce(&q)
		if text == "" || o.Phrase == "" {
			continue
		}
		if o.IsFilter() {
			text = "“" + Sanitise(text) + "”"
		}
		all = append(all, strings.Replace(o.Phrase, "%s", text, 1))
	}
	return all
}

// Settings returns what [Query.Words] speaks of in the form of a command line:
// focus=json, mean. A filter of several lines is several.
func (q Query) Settings() []string {
	var all []string
	for _, o := range Options {
		text := o.InForce(&q)
		switch {
		case text == "" || o.Phrase == "":
		case o.Kind == SwitchOption:
			all = append(all, o.Name)
		default:
			for line := range strings.SplitSeq(text, "\n") {
				all = append(all, o.Name+"="+Sanitise(line))
			}
		}
	}
	return all
}

// Caption is the sentence above a picture and in a report about what [Query.Words]
// says, none if that is nothing.
func (q Query) Caption() []string {
	if all := q.Words(); len(all) > 0 {
		return []string{"Filters: " + strings.Join(all, "; ") + "."}
	}
	return nil
}
