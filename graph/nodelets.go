package graph

import (
	"slices"
	"strings"

	"profstation/model/query"
	"profstation/model/units"
)

// maxNodelets is how many text labels and number ranges a node shows (pprof: maxNodelets).
const maxNodelets = 4

// nodelets returns the labels that a node shows. A node that calls others shows its own samples' labels. Any other
// node also shows the labels on samples that pass through it, since they belong to nodes that were left out (pprof:
// dotgraph.go, addNodelets).
func (s *labelSums) nodelets(node int32, calls bool) (texts, numbers []Tag) {
	if s == nil {
		return nil, nil
	}
	var list []weighed
	under := map[int32][]weighed{}
	for _, l := range s.of[node] {
		info := &s.labels[l.label]
		w := weighed{lines: info.lines, min: info.value, max: info.value, flat: l.flat, cum: l.cum, flatDiv: l.flatDiv,
			cumDiv: l.cumDiv, label: l.label}
		if info.text == -2 {
			list = append(list, w)
		} else {
			under[info.text] = append(under[info.text], w)
		}
	}
	sortWeighed(list, calls)
	for _, w := range list[:min(len(list), maxNodelets)] {
		t := Tag{Lines: w.lines, Weight: query.Mean(w.cum, w.cumDiv)}
		if calls {
			t.Weight = query.Mean(w.flat, w.flatDiv)
		}
		if t.Weight != 0 {
			t.Numbers = s.ranges(under[w.label], calls)
			texts = append(texts, t)
		}
	}
	return texts, s.ranges(under[-1], calls)
}

// weighed is a label, or a range of numbers, with its figures at a node.
type weighed struct {
	lines     []string
	min, max  int64
	flat, cum int64
	label     int32

	flatDiv, cumDiv int64
}

// sortWeighed sorts as pprof does (graph.go, SortTags).
func sortWeighed(list []weighed, byFlat bool) {
	slices.SortStableFunc(list, func(a, b weighed) int {
		if c := heavier(a.cum, b.cum); !byFlat && c != 0 {
			return c
		}
		if c := heavier(a.flat, b.flat); c != 0 {
			return c
		}
		return strings.Compare(strings.Join(a.lines, `\n`), strings.Join(b.lines, `\n`))
	})
}

// ranges returns a node's numbers. Many numbers become ranges around the heaviest (pprof: collapsedTags).
func (s *labelSums) ranges(list []weighed, calls bool) []Tag {
	sortWeighed(list, calls)
	if len(list) > maxNodelets {
		seeds := slices.Clone(list[:maxNodelets])
		for _, w := range list[maxNodelets:] {
			near := 0
			for i := range seeds {
				if far(w.min, list[i].min) < far(w.min, list[near].min) {
					near = i
				}
			}
			g := &seeds[near]
			g.min, g.max = min(g.min, w.min), max(g.max, w.min)
			g.flat += w.flat
			g.cum += w.cum
			g.flatDiv += w.flatDiv
			g.cumDiv += w.cumDiv
			g.label = -1 // now several numbers
		}
		for i := range seeds {
			g := &seeds[i] // also if it is alone: pprof asks for no unit here (tagGroupLabel)
			g.lines = []string{units.Format(g.min, s.unit, "auto")}
			if g.label < 0 {
				g.lines[0] += ".." + units.Format(g.max, s.unit, "auto")
			}
		}
		list = seeds
		sortWeighed(list, calls)
	}
	var tags []Tag
	for _, w := range list {
		flat, cum := query.Mean(w.flat, w.flatDiv), query.Mean(w.cum, w.cumDiv)
		t := Tag{Lines: w.lines, Weight: flat}
		if !calls && flat != cum {
			t.Weight, t.Dotted = cum, true
		}
		if t.Weight != 0 {
			tags = append(tags, t)
		}
	}
	return tags
}

func far(a, b int64) float64 {
	if a > b {
		a, b = b, a
	}
	return float64(b) - float64(a)
}
