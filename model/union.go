package model

import (
	"context"

	"profstation/model/units"
	"profstation/model/work"
)

// Union adds up samples from any number of profiles on common tables, in which equal things are one as in
// [Join]. The cost of a step grows with what it adds: samples are sorted only when there are about twice as
// many as the last time. The zero value is not ready: use [NewUnion]. It is used by one goroutine.
type Union struct {
	all    *joiner
	stacks StackList // the samples' stacks
	count  int       // number of stacks in the list
	locs   int       // roughly the number of locations in the list
	rows   Samples   // Stack refers to the stacks in the list
	any    bool      // some sample has a label
	// settled holds the numbers of rows and locs after the last sort.
	settled struct{ rows, locs int }
}

// NewUnion returns an empty sum for samples with one value for each type.
func NewUnion(types int) *Union {
	return &Union{all: newJoiner(), rows: Samples{Values: make([][]int64, types)}}
}

// Values returns what was added so far, one column for each type.
func (u *Union) Values() [][]int64 { return u.rows.Values }

// SetValues replaces the columns by others with the same length.
func (u *Union) SetValues(columns [][]int64) { u.rows.Values = columns }

// Add adds a profile's samples with other values, one column for each type in the sum. It returns the
// context's error, or an error that there are too many stacks. After an error the sum must not be used.
func (u *Union) Add(ctx context.Context, p *Profile, values [][]int64) error {
	if err := u.sort(ctx); err != nil {
		return err
	}
	locs, sets, _, err := u.all.add(ctx, p)
	if err != nil {
		return err
	}
	added, err := u.stacks.addEach(ctx, p.Stacks, locs)
	u.locs += added
	if err != nil {
		return err
	}
	steps, first := work.StepsUntil(ctx), StackID(u.count)
	u.count += p.Stacks.Len()
	r := &u.rows
	for i, s := range p.Samples.Stack {
		if steps.Over(1) {
			return ctx.Err()
		}
		r.Stack = append(r.Stack, first+s)
		r.Labels = append(r.Labels, sets[p.Samples.LabelSet(i)])
	}
	for c, v := range values {
		r.Values[c] = append(r.Values[c], v...)
	}
	u.any = u.any || p.Samples.Labels != nil
	return ctx.Err()
}

// sort sorts the samples if there are many more than the last time.
func (u *Union) sort(ctx context.Context) error {
	const few = 1 << 16
	if len(u.rows.Stack) > 2*u.settled.rows+few || u.locs > 2*u.settled.locs+16*few {
		return u.settle(ctx)
	}
	return nil
}

// settle merges samples with the same stack and the same labels, in the order in which they were first met.
func (u *Union) settle(ctx context.Context) error {
	stacks, ids, err := u.stacks.Table(ctx)
	if err != nil {
		return err
	}
	steps, r := work.StepsUntil(ctx), &u.rows
	same := work.Pairs{Until: steps}
	n := 0
	for i, s := range r.Stack {
		if steps.Over(1 + len(r.Values)) {
			return ctx.Err()
		}
		k := int(same.Number(int32(ids[s]), int32(r.Labels[i])))
		if k == n {
			r.Stack[k], r.Labels[k] = ids[s], r.Labels[i]
			for _, v := range r.Values {
				v[k] = v[i]
			}
			n++
			continue
		}
		for _, v := range r.Values {
			v[k] = units.Plus(v[k], v[i])
		}
	}
	r.Stack, r.Labels = r.Stack[:n], r.Labels[:n]
	for c, v := range r.Values {
		r.Values[c] = v[:n]
	}
	u.all.Stacks = stacks
	u.stacks = StackList{}
	if err := u.stacks.addTable(ctx, stacks, nil); err != nil {
		return err
	}
	u.count, u.locs = stacks.Len(), len(stacks.locs)
	u.settled.rows, u.settled.locs = n, u.locs
	return nil
}

// Finish returns the common tables and the samples, with each stack and label set combined once. The sum must
// not be used afterwards. Its only error is the context's.
func (u *Union) Finish(ctx context.Context) (Tables, Samples, error) {
	if err := u.settle(ctx); err != nil {
		return Tables{}, Samples{}, err
	}
	if !u.any {
		u.rows.Labels = nil
	}
	return u.all.Tables, u.rows, nil
}
