package table

import "profstation/scene"

// TrendPicture is a trend with a heading, for a report.
type TrendPicture struct {
	Trend   *Trend
	Theme   *scene.Theme
	Title   string
	Heading []string
	Bare    bool // neither title nor heading
}

// TrendHeight is the height of a picture where none is asked for.
const TrendHeight = 420.0

// Draw draws the picture over the whole canvas.
func (p *TrendPicture) Draw(cv scene.Canvas) {
	heading := scene.Heading{Title: p.Title, Lines: p.Heading, Bare: p.Bare}
	area := heading.Draw(cv, p.Theme)
	p.Trend.Paint(cv, TrendView{Area: area, Theme: p.Theme, Point: -1, Line: -1})
}
