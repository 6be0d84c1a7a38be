// Package link is the written form of a thing to open and a place in it: a [Place] as sessions keep it, and a [Link] that
// carries one behind a ref. A place is written by the names of its settings, and a name that this program does not know
// is no error.
//
//	l, err := link.Parse("/tmp/cpu.pprof#v=1&tab=Top&focus=json")
//	l.Ref       // /tmp/cpu.pprof
//	l.Place.Tab // Top
package link

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/origin"
)

// Link is a thing to open, and where to go in it. Its text is the ref's, then a # and the place, if there is one.
type Link struct {
	Ref   origin.Ref
	Place Place // the zero value: wherever it opens
}

// mark begins a place behind a ref. A file's name contains it only if somebody does that on purpose.
const mark = "#v="

// String returns the link's text.
func (l Link) String() string {
	if text := l.Place.String(); text != "" {
		return string(l.Ref) + "#" + text
	}
	return string(l.Ref)
}

// Parse reads a link, or a ref alone, which may have a # in its name. If a newer program wrote the place, it
// returns the ref and an error.
func Parse(text string) (Link, error) {
	at := strings.LastIndex(text, mark)
	if at < 0 || versionOf(text[at+1:]) < 1 {
		return Link{Ref: origin.Ref(text)}, nil
	}
	p, err := ParsePlace(text[at+1:])
	return Link{origin.Ref(text[:at]), p}, err
}

// versionOf returns a place's version, 0 if the text is not a place.
func versionOf(place string) int {
	head, _, _ := strings.Cut(place, "&")
	version, err := strconv.Atoi(strings.TrimPrefix(head, "v="))
	if err != nil || !strings.HasPrefix(head, "v=") {
		return 0
	}
	return version
}

// traced returns the part of a place that only traces have. It makes that part if there is none.
func (k *Place) traced() *Traced {
	if k.Traced == nil {
		k.Traced = &Traced{}
	}
	return k.Traced
}

// inTrace turns a setting in Traced into one in Place.
func inTrace(s Setting[Traced]) Setting[Place] {
	return Setting[Place]{s.Name, func(k *Place) []string {
		if k.Traced == nil {
			return nil
		}
		return s.Texts(k.Traced)
	}, func(k *Place, text string) { s.Set(k.traced(), text) }}
}

func (r Row) text() string { return r.Kind + " " + r.Name }

func parseRow(text string) Row {
	kind, name, _ := strings.Cut(text, " ")
	return Row{kind, name}
}

func (r Range) text() string { return fmt.Sprintf("%d-%d %s", r.Begin, r.End, r.Name) }

func parseRange(text string) (r Range) {
	times, name, _ := strings.Cut(text, " ")
	begin, end, _ := strings.Cut(times, "-")
	r.Name = name
	r.Begin, _ = strconv.ParseInt(begin, 10, 64)
	r.End, _ = strconv.ParseInt(end, 10, 64)
	return r
}

// optional makes a setting for what a pointer leads to; nil is the default.
func optional[T, E any](name string, of func(*T) **E, text func(E) string, parse func(string) E) Setting[T] {
	return One(name, func(t *T) string {
		if x := *of(t); x != nil {
			return text(*x)
		}
		return ""
	}, func(t *T, text string) {
		x := parse(text)
		*of(t) = &x
	})
}

func names(name string, of func(*Place) *[]string) Setting[Place] {
	return List(name, of, strings.Clone, strings.Clone)
}

func rows(name string, of func(*Traced) *[]Row) Setting[Place] {
	return inTrace(List(name, of, Row.text, parseRow))
}

