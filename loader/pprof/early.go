package pprof

import (
	"context"
	"math"
	"slices"

	"profstation/loader/input"
	"profstation/loader/wire"
	"profstation/model"
	"profstation/model/work"
)

// Early decodes a profile's samples while the rest is still being unpacked. Go writes the tables that
// samples refer to after the samples, so stacks hold the file's ids at first, which are looked up once
// the tables are there. Samples are most of a profile, and their bytes are not kept.
//
// Early only saves time and memory. If anything is not as expected, it gives up, and [Decode] alone
// decides what the data is and what is wrong with it.
type Early struct {
	limits  input.Limits
	counts  counts  // of things in samples
	unknown unknown // in samples, except in their labels
	failed  bool

	cut      []byte // the beginning of a message whose end has not come yet
	rest     []byte // the profile without its samples
	types    int
	roomy    bool             // room was made for all samples
	stacks   *model.StackList // with the file's ids
	samples  int
	columns  [][]int64
	stack    []model.LocID // of the current sample
	values   []int64       // of the current sample
	labels   []byte        // the label fields of all samples
	labelled []labelled

	numbers chan []model.LocID // location numbers in the tables, by id
	sorted  chan struct{}      // closed when the fields below are set
	table   *model.Stacks
	ids     []model.StackID // for each sample
	err     error
}

// labelled is a sample with labels, and where they end in Early.labels.
type labelled struct {
	sample int32
	end    int
}

// NewEarly makes an Early for an input with these limits.
func NewEarly(l input.Limits, ctx context.Context) *Early {
	return &Early{limits: l, counts: counts{p: input.NewProgress(ctx, nil)}, stacks: &model.StackList{}}
}

// Take reads a profile; see [input.Take].
func (e *Early) Take(size int64, next func() []byte) (all bool) {
	defer func() {
		if recover() != nil {
			all = false // if the panic happens again in Decode, it is reported
		}
		if !all {
			*e = Early{failed: true} // leaves its memory to Decode
		}
	}()
	came := int64(0)
	for piece := next(); len(piece) > 0; piece = next() {
		if came == 0 && !Is(piece, work.StepsUntil(e.counts.p.Context())) || !e.read(piece) {
			return false
		}
		if came += int64(len(piece)); !e.roomy && e.samples > 256 {
			e.makeRoom(float64(size-came) / float64(came))
		}
	}
	return len(e.cut) == 0 && e.samples > 0
}

// Profile returns the profile that was taken. It may be called once. After any error but the
// context's, [Decode] has to read the whole profile.
func (e *Early) Profile(o Decoding) (*model.Profile, error) {
	if e.failed {
		return nil, odd{}
	}
	n, err := scan(e.rest, o.Progress)
	if err != nil {
		return nil, err
	}
	for _, i := range []int{profileSample, inStacks, inSamples, deepestStack, maxLabels} {
		n.n[i] = e.counts.n[i]
	}
	n.total(len(e.rest))
	return decode(e.rest, n, e, o)
}

// read takes the messages that end in a piece, and reports whether to go on.
func (e *Early) read(piece []byte) bool {
	if n := len(e.cut); n > 0 {
		var m wire.Message
		for more, ends := 256, false; !ends; more *= 4 {
			e.cut = append(e.cut[:n], piece[:min(more, len(piece))]...)
			m = wire.Message{All: e.cut}
			ends = m.Next() || more >= len(piece)
		}
		if m.Err != nil {
			return wire.IsCut(m.Err)
		}
		if e.message(&m) != nil {
			return false
		}
		piece, e.cut = piece[m.At-n:], e.cut[:0]
	}
	m := wire.Message{All: piece}
	for m.Next() {
		m.Err = e.message(&m)
	}
	if m.Err != nil {
		if !wire.IsCut(m.Err) {
			return false
		}
		e.cut = append(e.cut, piece[m.From:]...)
	}
	tables, _ := e.counts.sizes()
	return tables+int64(len(e.rest)+len(e.cut)) <= e.limits.Memory
}

// message takes a sample and keeps anything else.
func (e *Early) message(m *wire.Message) error {
	if err := e.counts.step(); err != nil {
		return err
	}
	switch m.Number {
	case profileSample:
		if err := m.Want(wire.TypeBytes); err != nil {
			return err
		}
		e.counts.n[profileSample]++
		return e.sample(m.Data)
	case profileSampleType:
		e.types++
	}
	if n := m.At - m.From; cap(e.rest)-len(e.rest) < n {
		e.rest = slices.Grow(e.rest, n+len(e.rest)) // append makes a large slice longer by a quarter only
	}
	e.rest = append(e.rest, m.All[m.From:m.At]...)
	return nil
}

// makeRoom makes room for so many times more than there is, if the limits allow it.
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

// odd is the error with which Early gives up.
type odd struct{}

func (odd) Error() string { return "unexpected" }

