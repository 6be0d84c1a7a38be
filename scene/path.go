package scene

// Path is a list of figures that consist of lines and curves. The zero value is empty.
type Path struct {
	steps  []pathStep
	points []Point
}

// pathStep is a kind of step, which takes stepPoints[step] from Path.points.
type pathStep uint8

const (
	moveStep pathStep = iota
	lineStep
	quadStep
	cubicStep
	closeStep
)

var stepPoints = [...]int{moveStep: 1, lineStep: 1, quadStep: 2, cubicStep: 3, closeStep: 0}

// Reset empties the path.
func (p *Path) Reset() { p.steps, p.points = p.steps[:0], p.points[:0] }

// Empty reports whether the path has no steps.
func (p *Path) Empty() bool { return len(p.steps) == 0 }

// MoveTo begins a figure at (x, y).
func (p *Path) MoveTo(x, y float64) { p.add(moveStep, Point{x, y}) }

// LineTo draws a straight line, or begins the first figure.
func (p *Path) LineTo(x, y float64) {
	if p.Empty() {
		p.MoveTo(x, y)
	} else {
		p.add(lineStep, Point{x, y})
	}
}

// QuadTo draws a quadratic Bézier curve with the control point (x1, y1).
func (p *Path) QuadTo(x1, y1, x, y float64) { p.add(quadStep, Point{x1, y1}, Point{x, y}) }

// CubicTo draws a cubic Bézier curve with the control points (x1, y1) and (x2, y2).
func (p *Path) CubicTo(x1, y1, x2, y2, x, y float64) {
	p.add(cubicStep, Point{x1, y1}, Point{x2, y2}, Point{x, y})
}

// Close draws a straight line back to where the figure began.
func (p *Path) Close() {
	if len(p.steps) > 0 {
		p.steps = append(p.steps, closeStep)
	}
}

func (p *Path) add(s pathStep, pts ...Point) {
	if len(p.steps) == 0 && s != moveStep {
		p.steps, p.points = append(p.steps, moveStep), append(p.points, pts[0])
	}
	p.steps, p.points = append(p.steps, s), append(p.points, pts...)
}
