package query

import (
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/charge"
	"profstation/model/lang"
	"profstation/model/safe"
)

// OptionKind says what values an [Option] takes.
type OptionKind int

// The kinds of options. Those from NameFilter on are filters: each is a text, and an empty one does nothing.
const (
	TextOption    OptionKind = iota
	ChoiceOption             // one of the option's choices
	PatternOption            // one of the option's choices, or a regular expression
	SwitchOption             // on or off
	CountOption              // a whole number from −1
	ShareOption              // a number from 0 to 1
	NumberOption             // a number above 0

	NameFilter  // a regular expression for names of functions, files and mappings
	PruneFilter // a regular expression for function names up to their first parenthesis
	LabelFilter // key=a,b (or), a,b (and, as key:value), or a range such as 1kb:10kb; one per line
	KeyFilter   // a regular expression for label keys
	KeyList     // label keys, separated by commas
	TimeFilter  // a time in the recording such as 1.5s:2.25s; if there are several lines, all must hold
)

// Option describes one field of a [Query].
type Option struct {
	Name    string // pprof's name
	Kind    OptionKind
	Choices []string // for a choice: all values; for a text: proposals
	Default string   // the value that the zero value stands for; "" if it stands for itself
	Usage   string   // help text for the command line; the word for the argument is in backquotes
	Hint    string   // a few words shown beside the name
	About   string   // a description in a sentence or two
	Chip    string   // a text that windows always show while the option is in force; {{.Value}} is its value
	Phrase  string   // the words for a caption; {{.Value}} is the value

	// Lost says that pprof has no such option, so that its command line is without {{.Option}}; "": it has one. If it
	// lacks only some values, those are in Ours.
	Lost string
	Ours []string

	// Field returns a pointer to the field in a query: a *string, *bool, *int or *float64.
	Field func(*Query) any

	inverse string // the filter that drops what this one keeps
}

// PprofHas reports whether pprof has the option with a value.
func (o Option) PprofHas(value string) bool {
	return o.Lost == "" || o.Ours != nil && !slices.Contains(o.Ours, value)
}

func words[T ~string](all []T) []string {
	texts := make([]string, len(all))
	for i, t := range all {
		texts[i] = string(t)
	}
	return texts
}

// OptionNamed returns the option with a name, or the zero Option if there is none.
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

// Value returns the value in q as text that [Option.Set] understands.
func (o Option) Value(q *Query) string {
	switch v := o.Field(q).(type) {
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

// InForce returns the value in q, or "" if it is the same as in [Default].
func (o Option) InForce(q *Query) string {
	defaults := Default()
	if v := o.Value(q); v != o.Default && v != o.Value(&defaults) {
		return v
	}
	return ""
}

// Reset sets the value from [Default].
func (o Option) Reset(q *Query) {
	defaults := Default()
	reflect.ValueOf(o.Field(q)).Elem().Set(reflect.ValueOf(o.Field(&defaults)).Elem())
}

// Set sets the value in q. An error says what was expected and leaves q unchanged. Filter texts are not
// checked, see [CheckFilter].
func (o Option) Set(q *Query, text string) error {
	switch v := o.Field(q).(type) {
	case *bool:
		on, err := strconv.ParseBool(text)
		if err != nil {
			return lang.Error("expected true or false")
		}
		*v = on
	case *int:
		n, err := strconv.Atoi(text)
		if err != nil || n < -1 {
			return lang.Error("expected -1 or more")
		}
		*v = n
	case *float64:
		x, err := strconv.ParseFloat(text, 64)
		switch {
		case o.Kind == ShareOption && (err != nil || !(x >= 0 && x <= 1)):
			return lang.Error("expected a share from 0 to 1")
		case o.Kind == NumberOption && (err != nil || !(x > 0) || math.IsInf(x, 1)):
			return lang.Error("expected a number above 0")
		}
		*v = x
	case *string:
		if o.Kind == ChoiceOption && !slices.Contains(o.Choices, text) {
			return lang.Error("expected {{.Choices}}", lang.With{"Choices": strings.Join(o.Choices, ", ")})
		}
		if _, err := regexp.Compile(text); o.Kind == PatternOption && err != nil {
			return err
		}
		*v = text
	}
	return nil
}

// Filter is one active filter in a query: pprof's name for it and its text.
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

// With returns q with one filter set to text. name is pprof's name; an unknown name changes nothing.
func (q Query) With(name, text string) Query {
	if o := OptionNamed(name); o.IsFilter() {
		*o.Field(&q).(*string) = text
	}
	return q
}

// Words returns a phrase for each option that makes the figures for q differ from those for the whole
// profile. The others are visible in a report anyway: the sample type, the unit, the order of its rows, and
// what its limits leave out. The collector's work is charged as in the profile, see [ChargedBy].
func (q Query) Words(of *model.Profile) []string {
	var all []string
	for _, o := range Options {
		text := o.InForce(&q)
		if text == "" || o.Phrase == "" || of != nil && o.Name == chargeGC && !charge.Charged(of) {
			continue
		}
		if o.IsFilter() || o.Kind == PatternOption && !slices.Contains(o.Choices, text) {
			text = "“" + safe.Text(text) + "”"
		}
		all = append(all, lang.L(o.Phrase, lang.With{"Value": text, "Key": ChargedBy(of)}))
	}
	return all
}

// ChargedBy says by what the collector's work in a profile is charged; nil stands for one without a heap profile.
func ChargedBy(p *model.Profile) string {
	if p != nil && charge.ByHeap(p) {
		return lang.L("bytes in use in the heap profile of the same process")
	}
	return lang.L("CPU time in runtime.mallocgc")
}

// Settings returns what [Query.Words] describes in command-line form: focus=json, mean. A filter with several
// lines becomes several settings.
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
				all = append(all, o.Name+"="+safe.Text(line))
			}
		}
	}
	return all
}

// Caption returns a sentence with what [Query.Words] says, for a picture's caption and for reports. It
// returns nil if there is nothing to say.
func (q Query) Caption(of *model.Profile) []string {
	if all := q.Words(of); len(all) > 0 {
		return []string{lang.L("Filters: {{.Filters}}.", lang.With{"Filters": strings.Join(all, "; ")})}
	}
	return nil
}
