package graph

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// locator returns the node for a step below the node above, which is 0 at the root. It returns −1 if there is none.
// Several goroutines call it.
type locator func(above int32, s query.Step) int32

// locating makes a locator. Most profiles have no labels and need none.
type locating func() (locator, error)

func (t *trimming) inGraph() (locator, error) {
	index := t.d.index()
	return func(_ int32, s query.Step) int32 { return index[s.Node] }, nil
}

func (t *trimming) inTree(tree *query.CallTree) locating {
	return func() (locator, error) {
		children, err := tree.Children(t.ctx)
		if err != nil {
			return nil, err
		}
		return func(above int32, s query.Step) int32 { return children.Of(above, s.Node) }, nil
	}
}

// label is a text nodelet or a number nodelet: all text labels of a sample together, or one number.
type label struct {
	lines []string // sorted; for a number: how it is written
	text  int32    // for a number: the text label that it stands under, −1 for none; −2: this is a text label
	value int64    // for a number
	name  int32    // the first label with these lines and this text: several numbers may read the same
}

// labelTable numbers the labels in a result, and lists the labels in each label set (pprof: internal/graph/graph.go,
// joinLabels and addSample). Among numbers only those with the key bytes count (internal/report/report.go, newGraph).
type labelTable struct {
	r      *query.Result
	labels []label
	sets   [][]int32 // per label set, with repetitions; nil: not seen yet
	known  map[labelKey]int32
	names  map[labelName]int32
	shown  func(model.LabelSetID) []model.Label
	unit   string
}

// labelName is a label's [label.text] and lines.
type labelName struct {
	text   int32
	joined string
}

type labelKey struct {
	labelName
	value int64
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
		name := units.Format(v, t.unit, cmp.Or(t.r.Query.Unit, "minimum"))
		list = append(list, t.number(label{lines: []string{name}, text: text, value: v}))
	}
	t.sets[set] = list
	return list
}

func (t *labelTable) number(l label) int32 {
	k := labelKey{labelName{l.text, strings.Join(l.lines, "\x00")}, l.value}
	n, ok := t.known[k]
	if !ok {
		n = int32(len(t.labels))
		t.known[k] = n
		if l.name, ok = t.names[k.labelName]; !ok {
			l.name = n
			t.names[k.labelName] = n
		}
		t.labels = append(t.labels, l)
	}
	return n
}

// labelSums are the figures for labels at some nodes.
type labelSums struct {
	labels []label
	unit   string
	of     map[int32][]labelSum // per node in the draft
}

type labelSum struct {
	label     int32
	flat, cum int64

	flatDiv, cumDiv int64 // the divisors if values are means, else 0
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

// sumLabels sums the labels on the samples that pass through nodes, and drops sums below the cutoff (pprof: graph.go,
// addSample and TrimLowFrequencyTags).
func sumLabels(ctx context.Context, r *query.Result, nodes int, of []int32, locate locator, cutoff int64) (*labelSums, error) {
	table := &labelTable{
		r: r, sets: make([][]int32, r.Profile.Labels.Len()), known: map[labelKey]int32{}, names: map[labelName]int32{},
		shown: r.ShownLabels(), unit: r.Profile.LabelUnits()["bytes"],
	}
	counts := r.Divisors()
	for _, of := range []*query.Result{r, counts} { // counts may have samples that r lacks
		if of == nil {
			continue
		}
		if err := of.EachSample(ctx, func(_ model.StackID, set model.LabelSetID, _ int64) { table.of(set) }); err != nil {
			return nil, err
		}
	}
	row := slices.Repeat([]int32{-1}, nodes)
	for i, n := range of {
		row[n] = int32(i)
	}
	crossing := labels.Crossing{Rows: len(of), Columns: len(table.labels), At: locate, Row: row, Of: table.of}
	sums, err := labels.Cross(ctx, r, crossing)
	if err != nil {
		return nil, err
	}
	type cell struct{ row, column int32 }
	divisors := map[cell]labels.Crossed{}
	if counts != nil {
		all, err := labels.Cross(ctx, counts, crossing)
		if err != nil {
			return nil, err
		}
		for v := range all {
			divisors[cell{v.Row, v.Column}] = v
		}
	}
	s := &labelSums{table.labels, table.unit, map[int32][]labelSum{}}
	count := work.StepsUntil(ctx)
	at := map[cell]int{} // where each name's sum is in its node's list; several labels may share a name
	for v := range sums {
		if count.Over(4) {
			return nil, ctx.Err()
		}
		div := divisors[cell{v.Row, v.Column}]
		list, key := s.of[of[v.Row]], cell{v.Row, s.labels[v.Column].name}
		i, known := at[key]
		if !known {
			i = len(list)
			list = append(list, labelSum{label: v.Column})
			s.of[of[v.Row]], at[key] = list, i
		}
		l := &list[i]
		l.label = min(l.label, v.Column) // pprof shows the number that it meets first
		l.flat, l.cum, l.flatDiv, l.cumDiv = l.flat+v.Flat, l.cum+v.Cum, l.flatDiv+div.Flat, l.cumDiv+div.Cum
	}
	for node, list := range s.of {
		s.of[node] = slices.DeleteFunc(list, func(l labelSum) bool {
			return units.Magnitude(l.flat) < cutoff && units.Magnitude(l.cum) < cutoff
		})
	}
	return s, nil
}

// renumber gives nodes that stay new numbers: the first in the list gets 0. Nodes that are not in the list are
// removed.
func (s *labelSums) renumber(list []int32) {
	if s == nil {
		return
	}
	of := map[int32][]labelSum{}
	for i, n := range list {
		of[int32(i)] = s.of[n]
	}
	s.of = of
}
