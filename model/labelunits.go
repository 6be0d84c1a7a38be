package model

import (
	"slices"
)

// labelUnits holds the units of numeric labels.
type labelUnits struct {
	first map[string]string     // by key; see [Profile.LabelUnits]
	other map[string][]string   // further units for the same key, in the order in which samples give them
	own   map[unitNumber]string // units by number, for keys with several; "" if a number has several
}

// unitNumber is a number under a key.
type unitNumber struct {
	key string
	num int64
}

// LabelUnits returns the unit for each numeric label key: the first that a sample gives, else bytes for
// alignment and request, else the key itself (pprof: profile.go, NumLabelUnits).
func (p *Profile) LabelUnits() map[string]string { return unitsOf(p).first }

// OtherUnits returns further units for the same key, in the order in which samples give them, and only a few
// per key. It is empty if each key has only one unit.
func (p *Profile) OtherUnits() map[string][]string { return unitsOf(p).other }

func unitsOf(p *Profile) *labelUnits { return derivedUnits.Quick(p) }

var derivedUnits = DeriveQuick(newLabelUnits)

func newLabelUnits(p *Profile) *labelUnits {
	u := &labelUnits{map[string]string{}, map[string][]string{}, map[unitNumber]string{}}
	eachLabelSet(p, func(set []Label) {
		for _, l := range set {
			if !l.IsNum {
				continue
			}
			k, unit := p.Strings.Raw(l.Key), p.Strings.Raw(l.Unit)
			switch first := u.first[k]; {
			case first == "":
				u.first[k] = unit
			case unit != "" && unit != first && !slices.Contains(u.other[k], unit) && len(u.other[k]) < maxOtherUnits:
				u.other[k] = append(u.other[k], unit)
			}
		}
	})
	for k, unit := range u.first {
		switch {
		case unit != "":
		case k == "alignment" || k == "request":
			u.first[k] = "bytes"
		default:
			u.first[k] = k
		}
	}
	if len(u.other) == 0 {
		return u
	}
	eachLabelSet(p, func(set []Label) {
		for _, l := range set {
			if !l.IsNum || u.other[p.Strings.Raw(l.Key)] == nil {
				continue
			}
			of, unit := unitNumber{p.Strings.Raw(l.Key), l.Num}, p.Strings.Raw(l.Unit)
			if had, ok := u.own[of]; ok && had != unit {
				unit = ""
			}
			u.own[of] = unit
		}
	})
	return u
}

// maxOtherUnits is how many further units are kept for a key.
const maxOtherUnits = 8

// eachLabelSet calls f once for each label set that a sample has, in the order of the samples.
func eachLabelSet(p *Profile, f func([]Label)) {
	done := make([]bool, p.Labels.Len())
	for _, id := range p.Samples.Labels {
		if !done[id] {
			done[id] = true
			f(p.Labels.Set(id))
		}
	}
}

// of returns the unit for a number under a key: the number's own if the key has several, else the key's.
func (u *labelUnits) of(key string, num int64) string {
	if u.other[key] != nil {
		if own := u.own[unitNumber{key, num}]; own != "" {
			return own
		}
	}
	return u.first[key]
}