// sample counts and decodes a sample.
func (e *Early) sample(data []byte) error {
	types := e.types
	if e.columns == nil && types > 0 && types <= maxTypes {
		e.columns = make([][]int64, types)
	}
	if len(e.columns) != types || types == 0 {
		return odd{}
	}
	e.stack, e.values = e.stack[:0], e.values[:0]
	labels, more := 0, false
	packed, rest := e.usual(data) // packed is the stack, unless it is in several fields
	m := wire.Message{All: data, At: rest}
	for m.Next() {
		switch m.Number {
		case sampleLocation:
			if m.Type == wire.TypeBytes && packed == nil && len(e.stack) == 0 {
				packed = m.Data
				continue
			}
			if m.Err = e.packedStack(packed); m.Err != nil {
				continue
			}
			packed = nil
			if m.Type == wire.TypeBytes {
				m.Err = e.packedStack(m.Data)
			} else if m.Err = m.Want(wire.TypeVarint); m.Err == nil {
				m.Err = e.frame(m.Num)
			}
		case sampleValue:
			if len(e.values)+len(m.Data)/10 > types {
				return odd{}
			}
			m.Err = m.Int64s(&e.values)
		case sampleLabel:
			labels++
			m.Err = m.Want(wire.TypeBytes)
			e.labels = append(e.labels, data[m.From:m.At]...)
		default:
			more = true
		}
	}
	if more {
		e.unknown.of(ofSample, data)
	}
	if m.Err != nil || len(e.values) != types {
		return odd{}
	}
	if labels > 0 {
		e.labelled = append(e.labelled, labelled{int32(e.samples), len(e.labels)})
	}
	depth := len(e.stack)
	if depth == 0 {
		depth = e.stacks.AddVarints(packed)
	} else {
		slices.Reverse(e.stack)
		e.stacks.Add(e.stack)
	}
	if depth < 0 {
		return odd{}
	}
	e.samples++
	for i, v := range e.values {
		e.columns[i] = append(e.columns[i], v)
	}
	e.counts.sample(depth, labels)
	return nil
}

// usual reads the beginning of a sample, as far as it is as Go writes it: a packed stack, then each value in a field of
// its own. It returns the stack and where the rest begins, which is empty for most samples.
func (e *Early) usual(data []byte) (packed []byte, rest int) {
	const stackTag, valueTag = sampleLocation<<3 | wire.TypeBytes, sampleValue<<3 | wire.TypeVarint
	if len(data) < 2 || data[0] != stackTag {
		return nil, 0
	}
	n, at := wire.Varint(data, 1)
	if at < 0 || n > uint64(len(data)-at) {
		return nil, 0
	}
	packed, rest = data[at:at+int(n)], at+int(n)
	for rest < len(data) && data[rest] == valueTag && len(e.values) < e.types {
		v, next := wire.Varint(data, rest+1)
		if next < 0 {
			break
		}
		e.values, rest = append(e.values, int64(v)), next
	}
	return packed, rest
}

// packedStack adds packed locations to the current stack.
func (e *Early) packedStack(p []byte) error {
	for i := 0; i < len(p); {
		var id uint64
		if id, i = wire.Varint(p, i); i < 0 {
			return odd{}
		}
		if err := e.frame(id); err != nil {
			return err
		}
	}
	return nil
}

func (e *Early) frame(id uint64) error {
	if id > math.MaxInt32 {
		return odd{}
	}
	e.stack = append(e.stack, model.LocID(id))
	return nil
}

// sort makes the table for the stacks in another goroutine, until the context ends. At the end it
// needs the numbers of the locations.
func (e *Early) sort(ctx context.Context) {
	e.numbers, e.sorted = make(chan []model.LocID, 1), make(chan struct{})
	go func() {
		defer close(e.sorted)
		e.table, e.ids, e.err = e.stacks.Numbered(ctx, func() []model.LocID {
			select {
			case numbers := <-e.numbers:
				return numbers
			case <-ctx.Done():
				return nil
			}
		})
	}()
}

// earlySamples passes the samples decoded early to the builder. An error means that something is wrong with one.
func (d *decoder) earlySamples() error {
	e := d.early
	if len(e.columns) != d.n.n[profileSampleType] || len(d.locations.sparse) > 0 {
		return odd{}
	}
	var labels []model.LabelSetID
	if len(e.labelled) > 0 {
		labels = make([]model.LabelSetID, e.samples)
	}
	from := 0
	for i, l := range e.labelled {
		d.wire = d.wire[:0]
		m := wire.Message{All: e.labels[from:l.end]}
		for from = l.end; m.Next(); {
			var w wireLabel
			m.Err = d.numbers(ofLabel, m.Data, w[:])
			d.wire = append(d.wire, w)
		}
		labels[l.sample] = d.labelSet()
		if m.Err != nil || d.err != nil || i%1024 == 0 && d.p.Cancelled() != nil {
			return odd{}
		}
	}
	number := make([]model.LocID, len(d.locations.dense))
	for id, l := range d.locations.dense {
		number[id] = model.LocID(l)
	}
	e.numbers <- number
	if <-e.sorted; e.err != nil {
		return e.err
	}
	d.b.Samples(e.table, e.ids, labels, e.columns)
	return d.p.Decoded(1, 1)
}
