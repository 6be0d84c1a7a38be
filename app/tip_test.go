package app

import (
	pixels "image"
	"maps"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/thorough"
	"profstation/views"
	"profstation/views/surface"
)

// tip is the text that is shown beside the pointer, "" if there is none.
func (r *windowRig) tip() (text string) {
	size := r.window.Canvas().Size()
	visible(r.window.Content(), fyne.Position{}, pixels.Rect(0, 0, int(size.Width), int(size.Height)), func(o fyne.CanvasObject, _ pixels.Rectangle) {
		if x, ok := o.(interface{ TipText() string }); ok && x.TipText() != "" {
			text = x.TipText()
		}
	})
	return text
}

// point moves the pointer to a place from elsewhere and lets it rest, and returns the tip of what is there.
func (r *windowRig) point(at fyne.Position) string {
	c := r.window.Canvas()
	test.MoveMouse(c, fyne.NewPos(-1, -1))
	test.MoveMouse(c, at)
	r.hints.Settle()
	return r.tip()
}

// tips finds places in the window that have different tips.
func (r *windowRig) tips() []fyne.Position {
	var all []fyne.Position
	seen := map[string]bool{}
	size := r.window.Canvas().Size()
	for y := float32(8); y < size.Height; y += 14 {
		for x := float32(8); x < size.Width; x += 44 {
			if text := r.point(fyne.NewPos(x, y)); text != "" && !seen[text] {
				seen[text] = true
				all = append(all, fyne.NewPos(x, y))
			}
		}
	}
	return all
}

// steps are what people do while the pointer rests: they press keys, choose commands, turn the wheel, and
// make the window smaller.
func (r *windowRig) steps() map[string]func(at fyne.Position) {
	c := r.window.Canvas()
	all := map[string]func(fyne.Position){}
	for _, letter := range "nNf0,.pwsadr+-=[]hti" {
		all[string(letter)] = func(fyne.Position) { c.OnTypedRune()(letter) }
	}
	for _, key := range []fyne.KeyName{fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageDown,
		fyne.KeyPageUp, fyne.KeyReturn, fyne.KeySpace, fyne.KeyEscape} {
		all["the key "+string(key)] = func(fyne.Position) { c.OnTypedKey()(&fyne.KeyEvent{Name: key}) }
	}
	inPicture := func(do func(main *surface.Surface)) func(fyne.Position) {
		return func(fyne.Position) {
			if main := r.visible().Main(); main != nil {
				c.Focus(main)
				do(main)
			}
		}
	}
	for _, letter := range "nf0wsad+-" {
		all[string(letter)+" in the picture"] = inPicture(func(main *surface.Surface) { main.TypedRune(letter) })
	}
	for _, key := range []fyne.KeyName{fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageDown,
		fyne.KeyPageUp, fyne.KeyReturn, fyne.KeyEscape} {
		all["the key "+string(key)+" in the picture"] = inPicture(func(main *surface.Surface) { main.TypedKey(&fyne.KeyEvent{Name: key}) })
	}
	for label, i := range r.items() {
		if i.Disabled || i.Action == nil || i.IsQuit || i.IsSeparator || strings.HasPrefix(label, "Close") || strings.Contains(label, "  –  ") {
			continue
		}
		all["the command "+label] = func(fyne.Position) { i.Action() }
	}
	all["a click"] = func(at fyne.Position) { press(c, at, desktop.MouseButtonPrimary) }
	all["a right click"] = func(at fyne.Position) { press(c, at, desktop.MouseButtonSecondary) }
	all["the wheel"] = func(at fyne.Position) { test.Scroll(c, at, 0, -40) }
	all["a smaller window"] = func(fyne.Position) { r.window.Resize(c.Size().SubtractWidthHeight(60, 40)) }
	return all
}

// press presses a button of the mouse at a place, and lets it go.
func press(c fyne.Canvas, at fyne.Position, button desktop.MouseButton) {
	var on fyne.CanvasObject
	var inside fyne.Position
	everywhere := pixels.Rect(-1e6, -1e6, 1e6, 1e6)
	visible(c.Content(), fyne.Position{}, everywhere, func(o fyne.CanvasObject, area pixels.Rectangle) {
		_, taps := o.(fyne.Tappable)
		_, takes := o.(desktop.Mouseable)
		if p := pixels.Pt(int(at.X), int(at.Y)); (taps || takes) && p.In(area) {
			on, inside = o, at.SubtractXY(float32(area.Min.X), float32(area.Min.Y))
		}
	})
	point := fyne.PointEvent{Position: inside, AbsolutePosition: at}
	if m, ok := on.(desktop.Mouseable); ok {
		m.MouseDown(&desktop.MouseEvent{PointEvent: point, Button: button})
		m.MouseUp(&desktop.MouseEvent{PointEvent: point, Button: button})
	}
	if m, ok := on.(fyne.Tappable); ok && button == desktop.MouseButtonPrimary {
		m.Tapped(&point)
	}
	if m, ok := on.(fyne.SecondaryTappable); ok && button == desktop.MouseButtonSecondary {
		m.TappedSecondary(&point)
	}
}