// fields are the parts of a place besides filters, options and choices.
var fields = []Setting[Place]{
	Words("tab", func(k *Place) *string { return &k.Tab }),
	Words("search", func(k *Place) *string { return &k.Search }),
	Words("pivot", func(k *Place) *string { return &k.Pivot }),
	names("zoom", func(k *Place) *[]string { return &k.Zoom }),
	Toggle("zoom_callers", func(k *Place) *bool { return &k.ZoomCallers }),
	Real("from", func(k *Place) *float64 { return &k.From }),
	Real("to", func(k *Place) *float64 { return &k.To }),
	Number("begin_ns", func(k *Place) *int64 { return &k.Begin }, math.MaxInt64),
	Number("end_ns", func(k *Place) *int64 { return &k.End }, math.MaxInt64),
	Words("selected", func(k *Place) *string { return &k.Selected }),
	names("selected_path", func(k *Place) *[]string { return &k.SelectedPath }),
	Toggle("selected_callers", func(k *Place) *bool { return &k.SelectedCallers }),
	names("also", func(k *Place) *[]string { return &k.Also }),
	Toggle("hottest", func(k *Place) *bool { return &k.Hottest }),
	names("drawn", func(k *Place) *[]string { return &k.Drawn }),
	rows("opened", func(t *Traced) *[]Row { return &t.Opened }),
	rows("pinned", func(t *Traced) *[]Row { return &t.Pinned }),
	rows("hidden", func(t *Traced) *[]Row { return &t.Hidden }),
	inTrace(List("kept", func(t *Traced) *[]Range { return &t.Kept }, Range.text, parseRange)),
	inTrace(optional("measured", func(t *Traced) **Range { return &t.Measured }, Range.text, parseRange)),
	inTrace(optional("event", func(t *Traced) **Row { return &t.Event }, Row.text, parseRow)),
	inTrace(Number("goroutine", func(t *Traced) *int64 { return &t.Goroutine }, math.MaxInt64)),
	inTrace(Number("at_ns", func(t *Traced) *int64 { return &t.At }, math.MaxInt64)),
}

// Prefixes for the names of filters that are off or inverted, and for those of choices.
const (
	offPrefix    = "off."
	invertPrefix = "not."
	choicePrefix = "choice."
)

// String returns a place as a link has it: its version, then names and values as in a URL's query, with the filters
// in their order. The zero value gives "".
func (k Place) String() string {
	var b strings.Builder
	add := func(name, text string) {
		b.WriteByte('&')
		b.WriteString(url.QueryEscape(name))
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(text))
	}
	for _, f := range k.Filters {
		name := f.Name
		if f.Inverted {
			name = invertPrefix + name
		}
		if f.Off {
			name = offPrefix + name
		}
		add(name, f.Text)
	}
	for _, name := range slices.Sorted(maps.Keys(k.Options)) {
		add(name, k.Options[name])
	}
	for _, f := range fields {
		for _, text := range f.Texts(&k) {
			add(f.Name, text)
		}
	}
	if k.Traced != nil {
		for _, name := range slices.Sorted(maps.Keys(k.Traced.Choices)) {
			add(choicePrefix+name, k.Traced.Choices[name])
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "v=" + strconv.Itoa(Version) + b.String()
}

// ParsePlace reads what String returns. It leaves out values that make no sense. It fails if a newer program wrote
// the text, or if it is not a place.
func ParsePlace(text string) (Place, error) {
	head, rest, _ := strings.Cut(text, "&")
	switch version := versionOf(text); {
	case version < 1:
		return Place{}, lang.Error("it is damaged: the version is {{.Version}}", lang.With{"Version": strconv.Quote(head)})
	case version > Version:
		return Place{}, lang.Error("it was written by a newer version of profstation (format {{.Format}}, this one reads {{.Readable}})",
			lang.With{"Format": version, "Readable": Version})
	}
	k := Place{Options: map[string]string{}}
	for pair := range strings.SplitSeq(rest, "&") {
		name, text, _ := strings.Cut(pair, "=")
		name, err1 := url.QueryUnescape(name)
		text, err2 := url.QueryUnescape(text)
		if err1 == nil && err2 == nil && name != "" {
			k.set(name, text)
		}
	}
	k.Clean()
	return k, nil
}

// set sets the value for a name: a field, a choice, a filter or else an option.
func (k *Place) set(name, text string) {
	if i := slices.IndexFunc(fields, func(f Setting[Place]) bool { return f.Name == name }); i >= 0 {
		fields[i].Set(k, text)
		return
	}
	if choice, ok := strings.CutPrefix(name, choicePrefix); ok {
		t := k.traced()
		if t.Choices == nil {
			t.Choices = map[string]string{}
		}
		t.Choices[choice] = text
		return
	}
	f := query.Refining{Text: text}
	f.Name, f.Off = strings.CutPrefix(name, offPrefix)
	f.Name, f.Inverted = strings.CutPrefix(f.Name, invertPrefix)
	if f.Off || f.Inverted || f.Name == LanesFilter || query.OptionNamed(f.Name).IsFilter() {
		k.Filters = append(k.Filters, f)
		return
	}
	k.Options[name] = text
}
