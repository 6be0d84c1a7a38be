package ask

import (
	"time"

	"profstation/model"
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
}

type amount struct {
	value int64
	unit  string
}

func recordedOf(path string, p *model.Profile) recorded {
	of := recorded{path: path, taken: p.Time, lasted: p.Duration, totals: map[string]amount{}}
	for i, t := range p.Types {
		of.totals[t.Type] = amount{sumOf(p, i), t.Unit}
	}
	return of
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