// back shows a tab of the first document again.
func (r *windowRig) back(first *screen.Snapshot, tab ask.Tab, size fyne.Size) {
	c := r.window.Canvas()
	for views.CloseTop(c) {
	}
	c.Unfocus()
	r.window.Resize(size)
	for _, d := range r.desk.Snapshot().Documents {
		if d.ID != first.Active {
			r.do(screen.Close{Document: d.ID})
		}
	}
	r.do(screen.ShowTab{Tab: tab}, screen.ClearFilters{}, screen.Zoom{})
}

// Whatever happens while the pointer rests, and just before a tip would appear, the tip that is there then
// belongs to what is now under the pointer.
func TestTipsHaveTheirOwner(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			size := fyne.NewSize(1000, 640)
			r.window.Resize(size)
			first := r.do(open)
			for k, tab := range first.Tabs {
				r.do(screen.ShowTab{Tab: tab})
				r.settleSizes()
				places := r.tips()
				if len(places) == 0 {
					t.Errorf("%v: nothing has a tip", tab)
					continue
				}
				steps := r.steps()
				for i, step := range slices.Sorted(maps.Keys(steps)) {
					if !thorough.One(i+k, 2*len(first.Tabs)) {
						continue
					}
					for j, rests := range []bool{true, false} {
						at := places[(2*i+j)%len(places)]
						before := r.point(at)
						if !rests {
							test.MoveMouse(r.window.Canvas(), fyne.NewPos(-1, -1))
							test.MoveMouse(r.window.Canvas(), at)
						}
						steps[step](at)
						r.settle()
						r.hints.Settle()
						if shown := r.tip(); shown != "" && shown != r.point(at) {
							t.Errorf("%v: after %s at %v the tip %q is there, which was %q, and is %q", tab, step, at, shown, before, r.point(at))
						}
						r.back(first, tab, size)
					}
				}
			}
		})
	}
}

// A tip goes when something is typed into the input below it: it would cover what comes of that.
func TestTipGoesWithTyping(t *testing.T) {
	r := newWindowRig(t)
	r.do(everyKind()["profile"])
	in := r.bars.filter.Field("focus").(fyne.CanvasObject)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(in).AddXY(10, 10)
	if r.point(at) == "" {
		t.Fatal("the input has no tip")
	}
	test.Type(in.(fyne.Focusable), "s")
	if tip := r.tip(); tip != "" {
		t.Errorf("while one types, it says %q", tip)
	}
}

// However far the pages in a low window are scrolled, the pointer reaches what can be clicked beside them.
func TestScrolledPagesLeaveBars(t *testing.T) {
	scrolled := 0
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			r.window.Resize(fyne.NewSize(1000, 450))
			for _, tab := range r.do(open).Tabs {
				r.do(screen.ShowTab{Tab: tab})
				r.settleSizes()
				for page, area := range r.pages() {
					beside := r.tipsBeside(area)
					page.ScrollToBottom()
					for at, text := range beside {
						if got := r.point(at); got != text {
							t.Errorf("%v: at %v, beside a scrolled page, is %q, which was %q", tab, at, got, text)
						}
					}
					page.ScrollToTop()
					if scrolled += len(beside); len(beside) == 0 {
						t.Errorf("%v: nothing beside a page has a tip", tab)
					}
				}
			}
		})
	}
	if scrolled == 0 {
		t.Error("no page is higher than its place")
	}
}

// tipsBeside are the tips of all that can be clicked outside an area.
func (r *windowRig) tipsBeside(area pixels.Rectangle) map[fyne.Position]string {
	all := map[fyne.Position]string{}
	for o, on := range r.seen() {
		middle := pixels.Pt((on.Min.X+on.Max.X)/2, (on.Min.Y+on.Max.Y)/2)
		if _, ok := o.(fyne.Tappable); !ok || middle.In(area) || on.Empty() {
			continue
		}
		at := fyne.NewPos(float32(middle.X), float32(middle.Y))
		if text := r.point(at); text != "" {
			all[at] = text
		}
	}
	return all
}

// pages are the visible areas with more in them than there is space for.
func (r *windowRig) pages() map[*container.Scroll]pixels.Rectangle {
	all := map[*container.Scroll]pixels.Rectangle{}
	for o, area := range r.seen() {
		if s, ok := o.(*container.Scroll); ok && !area.Empty() && s.Content.Size().Height > s.Size().Height {
			all[s] = area
		}
	}
	return all
}
