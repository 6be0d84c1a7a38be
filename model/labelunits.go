package model

import (
	"cmp"
	"slices"
	"strings"
)

// LabelUnits returns the unit of each numeric label key: the first that a
// sample gives, else bytes for the keys alignment and request, else the key
// itself (pprof: profile.go, NumLabelUnits).
func (p *Profile) LabelUnits() map[string]string {
	units := map[string]string{}
	seen := map[string]bool{}
	done := make([]bool, p.Labels.Len())
	for i := range p.Samples.Labels {
		id := p.Samples.Labels[i]
		if done[id] {
			continue
		}
		done[id] = true
		for _, l := range p.Labels.Set(id) {
			if !l.IsNum {
				continue
			}
			k := p.Strings.Raw(l.Key)
			seen[k] = true
			if u := p.Strings.Raw(l.Unit); u != "" && units[k] == "" {
				units[k] = u
			}
		}
	}
	for k := range seen {
		switch {
		case units[k] != "":
		case k == "alignment" || k == "request":
			units[k] = "bytes"
		default:
			units[k] = k
		}
	}
	return units
}

// LabelKey is one label key of a profile.
type LabelKey struct {
	Key     StringID
	Numeric bool
	Values  int // distinct values
}

// LabelKeys lists the label keys, text labels and numbers apart, by name.
func (p *Profile) LabelKeys() []LabelKey {
	type value struct {
		key, str StringID
		num      int64
		isNum    bool
	}
	seen := map[value]bool{}
	count := map[value]int{}
	used := make([]bool, p.Labels.Len())
	for _, id := range p.Samples.Labels {
		used[id] = true
	}
	for id, ok := range used {
		if !ok {
			continue
		}
		for _, l := range p.Labels.Set(LabelSetID(id)) {
			v := value{l.Key, l.Str, l.Num, l.IsNum}
			if !seen[v] {
				seen[v] = true
				count[value{key: l.Key, isNum: l.IsNum}]++
			}
		}
	}
	keys := make([]LabelKey, 0, len(count))
	for v, n := range count {
		keys = append(keys, LabelKey{v.key, v.isNum, n})
	}
	slices.SortFunc(keys, func(a, b LabelKey) int {
		return cmp.Or(strings.Compare(p.Strings.Raw(a.Key), p.Strings.Raw(b.Key)), compareBools(a.Numeric, b.Numeric))
	})
	return keys
}

// compareBools puts false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
