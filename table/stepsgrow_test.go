package table_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/work"
	"profstation/scene"
	"profstation/table"
)

// crowd is a profile of n stacks of n/4 functions and n/8 users, each with a size.
func crowd(n int) *model.Profile {
	rng := rand.New(rand.NewPCG(5, 6))
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	var locs []model.LocID
	for i := range n / 4 {
		f := b.Function(model.Function{Name: b.String(fmt.Sprintf("example.com/p%d.f%d", i%50, i)), File: b.String(fmt.Sprintf("/src/%d.go", i%20))})
		locs = append(locs, b.Location(model.NoMapping, 0, []model.Line{{Func: f, Line: int64(i)}}))
	}
	for i := range n {
		var stack []model.LocID
		for range 8 {
			stack = append(stack, locs[rng.IntN(len(locs))])
		}
		set := b.LabelSet([]model.Label{{Key: b.String("user"), Str: b.String(fmt.Sprint("u", i%(n/8)))}, {Key: b.String("size"), Num: int64(i % 100), IsNum: true}})
		b.Sample(stack, set, []int64{1 + rng.Int64N(1000)})
	}
	return b.Profile(model.Header{})
}

// drawn is the table of a report, if there is no error.
func drawn[T any](report T, err error, draw func(T) *table.Table) (*table.Table, error) {
	if err != nil {
		return nil, err
	}
	return draw(report), nil
}

// TestStepsGrow holds that a table of four times the rows takes no more than four times the steps,
// five times where it is sorted, and ends at once when it is stopped; and that a picture of its first
// rows takes as much memory as that of any other.
func TestStepsGrow(t *testing.T) {
	user, size := model.LabelAxis{Key: "user"}, model.LabelAxis{Key: "size", Numeric: true}
	small, big := crowd(8_000), crowd(32_000)
	hundred := func(p *table.PivotReport) *table.Table { return p.Table(100) }
	makers := map[string]func(ctx context.Context, r *query.Result) (*table.Table, error){
		"top by name": func(ctx context.Context, r *query.Result) (*table.Table, error) {
			top, err := r.Top(ctx)
			if err != nil {
				return nil, err
			}
			table.TopSort(ctx, r, top.Rows, nil, table.TopName, false)
			return table.Top(r, top.Rows, nil), ctx.Err()
		},
		"traces": func(ctx context.Context, r *query.Result) (*table.Table, error) {
			x, err := table.Traces(ctx, "x", r)
			return drawn(x, err, (*table.TracesReport).Table)
		},
		"labels": func(ctx context.Context, r *query.Result) (*table.Table, error) {
			x, err := table.Labels(ctx, "x", r)
			return drawn(x, err, (*table.LabelsReport).Table)
		},
		"pivot": func(ctx context.Context, r *query.Result) (*table.Table, error) {
			x, err := table.Pivot(ctx, "x", r, user, size)
			return drawn(x, err, hundred)
		},
		"pivot of functions": func(ctx context.Context, r *query.Result) (*table.Table, error) {
			x, err := table.PivotFunctions(ctx, "x", r, size)
			return drawn(x, err, hundred)
		},
		"peek": func(ctx context.Context, r *query.Result) (*table.Table, error) {
			all, err := r.Peek(ctx, regexp.MustCompile("f1"))
			if err != nil {
				return nil, err
			}
			x, err := table.Peek(ctx, "x", r, all)
			return drawn(x, err, (*table.PeekReport).Table)
		},
	}
	for name, make := range makers {
		run := func(ctx *must.Asking, p *model.Profile) (*table.Table, error) {
			return make(ctx, must.Have(query.Evaluate(context.Background(), p, query.Query{}.Whole())))
		}
		painted := func(p *model.Profile) (looks int, allocations float64) {
			must.Have(run(must.Count(), p)) // what is kept with the profile is made
			ctx := must.Count()
			made := must.Have(run(ctx, p))
			v := table.View{Area: scene.Rect{X1: 800, Y1: 400}, Theme: &scene.Light, Selected: -1, Hover: -1, SortColumn: -1}
			return ctx.Asked(), testing.AllocsPerRun(1, func() {
				var cv scene.Recorder
				made.Paint(&cv, v)
			})
		}
		one, few := painted(small)
		four, many := painted(big)
		if float64(four) > 5*float64(one)+8 || many > 1.5*few+100 {
			t.Errorf("%s: %d looks at the context and %v allocations of a picture, %d and %v for four times as much", name, one, few, four, many)
		}
		for _, k := range []int{0, four / 3, four / 2, four - 1} {
			ctx := must.Ask(k)
			if _, err := run(ctx, big); !errors.Is(err, context.Canceled) || ctx.Asked()-k > 64 {
				t.Errorf("%s, stopped at look %d of %d: %v after %d more", name, k, four, err, ctx.Asked()-k)
			}
		}
	}
}

// Rows are sorted as by a plain stable sort, where they stand.
func TestSortingIsPlain(t *testing.T) {
	type row struct {
		key  float64
		name string
		at   int
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for round := range 200 {
		var rows []row
		for i := range rng.IntN(60) {
			rows = append(rows, row{float64(rng.IntN(8)), fmt.Sprint(rng.IntN(5)), i})
		}
		by := table.Sorting[row, float64]{
			Key: func(r *row) float64 { return r.key }, Name: func(r *row) string { return r.name },
			ByName: round%3 == 0, Descending: round%2 == 0,
		}
		if round%5 == 0 {
			by.Last = func(a, b row) int { return cmp.Compare(b.at, a.at) }
		}
		want := slices.Clone(rows)
		slices.SortStableFunc(want, func(a, b row) int {
			order, names := cmp.Compare(a.key, b.key), cmp.Compare(a.name, b.name)
			if by.ByName {
				order = names
			}
			if by.Descending {
				order = -order
			}
			if order == 0 && !by.ByName {
				order = names
			}
			if order == 0 && by.Last != nil {
				order = by.Last(a, b)
			}
			return order
		})
		if by.Sort(work.StepsUntil(t.Context()), rows); !slices.Equal(rows, want) {
			t.Fatalf("round %d: %v, want %v", round, rows, want)
		}
	}
}
