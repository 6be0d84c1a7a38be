package answer

import (
	"context"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/table"
)

// mostPackages is how many packages the overview lists.
const mostPackages = 40

func showOverview(_ context.Context, a *Answer) error {
	a.Overview = a.overview.take(a.Result, func() *screen.Overview { return overview(a.Result) })
	return nil
}

func overview(r *model.Result) *screen.Overview {
	p := r.Profile
	o := &screen.Overview{
		Title: lang.L(p.Kind.Title()), About: lang.L(p.Kind.Measures()),
		Facts: r.Facts(), Warnings: append(append([]string(nil), p.Warnings...), p.Hints()...),
	}
	for i, t := range p.Types {
		var sum int64
		for _, v := range p.Samples.Values[i] {
			sum += v
		}
		o.Types = append(o.Types, screen.TypeTotal{
			Name: model.Sanitise(t.Type), Total: model.FormatSpaced(sum, t.Unit, "auto"),
			Help: p.Kind.Explain(t.Type), Default: i == p.Default,
		})
	}
	o.Facts = append(o.Facts, model.Fact{Name: "Samples", Text: lang.L("{{.Samples}} in {{.Stacks}} stacks",
		lang.With{"Samples": model.Count(int64(p.Samples.Len())), "Stacks": model.Count(int64(p.Stacks.Len()))})})
	for _, l := range p.Kind.Limits() {
		o.About += " " + lang.L(l)
	}
	o.Packages = packages(r)
	return o
}

// packages is the table of a result's packages by what they spend themselves.
func packages(r *model.Result) *table.Table {
	group := make([]int32, r.Nodes.Len())
	ids := map[string]int32{}
	var names []string
	for n := range group {
		name := flame.PackageOf(r, model.NodeID(n))
		id, ok := ids[name]
		if !ok {
			id = int32(len(names))
			ids[name] = id
			names = append(names, name)
		}
		group[n] = id
	}
	sums := r.SumsBy(group, len(names))
	rows := make([]table.Named, 0, len(names))
	for i, name := range names {
		if sums.Flat[i] != 0 || sums.Cum[i] != 0 {
			rows = append(rows, table.Named{Name: model.Sanitise(name), Flat: sums.Flat[i], Cum: sums.Cum[i]})
		}
	}
	return table.Packages(r, rows, mostPackages)
}
