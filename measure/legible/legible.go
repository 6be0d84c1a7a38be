// Package legible checks, for tests, that the texts in a picture can be read. The first call is [Check].
package legible

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"
	"unicode/utf8"

	"profstation/internal/thorough"
	"profstation/scene"
)

// Sizes are window sizes in device pixels: the smallest supported one, common ones, and a wide one.
var Sizes = [][2]float64{{640, 480}, {1024, 700}, {1600, 1000}, {3200, 1000}}

// Scales are numbers of device pixels for one logical pixel.
var Scales = []float64{1, 2}

// Each calls paint for every size in logical pixels and every theme; in a short test for one of them at each size,
// another one each time.
func Each(paint func(name string, w, h float64, theme *scene.Theme)) {
	n := 0
	for _, size := range Sizes {
		for _, scale := range Scales {
			for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
				if n++; !thorough.One(n, 5) {
					continue
				}
				paint(fmt.Sprintf("%vx%v at scale %v, %s", size[0], size[1], scale, theme.Name), size[0]/scale, size[1]/scale, theme)
			}
		}
	}
}

// Check draws a picture and reports texts that cannot be read. It returns how many can.
func Check(t testing.TB, name string, w, h float64, draw func(scene.Canvas)) int {
	t.Helper()
	return check(t, name, &List{Width: w, Height: h}, draw)
}

// CheckPart is like Check, for part of a larger picture, whose edges may cut texts.
func CheckPart(t testing.TB, name string, w, h float64, draw func(scene.Canvas)) int {
	t.Helper()
	return check(t, name, &List{Width: w, Height: h, Part: true}, draw)
}

// CheckLines draws a picture and reports which texts are crossed by a line. In a timeline, a wake-up may be such a
// line, as it leads across lanes. It returns how many texts can be read.
func CheckLines(t testing.TB, name string, w, h float64, draw func(scene.Canvas)) int {
	t.Helper()
	l := &List{Width: w, Height: h}
	draw(l)
	return l.report(t, name, l.Crossed())
}

// CheckContrast draws a picture and reports texts that have too little contrast with their background.
func CheckContrast(t testing.TB, name string, w, h, lowest float64, draw func(scene.Canvas)) {
	t.Helper()
	l := &List{Width: w, Height: h}
	draw(l)
	var faults []string
	seen := l.Seen()
	for i := range seen {
		if c, letter, on := l.contrast(&seen[i]); c < lowest {
			faults = append(faults, seen[i].String()+fmt.Sprintf("has a contrast of %.2f in letter %d on %v", c, letter, on))
		}
	}
	l.report(t, name, faults)
}

// CheckOverlaps draws a picture, whose edges may cut texts, and reports which texts overlap.
func CheckOverlaps(t testing.TB, name string, w, h float64, draw func(scene.Canvas)) {
	t.Helper()
	l := &List{Width: w, Height: h}
	draw(l)
	l.report(t, name, overlaps(l.Seen()))
}

func check(t testing.TB, name string, l *List, draw func(scene.Canvas)) int {
	t.Helper()
	draw(l)
	return l.report(t, name, l.Faults())
}

func (l *List) report(t testing.TB, name string, faults []string) int {
	t.Helper()
	const limit = 5 // for each picture; one fault often occurs at many places
	for i, fault := range faults {
		if i == limit {
			t.Errorf("%s: and %d more", name, len(faults)-limit)
			break
		}
		t.Errorf("%s: %s", name, fault)
	}
	return len(l.Seen())
}

// List is a [scene.Canvas] that keeps a picture's texts, and everything above and below them.
type List struct {
	scene.Until
	Width, Height float64
	Part          bool // the picture is part of a larger one
	Texts         []Text

	fills  []fill
	lines  []stroke
	clips  []scene.Rect
	groups []int        // the open groups, as indices into boxes
	boxes  []scene.Rect // each group's first fill so far; empty: none
}

