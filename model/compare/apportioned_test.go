package compare_test

import (
	"context"
	"fmt"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
)

// fanned is a profile of functions that main calls, each counted so often.
func fanned(from, to int, n int64) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}})
	at := func(name string, address uint64) model.LocID {
		f := b.Function(model.Function{Name: b.String(name)})
		return b.Location(model.NoMapping, address, []model.Line{{Func: f, Line: 1}})
	}
	main := at("main.main", 1)
	for i := from; i < to; i++ {
		b.Sample([]model.LocID{at(fmt.Sprintf("main.f%d", i), uint64(i)+2), main}, 0, []int64{n, n * 1024})
	}
	return b.Profile(model.Header{})
}

// What one recording has adds up, however little of it is in each stack.
func TestDifferencePerRecording(t *testing.T) {
	for _, c := range []struct {
		base, now  []*model.Profile
		total, net int64
	}{
		{[]*model.Profile{fanned(0, 100, 1), fanned(100, 200, 1)}, []*model.Profile{fanned(0, 100, 1)}, 100, 0},
		{[]*model.Profile{fanned(0, 100, 1), fanned(100, 200, 1), fanned(200, 300, 1)}, []*model.Profile{fanned(0, 90, 1)}, 100, -10},
		{[]*model.Profile{fanned(0, 100, 2), fanned(0, 100, 2)}, []*model.Profile{fanned(0, 100, 2)}, 200, 0},
	} {
		p := must.Have(compare.JoinGroups(context.Background(), c.base, c.now))
		n := compare.PerRecording(p.Recordings())
		d := must.Have(p.Difference(context.Background(), compare.DiffBase, n))
		q := query.Default().Whole()
		q.SampleIndex = "inuse_objects"
		r := evaluate(t, d, q)
		if net := must.Have(r.Top(context.Background())).Flat; r.Total != c.total || net != c.net {
			t.Errorf("%d recordings: %d on a base of %d, want %d on %d", len(c.base), net, r.Total, c.net, c.total)
		}
		if err := p.ShowDifference(r, n); err != nil {
			t.Fatal(err)
		}
		if got, want := r.Amount(7), "7/recording"; got != want {
			t.Errorf("it writes %q, want %q", got, want)
		}
	}
}

// The texts of a difference show what it is by, in the unit that is asked for.
func TestShowDifference(t *testing.T) {
	x, y := workedCase()
	p := join(t, x, y)
	for _, c := range []struct {
		by   compare.Normalisation
		unit string
		want string
	}{
		{compare.Normalisation{By: compare.AsRecorded}, "", "50ms"},
		{compare.Normalisation{By: compare.PerTotal}, "", "50ms"},
		{compare.Normalisation{By: compare.PerUnit, Base: 20, New: 40, Unit: "request"}, "", "2.50ms/request"},
		{compare.Normalisation{By: compare.PerUnit, Base: 20, New: 40, Unit: "request"}, "us", "2500µs/request"},
	} {
		d := must.Have(p.Difference(context.Background(), compare.Base, c.by))
		q := query.Default().Whole()
		q.Unit = c.unit
		r := evaluate(t, d, q)
		if err := p.ShowDifference(r, c.by); err != nil {
			t.Fatal(err)
		}
		if got := r.Amount(50e6); got != c.want {
			t.Errorf("%v: it writes %q, want %q", c.by, got, c.want)
		}
	}
}
