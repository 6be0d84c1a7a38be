package figures

import (
	"context"
	"errors"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// TestSheetsGrow holds that a sheet takes no more than five times the steps for four times as much,
// sorted by each column too, and ends at once when it is stopped.
func TestSheetsGrow(t *testing.T) {
	crowds := []string{
		"goroutines that only wait", "a start function for each goroutine", "creators in a chain", "tasks below one",
		"types of tasks over 78 hours", "nested regions", "regions that are left within others", "logs", "yields each tick", "marks",
	}
	seen := 0
	for _, x := range hostile.Traces {
		if !slices.Contains(crowds, x.Name) {
			continue
		}
		seen++
		read := func(n int) *trace.Trace {
			f, err := loader.Decode(t.Context(), x.Name, x.Make(n), loader.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return f.Trace
		}
		small, big := read(5_000), read(20_000)
		for _, name := range allSheets {
			for _, by := range append([]string{""}, columnsOf(t, small, name)...) {
				draw := func(ctx *must.Asking, tr *trace.Trace) (int, error) {
					_, err := NewSource(tr).Sheet(ctx, name, wide(tr, name, by))
					return ctx.Asked(), err
				}
				one, err := draw(must.Count(), small)
				four, too := draw(must.Count(), big)
				if errors.Is(err, analysis.ErrTooMuch) || errors.Is(too, analysis.ErrTooMuch) {
					continue
				}
				if err != nil || too != nil {
					t.Fatalf("%s, %s by %q: %v, %v", x.Name, name, by, err, too)
				}
				if float64(four) > 5*float64(one)+20 {
					t.Errorf("%s, %s by %q: %d looks at the context, %d for four times as much", x.Name, name, by, one, four)
				}
				for _, k := range []int{0, four / 2, four - 1} {
					if late, err := draw(must.Ask(k), big); !errors.Is(err, context.Canceled) || late-k > 200 {
						t.Errorf("%s, %s by %q, stopped at look %d of %d: %v after %d more", x.Name, name, by, k, four, err, late-k)
					}
				}
			}
		}
	}
	if seen != len(crowds) {
		t.Errorf("only %d traces are there", seen)
	}
}

// wide is a view with what can be opened open, and tables sorted by a column, "" for none.
func wide(tr *trace.Trace, sheet, by string) View {
	v := View{Choice: Choice{Orders: map[string]Order{}}}
	v.Choice.Goroutines.Open = map[analysis.Key]bool{}
	for i := range min(len(tr.Goroutines), 100) {
		v.Choice.Goroutines.Open[analysis.Key{Func: tr.Goroutines[i].Func}] = true
	}
	if by != "" {
		for _, panel := range []string{"goroutines", "tasks", "types", "regions", "instances", "cycles", "waits", "latency", "creators"} {
			v.Choice.Orders[panel] = Order{By: by}
		}
	}
	return v
}

// columnsOf are the first columns of the tables of a sheet, two of each.
func columnsOf(t *testing.T, tr *trace.Trace, sheet string) (all []string) {
	s, err := NewSource(tr).Sheet(t.Context(), sheet, View{})
	if err != nil {
		return nil
	}
	for _, row := range s.Rows {
		for _, p := range row.Panels {
			if p.Table == nil {
				continue
			}
			for _, c := range p.Table.Columns[:min(2, len(p.Table.Columns))] {
				all = append(all, c.Title)
			}
		}
	}
	return all
}
