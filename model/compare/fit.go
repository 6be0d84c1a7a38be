package compare

import (
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
)

// fit says how two profiles' sample types are aligned. They are matched by name, in the new profile's order,
// as pprof does (profile/merge.go, CompatibilizeSampleTypes), each in the finer of the two units
// (internal/measurement/measurement.go, ScaleProfiles).
type fit struct {
	types  []model.ValueType
	column [2][]int     // per side and type: its column
	ratio  [2][]float64 // per side and type: the factor for its values
	left   []string     // the types that only one side has, by name
	note   string       // a note if the two profiles measure the same thing differently; else ""
}

// Fit returns an error that says in one line why two profiles cannot be compared, or nil if they can.
func Fit(base, now *model.Profile) error {
	_, err := fitOf(base, now)
	return err
}

// fitOf aligns two profiles. Its error says in one line why they cannot be compared.
func fitOf(base, now *model.Profile) (*fit, error) {
	sides := [2]*model.Profile{sideNew: now, sideBase: base}
	f := &fit{}
	columns := [2]map[string]int{sideNew: columnsOf(now), sideBase: columnsOf(base)}
	for i, t := range now.Types {
		j, ok := columns[sideBase][t.Type]
		if !ok || columns[sideNew][t.Type] != i {
			continue
		}
		u := base.Types[j]
		unit, ok := finer(t.Unit, u.Unit)
		if !ok {
			return nil, lang.Error("{{.SampleType}} is measured in {{.Base}} in the base and in {{.New}} in the new profile: these cannot be compared",
				lang.With{"SampleType": safe.Text(t.Type), "Base": safe.Text(u.Unit), "New": safe.Text(t.Unit)})
		}
		f.types = append(f.types, model.ValueType{Type: t.Type, Unit: unit})
		for side, c := range [2]int{sideNew: i, sideBase: j} {
			ratio, _ := units.Scale(1, sides[side].Types[c].Unit, unit)
			f.column[side] = append(f.column[side], c)
			f.ratio[side] = append(f.ratio[side], ratio)
		}
	}
	if len(f.types) == 0 {
		return nil, lang.Error("{{.NewProfile}} cannot be compared with {{.BaseProfile}}: the base has {{.BaseTypes}}, the new one {{.NewTypes}}",
			lang.With{"NewProfile": aProfile(now), "BaseProfile": aProfile(base), "BaseTypes": model.TypeNames(base.Types),
				"NewTypes": model.TypeNames(now.Types)})
	}
	if !sameKind(base.Kind, now.Kind) {
		return nil, lang.Error("{{.NewProfile}} cannot be compared with {{.BaseProfile}}, though both have {{.SampleType}}",
			lang.With{"NewProfile": aProfile(now), "BaseProfile": aProfile(base), "SampleType": safe.Text(f.types[0].Type)})
	}
	a, b := strings.TrimSuffix(base.PeriodType.Type, "s"), strings.TrimSuffix(now.PeriodType.Type, "s")
	if a != b && a != "" && b != "" {
		return nil, lang.Error("the base was sampled by {{.Base}}, the new profile by {{.New}}: these cannot be compared",
			lang.With{"Base": safe.Text(base.PeriodType.Type), "New": safe.Text(now.PeriodType.Type)})
	}
	if waits := []model.Kind{model.Block, model.Mutex}; base.Kind != now.Kind && slices.Contains(waits, base.Kind) &&
		slices.Contains(waits, now.Kind) {
		f.note = lang.L("the new profile is {{.NewProfile}} and the base {{.BaseProfile}}: one has the stacks that waited, the other the stacks they waited for",
			lang.With{"NewProfile": aProfile(now), "BaseProfile": aProfile(base)})
	}
	for side, p := range sides {
		for _, t := range p.Types {
			if _, ok := columns[1-side][t.Type]; !ok {
				f.left = append(f.left, t.Type)
			}
		}
	}
	return f, nil
}

// columnsOf returns the first column for each sample type.
func columnsOf(p *model.Profile) map[string]int {
	columns := make(map[string]int, len(p.Types))
	for i, t := range p.Types {
		if _, ok := columns[t.Type]; !ok {
			columns[t.Type] = i
		}
	}
	return columns
}

// sameKind reports whether two kinds measure the same thing. Heap and allocs have the same four columns.
// Block and mutex do, too, as in pprof. Contention is either of these without samples.
func sameKind(a, b model.Kind) bool {
	like := func(a, b model.Kind) bool {
		return a == b || a == model.Other || a == model.Heap && b == model.Allocs ||
			(a == model.Contention || a == model.Mutex) && (b == model.Block || b == model.Mutex)
	}
	return like(a, b) || like(b, a)
}

// aProfile returns a profile's kind with an article. Kinds have the same names in all languages.
func aProfile(p *model.Profile) string {
	with := lang.With{"Kind": p.Kind}
	if strings.ContainsRune("aeiou", rune(p.Kind[0])) {
		return lang.L("an {{.Kind}} profile", with)
	}
	return lang.L("a {{.Kind}} profile", with)
}

// finer returns the one of two units in which neither value loses precision. It returns false if they do not
// convert.
func finer(a, b string) (string, bool) {
	if a == b {
		return a, true
	}
	if !(units.IsTime(a) && units.IsTime(b)) && !(units.IsBytes(a) && units.IsBytes(b)) {
		return "", false
	}
	if ratio, _ := units.Scale(1, b, a); ratio < 1 {
		return b, true
	}
	return a, true
}
