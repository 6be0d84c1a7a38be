package compare

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/units"
	"profstation/model/work"
)

// LabelRow is the change in the samples that carry one value of a label.
type LabelRow struct {
	Key     string // as in the profile
	Value   string // a text, or a number as pprof writes it with its unit
	Numeric bool
	Number  int64
	Unit    string
	Change
	Share float64 // Δ as a percentage of Σ|Δ| over the key's values
}

// Missing reports whether the row stands for the samples without the key.
func (r *LabelRow) Missing() bool { return r.Value == "" && !r.Numeric && r.Unit == missing }

const missing = "\x00none"

// Labels returns the values of all label keys that the query's filters left, sorted by key, then by |Δ|. They
// show, for example, which endpoint grew. The key by which the sides were chosen is left out: its values differ because of
// that. A key's last row has the samples without the key, if there are any.
// Verdicts are corrected for the number of the key's values. The only error is the context's.
func (c *Comparison) Labels(ctx context.Context) ([]LabelRow, error) {
	t := &labelSums{c: c, rows: map[labelValue][]int64{}, with: map[model.StringID][]int64{}}
	t.total = make([]int64, len(c.results))
	t.count = work.StepsUntil(ctx)
	for i, r := range c.results {
		sets, met := make([]int64, c.Pair.joint.Labels.Len()), make([]bool, c.Pair.joint.Labels.Len())
		err := r.EachSample(ctx, func(_ model.StackID, set model.LabelSetID, v int64) {
			sets[set] += v
			met[set] = true
		})
		if err != nil {
			return nil, err
		}
		for set, v := range sets {
			if met[set] {
				t.add(i, model.LabelSetID(set), v)
			}
		}
	}
	return t.list(), ctx.Err()
}

type labelValue struct {
	key, str, unit model.StringID
	num            int64
	isNum          bool
}

type labelSums struct {
	c     *Comparison
	rows  map[labelValue][]int64
	with  map[model.StringID][]int64 // the samples with a key, whatever its value
	total []int64
	count *work.Steps
}

func (t *labelSums) add(result int, set model.LabelSetID, v int64) {
	t.total[result] += v
	labels := t.c.Pair.joint.Labels.Set(set)
	if t.count.Over(1 + 4*len(labels)) {
		return
	}
	seen := map[labelValue]bool{}
	for _, l := range labels {
		key, value := labelValue{key: l.Key, unit: -1}, labelValue{l.Key, l.Str, l.Unit, l.Num, l.IsNum}
		if seen[value] {
			continue // the same value twice is one
		}
		if !seen[key] {
			sumsOf(t.with, l.Key, len(t.total))[result] += v
		}
		sumsOf(t.rows, value, len(t.total))[result] += v
		seen[key], seen[value] = true, true
	}
}

func sumsOf[K comparable](of map[K][]int64, k K, n int) []int64 {
	if of[k] == nil {
		of[k] = make([]int64, n)
	}
	return of[k]
}

func (t *labelSums) list() []LabelRow {
	texts := t.c.Pair.joint.Strings
	unitOf := t.c.New.Profile.LabelUnits()
	byKey := map[string][]LabelRow{}
	for k, sums := range t.rows {
		r := LabelRow{Key: texts.Raw(k.key), Value: texts.Raw(k.str), Numeric: k.isNum, Number: k.num, Change: t.c.Judge(sums)}
		if k.isNum {
			r.Unit = texts.Raw(k.unit)
			if r.Unit == "" {
				r.Unit = unitOf[r.Key]
			}
			r.Value = units.Format(k.num, r.Unit, "auto")
		}
		byKey[r.Key] = append(byKey[r.Key], r)
	}
	delete(byKey, t.c.Pair.Split)
	for id, with := range t.with {
		key := texts.Raw(id)
		list, ok := byKey[key]
		if !ok {
			continue
		}
		work.SortSteps(t.count, false, list, func(a, b LabelRow) int {
			return cmp.Or(cmp.Compare(math.Abs(b.Delta), math.Abs(a.Delta)),
				cmp.Compare(a.Number, b.Number), strings.Compare(a.Value, b.Value), strings.Compare(a.Unit, b.Unit))
		})
		rest := slices.Clone(t.total)
		for i := range rest {
			rest[i] -= with[i]
		}
		if rest[sideNew] != 0 || rest[sideBase] != 0 {
			list = append(list, LabelRow{Key: key, Unit: missing, Change: t.c.Judge(rest)})
		}
		var moved float64
		var verdicts []*Verdict
		for i := range list {
			moved += math.Abs(list[i].Delta)
			verdicts = append(verdicts, &list[i].Verdict)
		}
		for i := range list {
			list[i].Share = part(list[i].Delta, moved)
		}
		t.c.rows().judges[0].correct(verdicts)
		byKey[key] = list
	}
	var out []LabelRow
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		out = append(out, byKey[key]...)
	}
	return out
}
