package desk

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/sahilm/fuzzy"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/timeline"
	"profstation/timeline/wording"
)

const maxFindings = 60 // in a palette's list

// finder makes the function that answers the palette now. It works on data that
// does not change, so it may run on any goroutine.
func (d *Desk) finder() screen.Find {
	if doc := d.docs.active; doc != nil && doc.content != nil {
		return doc.content.find(d)
	}
	docs := d.docs.matches()
	return func(text string) []screen.Match { return Pick(text, docs) }
}

func (s *documents) matches() (docs []screen.Match) {
	for _, doc := range s.all {
		docs = append(docs, screen.Match{Label: doc.name(), Detail: lang.L("document"), Go: []screen.Intent{screen.Activate{Document: doc.id}}})
	}
	return docs
}

// findInProfile finds functions. If nothing is typed, the heaviest come first.
func findInProfile(a *ask.Answer, docs []screen.Match) screen.Find {
	r := a.Result
	return func(text string) []screen.Match {
		sums, _ := r.Sums(context.Background())
		var rows []query.Row
		for n := range query.NodeID(r.Nodes.Len()) {
			if sums.Cum[n] != 0 || sums.Flat[n] != 0 {
				rows = append(rows, query.Row{Node: n, Flat: sums.Flat[n], Cum: sums.Cum[n]})
			}
		}
		r.SortRows(context.Background(), rows, query.ByCum)
		all := make([]screen.Match, len(rows), len(rows)+len(docs))
		for i, row := range rows {
			name := r.Nodes.Node(row.Node).String()
			all[i] = screen.Match{Label: name, Also: names.AlsoWritten(name), Detail: "cum " + units.Percent(row.Cum, r.Total),
				Go: []screen.Intent{screen.Select{Selection: ask.Selection{Node: name}, Reveal: true}}}
		}
		return Pick(text, append(all, docs...))
	}
}

// closeness says how well a text matches a name.
type closeness int

const (
	wholeWord closeness = iota // or several words
	beginning                  // at the name's start
	wordBegins
	inside
	elsewhere // not there
)

// closenessOf returns how close the best match for a text in a name is. text and name are in lower case; written
// is the name as it is, because a capital in a function's name begins a word, too, but does not end the one before.
func closenessOf(text, name, written []rune) closeness {
	best := elsewhere
	isWord := func(i int) bool {
		return i >= 0 && i < len(name) && (unicode.IsLetter(name[i]) || unicode.IsDigit(name[i]))
	}
	first := slices.IndexFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	for i := 0; i+len(text) <= len(name); i++ {
		if !slices.Equal(name[i:i+len(text)], text) {
			continue
		}
		edge := !isWord(i-1) || !isWord(i)
		switch end := i + len(text); {
		case edge && (!isWord(end-1) || !isWord(end)):
			return wholeWord
		case i <= first:
			best = min(best, beginning)
		case edge, unicode.IsUpper(written[i]) && !unicode.IsUpper(written[i-1]):
			best = min(best, wordBegins)
		default:
			best = min(best, inside)
		}
	}
	return best
}

// Pick returns the matches that a text may mean: first those with the text in their names, the closest before
// the others, then those with all its words in the names or in what else they are found by. Only if there are
// none of these does it return those with its letters in order. Equally close ones keep the list's order.
func Pick(text string, all []screen.Match) []screen.Match {
	if text == "" {
		return slices.Clip(all[:min(len(all), maxFindings)])
	}
	var out []screen.Match
	taken := make([]bool, len(all))
	take := func(i int) {
		if len(out) < maxFindings && !taken[i] {
			taken[i] = true
			out = append(out, all[i])
		}
	}
	text = strings.ToLower(text)
	var by [elsewhere][]int
	letters := []rune(text)
	for i := range all {
		name := strings.ToLower(all[i].Label)
		if !strings.Contains(name, text) { // most names need no closer look
			continue
		}
		if c := closenessOf(letters, []rune(name), []rune(all[i].Label)); c < elsewhere && len(by[c]) < maxFindings {
			by[c] = append(by[c], i)
		}
	}
	for _, equal := range by {
		for _, i := range equal {
			take(i)
		}
	}
	for i := range all {
		if f := &all[i]; f.Also != "" && hasWords(strings.ToLower(f.Label+" "+f.Also), text) {
			take(i)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, m := range fuzzy.Find(text, lists.Map(all, func(f screen.Match) string { return f.Label })) {
		take(m.Index)
	}
	return out
}

// hasWords reports whether a text has all the given words.
func hasWords(text, words string) bool {
	for _, w := range strings.Fields(words) {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// findInTrace finds lanes by their numbers, functions and types. If there is no lane, it searches the documents.
func findInTrace(t *timeline.Timeline, docs []screen.Match) screen.Find {
	return func(text string) []screen.Match {
		places := t.Search(text, maxFindings)
		var out []screen.Match
		for _, p := range places {
			to := screen.GoTo{Reveal: ask.Reveal{Key: p.Key}, Middle: true}
			detail := ""
			if p.From != trace.NoTime {
				to.From, to.To = p.From, p.To
				detail = wording.Moment(p.From, p.To-p.From)
				if g, ok := p.Key.Go(); ok && p.Why != "" { // to that span, not to the one in the middle of what is in sight
					to.Middle, to.Narrow, to.Select = false, true, &ask.Moment{Go: g, At: p.From}
					detail = lang.L("{{.Why}}, first at {{.Moment}}", lang.With{"Why": p.Why, "Moment": detail})
				}
			}
			out = append(out, screen.Match{Label: p.Text, Detail: detail, Go: []screen.Intent{to}})
		}
		if slices.ContainsFunc(places, func(p timeline.Place) bool { return p.Why != "" }) {
			// A function stands there once, with the goroutine that is first in it.
			out = append(out, screen.Match{
				Label: lang.L("Lanes of all goroutines with “{{.Text}}” in a stack", lang.With{"Text": safe.Text(text)}),
				Go: []screen.Intent{screen.AskLanes{Change: func(q *timeline.Query) {
					q.Filter, q.IDs, q.Sight = "(?i)"+regexp.QuoteMeta(strings.TrimSpace(text)), nil, timeline.SightAll
				}}, screen.Jump{Tab: ask.TimelineTab}},
			})
		}
		return append(out, Pick(text, docs)...)
	}
}
