package labels

import (
	"cmp"
	"context"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// Totals says what a result's samples weigh by the values of one label key, as `go tool pprof -tags` counts
// it: a sample with two values for the key counts for each (pprof: internal/report/report.go, printTags).
type Totals struct {
	Axis    model.LabelAxis
	Unit    string  // the numbers' unit, the key itself if none was given; "" for texts
	Total   int64   // Σ over all values
	Counted bool    // whether it is known how many samples a record holds, see [model.Profile.Measurement]
	Values  []Total // the heaviest first, equal ones by text or number
	Without Total   // records without any value for the key
}

// Total is one value of a key with its weight.
type Total struct {
	Value   model.LabelValue
	Net     int64 // Σvalue, in the sample type's unit
	Records int   // number of records in the file
	Samples int64 // how many measurements they hold, if that is known
}

// Of sums the samples that passed by the labels that tagshow and taghide leave. It returns one table per key,
// the heaviest first (pprof sorts them by name), but the table with a dump's states before all others. Its
// only error is the context's.
func Of(ctx context.Context, r *query.Result) ([]*Totals, error) {
	return ofStacks(r, work.StepsUntil(ctx), nil)
}

// At is [Of] for the samples with a node in their stack.
func At(ctx context.Context, r *query.Result, n query.NodeID) ([]*Totals, error) {
	p := r.Profile
	if p.Samples.Labels == nil {
		return nil, nil
	}
	count := work.StepsUntil(ctx)
	has, err := r.StacksWith(count, n)
	if err != nil {
		return nil, err
	}
	return ofStacks(r, count, has)
}

// setSum is the weight of samples with one label set.
type setSum struct {
	net     int64
	records int
	samples int64
	met     bool // a sample passed; the record to which it belongs may have begun in another set
}

func (s *setSum) add(t setSum) {
	s.net += t.net
	s.records += t.records
	s.samples += t.samples
	s.met = s.met || t.met
}

// setSums sums the samples that passed by label set, but only those with marked stacks unless stacks is nil.
// If measured is known, it also counts how many measurements they hold.
func setSums(r *query.Result, count *work.Steps, stacks []bool, measured model.Measurement) []setSum {
	p := r.Profile
	counts := p.Samples.Values[measured.Column]
	sums := make([]setSum, p.Labels.Len())
	for i, v := range p.Samples.Values[r.Column] {
		if count.Over(1) {
			break
		}
		if r.Passes(i) && (stacks == nil || stacks[p.Samples.Stack[i]]) {
			s := &sums[p.Samples.LabelSet(i)]
			records := 1
			if p.Continues(i) {
				records = 0
			}
			s.add(setSum{v, records, measured.Of(units.Magnitude(counts[i])), true})
		}
	}
	return sums
}

// ofStacks goes through the label sets once, whatever the number of keys.
func ofStacks(r *query.Result, count *work.Steps, stacks []bool) ([]*Totals, error) {
	w := &labelling{r: r, numbers: map[numberOf]int32{}, hidden: r.HiddenLabel()}
	for i := range w.keyOf {
		w.keyOf[i] = make([]int32, r.Profile.Strings.Len())
	}
	measured, err := r.Profile.Measurement(count.Context(), r.Column)
	if err != nil {
		return nil, err
	}
	for id, s := range setSums(r, count, stacks, measured) {
		set := r.Profile.Labels.Set(model.LabelSetID(id))
		if count.Over(1 + len(set)) {
			return nil, count.Err()
		}
		if s.met {
			w.add(model.LabelSetID(id), set, s)
		}
	}
	var all []*Totals
	for _, k := range w.keys {
		if len(k.Values) == 0 {
			continue
		}
		t := &k.Totals
		t.Counted = measured.Known()
		t.Without = Total{Net: w.all.net - k.with.net,
			Records: w.all.records - k.with.records, Samples: w.all.samples - k.with.samples}
		work.SortSteps(count, false, t.Values, func(x, y Total) int {
			return cmp.Or(cmp.Compare(units.Magnitude(y.Net), units.Magnitude(x.Net)), compareValues(x.Value, y.Value))
		})
		all = append(all, t)
	}
	state := r.Profile.StateAxis()
	work.SortSteps(count, false, all, func(a, b *Totals) int {
		return cmp.Or(work.CompareBools(b.Axis == state, a.Axis == state),
			cmp.Compare(units.Magnitude(b.Total), units.Magnitude(a.Total)), a.Axis.Compare(b.Axis))
	})
	if count.Over(1) {
		return nil, count.Err()
	}
	return all, nil
}

// labelling holds the tables for all keys while they are made.
type labelling struct {
	r       *query.Result
	hidden  func(model.Label) bool
	all     setSum
	keyOf   [2][]int32 // for texts and for numbers, per StringID: the index in keys + 1
	keys    []*keyTotals
	texts   work.Pairs // pairs (key, text)
	numbers map[numberOf]int32
	place   []int32 // per text and number: its index among the key's values
}

type numberOf struct {
	key int32
	num int64
}

type keyTotals struct {
	Totals
	hidden bool
	with   setSum
	last   model.LabelSetID // the last set that was counted in with
}

func (w *labelling) add(id model.LabelSetID, set []model.Label, s setSum) {
	w.all.add(s)
	for _, l := range set {
		n, k := w.key(l)
		if k.hidden {
			continue
		}
		if k.last != id { // 0 is the empty set
			k.last = id
			k.with.add(s)
		}
		v := &k.Values[w.value(n, k, l)]
		v.Net += s.net
		v.Records += s.records
		v.Samples += s.samples
		k.Total += s.net
	}
}

func (w *labelling) key(l model.Label) (int32, *keyTotals) {
	at := &w.keyOf[0][l.Key]
	if l.IsNum {
		at = &w.keyOf[1][l.Key]
	}
	if *at == 0 {
		p := w.r.Profile
		k := &keyTotals{hidden: w.hidden(model.Label{Key: l.Key, IsNum: l.IsNum})}
		if k.Axis = (model.LabelAxis{Key: p.Strings.Raw(l.Key), Numeric: l.IsNum}); l.IsNum {
			k.Unit = p.LabelUnits()[k.Axis.Key]
		}
		w.keys = append(w.keys, k)
		*at = int32(len(w.keys))
	}
	return *at - 1, w.keys[*at-1]
}

// value returns a label's index among its key's values. In place, texts have the indices 0, 2, 4 …, numbers
// those between.
func (w *labelling) value(n int32, k *keyTotals, l model.Label) int32 {
	v := model.LabelValue{Num: l.Num}
	var at int32
	if l.IsNum {
		at, _ = work.Number(w.numbers, numberOf{n, l.Num}, len(w.numbers))
		at = 2*at + 1
	} else {
		at = 2 * w.texts.Number(n, int32(l.Str))
		v = model.LabelValue{Text: w.r.Profile.Strings.Raw(l.Str)}
	}
	for int(at) >= len(w.place) {
		w.place = append(w.place, 0)
	}
	if w.place[at] == 0 {
		k.Values = append(k.Values, Total{Value: v})
		w.place[at] = int32(len(k.Values))
	}
	return w.place[at] - 1
}

func compareValues(a, b model.LabelValue) int {
	return cmp.Or(cmp.Compare(a.Num, b.Num), cmp.Compare(a.Text, b.Text))
}
