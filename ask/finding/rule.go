package finding

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
)

// rule looks for one thing, or for several that belong together. Its only error is the context's.
type rule struct {
	name string // in English, with dashes
	find func(context.Context, *Subject) ([]Finding, error)
	words
	looks looks
	limit threshold
	share *share // what a rule about a share looks for; nil: it is no such rule
}

// words are what a rule says, for [lang.L]. Found is filled in with what the rule measured.
type words struct {
	Found string
	Why   string // why it matters
	Do    string // what people do about it
	Wrong string // what would make it wrong
}

// looks says what a rule looks at: profiles of some kinds, some traces, or what only the text says.
type looks struct {
	text   string
	kinds  []model.Kind
	traces func(*trace.Trace) bool
}

// What several rules look at.
var (
	cpuProfiles       = looks{text: lang.Later("CPU profiles"), kinds: []model.Kind{model.CPU}}
	memoryProfiles    = looks{text: lang.Later("heap and allocations profiles"), kinds: []model.Kind{model.Heap, model.Allocs}}
	goroutineProfiles = looks{text: lang.Later("goroutine profiles and dumps"), kinds: []model.Kind{model.Goroutine}}
	traces            = looks{text: lang.Later("execution traces"), traces: func(*trace.Trace) bool { return true }}
)

// threshold says from where on a rule speaks, and who says so.
type threshold struct {
	percent float64
	usual   float64 // the rule's own percent, if the user has set another
	text    string  // for a threshold that is no share
	because string
	link    string // where they say so; "": nowhere
}

// The rules' usual sources.
const (
	guide  = "https://go.dev/doc/gc-guide"
	source = "https://cs.opensource.google/go/go/+/refs/tags/go1.26.0:src/"
)

var ours = lang.Later("our judgement: less is rarely worth a change")

var rules []rule

// add makes a rule known. Files with rules call it in their init.
func add(r rule) {
	at, _ := slices.BinarySearchFunc(rules, r, func(a, b rule) int { return cmp.Compare(a.name, b.name) })
	rules = slices.Insert(rules, at, r)
}

// finding begins a finding with the rule's words.
func (w *words) finding(s Severity, with lang.With) Finding {
	return Finding{Severity: s, Text: lang.L(w.Found, with), Why: lang.L(w.Why), Do: lang.L(w.Do), Wrong: lang.L(w.Wrong)}
}

// symbol is a function in Go itself by its name, or a family by what their names begin with.
type symbol struct {
	name  string // a family ends in *
	until string // the last release that has it; "": those that the rules know have it
}

// known is the newest Go release whose symbols the rules were checked with.
const known = "go1.27"

// symbols returns those that today's releases have.
func symbols(names ...string) (all []symbol) {
	for _, n := range names {
		all = append(all, symbol{name: n})
	}
	return all
}

// gone returns symbols that newer releases do not have.
func gone(until string, names ...string) (all []symbol) {
	for _, n := range names {
		all = append(all, symbol{n, until})
	}
	return all
}

// holds reports whether a function is the symbol, or in its family.
func (s symbol) holds(name string) bool {
	if family, ok := strings.CutSuffix(s.name, "*"); ok {
		return strings.HasPrefix(name, family)
	}
	return name == s.name
}

// pattern is the regular expression with which pprof finds what the symbols hold, and nothing else. It is "" for none, which
// as an option finds nothing either.
func pattern(all []symbol) string {
	if len(all) == 0 {
		return ""
	}
	each := make([]string, len(all))
	for i, s := range all {
		family, ok := strings.CutSuffix(s.name, "*")
		each[i] = regexp.QuoteMeta(family)
		if !ok {
			each[i] += "$"
		}
	}
	if len(each) == 1 {
		return "^" + each[0]
	}
	return "^(" + strings.Join(each, "|") + ")"
}

// packageOf returns what a function's name begins with up to its package's end, with the dot. It is the same for a
// family and for what is in it, as families name their package.
func packageOf(name string) string {
	end := len(name)
	if i := strings.IndexAny(name, "[("); i >= 0 {
		end = i // import paths in type arguments have slashes, too
	}
	slash := strings.LastIndexByte(name[:end], '/') + 1
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		return name[:slash+dot+1]
	}
	return ""
}
