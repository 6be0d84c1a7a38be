package origin

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"profstation/model/lang"
	"profstation/model/query"
)

// Link is a thing to open, and where to go in it. Its text is the ref's, with the place behind a #.
type Link struct {
	Ref   Ref
	Place Place // the zero value: wherever it opens
}

// mark begins a place behind a ref. Names of files have it only if somebody wants that.
const mark = "#v="

// String returns the text of a link.
func (l Link) String() string {
	if text := l.Place.String(); text != "" {
		return string(l.Ref) + "#" + text
	}
	return string(l.Ref)
}

// ParseLink reads a link, or a ref alone. If the place cannot be read, it returns the ref and the reason.
func ParseLink(text string) (Link, error) {
	at := strings.LastIndex(text, mark)
	if at < 0 {
		return Link{Ref: Ref(text)}, nil
	}
	p, err := ParsePlace(text[at+1:])
	return Link{Ref(text[:at]), p}, err
}

// field is a part of a place that stands in a link under its name, once for each of its texts.
type field struct {
	name  string
	texts func(*Place) []string
	set   func(*Place, string) // takes one text; what makes no sense is left out
}

func textField(name string, of func(*Place) *string) field {
	return field{name, func(k *Place) []string { return some(*of(k)) }, func(k *Place, text string) { *of(k) = text }}
}

func listField(name string, of func(*Place) *[]string) field {
	return field{name, func(k *Place) []string { return *of(k) },
		func(k *Place, text string) { *of(k) = append(*of(k), text) }}
}

func flagField(name string, of func(*Place) *bool) field {
	return field{name, func(k *Place) []string {
		if *of(k) {
			return []string{"true"}
		}
		return nil
	}, func(k *Place, text string) { *of(k) = text == "true" }}
}

func numberField(name string, of func(*Place) *int64) field {
	return field{name, func(k *Place) []string {
		if *of(k) == 0 {
			return nil
		}
		return []string{strconv.FormatInt(*of(k), 10)}
	}, func(k *Place, text string) { *of(k), _ = strconv.ParseInt(text, 10, 64) }}
}

func shareField(name string, of func(*Place) *float64) field {
	return field{name, func(k *Place) []string {
		if *of(k) == 0 {
			return nil
		}
		return []string{strconv.FormatFloat(*of(k), 'g', -1, 64)}
	}, func(k *Place, text string) { *of(k), _ = strconv.ParseFloat(text, 64) }}
}

// rowsField is a list of rows, each as "kind name".
func rowsField(name string, of func(*Traced) *[]Row) field {
	return field{name, func(k *Place) (texts []string) {
		if k.Traced != nil {
			for _, r := range *of(k.Traced) {
				texts = append(texts, r.Kind+" "+r.Name)
			}
		}
		return texts
	}, func(k *Place, text string) {
		kind, name, _ := strings.Cut(text, " ")
		list := of(k.traced())
		*list = append(*list, Row{kind, name})
	}}
}

// traced returns the part of a trace, which begins to exist.
func (k *Place) traced() *Traced {
	if k.Traced == nil {
		k.Traced = &Traced{}
	}
	return k.Traced
}

