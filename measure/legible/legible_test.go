package legible

import (
	"strings"
	"testing"

	"profstation/scene"
)

var font = scene.Font{Size: scene.TextSize}

// The check reports each fault, and nothing else.
func TestFaults(t *testing.T) {
	theme := &scene.Light
	paper := scene.Rect{X1: 400, Y1: 100}
	at := scene.Point{X: 20, Y: 30}
	grey := scene.Color{R: 170, G: 170, B: 170, A: 255}
	say := func(cv scene.Canvas) { cv.Text(at, "words", font, theme.Text) }
	box := scene.Rect{X0: 10, Y0: 15, X1: 100, Y1: 35}
	for name, c := range map[string]struct {
		draw func(cv scene.Canvas)
		want string // a part of the only fault; "" for none
	}{
		"a text":             {say, ""},
		"a pale text":        {func(cv scene.Canvas) { cv.Text(at, "words", font, grey) }, "contrast of 2."},
		"a text on a colour": {func(cv scene.Canvas) { cv.Fill(box, theme.Text); say(cv) }, "contrast of 1.00"},
		"a text half on it":  {func(cv scene.Canvas) { cv.Fill(scene.Rect{X0: 40, X1: 90, Y1: 90}, theme.Text); say(cv) }, "contrast of 1.00"},
		"a text on a line":   {func(cv scene.Canvas) { cv.Fill(scene.Rect{X0: 30, X1: 31, Y1: 90}, theme.Text); say(cv) }, ""},
		"the same twice":     {func(cv scene.Canvas) { say(cv); say(cv) }, "overlap"},
		"beside the picture": {func(cv scene.Canvas) { cv.Text(scene.Point{X: 390, Y: 30}, "words", font, theme.Text) }, "is cut"},
		"cut by a clip":      {func(cv scene.Canvas) { cv.PushClip(scene.Rect{X0: 25, X1: 90, Y1: 90}); say(cv); cv.PopClip() }, "is cut"},
		"clipped away":       {func(cv scene.Canvas) { cv.PushClip(scene.Rect{X0: 200, X1: 290, Y1: 90}); say(cv); cv.PopClip() }, ""},
		"in its box":         {func(cv scene.Canvas) { cv.Begin(nil); cv.Fill(box, theme.Surface); say(cv); cv.End() }, ""},
		"wider than its box": {func(cv scene.Canvas) {
			cv.Begin(nil)
			cv.Fill(scene.Rect{X0: 10, Y0: 15, X1: 40, Y1: 35}, theme.Surface)
			say(cv)
			cv.End()
		}, "outside its box"},
		"covered":             {func(cv scene.Canvas) { say(cv); cv.Fill(box, theme.Text) }, ""},
		"covered in part":     {func(cv scene.Canvas) { say(cv); cv.Fill(scene.Rect{X0: 30, X1: 90, Y1: 90}, theme.Text) }, "what is left"},
		"below a mark":        {func(cv scene.Canvas) { say(cv); cv.Fill(box, scene.Color{R: 90, G: 90, B: 90, A: 130}) }, "painted over"},
		"below a faint shade": {func(cv scene.Canvas) { say(cv); cv.Fill(box, scene.Color{B: 90, A: 20}) }, ""},
		"below a note": {func(cv scene.Canvas) {
			say(cv)
			cv.Fill(scene.Rect{X0: 30, X1: 90, Y1: 90}, theme.Surface)
			cv.Outline(scene.Rect{X0: 30, X1: 90, Y1: 90}, theme.Line, 1)
		}, ""},
	} {
		l := &List{Width: paper.X1, Height: paper.Y1}
		l.Fill(paper, theme.Background)
		c.draw(l)
		faults := l.Faults()
		if len(faults) > 1 && c.want != "painted over" || (len(faults) == 0) != (c.want == "") || !strings.Contains(strings.Join(faults, "\n"), c.want) {
			t.Errorf("%s: faults %q, want %q", name, faults, c.want)
		}
	}
}

// A line crosses a text where its letters touch it and no ground lies between them.
func TestCrossed(t *testing.T) {
	theme := &scene.Light
	box := scene.Rect{X0: 10, Y0: 15, X1: 100, Y1: 35}
	say := func(cv scene.Canvas) { cv.Text(scene.Point{X: 20, Y: 30}, "words", font, theme.Text) }
	line := func(cv scene.Canvas, y float64, c scene.Color, width float64) {
		var p scene.Path
		p.MoveTo(5, y)
		p.CubicTo(50, y, 100, y, 150, y)
		cv.Path(&p, scene.Color{}, scene.Stroke{Color: c, Width: width})
	}
	across := func(cv scene.Canvas) { line(cv, 26, theme.Text, 1) }
	for name, c := range map[string]struct {
		draw func(cv scene.Canvas)
		want bool
	}{
		"crossed by a line": {func(cv scene.Canvas) { say(cv); across(cv) }, true},
		"on a line":         {func(cv scene.Canvas) { across(cv); say(cv) }, true},
		"on a faint line":   {func(cv scene.Canvas) { line(cv, 26, scene.Color{B: 90, A: 20}, 1); say(cv) }, false},
		"on a ground on it": {func(cv scene.Canvas) { across(cv); cv.Fill(box, theme.Background); say(cv) }, false},
		"on half a ground": {func(cv scene.Canvas) {
			across(cv)
			cv.Fill(scene.Rect{X0: 30, X1: 90, Y1: 90}, theme.Background)
			say(cv)
		}, true},
		"above a line":         {func(cv scene.Canvas) { line(cv, 33, theme.Text, 2); say(cv) }, false},
		"above the same, wide": {func(cv scene.Canvas) { line(cv, 33, theme.Text, 9); say(cv) }, true},
		"beside a clipped line": {func(cv scene.Canvas) {
			cv.PushClip(scene.Rect{X0: 90, X1: 200, Y1: 90})
			across(cv)
			cv.PopClip()
			say(cv)
		}, false},
	} {
		l := &List{Width: 400, Height: 100}
		l.Fill(scene.Rect{X1: 400, Y1: 100}, theme.Background)
		c.draw(l)
		if got := l.Crossed(); len(got) > 0 != c.want {
			t.Errorf("%s: crossed are %q", name, got)
		}
	}
}

// At the edge of a part of a picture texts may be cut.
func TestPart(t *testing.T) {
	l := &List{Width: 400, Height: 100, Part: true}
	l.Fill(scene.Rect{X1: 400, Y1: 100}, scene.Light.Background)
	l.Text(scene.Point{X: 390, Y: 30}, "words", font, scene.Light.Text)
	if faults := l.Faults(); len(faults) > 0 || len(l.Seen()) != 1 {
		t.Errorf("faults %q, %d texts are seen", faults, len(l.Seen()))
	}
}
