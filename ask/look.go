package ask

import (
	"math"
	"slices"

	"profstation/graph"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
)

// Look says how a picture is written. For files with figures, only two fields count: those with a
// timeline's spans follow Whole, and each .csv follows Raw.
type Look struct {
	Width, Height float64 // in logical pixels; Height 0: what all rows need
	Scale         float64 // how many pixels a PNG has for each logical pixel
	Theme         *scene.Theme
	Title         string
	Bare          bool   // neither title nor caption
	Whole         bool   // everything, not only the visible part
	Raw           bool   // texts in a .csv stay as they are: a spreadsheet may run them
	Panel         string // the only panel wanted from a sheet, by its name; "": all
	Sight         Sight
}

// head returns a picture's heading. Without lines, the picture uses its own.
func (l Look) head(lines ...string) scene.Heading {
	return scene.Heading{Title: l.Title, Lines: lines, Bare: l.Bare}
}

// columns returns how many pixels a part of the width has. More boxes than that cannot be seen.
func (l Look) columns(part float64) int { return int(math.Ceil(l.Width * part * max(1, l.Scale))) }

// rows limits a picture of a table to the visible rows, unless all are wanted.
func (l Look) rows(p *table.Picture) {
	from, to, all := l.Sight.From, min(l.Sight.To, p.Table.Rows), p.Table.Rows
	if l.Whole || l.Sight.To == 0 {
		return
	}
	p.From, p.To = from, l.Sight.To
	number := func(n int) string { return units.Count(int64(n)) }
	p.Head.Lines = append(slices.Clip(p.Head.Lines), lang.L("rows {{.From}} to {{.To}} of {{.All}}",
		lang.With{"From": number(from + 1), "To": number(to), "All": number(all)}))
}

// Sight is the part of a picture that is on the screen, for pictures that scroll without an intent.
type Sight struct {
	// The table's rows from From up to, but not including, To are on the screen. To is 0 if there
	// is no table, or all of it is visible.
	From, To int
	Graph    *graph.View // the visible part of a call graph; nil if there is none, or all of it is visible
	// Lanes has the visible part of one timeline, or of each of two; nil if there is none, or all is visible.
	Lanes [2]*timeline.View
	Rows  bool  // some lanes are out of sight, but no time is
	Line  int64 // the line that is chosen in Source, which scrolls by itself; 0: none
}

// Scrolled reports whether parts are out of sight only because there is no room for them on the screen.
func (s Sight) Scrolled() bool { return s.To > 0 || s.Graph != nil || s.Rows }
