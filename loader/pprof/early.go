package pprof

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"profstation/loader/input"
	"profstation/model"
)

// Early decodes the samples of a profile while the rest of it is unpacked. Go writes the tables that
// samples refer to behind them, so stacks are of the ids of the file first, and are looked up when
// the tables are there.
//
// It only saves time: at anything that is not as expected it gives up, and [Decode] decides alone
// what the data is and what is wrong with it.
type Early struct {
	limits input.Limits
	counts counts
	m      message
	failed bool

	roomy    bool             // room was made for all samples
	stacks   *model.StackList // of ids of the file
	samples  int
	columns  [][]int64
	stack    []model.LocID // of the sample at hand
	values   []int64       // of the sample at hand
	labelled []labelled

	sorted chan struct{} // closed when what follows is there
	table  *model.Stacks
	ids    []model.StackID // of the samples
	err    error
}

// labelled is a sample with labels, and where its message stands.
type labelled struct {
	sample, size int32
	from         int
}

// NewEarly makes one for an input with these limits.
func NewEarly(l input.Limits, ctx context.Context) *Early {
	return &Early{limits: l, counts: counts{p: input.NewProgress(ctx, nil)}, stacks: &model.StackList{}}
}

// Follow decodes what has come, see [input.Follow].
func (e *Early) Follow(beginnings <-chan []byte) {
	defer func() {
		if recover() != nil {
			e.failed = true // where it happens again, it is reported
		}
		if e.failed {
			*e = Early{failed: true} // its memory is for Decode
		}
	}()
	for data := range beginnings {
		for len(beginnings) > 0 {
			data = <-beginnings
		}
		if !e.failed {
			e.failed = !e.read(data)
		}
	}
}

// read decodes the messages that are there as a whole, and reports whether to go on.
func (e *Early) read(data []byte) bool {
	if cap(data) > math.MaxInt32 {
		return false
	}
	m := &e.m
	m.all = data
	for m.next() {
		if m.err = e.counts.field(m, e.sample); m.err != nil {
			return false
		}
	}
	if m.err != nil {
		if !isCut(m.err) {
			return false
		}
		m.at, m.err = m.from, nil // the rest of the message comes
	}
	if tables, _ := e.counts.sizes(); tables > e.limits.Memory {
		return false
	}
	if !e.roomy && e.samples > 256 {
		e.makeRoom(float64(cap(data)-m.at) / float64(m.at))
	}
	return true
}

// makeRoom makes room for so many times of what there is, if that is within the limits.
func (e *Early) makeRoom(times float64) {
	e.roomy = true
	const spare = 1.02
	samples := int(spare * times * float64(e.samples))
	perSample := costs[profileSample].tables + int64(len(e.columns))*costs[values].tables
	if int64(samples)*perSample > e.limits.Memory {
		return
	}
	for i, c := range e.columns {
		e.columns[i] = slices.Grow(c, samples)
	}
}

// odd is why Early gives up.
type odd struct{}

func (odd) Error() string { return "unexpected" }

// sample counts and decodes a sample.
func (e *Early) sample(data []byte) error {
	types := e.counts.n[profileSampleType]
	if e.columns == nil && types > 0 && types <= mostTypes {
		e.columns = make([][]int64, types)
	}
	if len(e.columns) != types || types == 0 {
		return odd{}
	}
	e.stack, e.values = e.stack[:0], e.values[:0]
	labels := 0
	m := message{all: data}
	for m.next() {
		switch m.number {
		case sampleLocation:
			if m.typ == wireBytes {
				m.err = e.packedStack(m.data)
			} else if m.err = m.want(wireVarint); m.err == nil {
				m.err = e.frame(m.num)
			}
		case sampleValue:
			if len(e.values)+len(m.data)/10 > types {
				return odd{}
			}
			m.err = m.int64s(&e.values)
		case sampleLabel:
			labels++
			m.err = m.want(wireBytes)
		}
	}
	if m.err != nil || len(e.values) != types {
		return odd{}
	}
	if labels > 0 {
		e.labelled = append(e.labelled, labelled{int32(e.samples), int32(len(data)), e.m.at - len(data)})
	}
	slices.Reverse(e.stack)
	e.stacks.Add(e.stack)
	e.samples++
	for i, v := range e.values {
		e.columns[i] = append(e.columns[i], v)
	}
	e.counts.sample(len(e.stack), labels)
	return nil
}

