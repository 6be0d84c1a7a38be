package tables

import (
	"context"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/table"
)

// Below the lines with a figure stand their instructions, and those of any line can be closed and opened by its number
// and by keys. What is selected stays so, a hot line leads to its row, and an instruction is copied like a line.
func TestInstructionsBelowLines(t *testing.T) {
	r := viewtest.App(t)
	v := NewSource(r.Send)
	viewtest.Window(t, v.Object, 1000, 300)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	res := s.Answer.Result
	files := must.Have(res.SourceFiles(context.Background()))
	listing := must.Have(res.ListFile(context.Background(), files[0]))
	hot := listing.Lines[0].Line
	code := map[int64][]table.Instruction{
		hot:     {{Address: 0x1000, Text: "MOVQ AX, BX", Flat: 1, Cum: 1}, {Address: 0x1004, Place: "main.f x.go:3", Text: "RET"}},
		hot + 1: {{Address: 0x1005, Text: "NOPW"}},
	}
	src := &ask.SourceAnswer{Files: files, File: files[0], HotLines: listing.Lines[:1]}
	src.Source = table.Source{Listing: listing, Text: make([]string, hot+10), Code: code, Open: func(line int64) bool { return line == hot }}
	src.Table, src.Hot = table.FileLines(res, &src.Source), []int{int(hot) - 1}
	s.Answer.Source, s.Display.Assembly, s.Display.ByLine = src, true, true
	v.Show(s)
	r.Want(t)
	at := int(hot) - 1
	texts := func() (all []string) {
		for row := at; row < at+4; row++ {
			all = append(all, strings.Join(strings.Fields(v.code.State.Table.Cell(row, numberColumn)+" "+v.code.State.Table.Cell(row, 4)), " "))
		}
		return all
	}
	want := func(what string, all ...string) {
		t.Helper()
		for i, has := range texts()[:len(all)] {
			if !strings.HasSuffix(has, all[i]) {
				t.Errorf("%s: row %d is %q, want %q", what, i, has, all[i])
			}
		}
	}
	line, next := v.code.State.Table.Cell(at, numberColumn), v.code.State.Table.Cell(at+3, numberColumn)
	if !strings.HasPrefix(line, "– ") || !strings.HasPrefix(next, "+ ") || v.asks.Visible() {
		t.Errorf("the lines are %q, %q; a binary is asked for: %v", line, next, v.asks.Visible())
	}
	want("first", "", "1000 MOVQ AX, BX", "1004 RET ;main.f x.go:3", next)

	v.hot.Pick(0)
	if v.picked != at {
		t.Errorf("the hot line leads to row %d, want %d", v.picked, at)
	}
	v.pick(at + 2)
	v.code.Copied()
	r.Want(t, screen.Copy{Text: v.codeOf(at + 2)})
	v.code.Key(fyne.KeyLeft, 0)
	if v.picked != at {
		t.Errorf("closed, row %d is selected, want that of the line, %d", v.picked, at)
	}
	want("closed", "+ "+strings.TrimPrefix(line, "– "), next)
	if v.code.Key(fyne.KeyLeft, 0) {
		t.Error("a closed line takes the key that moves the code sideways")
	}
	v.code.Cell(at+1, 0) // not the number
	want("clicked beside the number", "", next)
	v.code.Cell(at+1, numberColumn)
	want("another one opened", "", "– "+strings.TrimPrefix(next, "+ "), "1005 NOPW")
	v.pick(at)
	v.code.Key(fyne.KeyRight, 0)
	want("opened", line, "1000 MOVQ AX, BX")

	// While a binary is read, a line says so, and nothing asks for one.
	src = &ask.SourceAnswer{Files: files, File: files[0], Source: table.Source{Listing: listing, Text: src.Source.Text}, Table: src.Table, Binary: "/bin/prog"}
	for _, c := range []struct {
		stale, missing bool
		says           string
	}{{false, false, "The instructions are in the binary “/bin/prog”."}, {true, false, "Disassembling prog…"},
		{false, true, "The instructions are in the binary “/bin/prog”, which was not found."}} {
		s = viewtest.Again(s)
		with := *src
		with.Missing = c.missing
		s.Answer.Source, s.Stale = &with, c.stale
		v.Show(s)
		if v.note.Text != c.says || !v.note.Visible() || v.asks.Visible() == c.stale || v.read.Visible() == c.missing {
			t.Errorf("the note is %q, want %q; a binary is asked for: %v", v.note.Text, c.says, v.asks.Visible())
		}
	}
}
