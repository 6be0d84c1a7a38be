package query

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
)

// Refining is one filter as a user entered it. It can be switched off and inverted.
type Refining struct {
	Name     string `json:"name"` // pprof's: focus, ignore, tagfocus …
	Text     string `json:"text"`
	Off      bool   `json:"off,omitempty"`
	Inverted bool   `json:"inverted,omitempty"` // it drops the samples that it would keep, and keeps the others
}

// Refinement holds a query's filters in the order in which they were entered. It can be saved under a name.
// Several filters may have the same name.
type Refinement struct {
	Name    string     `json:"name"`
	Filters []Refining `json:"filters"`
}

// CanInvert reports whether a filter has an inverse.
func CanInvert(name string) bool { return OptionNamed(name).inverse != "" }

// InForce returns the name of the filter that f acts as, or "" if it does nothing.
func (f Refining) InForce() string {
	switch {
	case f.Off || f.Text == "":
		return ""
	case f.Inverted && CanInvert(f.Name):
		return OptionNamed(f.Name).inverse
	}
	return f.Name
}

// Apply returns q with these filters and no others. The rest of q is unchanged.
//
// Several filters with one name become one filter in the query. All texts for tagfocus and time must hold,
// and any text for tagignore ignores a sample. Lists of keys are joined. With all other filters a name has to
// match any one text.
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

// anyProfile stands for one where only the text counts: what is wrong with a filter does not depend on it.
var anyProfile = model.NewBuilder(nil).Profile(model.Header{})

// CheckFilter returns the error in one filter's text without evaluating anything. name is pprof's name. The
// error is a *[Error].
func CheckFilter(name, text string) error {
	o := OptionNamed(name)
	if !o.IsFilter() {
		return &Error{name, lang.Error("no filter has this name")}
	}
	var err error
	switch o.Kind {
	case LabelFilter:
		_, err = compileTags(anyProfile, name, text)
	case NameFilter, PruneFilter, KeyFilter:
		_, err = compileNames(anyProfile, name, text)
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

// Only returns the regular expression for a filter by name that matches these nodes alone, as far as names, files and
// binaries differ.
func (r *Result) Only(nodes ...NodeID) string {
	var all []string
	for _, n := range nodes {
		if members := r.members(n); members != nil {
			all = append(all, members...)
			continue
		}
		node := r.Nodes.Node(n)
		all = append(all, regexp.QuoteMeta(cmp.Or(node.Name, node.File, node.Object))+"$")
	}
	if len(all) == 1 {
		return "^" + all[0]
	}
	return "^(" + strings.Join(all, "|") + ")"
}

// maxMembers bounds how many beginnings of names a filter for a package or module has.
const maxMembers = 500

// members returns regular expressions for the beginnings of the names of all functions in a package or module; nil if
// the node is neither. In Go, a package's functions begin alike.
func (r *Result) members(n NodeID) []string {
	p, fn := r.Profile, r.Nodes.Func(n)
	if fn == model.NoFunc || r.Nodes.Node(n).Name == "" {
		return nil
	}
	wanted, ok := r.Query.Granularity.Owner(p, fn)
	if !ok || wanted == "" && r.Nodes.Node(n).Name != names.NoPackage {
		return nil
	}
	// Functions of others may begin alike, and files, which filters by name match, too: package a/b, and a/b.go in a.
	shared := map[string]bool{}
	in := func(i int) bool {
		owner, _ := r.Query.Granularity.Owner(p, model.FuncID(i))
		return owner == wanted
	}
	for i, f := range p.Functions {
		if !in(i) {
			shared[names.WithPackage(p.Strings.Raw(f.Name))] = true
			shared[names.WithPackage(p.Strings.Raw(f.File))] = true
		}
	}
	beginnings := func(in func(i int) bool) map[string]bool {
		begin := map[string]bool{}
		for i, f := range p.Functions {
			if !in(i) {
				continue
			}
			name := p.Strings.Raw(f.Name)
			if with := names.WithPackage(name); with != "" && !shared[with] {
				begin[regexp.QuoteMeta(with)] = true
			} else {
				begin[regexp.QuoteMeta(name)+"$"] = true
			}
			if len(begin) > maxMembers {
				return nil
			}
		}
		return begin
	}
	begin := beginnings(in)
	if begin == nil { // goref lists many more functions than it has in stacks
		used := onStacks(p)
		begin = beginnings(func(i int) bool { return used[i] && in(i) })
	}
	if begin == nil {
		return []string{".*" + regexp.QuoteMeta(wanted)}
	}
	return slices.Sorted(maps.Keys(begin))
}

// onStacks marks the functions that are in a stack.
func onStacks(p *model.Profile) []bool {
	used, read := make([]bool, len(p.Functions)), p.Stacks.Reader()
	for s := range model.StackID(p.Stacks.Len()) {
		for _, l := range read.From(s, int32(p.Stacks.Common(s))) { // what it does not share with the one before
			for _, line := range p.Lines[p.Locations[l].FirstLine:p.Locations[l].EndLine] {
				used[line.Func] = true
			}
		}
	}
	return used
}
