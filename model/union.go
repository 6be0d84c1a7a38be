package model

import (
	"context"
	"errors"
	"math"
)

// Union adds up the samples of any number of profiles on common tables, in which the same things
// are one as in [Join]. Its steps grow with what is added: samples are put in order only when there
// are about twice as many of them as the last time. The zero value is not ready: use [NewUnion].
// It is used by one goroutine.
type Union struct {
	all   *joiner
	locs  []LocID // of the stacks of samples: one is locs[start[i]:start[i+1]]
	start []int32
	rows  Samples // Stack counts those stacks
	any   bool    // a sample has a label
	// settled are the lengths of rows and locs after samples were put in order.
	settled struct{ rows, locs int }
}

// NewUnion is an empty sum of samples with one value for each type.
func NewUnion(types int) *Union {
	return &Union{all: newJoiner(), start: []int32{0}, rows: Samples{Values: make([][]int64, types)}}
}

// Values are what was added so far, a column for each type.
func (u *Union) Values() [][]int64 { return u.rows.Values }

// SetValues replaces the columns by others of the same length.
func (u *Union) SetValues(columns [][]int64) { u.rows.Values = columns }

// Add adds the samples of a profile with other values, a column for each type of the sum. After an
// error, which is the context's or says that there are too many stacks, the sum must not be used.
func (u *Union) Add(ctx context.Context, p *Profile, values [][]int64) error {
	if err := u.room(ctx, p); err != nil {
		return err
	}
	locs, sets, err := u.all.add(ctx, p)
	if err != nil {
		return err
	}
	steps, first, read := StepsUntil(ctx), StackID(len(u.start)-1), p.Stacks.Reader()
	for i := range p.Stacks.Len() {
		stack := read.Locs(StackID(i))
		if steps.Over(1 + len(stack)) {
			return ctx.Err()
		}
		for _, l := range stack {
			u.locs = append(u.locs, locs[l])
		}
		u.start = append(u.start, int32(len(u.locs)))
	}
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

// room puts the samples in order if there are many more of them than the last time, or if the
// stacks of one more profile would not fit.
func (u *Union) room(ctx context.Context, p *Profile) error {
	const few = 1 << 16
	more := 0
	for i := range p.Stacks.Len() {
		more += p.Stacks.Depth(StackID(i))
	}
	full := func() bool { return len(u.locs)+more > math.MaxInt32 }
	if full() || len(u.rows.Stack) > 2*u.settled.rows+few || len(u.locs) > 2*u.settled.locs+16*few {
		if err := u.settle(ctx); err != nil {
			return err
		}
	}
	if full() {
		return errors.New("all stacks together have more than 2 billion frames")
	}
	return nil
}

// settle makes one of samples with the same stack and the same labels, in the order in which they
// were first met.
func (u *Union) settle(ctx context.Context) error {
	stacks, ids, err := newStacks(ctx, u.locs, u.start)
	if err != nil {
		return err
	}
	var same Pairs
	steps, r := StepsUntil(ctx), &u.rows
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
			v[k] = Plus(v[k], v[i])
		}
	}
	r.Stack, r.Labels = r.Stack[:n], r.Labels[:n]
	for c, v := range r.Values {
		r.Values[c] = v[:n]
	}
	u.all.Stacks = stacks
	u.locs, u.start = u.locs[:0], u.start[:1]
	read := stacks.Reader()
	for i := range stacks.Len() {
		u.locs = append(u.locs, read.Locs(StackID(i))...)
		u.start = append(u.start, int32(len(u.locs)))
		if steps.Over(1) {
			return ctx.Err()
		}
	}
	u.settled.rows, u.settled.locs = n, len(u.locs)
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
