package query

import (
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
)

// Refining is one filter as somebody has put it: it can be switched off, and turned round.
type Refining struct {
	Name     string `json:"name"` // pprof's: focus, ignore, tagfocus …
	Text     string `json:"text"`
	Off      bool   `json:"off,omitempty"`
	Inverted bool   `json:"inverted,omitempty"` // it leaves out the samples that it would keep, and keeps the others
}

// Refinement is the filters of a question, in the order they were put, and can
// be kept under a name. There may be several of one name.
type Refinement struct {
	Name    string     `json:"name"`
	Filters []Refining `json:"filters"`
}

// CanInvert reports whether a filter has a contrary.
func CanInvert(name string) bool { return OptionNamed(name).inverse != "" }

// InForce is the name of the filter that f acts as, "" if it does nothing.
func (f Refining) InForce() string {
	switch {
	case f.Off || f.Text == "":
		return ""
	case f.Inverted && CanInvert(f.Name):
		return OptionNamed(f.Name).inverse
	}
	return f.Name
}

// Apply returns q with these filters and no others; the rest of q stays.
//
// Several of one name are one in a query. Of tagfocus and of time all must hold, and each of
// tagignore ignores; lists of keys are joined; of all others a name has to match any.
func (r Refinement) Apply(q Query) Query {
	texts := map[string][]string{}
	for _, f := range r.Filters {
		if name := f.InForce(); name != "" {
			texts[name] = append(texts[name], f.Text)
		}
	}
	for _, o := range Options {
		if o.IsFilter() {
			q = q.With(o.Name, join(o.Kind, texts[o.Name]))
		}
	}
	return q
}

func join(kind OptionKind, texts []string) string {
	switch {
	case len(texts) <= 1:
		return strings.Join(texts, "")
	case kind == LabelFilter || kind == TimeFilter:
		out := texts[0]
		for _, t := range texts[1:] {
			if !slices.Contains(strings.Split(out, "\n"), t) {
				out += "\n" + t
			}
		}
		return out
	case kind == KeyList:
		return strings.Join(texts, ",")
	}
	return "(?:" + strings.Join(texts, ")|(?:") + ")"
}

// CheckFilter returns the error in the text of one filter, by pprof's
// name, without answering anything. An error is a *[Error].
func CheckFilter(p *model.Profile, name, text string) error {
	o := OptionNamed(name)
	if !o.IsFilter() {
		return &Error{name, lang.Error("no filter has this name")}
	}
	var err error
	switch o.Kind {
	case LabelFilter:
		_, err = compileTags(p, name, text)
	case NameFilter, PruneFilter, KeyFilter:
		_, err = compileNames(p, name, text)
	case TimeFilter:
		if text == "" {
			break
		}
		if _, wrong := ParseTimeRange(text); wrong != nil {
			err = &Error{name, wrong}
		}
	}
	return err
}
