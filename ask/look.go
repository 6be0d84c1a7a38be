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

// Look is how a picture is written. Of files of figures, those with the spans of a timeline follow
// Whole, and each .csv follows Raw.
type Look struct {
	Width, Height float64 // in logical pixels; Height 0: what all rows need
	Scale         float64 // pixels of a PNG for each logical pixel
	Theme         *scene.Theme
	Title         string
	Bare          bool   // neither title nor caption
	Whole         bool   // all there is, not only the part in sight
	Raw           bool   // texts of a .csv as they are: a spreadsheet may run them
	Panel         string // the only panel of a sheet of figures, by its name; "": all
	Sight         Sight
}

// head is the heading of a picture. Without lines it is the picture's own.
func (l Look) head(lines ...string) scene.Heading {
	return scene.Heading{Title: l.Title, Lines: lines, Bare: l.Bare}
}

// columns is how many pixels a part of the width has: no more boxes can be seen.
func (l Look) columns(part float64) int { return int(math.Ceil(l.Width * part * max(1, l.Scale))) }

// rows limits a picture of a table to the rows in sight, unless all are wanted.
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

// Sight is the part of a picture on the screen, for pictures that scroll without an intent.
type Sight struct {
	// The rows of a table from From to before To are on the screen. To is 0 if
	// there is no table, or all of it is visible.
	From, To int
	Graph    *graph.View // the part of a call graph; nil if there is none, or all of it is visible
	// Lanes is the part of a timeline, the first, or of each of two; nil if there is none, or all is visible.
	Lanes [2]*timeline.View
	Rows  bool // lanes are out of sight, and no time is
}

// Scrolled reports whether there is more than the part on the screen only because not all has room there.
func (s Sight) Scrolled() bool { return s.To > 0 || s.Graph != nil || s.Rows }
