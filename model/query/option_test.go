package query

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Every field of a query has a row, and every row says all that asks for, shows
// and explains it.
func TestOptions(t *testing.T) {
	var q Query
	fields := map[any]string{}
	for i := range reflect.TypeFor[Query]().NumField() {
		fields[reflect.ValueOf(&q).Elem().Field(i).Addr().UnsafePointer()] = reflect.TypeFor[Query]().Field(i).Name
	}
	// What a picture shows of them anyway.
	shown := map[string]string{
		"sample_index": "the headline names it", "unit": "figures are written with it", "sort": "rows stand in it",
		"nodecount": "summaries count what is left out", "nodefraction": "likewise", "edgefraction": "likewise",
	}
	for _, o := range Options {
		at := any(reflect.ValueOf(o.Field(&q)).UnsafePointer())
		if fields[at] == "" {
			t.Errorf("%s has the field of another option, or none", o.Name)
		}
		delete(fields, at)
		if o.Usage == "" || o.About == "" && o.Name != "sample_index" {
			t.Errorf("%s: nothing explains it", o.Name)
		}
		if (o.Phrase == "") != (shown[o.Name] != "") {
			t.Errorf("%s: the phrase %q; a picture shows: %q", o.Name, o.Phrase, shown[o.Name])
		}
		if (o.IsFilter() || o.Kind == SwitchOption) != (o.Hint != "") {
			t.Errorf("%s: the hint %q", o.Name, o.Hint)
		}
		if other := OptionNamed(o.inverse); o.inverse != "" && other.inverse != o.Name {
			t.Errorf("%s is turned round to %q", o.Name, o.inverse)
		}
	}
	for _, name := range fields {
		t.Errorf("the field %s is no option", name)
	}
}

// Values survive as texts, what nobody can mean does not get in, and captions
// hide nothing.
func TestOptionValues(t *testing.T) {
	values := map[OptionKind]struct{ good, bad string }{
		TextOption: {"ms", ""}, SwitchOption: {"true", "perhaps"}, CountOption: {"7", "-2"}, ShareOption: {"0.25", "1.5"}, NumberOption: {"2.5", "0"},
		PatternOption: {"mine", "("}, NameFilter: {"a", ""}, PruneFilter: {"a", ""}, LabelFilter: {"k=a", ""}, KeyFilter: {"a", ""}, KeyList: {"a,b", ""}, TimeFilter: {"1s:2s", ""},
	}
	for _, o := range Options {
		v := values[o.Kind]
		if o.Kind == ChoiceOption {
			v.good, v.bad = o.Choices[1], "nonsense"
		}
		q := Default()
		if o.InForce(&q) != "" || o.InForce(&Query{NodeCount: -1, NodeFraction: 0.005, EdgeFraction: 0.001}) != "" {
			t.Errorf("%s is in force in a query that asks nothing", o.Name)
		}
		if err := o.Set(&q, v.good); err != nil || o.InForce(&q) != v.good || q == Default() {
			t.Errorf("%s=%s: %v, in force %q", o.Name, v.good, err, o.InForce(&q))
		}
		for _, said := range [][]string{q.Words(nil), q.Settings(), q.Caption(nil)} {
			if (len(said) == 1) != (o.Phrase != "") {
				t.Errorf("%s=%s: a caption says %q", o.Name, v.good, said)
			}
		}
		if v.bad != "" {
			was := q
			if err := o.Set(&q, v.bad); err == nil || q != was {
				t.Errorf("%s=%s was taken", o.Name, v.bad)
			}
		}
		line, lost := q.CommandLine("", Sources{})
		if said := strings.Contains(line, v.good) || strings.Contains(line, o.Name); said != o.PprofHas(v.good) || said != (lost == nil) {
			t.Errorf("%s=%s: %s, lost %q", o.Name, v.good, line, lost)
		}
		if o.Reset(&q); q != Default() {
			t.Errorf("%s is not taken back: %+v", o.Name, q)
		}
	}
	q := Default()
	q.Focus, q.TagFocus, q.Mean, q.Granularity = "a", "k=1\nl=2", true, Lines
	want := []string{"focus=a", "tagfocus=k=1", "tagfocus=l=2", "granularity=lines", "mean"}
	if got := q.Settings(); !slices.Equal(got, want) {
		t.Errorf("settings %q, want %q", got, want)
	}
}

func TestCaption(t *testing.T) {
	q := Default()
	if got := q.Caption(nil); got != nil {
		t.Errorf("no filters are %q", got)
	}
	q.Focus, q.TagIgnore, q.NoInlines, q.Granularity = "a|b", "k=v", true, Lines
	want := []string{"Filters: only samples with a node that matches “a|b”; no samples with the label “k=v”; by lines; inlined calls merged into callers."}
	if got := q.Caption(nil); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