// Text is a text as it was drawn.
type Text struct {
	Words string
	Font  scene.Font
	Color scene.Color
	Area  scene.Rect // from its baseline to the height of capitals
	Group int        // the innermost group around it, from 1; 0: none

	left  float64 // where it begins, even if something covers that
	part  bool    // something covers part of it
	clip  scene.Rect
	under int // how many fills were drawn before it
}

func (t *Text) String() string {
	return fmt.Sprintf("%q at %.1f %.1f to %.1f %.1f ", t.Words, t.Area.X0, t.Area.Y0, t.Area.X1, t.Area.Y1)
}

type fill struct {
	area   scene.Rect // without what is clipped
	color  scene.Color
	floats bool
}

// stroke is a line that was drawn.
type stroke struct {
	points []scene.Point // for all its figures; pieces go from each even index to the next
	around scene.Rect    // around all points
	half   float64       // half of its width
	clip   scene.Rect
	under  int // how many fills were drawn before it
}

// Size implements [scene.Canvas].
func (l *List) Size() (w, h float64) { return l.Width, l.Height }

func (l *List) clip() scene.Rect {
	if n := len(l.clips); n > 0 {
		return l.clips[n-1]
	}
	return scene.Rect{X1: l.Width, Y1: l.Height}
}

// Fill implements [scene.Canvas].
func (l *List) Fill(r scene.Rect, c scene.Color) {
	if n := len(l.groups); n > 0 && l.boxes[l.groups[n-1]].Empty() {
		l.boxes[l.groups[n-1]] = r
	}
	if r = r.Intersect(l.clip()); min(r.W(), r.H()) > line && c.A > 0 {
		l.fills = append(l.fills, fill{area: r, color: c})
	}
}

// Outline implements [scene.Canvas]. A fill outside all groups that gets one is a note that floats above the
// picture and may hide what is below.
func (l *List) Outline(r scene.Rect, _ scene.Color, _ float64) {
	if len(l.groups) > 0 {
		return
	}
	r = r.Intersect(l.clip())
	for i := range slices.Backward(l.fills) {
		if l.fills[i].area == r {
			l.fills[i].floats = true
			return
		}
	}
}

// Path implements [scene.Canvas]. It keeps only lines, because texts do not stand in figures.
func (l *List) Path(p *scene.Path, _ scene.Color, s scene.Stroke) {
	if s.Width <= 0 || s.Color.A <= shade {
		return
	}
	k := stroke{half: s.Width / 2, clip: l.clip(), under: len(l.fills),
		around: scene.Rect{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}}
	for a, b := range p.Pieces() {
		k.points = append(k.points, a, b)
		k.around.X0, k.around.X1 = min(k.around.X0, a.X, b.X), max(k.around.X1, a.X, b.X)
		k.around.Y0, k.around.Y1 = min(k.around.Y0, a.Y, b.Y), max(k.around.Y1, a.Y, b.Y)
	}
	k.around = k.around.Inset(-k.half)
	l.lines = append(l.lines, k)
}

// Text implements [scene.Canvas].
func (l *List) Text(at scene.Point, s string, f scene.Font, c scene.Color) {
	if s == "" || c.A == 0 {
		return
	}
	t := Text{Words: s, Font: f, Color: c, left: at.X, clip: l.clip(), under: len(l.fills)}
	t.Area = scene.Rect{X0: at.X, Y0: at.Y - scene.Ascent(f), X1: at.X + scene.Measure(s, f), Y1: at.Y}
	if n := len(l.groups); n > 0 {
		t.Group = l.groups[n-1]
	}
	l.Texts = append(l.Texts, t)
}

// PushClip implements [scene.Canvas].
func (l *List) PushClip(r scene.Rect) { l.clips = append(l.clips, l.clip().Intersect(r)) }

// PopClip implements [scene.Canvas].
func (l *List) PopClip() { l.clips = l.clips[:len(l.clips)-1] }

// Begin implements [scene.Canvas].
func (l *List) Begin(scene.Titler) {
	if len(l.boxes) == 0 {
		l.boxes = append(l.boxes, scene.Rect{}) // for texts in no group
	}
	l.groups = append(l.groups, len(l.boxes))
	l.boxes = append(l.boxes, scene.Rect{})
}

