package tables

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/table"
	"profstation/views/surface"
)

// openLines says below which lines of a file the instructions are shown.
type openLines struct {
	shown   *ask.SourceAnswer
	changed map[int64]bool  // the lines that the user has opened or closed
	rows    []table.FileRow // as they are shown; nil if there are no instructions below lines
	rowOf   map[int64]int   // the row of each line; that behind the text for one of another version
	drawn   *table.Table
}

// numberColumn is the column with the number of the line.
const numberColumn = 3

// show begins with the lines that the answer has open. Those of the same file stay as the user left them.
func (o *openLines) show(src *ask.SourceAnswer) {
	if o.shown == nil || o.shown.File != src.File || src.Source.Code == nil {
		o.changed = map[int64]bool{}
	}
	o.shown, o.rows, o.rowOf, o.drawn = src, nil, nil, nil
}

// table returns the table with the instructions of the open lines.
func (o *openLines) table(r *query.Result) *table.Table {
	src := o.shown
	if src.Source.Code == nil || src.Table == nil {
		return src.Table
	}
	if o.drawn == nil {
		s := src.Source
		s.Open = func(line int64) bool { return src.Source.Open(line) != o.changed[line] }
		o.rows, o.rowOf, o.drawn = s.FileRows(), map[int64]int{}, table.FileLines(r, &s)
		for row, x := range o.rows {
			if x.Code == nil {
				o.rowOf[x.Line] = row
			}
		}
	}
	return o.drawn
}

// lineOf returns the line in a row, or the one that an instruction was made from; 0: the rows are no lines.
func (o *openLines) lineOf(row int) int64 {
	rows := o.rows
	if rows == nil && o.shown.Source.Listing != nil {
		rows = o.shown.Source.FileRows()
	}
	if row < 0 || row >= len(rows) {
		return 0
	}
	return rows[row].Line
}

// rowAt returns the first row of a line; −1: there is none.
func (o *openLines) rowAt(line int64) int {
	if line <= 0 || o.shown.Source.Listing == nil {
		return -1
	}
	rows := o.rows
	if rows == nil {
		rows = o.shown.Source.FileRows()
	}
	return slices.IndexFunc(rows, func(x table.FileRow) bool { return x.Line == line })
}

// inEditor opens the line in a row; it has no file if the function has none.
func (v *Source) inEditor(row int) screen.OpenInEditor {
	return screen.OpenInEditor{File: v.shown.File, Line: v.lines.lineOf(row)}
}

// rowOf returns the row of a hot line.
func (v *Source) rowOf(hot int) int {
	if row, ok := v.lines.rowOf[v.shown.HotLines[hot].Line]; ok {
		return row
	}
	return v.shown.Hot[hot]
}

// step opens or closes the instructions of a line by key.
func (v *Source) step(row int, key fyne.KeyName) bool {
	if row < 0 || row >= len(v.lines.rows) {
		return false
	}
	x := v.lines.rows[row]
	open := v.shown.Source.Open(x.Line) != v.lines.changed[x.Line]
	switch {
	case len(v.shown.Source.Code[x.Line]) == 0:
		return false
	case key == fyne.KeySpace || key == fyne.KeyRight && !open || key == fyne.KeyLeft && open:
		v.toggle(row)
		return true
	}
	return false // the code moves sideways
}

// toggle opens or closes the instructions of the line in a row, or of the line above an instruction, which is selected
// then.
func (v *Source) toggle(row int) {
	if row < 0 || row >= len(v.lines.rows) || len(v.shown.Source.Code[v.lines.rows[row].Line]) == 0 {
		return
	}
	for row > 0 && v.lines.rows[row].Code != nil {
		row--
	}
	line := v.lines.rows[row].Line
	v.lines.changed[line] = !v.lines.changed[line]
	v.lines.drawn = nil
	state := v.code.State
	state.Table, state.Selected = v.lines.table(v.result), row // nothing changes above it
	v.code.Set(state)
	v.pick(row)
}

// tell shows the note above the code. asks says that a binary is asked for, which is being read if the snapshot waits
// for an answer.
func (v *Source) tell(s *screen.Snapshot, src *ask.SourceAnswer, asks bool) {
	note, quiet := cmp.Or(src.Note, src.Source.Note), src.Fine
	switch name := safe.Text(src.Binary); {
	case asks && s.Stale:
		note, quiet = lang.L("Disassembling {{.Name}}…", lang.With{"Name": filepath.Base(name)}), true
	case s.Display.OnlyInstructions() && src.Table == nil:
		note = "" // the text below the bar says it
	case !asks || src.Note != "":
	case name == "":
		note, quiet = lang.L("The instructions are in the binary, which the profile does not name."), true
	case src.Missing:
		note, quiet = lang.L("The instructions are in the binary “{{.Name}}”, which was not found.", lang.With{"Name": name}), true
	default:
		note, quiet = lang.L("The instructions are in the binary “{{.Name}}”.", lang.With{"Name": name}), true
	}
	if why := src.Why(); why != "" {
		quiet = quiet || note == ""
		note = strings.TrimPrefix(note+"\n"+why, "\n")
	}
	importance := widget.WarningImportance
	if note == "" || quiet {
		importance = widget.MediumImportance
	}
	if v.note.Text != note || v.note.Importance != importance {
		v.note.Importance = importance
		v.note.SetText(note)
		v.note.Refresh()
	}
	surface.SetVisible(v.note, note != "")
}
