package timeline

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"profstation/model"
)

// keep tells which goroutines a query keeps.
func (t *Timeline) keep(ctx context.Context, c *compiled) ([]bool, error) {
	keep := make([]bool, len(t.Trace.Goroutines))
	// A function has many goroutines: its name is matched once.
	name := make([]int8, len(t.Groups))
	if c.re != nil {
		for i := range t.Groups {
			if c.re.MatchString(t.Trace.Strings.Display(t.Groups[i].Func)) {
				name[i] = 1
			}
		}
	}
	const part = 1024
	n := len(keep)
	err := each(ctx, (n+part-1)/part, func(i int) {
		var text []byte
		for g := i * part; g < min((i+1)*part, n); g++ {
			r := &t.Trace.Goroutines[g]
			switch {
			case c.Kinds != 0 && t.has[g]&c.Kinds == 0:
				continue
			case c.ids != nil && !c.ids[r.ID]:
				continue
			}
			if c.re != nil && name[t.groupOf[r.Func]] == 0 {
				text = append(strconv.AppendInt(append(text[:0], 'g'), r.ID, 10), ' ')
				text = append(text, t.Trace.Strings.Display(r.Func)...)
				if !c.re.Match(text) {
					continue
				}
			}
			keep[g] = c.long(t, model.GoIndex(g))
		}
	})
	return keep, err
}

// order is all goroutines in an order, made when it is first asked for.
func (t *Timeline) order(by Order) []model.GoIndex {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.orders[by] != nil {
		return t.orders[by]
	}
	type ranked struct {
		by, id int64
		g      model.GoIndex
	}
	list := make([]ranked, len(t.Trace.Goroutines))
	for g := range list {
		r := &t.Trace.Goroutines[g]
		list[g] = ranked{id: r.ID, g: model.GoIndex(g)}
		switch by {
		case ByStart:
			list[g].by = int64(t.Trace.Spans.Start.At(int(r.First)))
		case ByRunning:
			list[g].by = -t.running[g]
		case ByBlocked:
			list[g].by = -t.blocked[g]
		}
	}
	slices.SortFunc(list, func(a, b ranked) int {
		if a.by != b.by {
			return cmp.Compare(a.by, b.by)
		}
		return cmp.Compare(a.id, b.id)
	})
	order := make([]model.GoIndex, len(list))
	for i := range list {
		order[i] = list[i].g
	}
	t.orders[by] = order
	return order
}