// End implements [scene.Canvas].
func (l *List) End() { l.groups = l.groups[:len(l.groups)-1] }

// box returns the first fill in a text's group.
func (l *List) box(t *Text) (r scene.Rect, ok bool) {
	if t.Group == 0 {
		return r, false
	}
	r = l.boxes[t.Group]
	return r, !r.Empty()
}

// Seen returns the texts that can be seen at least in part. Their areas are without what a clip or a later, opaque
// fill hides.
func (l *List) Seen() []Text {
	var seen []Text
	for _, t := range l.Texts {
		t.Area = t.Area.Intersect(t.clip)
		for _, f := range l.fills[t.under:] {
			switch {
			case f.floats && !f.area.Intersect(t.Area).Empty():
				t.Area = scene.Rect{}
			case f.color.A == 255:
				before := t.Area
				t.Area = without(t.Area, f.area)
				t.part = t.part || before.W()-t.Area.W() > slack
			}
		}
		if t.Area.W() > 1 && t.Area.H() > 1 {
			seen = append(seen, t)
		}
	}
	return seen
}

// without returns what remains of a rectangle if another covers it from one edge to the opposite one.
func without(r, cover scene.Rect) scene.Rect {
	both := r.Intersect(cover)
	switch {
	case both.Empty():
	case both == r:
		return scene.Rect{}
	case both.H() == r.H() && both.X0 == r.X0:
		r.X0 = both.X1
	case both.H() == r.H() && both.X1 == r.X1:
		r.X1 = both.X0
	case both.W() == r.W() && both.Y0 == r.Y0:
		r.Y0 = both.Y1
	case both.W() == r.W() && both.Y1 == r.Y1:
		r.Y1 = both.Y0
	}
	return r
}

// line is how thin a fill must be to count as a line: texts do not stand on it, and can be read below it.
const line = 1.2

// shade is how opaque a colour may be that lies over a text.
const shade = 64

const slack = 0.6 // logical pixels: less than rounding to whole ones moves

// Faults says which texts cannot be read, and why.
func (l *List) Faults() (faults []string) {
	fault := func(t *Text, format string, args ...any) {
		faults = append(faults, t.String()+fmt.Sprintf(format, args...))
	}
	for i := range l.Texts {
		t := &l.Texts[i]
		box, boxed := l.box(t)
		if boxed && (t.Area.X0 < box.X0-slack || t.Area.X1 > box.X1+slack || t.Area.Y0 < box.Y0-slack || t.Area.Y1 > box.Y1+slack) {
			fault(t, "lies outside its box %.1f", box)
		}
		if seen := t.Area.Intersect(t.clip); !l.Part && !seen.Empty() {
			left, right := seen.X0-t.Area.X0 > slack, t.Area.X1-seen.X1 > slack
			if left || right {
				fault(t, "is cut by %.1f", t.clip)
			}
		}
	}
	seen := l.Seen()
	for i := range seen {
		t := &seen[i]
		for _, f := range l.fills[t.under:] {
			if both := f.area.Intersect(t.Area); f.color.A > shade && both.W() > slack && both.H() > slack {
				fault(t, "is painted over at %.1f", both)
				break
			}
		}
		if t.part {
			fault(t, "is what is left of it beside what covers it")
		}
		if c, letter, on := l.contrast(t); c < scene.MinContrast {
			fault(t, "has a contrast of %.2f in letter %d on %v", c, letter, on)
		}
	}
	return append(faults, overlaps(seen)...)
}

// overlaps says which texts overlap. It sorts them.
func overlaps(seen []Text) (faults []string) {
	slices.SortStableFunc(seen, func(a, b Text) int { return cmp.Compare(a.Area.X0, b.Area.X0) })
	for i := range seen {
		for k := i + 1; k < len(seen) && seen[k].Area.X0 < seen[i].Area.X1; k++ {
			if both := seen[i].Area.Intersect(seen[k].Area); both.W() > 1 && both.H() > 1 {
				faults = append(faults, seen[i].String()+fmt.Sprintf("and %q at %.1f overlap", seen[k].Words, seen[k].Area))
			}
		}
	}
	return faults
}

