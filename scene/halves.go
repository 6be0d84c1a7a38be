package scene

// The gap between the halves of a picture, and the height of the line above each.
const (
	TwinGap  = 16.0
	TwinLine = 22.0
)

// Halves divides an area of a picture into two that stand beside each other, writes
// a name above each and returns what is left below them.
func Halves(cv Canvas, t *Theme, area Rect, names [2]string) [2]Rect {
	half := (area.W() - TwinGap) / 2
	out := [2]Rect{area, area}
	out[0].X1, out[1].X0 = area.X0+half, area.X0+half+TwinGap
	for i := range out {
		at := Point{X: out[i].X0, Y: area.Y0 + TwinLine - 8}
		cv.Text(at, Fit(names[i], NoteFont, out[i].W()), NoteFont, t.Text)
		out[i].Y0 += TwinLine
	}
	return out
}
