package timeline

import (
	"context"
	"errors"
	"testing"

	"profstation/internal/must"
	"profstation/model/trace"
)

// wideQueries list lanes in ways that need steps of their own.
var wideQueries = map[string]func(*Timeline) Query{
	"groups":       func(*Timeline) Query { return Query{} },
	"flat":         func(*Timeline) Query { return Query{Flat: true} },
	"by start":     func(*Timeline) Query { return Query{Sort: ByStart, Reverse: true} },
	"by running":   func(*Timeline) Query { return Query{Flat: true, Sort: ByRunning} },
	"by blocked":   func(*Timeline) Query { return Query{Sort: ByBlocked} },
	"filter":       func(*Timeline) Query { return Query{Flat: true, Filter: "g.*7|main"} },
	"least length": func(*Timeline) Query { return Query{Flat: true, MinDuration: 1} },
	"tasks": func(t *Timeline) Query {
		return Query{Toggled: map[Key]bool{{SectionRow, int32(TaskSection)}: true}}
	},
	"threads": func(*Timeline) Query { return Query{Toggled: map[Key]bool{{SectionRow, int32(ThreadSection)}: true}} },
	"open":    func(t *Timeline) Query { return Query{Flat: true, Toggled: map[Key]bool{{GoroutineRow, 0}: true}} },
	"numbers": func(t *Timeline) Query {
		ids := make([]int64, len(t.Trace.Goroutines))
		for i := range ids {
			ids[i] = t.Trace.Goroutines[i].ID
		}
		return Query{Flat: true, IDs: ids}
	},
}

// TestLanesGrow holds that four times as much takes a list of rows no more than four times the
// steps, sorting aside, and that one that is stopped ends at once.
func TestLanesGrow(t *testing.T) {
	for _, trace := range append([]string{"a start function for each goroutine", "tasks below one", "nested regions", "regions that are left within others"}, crowdedNames...) {
		small, big := crowdedTrace(t, trace, 20_000), crowdedTrace(t, trace, 80_000)
		one, four := prepared(t, small), prepared(t, big)
		for name, ask := range wideQueries {
			list := func(ctx *must.Asking, tl *Timeline) (int, error) {
				tl.orders, tl.tracks, tl.levels = cache[Order, []gos]{}, cache[gos, *tracks]{}, cache[Key, *levels]{}
				tl.censuses = cache[Key, *census]{}
				_, err := tl.Lanes(ctx, ask(tl))
				return ctx.Asked(), err
			}
			few, many := must.Have(list(must.Count(), one)), must.Have(list(must.Count(), four))
			if float64(many) > 4.5*float64(few)+20 {
				t.Errorf("%s, %s: %d looks at the context, %d for four times as much", trace, name, few, many)
			}
			for _, k := range []int{0, many / 3, many / 2, many - 1} {
				if late, err := list(must.Ask(k), four); !errors.Is(err, context.Canceled) || late-k > 64 {
					t.Errorf("%s, %s, stopped at look %d of %d: %v after %d more", trace, name, k, many, err, late-k)
				}
			}
		}
	}
}

type gos = trace.GoIndex

// TestSearchGrows holds that looking for something takes four times the memory for four times as
// much.
func TestSearchGrows(t *testing.T) {
	for _, name := range []string{"a start function for each goroutine", "goroutines that only wait", "tasks", "yields each tick"} {
		allocations := func(n int) float64 {
			tl := prepared(t, crowdedTrace(t, name, n))
			return testing.AllocsPerRun(1, func() {
				for _, text := range []string{"g1", "7", "main", "t9", "heap"} {
					tl.Search(text, 10)
				}
			})
		}
		if few, many := allocations(20_000), allocations(80_000); many > 4.5*few {
			t.Errorf("%s: %v allocations to search, %v for four times as much", name, few, many)
		}
	}
}

// TestCrowdsAreCountedBefore holds that a row of many tasks or assists is counted when it is listed,
// and one of few when it is drawn.
func TestCrowdsAreCountedBefore(t *testing.T) {
	for name, query := range map[string]Query{
		"tasks":   {Toggled: map[Key]bool{{SectionRow, int32(TaskSection)}: true}},
		"assists": {},
	} {
		for _, n := range []int{fewCounted / 2, 2 * fewCounted} {
			tl := prepared(t, crowdedTrace(t, name, n))
			lanesFor(t, tl, query)
			if got := len(tl.censuses.values); (n > fewCounted) != (got == 1) {
				t.Errorf("of %d %s %d rows are counted", n, name, got)
			}
		}
	}
}
