package ask

import (
	"path/filepath"
	"slices"
	"strings"
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
	build  string            // the program's name, and the beginning of its build ID
	totals map[string]amount // by sample type
}

type amount struct {
	value int64
	unit  string
}

func recordedOf(path string, p *model.Profile) recorded {
	of := recorded{path: path, taken: p.Time, lasted: p.Duration, build: buildOf(p), totals: map[string]amount{}}
	for i, t := range p.Types {
		of.totals[t.Type] = amount{sumOf(p, i), t.Unit}
	}
	return of
}

// buildOf names the program that a profile is of, and the build: its ID has so many digits that nobody reads them all.
func buildOf(p *model.Profile) string {
	const digits = 12
	if len(p.Mappings) == 0 || p.Unmapped {
		return ""
	}
	m := p.Mappings[0]
	name, id := "", p.Strings.Raw(m.BuildID)
	if file := p.Strings.Raw(m.File); file != "" {
		name = filepath.Base(file)
	}
	return strings.TrimSpace(name + " " + id[:min(len(id), digits)])
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
	columns := []table.Column{
		{Title: lang.L("Side"), Width: 60}, {Title: lang.L("Recording")}, {Title: lang.L("Taken"), Width: 160},
		{Title: lang.L("Duration"), Width: 80, Right: true}, {Title: safe.Text(t.Type), Width: 100, Right: true},
	}
	if slices.ContainsFunc(rows, func(r row) bool { return r.build != "" }) {
		columns = append(columns, table.Column{Title: lang.L("Build"), Width: 160})
	}
	return &table.Table{
		Columns: columns,
		Rows:    len(rows),
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
			case 5:
				return safe.Text(r.build)
			}
			return ""
		},
	}
}
