package ask

import (
	"slices"
	"time"

	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/origin"
	"profstation/table"
)

// recorded is what a comparison keeps of one recording, whose profile goes into the sum for its side.
type recorded struct {
	path   string
	taken  time.Time
	lasted time.Duration
	totals map[string]amount // by sample type
	build  string            // see [explain.Build]
}

type amount struct {
	value int64
	unit  string
}

func recordedOf(path string, p *model.Profile) recorded {
	of := recorded{path: path, taken: p.Time, lasted: p.Duration, totals: map[string]amount{}, build: explain.Build(p)}
	for i, t := range p.Types {
		of.totals[t.Type] = amount{sumOf(p, i), t.Unit}
	}
	return of
}

// Builds says of which builds of the program the recordings on each side are, as far as they tell. Of several on a side it
// names a few.
func (j *Pair) Builds() []model.Fact {
	const few = 3
	var sides [2][]string
	for side, all := range j.recorded {
		for _, r := range all {
			if r.build != "" && !slices.Contains(sides[side], r.build) {
				sides[side] = append(sides[side], r.build)
			}
		}
	}
	var facts []model.Fact
	add := func(name string, builds []string) {
		for _, b := range builds[:min(len(builds), few)] {
			facts = append(facts, model.Fact{Name: name, Text: b})
		}
	}
	if slices.Equal(sides[BaseSide], sides[NewSide]) {
		add(lang.L("Build of both sides"), sides[NewSide])
		return facts
	}
	add(lang.L("Build of the base"), sides[BaseSide])
	add(lang.L("Build of the new side"), sides[NewSide])
	return facts
}

// Recordings lists the recordings on both sides, the base's first, with their totals for a sample type.
func (j *Pair) Recordings(t model.ValueType) *table.Table {
	type row struct {
		side string
		recorded
	}
	var rows []row
	for i, side := range []string{lang.L("Base"), lang.L("New")} {
		for _, r := range j.recorded[i] {
			rows = append(rows, row{side, r})
		}
	}
	return &table.Table{
		Columns: []table.Column{
			{Title: lang.L("Side"), Width: 60}, {Title: lang.L("Recording")}, {Title: lang.L("Taken"), Width: 160},
			{Title: lang.L("Duration"), Width: 80, Right: true}, {Title: safe.Text(t.Type), Width: 100, Right: true},
		},
		Rows: len(rows),
		Cell: func(at, column int) string {
			switch r := &rows[at]; column {
			case 0:
				return r.side
			case 1:
				return safe.Text(origin.Ref(r.path).Title())
			case 2:
				if !r.taken.IsZero() {
					return r.taken.Local().Format(time.DateTime)
				}
			case 3:
				if r.lasted > 0 {
					return units.FormatShort(int64(r.lasted), "nanoseconds", "auto")
				}
			case 4:
				if total, ok := r.totals[t.Type]; ok {
					return units.FormatShort(total.value, total.unit, "auto")
				}
			}
			return ""
		},
	}
}
