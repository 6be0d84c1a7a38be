package table

import (
	"bufio"
	"fmt"
	"io"
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

// codeIndent begins an instruction below its line.
const codeIndent = "        "

// textPlace is how wide instructions are in a text, where their places stand behind them.
const textPlace = 40

// withPlace returns the instruction and, if it is known, the place behind it.
func (i *Instruction) withPlace(width int) string {
	if i.Place == "" {
		return i.Text
	}
	return fmt.Sprintf("%-*s;%s", width, i.Text, i.Place)
}

// Instructions returns the table of a function's instructions.
func Instructions(r *query.Result, all []Instruction) *Table {
	format := column(r, all, func(i *Instruction) []int64 { return []int64{i.Flat, i.Cum} })
	width, figure := ValueWidth(format(r.Total)), orBlank(format)
	t := Of(all, []ColumnOf[Instruction]{
		{glossed("flat", width), func(i *Instruction) string { return figure(i.Flat) },
			besideLargest(all, func(i *Instruction) int64 {
				if i.Address == 0 {
					return 0
				}
				return i.Flat
			})},
		{glossed("cum", width), func(i *Instruction) string { return figure(i.Cum) }, nil},
		{glossed("flat%", shareWidth), func(i *Instruction) string {
			if i.Flat == 0 {
				return ""
			}
			return units.Percent(i.Flat, r.Total)
		}, nil},
		{Column{lang.L("address"), 96, true, lang.L("Where the instruction stands in the binary.")},
			(*Instruction).address, nil},
		{Column{lang.L("line"), 170, false, lang.L("The source line it was made from.")},
			func(i *Instruction) string { return safe.Text(i.Place) }, nil},
		{Column{lang.L("instruction"), 0, false, lang.L("The instruction, as the Go assembler writes it.")},
			func(i *Instruction) string { return display(i.Text) }, nil},
	}, []string{"flat", "cum", "address", "line", "instruction"}, (*Instruction).cells)
	t.drawCode(func(row int) (string, bool) { return display(all[row].Text), all[row].Address != 0 }, nil)
	return t
}

// DisasmReport lists the instructions of functions.
type DisasmReport struct {
	File      string // the file's name, as the user gave it
	Result    *query.Result
	Functions []Disassembled
}

// Disassembled is the code of one function.
type Disassembled struct {
	Name string // its symbol
	Code []Instruction
}

// sums returns what is counted in a function's instructions. As in pprof, cum counts a stack at each of them that it
// passes.
func (d *Disassembled) sums() (flat, cum int64) {
	for i := range d.Code {
		flat, cum = units.Plus(flat, d.Code[i].Flat), units.Plus(cum, d.Code[i].Cum)
	}
	return flat, cum
}

// Heading returns the lines above the table in a picture.
func (t *DisasmReport) Heading() []string { return heading(t.Result) }

// Table returns a table with a row above each function and one for each of its instructions.
func (t *DisasmReport) Table() *Table {
	var rows []Instruction
	for i := range t.Functions {
		d := &t.Functions[i]
		flat, cum := d.sums()
		rows = append(append(rows, Instruction{Text: d.Name, Flat: flat, Cum: cum}), d.Code...)
	}
	return Instructions(t.Result, rows)
}

// Figures returns the table for a file of figures: all instructions with their functions.
func (t *DisasmReport) Figures() *Table {
	type row struct {
		*Disassembled
		*Instruction
	}
	var rows []row
	for i := range t.Functions {
		for k := range t.Functions[i].Code {
			rows = append(rows, row{&t.Functions[i], &t.Functions[i].Code[k]})
		}
	}
	return Of(rows, nil, []string{"function", "flat", "cum", "address", "line", "instruction"}, func(x *row) []units.Cell {
		return append([]units.Cell{units.Text(x.Name)}, x.cells()...)
	})
}

func (i *Instruction) cells() []units.Cell {
	return []units.Cell{units.WholeCell(i.Flat), units.WholeCell(i.Cum), units.Text(i.address()), units.Text(i.Place), units.Text(i.Text)}
}

// address returns the address as tools for binaries write it. A row above a function has none.
func (i *Instruction) address() string {
	if i.Address == 0 {
		return ""
	}
	return strconv.FormatUint(i.Address, 16)
}

type instructionJSON struct {
	Address string `json:"address"` // hexadecimal
	Place   string `json:"line,omitempty"`
	Text    string `json:"instruction"`
	Flat    int64  `json:"flat"`
	Cum     int64  `json:"cum"`
}

func instructionsJSON(all []Instruction) []instructionJSON {
	out := make([]instructionJSON, len(all))
	for k := range all {
		i := &all[k]
		out[k] = instructionJSON{i.address(), i.Place, i.Text, i.Flat, i.Cum}
	}
	return out
}

// WriteJSON writes one object with a list of functions.
func (t *DisasmReport) WriteJSON(w io.Writer) error {
	return writeJSON(w, headOf(t.File, t.Result), "functions", len(t.Functions), func(i int) any {
		d := &t.Functions[i]
		flat, cum := d.sums()
		return struct {
			Function     string            `json:"function"`
			Flat         int64             `json:"flat"`
			Cum          int64             `json:"cum"`
			Instructions []instructionJSON `json:"instructions"`
		}{d.Name, flat, cum, instructionsJSON(d.Code)}
	})
}

// WriteText writes what `go tool pprof -disasm` prints (pprof: internal/report/report.go, PrintAssembly). Unlike
// pprof, it does not repeat a function's name beside the instructions with samples.
func (t *DisasmReport) WriteText(w io.Writer) error {
	r := t.Result
	unit := unitOf(r)
	short := orDot(r, unit)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "Total: %s\n", r.FormatPprof(r.MeanTotal(), unit))
	for i := range t.Functions {
		d := &t.Functions[i]
		flat, cum := d.sums()
		fmt.Fprintf(out, "ROUTINE ======================== %s\n", d.Name)
		fmt.Fprintf(out, "%10s %10s (flat, cum) %s of Total\n", r.FormatPprof(flat, unit), r.FormatPprof(cum, unit), ratio(cum, r.Total))
		place := ""
		for k := range d.Code {
			in := &d.Code[k]
			text := in.Text
			if in.Place != place {
				place, text = in.Place, in.withPlace(textPlace)
			}
			fmt.Fprintf(out, "%10s %10s %10x: %s\n", units.AsPprof(short(in.Flat)), units.AsPprof(short(in.Cum)), in.Address, text)
		}
	}
	return out.Flush()
}
