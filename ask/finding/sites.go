package finding

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// Rules about one line that allocates more than all others together.
func init() {
	half := threshold{percent: 50, because: lang.Later("by definition: from here on it is more than all other lines together")}
	addSite("one-line", Worth, "alloc_space", "", half, words{
		Found: lang.Later("{{.Share}} of all bytes are allocated at one line: {{.Name}}"),
		Why:   lang.Later("The collector runs the more often the more bytes are allocated: whatever is changed at other lines saves less than half of it."),
		Do:    lang.Later("Look at this line first: reuse what it makes, make it smaller, or make it only where somebody needs it."),
		Wrong: lang.Later("The profile is added up since the program started: if this line ran only then, it costs nothing now. What Go's own packages allocate counts for the line that calls them."),
	})
	addSite("one-line-objects", Worth, "alloc_objects", "alloc_space", half, words{
		Found: lang.Later("{{.Share}} of all objects are allocated at one line: {{.Name}}"),
		Why:   lang.Later("Each object takes time to allocate and to mark, however small it is."),
		Do:    lang.Later("Look at this line first: allocate many at once, keep values out of interfaces and pointers, or reuse them."),
		Wrong: lang.Later("The profile is added up since the program started: if this line ran only then, it costs nothing now. What Go's own packages allocate counts for the line that calls them."),
	})
	addSite("one-line-in-use", Notice, "inuse_space", "", half, words{
		Found: lang.Later("{{.Share}} of the memory in use was allocated at one line: {{.Name}}"),
		Why:   lang.Later("What refers to these objects decides how much memory the program needs, and how much the collector has to mark."),
		Do:    lang.Later("Find out who keeps them: a cache or a map without a bound, a small part of a large slice, goroutines that do not end."),
		Wrong: lang.Later("The program is there to hold them."),
	})
}

// addSite makes a rule about one line known. It is silent where the same is found in the sample type instead.
func addSite(name string, severity Severity, column, instead string, limit threshold, w words) {
	r := &rule{name: name, looks: memoryProfiles, limit: limit, words: w}
	r.find = func(ctx context.Context, s *Subject) ([]Finding, error) {
		if !s.judges(r.looks) {
			return nil, nil
		}
		r := s.limited(r)
		if instead != "" {
			if _, found, err := r.site(ctx, s, instead); found || err != nil {
				return nil, err
			}
		}
		x, found, err := r.site(ctx, s, column)
		if !found || err != nil {
			return nil, err
		}
		f := r.finding(severity, lang.With{"Share": x.text(), "Name": safe.Text(x.short())})
		f.measured(x.measured)
		f.Figures = append(f.Figures, r.limit.cited()...)
		f.name(x.by, x.part, x.total)
		f.ByCaller, f.Place = x.pprof(s.Profile), x.place()
		f.Place.Selected = x.by[0].name
		return []Finding{f}, nil
	}
	add(*r)
}

// site is the line that has most of a sample type.
type site struct {
	measured
	question
	by   []caller
	node query.Node
}

// short returns the line's name without the folders of its file.
func (x *site) short() string {
	if x.node.File != "" {
		x.node.File = filepath.Base(x.node.File)
	}
	return x.node.String()
}

// site returns the line that allocated most, and whether that is beyond the threshold by more than chance. A line is the
// first outside of Go's own packages on the way from the leaf.
func (r *rule) site(ctx context.Context, s *Subject, typ string) (x site, found bool, err error) {
	p := s.Profile
	column := p.ColumnOf(typ)
	if column < 0 || p.Subtracted(column) {
		return x, false, nil
	}
	below := ofGoItself(p)
	of, err := s.asked(ctx, below, recorders)
	if err != nil {
		return x, false, err
	}
	type key struct {
		name, file model.StringID
		line       int64
	}
	known := map[key]int32{}
	number := lists.Map(p.Lines, func(l model.Line) int32 {
		f := &p.Functions[l.Func]
		n, _ := work.Number(known, key{f.Name, f.File, l.Line}, len(known))
		return n
	})
	node := func(l model.Line) query.Node {
		f := &p.Functions[l.Func]
		return query.Node{Name: p.Strings.Raw(f.Name), File: p.Strings.Raw(f.File), Line: l.Line}
	}
	values := p.Samples.Values[column]
	x.by, err = callers(ctx, s, column, of, those{}, number, func(l model.Line) string {
		n := node(l)
		return n.String()
	})
	if err != nil || len(x.by) == 0 || units.Share(x.by[0].value, units.Magnitudes(values)) < r.limit.percent {
		return x, false, err
	}
	line := x.by[0].line
	x.node = node(p.Lines[line])
	x.measured, err = s.measure(ctx, column, func(s model.StackID) bool { return of[s] >= 0 && number[of[s]] == number[line] })
	x.question = question{Type: typ, Ignore: pattern(recorders), Hide: pattern(below), Lines: true}
	return x, x.node.Line > 0 && x.low >= r.limit.percent/100, err
}

// ofGoItself returns the packages of Go's own that a profile has functions of: all below a folder at once if nobody
// else's are there.
func ofGoItself(p *model.Profile) (all []symbol) {
	folder := func(pkg string) string { return pkg[:strings.IndexByte(pkg, '/')+1] }
	others, its := map[string]bool{}, map[string]bool{}
	for i := range p.Functions {
		pkg := packageOf(p.Strings.Raw(p.Functions[i].Name))
		switch names.CodeKindOf(p, model.FuncID(i)) {
		case names.Std, names.Runtime:
			if pkg != "" {
				its[pkg] = true
			}
		default:
			others[folder(pkg)] = true
		}
	}
	families := map[string]bool{}
	for pkg := range its {
		if of := folder(pkg); of != "" && !others[of] {
			pkg = of
		}
		families[pkg+"*"] = true
	}
	return symbols(slices.Sorted(maps.Keys(families))...)
}