// some is a list of a text, empty without one.
func some(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

func (r *Range) text() string { return fmt.Sprintf("%d-%d %s", r.Begin, r.End, r.Name) }

func parseRange(text string) (r Range) {
	times, name, _ := strings.Cut(text, " ")
	begin, end, _ := strings.Cut(times, "-")
	r.Name = name
	r.Begin, _ = strconv.ParseInt(begin, 10, 64)
	r.End, _ = strconv.ParseInt(end, 10, 64)
	return r
}

// fields are the parts of a place that are no filters, options and choices.
var fields = []field{
	textField("tab", func(k *Place) *string { return &k.Tab }),
	textField("search", func(k *Place) *string { return &k.Search }),
	textField("pivot", func(k *Place) *string { return &k.Pivot }),
	listField("zoom", func(k *Place) *[]string { return &k.Zoom }),
	flagField("zoom_callers", func(k *Place) *bool { return &k.ZoomCallers }),
	shareField("from", func(k *Place) *float64 { return &k.From }),
	shareField("to", func(k *Place) *float64 { return &k.To }),
	numberField("begin_ns", func(k *Place) *int64 { return &k.Begin }),
	numberField("end_ns", func(k *Place) *int64 { return &k.End }),
	textField("selected", func(k *Place) *string { return &k.Selected }),
	listField("selected_path", func(k *Place) *[]string { return &k.SelectedPath }),
	flagField("selected_callers", func(k *Place) *bool { return &k.SelectedCallers }),
	listField("also", func(k *Place) *[]string { return &k.Also }),
	flagField("hottest", func(k *Place) *bool { return &k.Hottest }),
	listField("drawn", func(k *Place) *[]string { return &k.Drawn }),
	rowsField("opened", func(t *Traced) *[]Row { return &t.Opened }),
	rowsField("pinned", func(t *Traced) *[]Row { return &t.Pinned }),
	rowsField("hidden", func(t *Traced) *[]Row { return &t.Hidden }),
	{"kept", func(k *Place) (texts []string) {
		if k.Traced != nil {
			for _, r := range k.Traced.Kept {
				texts = append(texts, r.text())
			}
		}
		return texts
	}, func(k *Place, text string) { k.traced().Kept = append(k.Traced.Kept, parseRange(text)) }},
	{"measured", func(k *Place) []string {
		if k.Traced == nil || k.Traced.Measured == nil {
			return nil
		}
		return []string{k.Traced.Measured.text()}
	}, func(k *Place, text string) {
		r := parseRange(text)
		k.traced().Measured = &r
	}},
	{"event", func(k *Place) []string {
		if k.Traced == nil || k.Traced.Event == nil {
			return nil
		}
		return []string{k.Traced.Event.Kind + " " + k.Traced.Event.Name}
	}, func(k *Place, text string) {
		kind, name, _ := strings.Cut(text, " ")
		k.traced().Event = &Row{kind, name}
	}},
	{"span", func(k *Place) []string {
		if k.Traced == nil || k.Traced.At == 0 && k.Traced.Goroutine == 0 {
			return nil
		}
		return []string{fmt.Sprintf("%d %d", k.Traced.Goroutine, k.Traced.At)}
	}, func(k *Place, text string) {
		g, at, _ := strings.Cut(text, " ")
		k.traced().Goroutine, _ = strconv.ParseInt(g, 10, 64)
		k.Traced.At, _ = strconv.ParseInt(at, 10, 64)
	}},
}

// What stands before the names of filters that are off or inverted, and before those of choices.
const (
	offPrefix    = "off."
	invertPrefix = "not."
	choicePrefix = "choice."
)

// String returns a place as it stands in a link: its version, then names and values as in the query of a URL, filters
// in their order. The zero value is "".
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
		for _, text := range f.texts(&k) {
			add(f.name, text)
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
	return "v=" + strconv.Itoa(PlaceVersion) + b.String()
}

// ParsePlace reads what String returns. It leaves out values that make no sense; the error is that a newer program wrote it,
// or that it is no place.
func ParsePlace(text string) (Place, error) {
	head, rest, _ := strings.Cut(text, "&")
	version, err := strconv.Atoi(strings.TrimPrefix(head, "v="))
	switch {
	case err != nil || version < 1 || !strings.HasPrefix(head, "v="):
		return Place{}, lang.Error("it is damaged: the version is {{.Version}}", lang.With{"Version": strconv.Quote(head)})
	case version > PlaceVersion:
		return Place{}, lang.Error("it was written by a newer version of profstation (format {{.Format}}, this one reads {{.Readable}})",
			lang.With{"Format": version, "Readable": PlaceVersion})
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

// set sets what stands under a name: a field, a choice, a filter or else an option.
func (k *Place) set(name, text string) {
	if i := slices.IndexFunc(fields, func(f field) bool { return f.name == name }); i >= 0 {
		fields[i].set(k, text)
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
