package graph

import (
	"context"
	"slices"
	"strings"
	"sync"

	"profstation/model"
)

// locator returns the node of a step below the node before, 0 at the root; −1 for none.
type locator func(before int32, s model.Step) int32

func (t *trimming) inGraph() locator {
	index := t.d.index()
	return func(_ int32, s model.Step) int32 { return index[s.Node] }
}

func inTree(t *model.CallTree) locator {
	child := sync.OnceValue(t.Index) // most profiles have no labels
	return func(before int32, s model.Step) int32 {
		if b, ok := child()[model.Child{Parent: before, Node: s.Node}]; ok {
			return b
		}
		return -1
	}
}

// label is a text nodelet or a number's: all text labels of a sample together,
// or one number of theirs.
type label struct {
	lines []string // sorted; of a number: what it is written as
	text  int32    // of a number: the label that it stands under, −1 for none; −2: it is a text label
	value int64    // of a number
}

// labelTable numbers the labels of a result, and lists the labels of each label set
// (pprof: internal/graph/graph.go, joinLabels and addSample; of all numbers only
// those with the key bytes count, internal/report/report.go, newGraph).
type labelTable struct {
	r      *model.Result
	labels []label
	sets   [][]int32 // per label set, with repetitions; nil: not met yet
	known  map[labelKey]int32
	shown  func(model.LabelSetID) []model.Label
	unit   string
}

// labelKey is [label.text] and the lines of a label.
type labelKey struct {
	text   int32
	joined string
}

func (t *labelTable) of(set model.LabelSetID) []int32 {
	if t.sets[set] != nil {
		return t.sets[set]
	}
	list := []int32{}
	var texts []string
	var numbers []int64
	s := t.r.Profile.Strings
	for _, l := range t.shown(set) {
		switch key := s.Raw(l.Key); {
		case !l.IsNum:
			texts = append(texts, key+":"+s.Raw(l.Str))
		case key == "bytes":
			numbers = append(numbers, l.Num)
		}
	}
	text := int32(-1)
	if len(texts) > 0 {
		slices.Sort(texts)
		text = t.number(label{lines: texts, text: -2})
		list = append(list, text)
	}
	for _, v := range numbers {
		name := model.Format(v, t.unit, "minimum")
		list = append(list, t.number(label{[]string{name}, text, v}))
	}
	t.sets[set] = list
	return list
}

func (t *labelTable) number(l label) int32 {
	k := labelKey{l.text, strings.Join(l.lines, "\x00")}
	n, ok := t.known[k]
	if !ok {
		n = int32(len(t.labels))
		t.known[k] = n
		t.labels = append(t.labels, l)
	}
	return n
}

// labelSums are the figures of labels at some nodes.
type labelSums struct {
	labels []label
	unit   string
	of     map[int32][]labelSum // per node of the draft
}

type labelSum struct {
	label     int32
	flat, cum int64
}

// own counts the labels that have a flat value at a node (pprof: graph.go, countTags).
func (s *labelSums) own(node int32) int {
	if s == nil {
		return 0
	}
	n := 0
	for _, l := range s.of[node] {
		if l.flat != 0 {
			n++
		}
	}
	return n
}

// sumLabels sums the labels of the samples that pass through nodes, and drops
// sums below the cutoff (pprof: graph.go, addSample and TrimLowFrequencyTags).
func sumLabels(ctx context.Context, r *model.Result, nodes int, of []int32, at locator, cutoff int64) (*labelSums, error) {
	table := &labelTable{
		r: r, sets: make([][]int32, r.Profile.Labels.Len()), known: map[labelKey]int32{},
		shown: r.ShownLabels(), unit: r.Profile.LabelUnits()["bytes"],
	}
	w := &labelWalk{at: at, table: table, count: model.StepsUntil(ctx), wanted: make([]bool, nodes), onPath: make([]int32, nodes)}
	if err := w.sortSamples(ctx); err != nil {
		return nil, err
	}
	for _, n := range of {
		w.wanted[n] = true
	}
	if err := r.Paths(w.count, w.path); err != nil {
		return nil, err
	}
	s := &labelSums{table.labels, table.unit, map[int32][]labelSum{}}
	for i, v := range w.sums {
		node, l := w.known.At(int32(i))
		if model.Magnitude(v.flat) >= cutoff || model.Magnitude(v.cum) >= cutoff {
			s.of[node] = append(s.of[node], labelSum{l, v.flat, v.cum})
		}
	}
	return s, nil
}

// labelWalk adds the samples of each stack to the nodes on its path, once to each.
type labelWalk struct {
	at       locator
	table    *labelTable
	count    *model.Steps
	samples  []labelled  // those of stack s: samples[start[s]:start[s+1]]
	start    []int32     // per stack
	wanted   []bool      // per node
	onPath   []int32     // per node: how often it stands on the path
	steps    []int32     // of the current path: the node, or −1
	distinct []int32     // the wanted ones of steps, each once
	known    model.Pairs // of a node and a label
	sums     []labelSum
}

// labelled is a sample with labels.
type labelled struct {
	set   model.LabelSetID
	value int64
}

func (w *labelWalk) sortSamples(ctx context.Context) error {
	r := w.table.r
	n := r.Profile.Stacks.Len()
	start := make([]int32, n+2)
	err := r.EachSample(ctx, func(s model.StackID, set model.LabelSetID, _ int64) {
		if len(w.table.of(set)) > 0 {
			start[s+2]++
		}
	})
	if err != nil {
		return err
	}
	for s := range n {
		start[s+2] += start[s+1]
	}
	w.samples = make([]labelled, start[n+1])
	err = r.EachSample(ctx, func(s model.StackID, set model.LabelSetID, v int64) {
		if len(w.table.of(set)) > 0 {
			w.samples[start[s+1]] = labelled{set, v}
			start[s+1]++
		}
	})
	w.start = start
	return err
}

func (w *labelWalk) path(stack model.StackID, path []model.Step, common int, _ int64) {
	for i := len(w.steps) - 1; i >= common; i-- {
		if n := w.steps[i]; n >= 0 && w.wanted[n] {
			if w.onPath[n]--; w.onPath[n] == 0 {
				w.distinct = w.distinct[:len(w.distinct)-1]
			}
		}
	}
	w.steps = w.steps[:common]
	before := int32(0)
	if common > 0 {
		before = w.steps[common-1]
	}
	if w.count.Over(len(path) - common) {
		return
	}
	for _, s := range path[common:] {
		before = w.at(before, s)
		w.steps = append(w.steps, before)
		if before >= 0 && w.wanted[before] {
			if w.onPath[before]++; w.onPath[before] == 1 {
				w.distinct = append(w.distinct, before)
			}
		}
	}
	for _, s := range w.samples[w.start[stack]:w.start[stack+1]] {
		for _, l := range w.table.of(s.set) {
			if w.count.Over(2 + 4*len(w.distinct)) {
				return
			}
			for _, n := range w.distinct {
				w.sum(n, l).cum += s.value
			}
			if before >= 0 && w.wanted[before] {
				w.sum(before, l).flat += s.value
			}
		}
	}
}

func (w *labelWalk) sum(node, label int32) *labelSum {
	i := w.known.Number(node, label)
	if int(i) == len(w.sums) {
		w.sums = append(w.sums, labelSum{})
	}
	return &w.sums[i]
}
