package table

import (
	"strconv"

	"profstation/model"
	"profstation/scene"
)

// Instruction is one machine instruction with what is counted at it.
type Instruction struct {
	Address   uint64
	Place     string // file and line; "": not known
	Text      string
	Flat, Cum int64
}

// Instructions is the table of a function that was taken apart.
func Instructions(r *model.Result, all []Instruction) *Table {
	unit := unitOf(r)
	widest, figure := r.Format(r.Total, unit), notZero(r, unit)
	hottest := int64(1)
	for i := range all {
		hottest = max(hottest, model.Magnitude(all[i].Flat))
	}
	return &Table{
		Columns: []Column{
			{"flat", valueWidth(widest), true, model.Glossary("flat")},
			{"cum", valueWidth(widest), true, model.Glossary("cum")},
			{"flat%", shareWidth, true, model.Glossary("flat%")},
			{"address", 96, true, "Where the instruction stands in the binary."},
			{"line", 170, false, "The source line it was made of."},
			{"instruction", 0, false, "The instruction, as the Go assembler writes it."},
		},
		Rows: len(all),
		Cell: func(row, col int) string {
			switch i := &all[row]; col {
			case 0:
				return figure(i.Flat)
			case 1:
				return figure(i.Cum)
			case 2:
				if i.Flat == 0 {
					return ""
				}
				return model.Percent(i.Flat, r.Total)
			case 3:
				return strconv.FormatUint(i.Address, 16)
			case 4:
				return model.Sanitise(i.Place)
			default:
				return display(i.Text)
			}
		},
		Bar: func(row, col int) float64 {
			if col != 0 {
				return 0
			}
			return float64(all[row].Flat) / float64(hottest)
		},
		Draw: func(cv scene.Canvas, t *scene.Theme, row, col int, cell scene.Rect) bool {
			if col != 5 {
				return false
			}
			paintCode(cv, t, display(all[row].Text), cell)
			return true
		},
		Fields: []string{"flat", "cum", "address", "line", "instruction"},
		Record: func(row int, f []string) {
			i := &all[row]
			f[0], f[1] = strconv.FormatInt(i.Flat, 10), strconv.FormatInt(i.Cum, 10)
			f[2], f[3], f[4] = strconv.FormatUint(i.Address, 16), i.Place, i.Text
		},
	}
}
