package complete

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/labels"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

// Proposal is one proposed text for a filter.
type Proposal struct {
	Text   string // what to put into the filter
	Show   string // what to show, safe for a screen
	Weight int64  // |cum| for functions and files, |Σ| for labels
}

// Completer proposes texts for filters from a profile's contents. It keeps what it has listed, so make one
// for each document. Only one goroutine at a time may use it.
type Completer struct {
	r      *query.Result
	lists  map[string][]candidate
	values map[model.LabelAxis][]candidate
	labels []*labels.Totals // nil: not asked for yet
}

type candidate struct {
	Proposal
	lower string // the text in lower case
	parts [2]int // where its last parts begin: after the folders, after the package
	also  string // other ways to write it, in lower case; see [names.AlsoWritten]
}

// New makes a Completer for a result's profile that uses the result's weights.
func New(r *query.Result) *Completer {
	return &Completer{r: r, lists: map[string][]candidate{}, values: map[model.LabelAxis][]candidate{}}
}

// Complete returns at most that many proposals for what has been typed into a filter, given by pprof's name.
// The best class of matches comes first, and within a class the heaviest. In tagfocus and tagignore it
// proposes keys before the equals sign and values after it, in tagroot and tagleaf the key after the last
// comma. Its only error is the context's.
func (c *Completer) Complete(ctx context.Context, filter, typed string, limit int) ([]Proposal, error) {
	if _, err := c.r.Sums(ctx); err != nil {
		return nil, err
	}
	if c.labels == nil {
		all, err := labels.Of(ctx, c.r)
		if err != nil {
			return nil, err
		}
		c.labels = append([]*labels.Totals{}, all...)
	}
	return c.propose(filter, typed, limit), nil
}

func (c *Completer) propose(filter, typed string, limit int) []Proposal {
	switch query.OptionNamed(filter).Kind {
	case query.NameFilter:
		return rank(c.list("names", c.names), typed, "", limit)
	case query.PruneFilter:
		return rank(c.list("prune", c.pruned), typed, "", limit)
	case query.KeyFilter:
		return rank(c.keys("keys", regexp.QuoteMeta), typed, "", limit)
	case query.KeyList:
		head, last := cutLast(typed, ",")
		return rank(c.keys("plain keys", func(k string) string { return k }), last, head, limit)
	case query.LabelFilter:
		head, line := cutLast(typed, "\n")
		key, value, keyed := strings.Cut(line, "=")
		var all []candidate
		if !keyed {
			all = append(all, c.keys("tag keys", func(k string) string { return k + "=" })...)
			value = line
		}
		for _, l := range slices.SortedFunc(slices.Values(c.labels), byAxis) {
			if !keyed || l.Axis.Key == key {
				all = append(all, c.axis(l)...)
			}
		}
		if keyed {
			value = strings.TrimPrefix(value, "^")
		}
		return rank(all, value, head, limit)
	}
	return nil
}

func cutLast(s, sep string) (head, last string) {
	i := strings.LastIndex(s, sep) + 1 // separators have one byte
	return s[:i], s[i:]
}

func (c *Completer) list(name string, make func() []candidate) []candidate {
	if l, ok := c.lists[name]; ok {
		return l
	}
	l := make()
	slices.SortStableFunc(l, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), strings.Compare(a.Show, b.Show))
	})
	c.lists[name] = l
	return l
}

// textList makes one candidate for each different text.
type textList struct {
	at  map[string]int
	all []candidate
}

func (t *textList) add(s, filter string, weight int64) {
	if s == "" {
		return
	}
	if i, ok := t.at[s]; ok {
		t.all[i].Weight = max(t.all[i].Weight, weight)
		return
	}
	t.at[s] = len(t.all)
	lower := strings.ToLower(s)
	path, _, _ := strings.Cut(lower, "[") // type arguments have their own dots and slashes
	file := strings.LastIndexByte(path, '/') + 1
	name := file + strings.IndexByte(path[file:], '.') + 1
	t.all = append(t.all, candidate{Proposal{filter, safe.Text(s), weight}, lower, [2]int{file, name}, strings.ToLower(names.AlsoWritten(s))})
}

