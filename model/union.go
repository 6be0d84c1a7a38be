package model

import (
	"context"

	"profstation/model/units"
	"profstation/model/work"
)

// Union adds up the samples of any number of profiles on common tables, in which the same things
// are one as in [Join]. Its steps grow with what is added: samples are put in order only when there
// are about twice as many of them as the last time. The zero value is not ready: use [NewUnion].
// It is used by one goroutine.
type Union struct {
	all    *joiner
	stacks StackList // of the samples
	count  int       // of those stacks
	locs   int       // about how many locations the list holds
	rows   Samples   // Stack counts those stacks
	any    bool      // a sample has a label
	// settled are rows and locs after samples were put in order.
	settled struct{ rows, locs int }
}

// NewUnion is an empty sum of samples with one value for each type.
func NewUnion(types int) *Union {
	return &Union{all: newJoiner(), rows: Samples{Values: make([][]int64, types)}}
}

// Values are what was added so far, a column for each type.
func (u *Union) Values() [][]int64 { return u.rows.Values }

// SetValues replaces the columns by others of the same length.
func (u *Union) SetValues(columns [][]int64) { u.rows.Values = columns }

// Add adds the samples of a profile with other values, a column for each type of the sum. After an
// error, which is the context's or says that there are too many stacks, the sum must not be used.
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

// sort puts the samples in order if there are many more of them than the last time.
func (u *Union) sort(ctx context.Context) error {
	const few = 1 << 16
	if len(u.rows.Stack) > 2*u.settled.rows+few || u.locs > 2*u.settled.locs+16*few {
		return u.settle(ctx)
	}
	return nil
}

// settle makes one of samples with the same stack and the same labels, in the order in which they
// were first met.
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

// Finish returns the common tables and the samples: each stack with each label set once. The sum
// must not be used afterwards. Its only error is the context's.
func (u *Union) Finish(ctx context.Context) (Tables, Samples, error) {
	if err := u.settle(ctx); err != nil {
		return Tables{}, Samples{}, err
	}
	if !u.any {
		u.rows.Labels = nil
	}
	return u.all.Tables, u.rows, nil
}