// packedStack is decoder.packedStack without tables. In a large profile most numbers have two bytes,
// so four of those are decoded at once.
func (e *Early) packedStack(p []byte) error {
	stack := e.stack
	for i := 0; i < len(p); {
		if i+8 <= len(p) {
			x := binary.LittleEndian.Uint64(p[i:])
			if x&0x8080808080808080 == 0x0080008000800080 {
				x = x&0x007f007f007f007f | x>>1&0x3f803f803f803f80
				stack = append(stack, model.LocID(x&0xffff), model.LocID(x>>16&0xffff), model.LocID(x>>32&0xffff), model.LocID(x>>48))
				i += 8
				continue
			}
		}
		u := uint64(p[i])
		switch {
		case u < 0x80:
			i++
		case i+1 < len(p) && p[i+1] < 0x80:
			u = u&0x7f | uint64(p[i+1])<<7
			i += 2
		case i+2 < len(p) && p[i+2] < 0x80:
			u = u&0x7f | uint64(p[i+1]&0x7f)<<7 | uint64(p[i+2])<<14
			i += 3
		default:
			if u, i = varint(p, i); i < 0 || u > math.MaxInt32 {
				return odd{}
			}
		}
		stack = append(stack, model.LocID(u))
	}
	e.stack = stack
	return nil
}

func (e *Early) frame(id uint64) error {
	if id > math.MaxInt32 {
		return odd{}
	}
	e.stack = append(e.stack, model.LocID(id))
	return nil
}

// of returns the counts of data, or nil if e has not read all of it.
func (e *Early) of(data []byte) *counts {
	if e == nil || e.failed || len(data) == 0 || len(e.m.all) != len(data) || &e.m.all[0] != &data[0] || e.m.at != len(data) {
		return nil
	}
	e.counts.total(len(data))
	return &e.counts
}

// sort makes the table of the stacks in another goroutine.
func (e *Early) sort(ctx context.Context) {
	e.sorted = make(chan struct{})
	go func() {
		defer close(e.sorted)
		e.table, e.ids, e.err = e.stacks.Table(ctx)
	}()
}

// earlySamples gives the builder the samples that were decoded early. It reports false if it
// cannot: then something is wrong with one of them.
func (d *decoder) earlySamples() bool {
	e := d.early
	if e == nil || e.samples != d.n.n[profileSample] || len(e.columns) != d.n.n[profileSampleType] || len(d.locations.sparse) > 0 {
		return false
	}
	var labels []model.LabelSetID
	if len(e.labelled) > 0 {
		labels = make([]model.LabelSetID, e.samples)
	}
	for i, l := range e.labelled {
		d.wire = d.wire[:0]
		m := message{all: d.data[l.from : l.from+int(l.size)]}
		for m.next() {
			if m.number == sampleLabel {
				var w wireLabel
				m.err = numbers(m.data, w[:])
				d.wire = append(d.wire, w)
			}
		}
		labels[l.sample] = d.labelSet()
		if m.err != nil || d.err != nil || i%1024 == 0 && d.p.Cancelled() != nil {
			d.err = nil
			return false
		}
	}
	number := make([]model.LocID, len(d.locations.dense))
	for id, l := range d.locations.dense {
		number[id] = model.LocID(l)
	}
	<-e.sorted
	if e.err != nil || !e.table.Numbered(number) {
		return false
	}
	if !e.table.Renumber(number) {
		stacks, at, err := e.table.Renumbered(d.p.Context(), number)
		if err != nil {
			return false
		}
		for i, s := range e.ids {
			e.ids[i] = at[s]
		}
		e.table = stacks
	}
	d.b.Samples(e.table, e.ids, labels, e.columns)
	return true
}