// names returns the functions and files that name filters match.
func (c *Completer) names() []candidate {
	p, sums := c.r.Profile, c.r.KnownSums()
	weight := make([]int64, len(p.Functions))
	for n := range sums.Cum {
		if f := c.r.Nodes.Func(query.NodeID(n)); f != model.NoFunc {
			weight[f] = units.Magnitude(sums.Cum[n])
		}
	}
	t := textList{at: map[string]int{}}
	add := func(id model.StringID, weight int64) { t.add(p.Strings.Raw(id), exactly(p.Strings.Raw(id)), weight) }
	for i, f := range p.Functions {
		add(f.Name, weight[i])
	}
	for i, f := range p.Functions {
		add(f.File, weight[i])
	}
	return t.all
}

// pruned returns function names as prune_from sees them.
func (c *Completer) pruned() []candidate {
	t := textList{at: map[string]int{}}
	for _, f := range c.names() {
		if s := query.SimpleName(f.Show); exactly(s) == f.Text { // else the filter would not find what it sees
			t.add(s, f.Text, f.Weight)
		}
	}
	return t.all
}

// exactly returns a regular expression that matches a whole text.
func exactly(s string) string { return "^" + regexp.QuoteMeta(strings.ToValidUTF8(s, "\ufffd")) + "$" }

// keys returns the list of label keys, as write writes them for a filter.
func (c *Completer) keys(list string, write func(key string) string) []candidate {
	return c.list(list, func() []candidate {
		t := textList{at: map[string]int{}}
		for _, l := range c.labels {
			t.add(l.Axis.Key, write(l.Axis.Key), units.Magnitude(l.Total))
		}
		return t.all
	})
}

func byAxis(a, b *labels.Totals) int { return a.Axis.Compare(b.Axis) }

func (c *Completer) axis(of *labels.Totals) []candidate {
	a := of.Axis
	if l, ok := c.values[a]; ok {
		return l
	}
	p := c.r.Profile
	var all []candidate
	for _, v := range of.Values {
		filter := labels.SelectValue(p, a, v.Value).Text
		if filter == "" {
			continue
		}
		show := p.LabelText(a, v.Value, "")
		all = append(all, candidate{
			Proposal{filter, safe.Text(a.Key + "=" + show), units.Magnitude(v.Net)}, strings.ToLower(show), [2]int{}, "",
		})
	}
	c.values[a] = all
	return all
}

// Classes of matches, the best first.
const (
	beginning = iota // the text, or its last part, begins with what was typed
	word             // a word in it does
	within
	scattered
	classes
)

func rank(all []candidate, typed, head string, limit int) []Proposal {
	typed = strings.ToLower(typed)
	var found [classes][]Proposal
	n := 0
	for _, c := range all {
		class := c.class(typed)
		if class == classes || len(found[class]) >= limit {
			continue
		}
		p := c.Proposal
		p.Text = head + p.Text
		found[class] = append(found[class], p)
		if n++; class == beginning && len(found[class]) >= limit {
			break
		}
	}
	out := slices.Concat(found[:]...)
	return out[:min(len(out), limit)]
}

func (c *candidate) class(typed string) int {
	if strings.HasPrefix(c.lower[c.parts[0]:], typed) || strings.HasPrefix(c.lower[c.parts[1]:], typed) {
		return beginning
	}
	if class := min(classWithin(c.lower, typed), classWithin(c.also, typed)); class < scattered {
		return class
	}
	rest := c.lower
	for _, r := range typed {
		i := strings.IndexRune(rest, r)
		if i < 0 {
			return classes
		}
		rest = rest[i+1:]
	}
	return scattered
}

// classWithin returns the class for a typed text within another, or scattered.
func classWithin(text, typed string) int {
	at := strings.Index(text, typed)
	switch at {
	case -1:
		return scattered
	case 0:
		return beginning
	}
	for {
		if !alphanumeric(text[at-1]) {
			return word
		}
		next := strings.Index(text[at+1:], typed)
		if next < 0 {
			return within
		}
		at += 1 + next
	}
}

func alphanumeric(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0x80
}
