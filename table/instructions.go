package table

import (
	"strconv"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

// Instruction is one machine instruction with the figures counted at it.
type Instruction struct {
	Address   uint64
	Place     string // file and line; "" if not known
	Text      string
	Flat, Cum int64
}

// Instructions returns the table of a function's instructions.
func Instructions(r *query.Result, all []Instruction) *Table {
	width, figure := ValueWidth(r.Format(r.Total, unitOf(r))), notZero(r, "")
	t := Of(all, []ColumnOf[Instruction]{
		{glossed("flat", width), func(i *Instruction) string { return figure(i.Flat) },
			besideLargest(all, func(i *Instruction) int64 { return i.Flat })},
		{glossed("cum", width), func(i *Instruction) string { return figure(i.Cum) }, nil},
		{glossed("flat%", shareWidth), func(i *Instruction) string {
			if i.Flat == 0 {
				return ""
			}
			return units.Percent(i.Flat, r.Total)
		}, nil},
		{Column{lang.L("address"), 96, true, lang.L("Where the instruction stands in the binary.")},
			func(i *Instruction) string { return strconv.FormatUint(i.Address, 16) }, nil},
		{Column{lang.L("line"), 170, false, lang.L("The source line it was made from.")},
			func(i *Instruction) string { return safe.Text(i.Place) }, nil},
		{Column{lang.L("instruction"), 0, false, lang.L("The instruction, as the Go assembler writes it.")},
			func(i *Instruction) string { return display(i.Text) }, nil},
	}, []string{"flat", "cum", "address", "line", "instruction"}, func(i *Instruction) []units.Cell {
		return []units.Cell{units.WholeCell(i.Flat), units.WholeCell(i.Cum), units.Text(strconv.FormatUint(i.Address, 16)),
			units.Text(i.Place), units.Text(i.Text)}
	})
	t.drawCode(func(row int) (string, bool) { return display(all[row].Text), true }, nil)
	return t
}
