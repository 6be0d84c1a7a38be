package link

import (
	"reflect"
	"strings"
	"testing"

	"profstation/model/query"
	"profstation/origin"
)

// full is a place with something in every part.
func full() Place {
	return Place{
		Tab: "Flame graph", Search: "json or xml", Options: map[string]string{"sample_index": "cpu", "nodefraction": "0.25"},
		Filters: []query.Refining{
			{Name: "focus", Text: `net/http\.`}, {Name: "tagignore", Text: "a=<b>&", Off: true, Inverted: true},
			{Name: "focus", Text: "json"}, {Name: "hide", Text: "x#v=1", Off: true}, {Name: "show", Text: "ÿ", Inverted: true},
		},
		Pivot: "main.main", Zoom: []string{"main.main", "f[...]", ""}, ZoomCallers: true, From: 0.25, To: 0.5, Begin: 1, End: 1 << 62,
		Selected: "f", SelectedPath: []string{"main.main", "f"}, SelectedCallers: true, Also: []string{"g"}, Hottest: true,
		Drawn: []string{"main.log", "a&b=c"},
		Traced: &Traced{
			Opened: []Row{{"group", "main.work of it"}}, Pinned: []Row{{"goroutine", "12"}, {"goroutine", "3"}}, Hidden: []Row{{"section", "1"}},
			Kept: []Range{{"A b", 1, 5}}, Measured: &Range{Begin: 0, End: 3}, Goroutine: 12, At: 34, Event: &Row{"logs", "7"},
			Choices: map[string]string{"goroutines": "1", "order cycles": "true heap before"},
		},
	}
}

// TestLinks holds that no part of a place is lost in a link, and that none is missing from this test.
func TestLinks(t *testing.T) {
	k := full()
	for _, v := range []reflect.Value{reflect.ValueOf(k), reflect.ValueOf(*k.Traced)} {
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("the test's place lacks %s", v.Type().Field(i).Name)
			}
		}
	}
	want := Link{"/data/a#v=2.pprof", k}
	got, err := Parse(want.String())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %s became\n%+v, want\n%+v", err, want, got, want)
	}
	if text := want.String(); strings.Count(text[len(want.Ref):], "/") > 0 {
		t.Errorf("a path ends within the place of %s", text)
	}
	for _, ref := range []Link{{Ref: "/data/cpu.pprof"}, {Ref: "-"}, {}} {
		if got, err := Parse(ref.String()); err != nil || ref.String() != string(ref.Ref) || !reflect.DeepEqual(got, ref) {
			t.Errorf("%q: %+v, %v", ref, got, err)
		}
	}
}

// TestNoFieldIsAnOption holds that a name in a link stands for one thing.
func TestNoFieldIsAnOption(t *testing.T) {
	for _, f := range fields {
		if query.OptionNamed(f.Name).Name != "" {
			t.Errorf("%s is an option of a query, too", f.Name)
		}
	}
}

// A place that a newer program wrote, or that is none, is an error; the ref stays.
func TestWrongLinks(t *testing.T) {
	l, err := Parse("/a#v=2&focus=x")
	if err == nil || !strings.Contains(err.Error(), "newer") || l.Ref != "/a" || !reflect.DeepEqual(l.Place, Place{}) {
		t.Errorf("%+v, %v", l, err)
	}
	for _, name := range []string{"/a#v=x", "/a#v=0", "/report#v=2.pprof", "/a#v="} { // files may be called so
		if l, err := Parse(name); err != nil || l.Ref != origin.Ref(name) || !reflect.DeepEqual(l.Place, Place{}) {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
		if _, err := ParsePlace(name[strings.Index(name, "#")+1:]); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s has a place: %v", name, err)
		}
	}
	p, err := ParsePlace("v=1&from=x&to=2&begin_ns=-5&end_ns=-7&focus=&%zz=1&goroutine=a&kept=9-1&nonsense=1")
	if err != nil || p.From != 0 || p.Begin != 0 || len(p.Filters) > 0 || len(p.Traced.Kept) > 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

// FuzzPlace holds that whatever is read is written and read as the same.
func FuzzPlace(f *testing.F) {
	f.Add(full().String())
	f.Add("v=1&off.not.focus=a&granularity=lines&lanes=g1&top=4&span=1 2&measured=1-2")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePlace(text)
		if err != nil {
			return
		}
		again := p.String()
		back, err := ParsePlace(again)
		if again != "" && (err != nil || back.String() != again) {
			t.Fatalf("%q became %q, then %q (%v)", text, again, back.String(), err)
		}
	})
}