// Crossed says which texts a line crosses, and where.
func (l *List) Crossed() (faults []string) {
	seen := l.Seen()
	for i := range seen {
		if at, ok := l.crossed(&seen[i]); ok {
			faults = append(faults, seen[i].String()+fmt.Sprintf("is crossed by a line at %.1f", at))
		}
	}
	return faults
}

// crossed reports whether a line can be seen across a text's letters, and where.
func (l *List) crossed(t *Text) (at scene.Point, ok bool) {
	for i := range l.lines {
		k := &l.lines[i]
		area := t.Area.Intersect(k.clip).Inset(slack)
		near := area.Inset(-k.half)
		covers := func(f fill) bool { return f.color.A == 255 && f.area.Intersect(area) == area }
		switch {
		case area.Empty() || near.Intersect(k.around).Empty():
		case k.under <= t.under && slices.ContainsFunc(l.fills[k.under:t.under], covers):
		default:
			for p := 0; p < len(k.points); p += 2 {
				if at, ok = enters(k.points[p], k.points[p+1], near); ok {
					return at, true
				}
			}
		}
	}
	return at, false
}

// enters returns where a line from a to b first lies in an area, by Liang and Barsky; ok is false if it does not.
func enters(a, b scene.Point, area scene.Rect) (at scene.Point, ok bool) {
	first, last := 0.0, 1.0
	for _, edge := range [4][2]float64{ // how far a lies inside it, and how much farther b does
		{a.X - area.X0, b.X - a.X}, {area.X1 - a.X, a.X - b.X}, {a.Y - area.Y0, b.Y - a.Y}, {area.Y1 - a.Y, a.Y - b.Y},
	} {
		switch inside, farther := edge[0], edge[1]; {
		case farther > 0:
			first = max(first, -inside/farther)
		case farther < 0:
			last = min(last, -inside/farther)
		case inside < 0:
			return at, false
		}
	}
	return scene.Point{X: a.X + first*(b.X-a.X), Y: a.Y + first*(b.Y-a.Y)}, first < last
}

// contrast returns the least contrast between a letter in a text and its surroundings. Faded letters are left out.
func (l *List) contrast(t *Text) (lowest float64, letter int, on scene.Color) {
	lowest = 21
	var below, above []fill
	for i, f := range l.fills {
		switch {
		case f.area.Intersect(t.Area).Empty():
		case i < t.under:
			below = append(below, f)
		default:
			above = append(above, f)
		}
	}
	letters := utf8.RuneCountInString(t.Words)
	if t.Font.Fade {
		letters = max(1, letters-2)
	}
	x, n := t.left, 0
	for _, r := range t.Words {
		w := scene.Measure(string(r), t.Font)
		p := scene.Point{X: x + w/2, Y: (t.Area.Y0 + t.Area.Y1) / 2}
		x += w
		if n++; n > letters {
			break
		}
		if r == ' ' || !t.Area.Contains(p) {
			continue
		}
		ground := scene.Color{A: 255}
		for _, f := range below {
			if f.area.Contains(p) {
				ground = over(f.color, ground)
			}
		}
		ink := over(t.Color, ground)
		for _, f := range above {
			if f.area.Contains(p) {
				ink, ground = over(f.color, ink), over(f.color, ground)
			}
		}
		if c := scene.Contrast(ink, ground); c < lowest {
			lowest, letter, on = c, n, ground
		}
	}
	return lowest, letter, on
}

// over blends a colour onto an opaque one.
func over(c, below scene.Color) scene.Color {
	blend := func(a, b uint8) uint8 { return uint8((int(a)*int(c.A) + int(b)*(255-int(c.A)) + 127) / 255) }
	return scene.Color{R: blend(c.R, below.R), G: blend(c.G, below.G), B: blend(c.B, below.B), A: 255}
}
