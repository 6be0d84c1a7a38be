package model

import (
	"cmp"
	"context"
)

// LabelTotals is what the samples of a result weigh by the values of one label
// key, as `go tool pprof -tags` counts it: a sample that has two values of the
// key counts for each (pprof: internal/report/report.go, printTags).
type LabelTotals struct {
	Axis    LabelAxis
	Unit    string       // of numbers, the key itself where none was given; "" for texts
	Total   int64        // Σ of all values
	Counted bool         // whether it is known how many samples a record holds, see [Profile.Measurement]
	Values  []LabelTotal // the heaviest first, equal ones by text or number
	Without LabelTotal   // records without any value of the key
}

// LabelTotal is one value of a key.
type LabelTotal struct {
	Value   LabelValue
	Net     int64 // Σvalue, in units of the sample type
	Records int   // of the file
	Samples int64 // how many measurements they hold, where that is known
}

// Labels sums the samples that passed by the labels that tagshow and taghide
// leave: one table per key, the heaviest first (pprof sorts them by name), but that of the states of a
// dump before all others. Its only error is the context's.
func (r *Result) Labels(ctx context.Context) ([]*LabelTotals, error) {
	return r.labels(StepsUntil(ctx), nil)
}

// LabelsAt is [Result.Labels] of the samples with a node in their stacks.
func (r *Result) LabelsAt(ctx context.Context, n NodeID) ([]*LabelTotals, error) {
	p := r.Profile
	if p.Samples.Labels == nil {
		return nil, nil
	}
	count := StepsUntil(ctx)
	has, err := r.StacksWith(count, n)
	if err != nil {
		return nil, err
	}
	return r.labels(count, has)
}

// setSum is the weight of the samples of one label set.
type setSum struct {
	net     int64
	records int
	samples int64
}

func (s *setSum) add(t setSum) {
	s.net += t.net
	s.records += t.records
	s.samples += t.samples
}

// setSums sums the samples that passed by label set: of marked stacks alone, unless stacks is nil.
// How many measurements they hold is counted if it is given what one is.
func (r *Result) setSums(count *Steps, stacks []bool, measured Measurement) []setSum {
	p := r.Profile
	counts := p.Samples.Values[measured.Column]
	sums := make([]setSum, p.Labels.Len())
	for i, v := range p.Samples.Values[r.Column] {
		if count.Over(1) {
			break
		}
		if r.passes(i) && (stacks == nil || stacks[p.Samples.Stack[i]]) {
			s := &sums[p.Samples.LabelSet(i)]
			s.add(setSum{v, 1, measured.Of(Magnitude(counts[i]))})
		}
	}
	return sums
}

// labels goes through the label sets once, whatever the number of keys.
func (r *Result) labels(count *Steps, stacks []bool) ([]*LabelTotals, error) {
	w := &labelling{r: r, numbers: map[numberOf]int32{}, hidden: r.hiddenLabel()}
	for i := range w.keyOf {
		w.keyOf[i] = make([]int32, r.Profile.Strings.Len())
	}
	measured, err := r.Profile.Measurement(count.Context(), r.Column)
	if err != nil {
		return nil, err
	}
	for id, s := range r.setSums(count, stacks, measured) {
		set := r.Profile.Labels.Set(LabelSetID(id))
		if count.Over(1 + len(set)) {
			return nil, count.Err()
		}
		if s.records > 0 {
			w.add(LabelSetID(id), set, s)
		}
	}
	var all []*LabelTotals
	for _, k := range w.keys {
		if len(k.Values) == 0 {
			continue
		}
		t := &k.LabelTotals
		t.Counted = measured.Known()
		t.Without = LabelTotal{Net: w.all.net - k.with.net,
			Records: w.all.records - k.with.records, Samples: w.all.samples - k.with.samples}
		SortSteps(count, false, t.Values, func(x, y LabelTotal) int {
			return cmp.Or(cmp.Compare(Magnitude(y.Net), Magnitude(x.Net)), compareValues(x.Value, y.Value))
		})
		all = append(all, t)
	}
	state := r.Profile.StateAxis()
	SortSteps(count, false, all, func(a, b *LabelTotals) int {
		return cmp.Or(compareBools(b.Axis == state, a.Axis == state), cmp.Compare(Magnitude(b.Total), Magnitude(a.Total)), a.Axis.compare(b.Axis))
	})
	if count.Over(1) {
		return nil, count.Err()
	}
	return all, nil
}

// labelling is the tables of all keys while they are made.
type labelling struct {
	r       *Result
	hidden  func(Label) bool
	all     setSum
	keyOf   [2][]int32 // of texts and of numbers, per StringID: the place among keys + 1
	keys    []*keyTotals
	texts   Pairs // of a key and a text
	numbers map[numberOf]int32
	place   []int32 // per text and number: its place among the values of its key
}

type numberOf struct {
	key int32
	num int64
}

type keyTotals struct {
	LabelTotals
	hidden bool
	with   setSum
	last   LabelSetID // the last set that counted for with
}

func (w *labelling) add(id LabelSetID, set []Label, s setSum) {
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

func (w *labelling) key(l Label) (int32, *keyTotals) {
	at := &w.keyOf[0][l.Key]
	if l.IsNum {
		at = &w.keyOf[1][l.Key]
	}
	if *at == 0 {
		p := w.r.Profile
		k := &keyTotals{hidden: w.hidden(Label{Key: l.Key, IsNum: l.IsNum})}
		if k.Axis = (LabelAxis{p.Strings.Raw(l.Key), l.IsNum}); l.IsNum {
			k.Unit = p.LabelUnits()[k.Axis.Key]
		}
		w.keys = append(w.keys, k)
		*at = int32(len(w.keys))
	}
	return *at - 1, w.keys[*at-1]
}

// value is the place of a label among the values of its key. Texts have the numbers 0, 2, 4 …
func (w *labelling) value(n int32, k *keyTotals, l Label) int32 {
	v := LabelValue{Num: l.Num}
	var at int32
	if l.IsNum {
		at, _ = number(w.numbers, numberOf{n, l.Num}, len(w.numbers))
		at = 2*at + 1
	} else {
		at = 2 * w.texts.Number(n, int32(l.Str))
		v = LabelValue{Text: w.r.Profile.Strings.Raw(l.Str)}
	}
	for int(at) >= len(w.place) {
		w.place = append(w.place, 0)
	}
	if w.place[at] == 0 {
		k.Values = append(k.Values, LabelTotal{Value: v})
		w.place[at] = int32(len(k.Values))
	}
	return w.place[at] - 1
}

func compareValues(a, b LabelValue) int {
	return cmp.Or(cmp.Compare(a.Num, b.Num), cmp.Compare(a.Text, b.Text))
}
