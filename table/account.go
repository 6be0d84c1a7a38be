package table

import (
	"slices"

	"profstation/model/lang"
	"profstation/model/memory"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
)

// AccountRow is a row of an account of memory, in words that are safe for a screen.
type AccountRow struct {
	Bytes, Share, Part, Source string
	From, To                   int64 // what the rows up to it add up to, without it and with it
	Total                      bool  // it is the sum
	Beside                     bool  // it is in no sum
	Inner                      bool  // it is a file in the part above
}

// AccountRows returns the parts, their sum, and what is in no sum. All have one unit, so that one sees that they add up.
func AccountRows(a *memory.Account) (rows []AccountRow) {
	bytes := func(n int64) string { return memory.InUnit(n, a.Total) }
	named := func(p memory.Part) string {
		if p.Error > 0 {
			return lang.L("{{.Part}} ± {{.Error}}", lang.With{"Part": p.Kind.Name(), "Error": units.FormatShort(p.Error, "bytes", "auto")})
		}
		return p.Kind.Name()
	}
	at := int64(0)
	for _, p := range a.Parts {
		part := named(p)
		if p.Kind == memory.Untouched && slices.ContainsFunc(a.Parts, func(p memory.Part) bool { return p.AtMost }) {
			part = lang.L("{{.Part}}: to be taken off the parts with ≤", lang.With{"Part": part})
		}
		to := units.Plus(at, p.Bytes)
		rows = append(rows, AccountRow{Bytes: bytes(p.Bytes), Share: a.Share(p), Part: part, Source: safe.Text(p.Source), From: at, To: to})
		at = to
		for _, f := range p.Files {
			rows = append(rows, AccountRow{Bytes: bytes(f.Bytes), Part: "  " + safe.Text(f.File), Inner: true})
		}
	}
	total := lang.L("What the Go runtime has from the system")
	if a.Resident {
		total = lang.L("Resident size, the sum")
	}
	rows = append(rows, AccountRow{Bytes: bytes(at), Share: "100%", Part: total, Source: safe.Text(a.Source), To: at, Total: true})
	for _, p := range a.Beside {
		rows = append(rows, AccountRow{Bytes: bytes(p.Bytes), Part: named(p), Source: safe.Text(p.Source), Beside: true})
	}
	return rows
}

// Account returns the table of an account of memory. Each bar begins where the one above ends, so they add up to the
// last.
func Account(a *memory.Account) *Table {
	rows := AccountRows(a)
	width := widest(rows, func(x *AccountRow) []string { return []string{x.Bytes} })
	shares := max(shareWidth, widest(rows, func(x *AccountRow) []string { return []string{x.Share} }))
	most := int64(1)
	for _, r := range rows {
		most = max(most, r.From, r.To)
	}
	const bars = 2
	t := Of(rows, []ColumnOf[AccountRow]{
		{Column{lang.L("memory"), width, true, lang.L("Parts of the process's memory, which add up.")}, func(x *AccountRow) string { return x.Bytes }, nil},
		{Column{lang.L("share"), shares, true, lang.L("The same as a share of the total. ≤ stands where not all of it need be resident.")}, func(x *AccountRow) string { return x.Share }, nil},
		{Column{"", 160, false, lang.L("Each bar begins where the one above ends.")}, func(*AccountRow) string { return "" }, nil},
		{Column{lang.L("part"), 0, false, lang.L("What it is.")}, func(x *AccountRow) string { return x.Part }, nil},
		{Column{lang.L("known from"), 0, false, lang.L("How it was found out, in the words of the source.")}, func(x *AccountRow) string { return x.Source }, nil},
	}, nil, nil)
	t.Strong = func(row int) bool { return rows[row].Total }
	t.Quiet = func(row int) bool { return rows[row].Beside || rows[row].Inner }
	t.Draw = func(cv scene.Canvas, th *scene.Theme, row, col int, cell scene.Rect) bool {
		if col != bars {
			return false
		}
		r, scale := &rows[row], (cell.W()-2*gap)/float64(most)
		from, to := float64(min(r.From, r.To))*scale, float64(max(r.From, r.To))*scale
		if to > from {
			bar := scene.Rect{X0: cell.X0 + gap + from, X1: cell.X0 + gap + max(to, from+1), Y0: cell.Y0 + 3, Y1: cell.Y1 - 3}
			if r.To < r.From {
				cv.Outline(bar, th.Muted, 1) // it takes away
			} else {
				cv.Fill(bar, scene.Mix(th.Background, th.Muted, 0.6))
			}
		}
		return true
	}
	return t
}
