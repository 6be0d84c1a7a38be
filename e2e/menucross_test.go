//go:build window && cross

package e2e

import (
	"image"
	"slices"
	"strings"
	"testing"

	sheet "profstation/desk/screen"
)

// TestMenuItemsAct chooses every item of the menus by F10, the arrow keys and Enter. It changes what one sees: a
// picture, a dialog, or the line at the foot, which says why a grey item does nothing. Where it changes nothing,
// what it leads to is in force already: after the item beside it, it does. The last item of the first menu ends
// the program.
//
// Each item is chosen in a profile or in a trace, and with PROFSTATION_CROSS=all in both.
func TestMenuItemsAct(t *testing.T) {
	for n, c := range crossed {
		x := &menuWalk{crossedKind: c}
		x.open(t)
		items := x.items()
		if len(items) < 60 {
			t.Errorf("only %d items", len(items))
		}
		quit := slices.IndexFunc(items, func(p []string) bool { return p[0] == "Right" }) - 1
		for i := range items {
			if i != quit && (everything() || i%len(crossed) == n) {
				x.acts(t, items, i)
			}
		}
		x.ready(t)
		x.Strike(slices.Concat([]string{"F10"}, items[quit], []string{"Return"})...)
		if err := x.WaitExit(); err != nil {
			t.Errorf("the item that quits: %v", err)
		}
	}
}

// menuWalk walks the menus of a window.
type menuWalk struct {
	*window
	crossedKind
}

// open starts the program anew, in a window in which the longest menu fits. Much of what the menus offer has something
// to act on: there is a filter, and a search.
func (x *menuWalk) open(t *testing.T) {
	t.Helper()
	x.window = x.start(t)
	x.Resize(width, height)
	x.WaitDrawn()
	if x.kind == sheet.OfTrace {
		x.Press("ctrl+f", "m", "a", "i", "n", "Return", "Escape")
	} else {
		x.Press("ctrl+l", "s", "h", "o", "p", "Return", "Escape", "slash", "s", "h", "o", "p", "Return", "Escape")
	}
}

// menuBar is where the titles of the menus are.
var menuBar = image.Rect(0, 0, crossWidth, 22)

// items are all items of the menus, as the keys that lead to each after F10. What is grey is among them.
func (x *menuWalk) items() (all [][]string) {
	x.t.Helper()
	x.Release()
	first := x.Press("F10")
	for at, title := []string(nil), first; ; {
		all = append(all, x.below(at, title)...)
		x.Press("Escape")
		at = append(slices.Clip(at), "Right")
		if title = x.Press(append([]string{"F10"}, at...)...); !changed(part(first, menuBar), part(title, menuBar)) {
			x.Press("Escape")
			return all
		}
	}
}

// below are the items below a title, or in a submenu, which is open.
func (x *menuWalk) below(at []string, open *image.RGBA) (all [][]string) {
	x.t.Helper()
	for last := open; ; {
		now := x.Press("Down")
		if !changed(last, now) {
			return all
		}
		at, last = append(slices.Clip(at), "Down"), now
		if in := x.Press("Right"); changed(part(now, menuBar), part(in, menuBar)) {
			all = append(all, at) // the next menu is open
			x.Press("Left")
			x.Press(at[slices.Index(at, "Down"):]...)
			continue
		} else if changed(now, in) {
			inside := append(slices.Clip(at), "Right")
			all = append(append(all, inside), x.below(inside, in)...)
			x.Press("Left")
		}
	}
}

// ready shows the first tab, with something selected.
func (x *menuWalk) ready(t *testing.T) *image.RGBA {
	x.t.Helper()
	x.until("no dialog", func() bool {
		if !covered(x.Press()) {
			return true
		}
		x.Strike("Escape")
		return false
	})
	if !x.shownBy(x.window) {
		x.Close()
		x.open(t)
	}
	x.Release()
	x.Strike("1", "Right", "Down")
	return x.Rest(x.Press())
}

// choose opens the menus and chooses an item.
func (x *menuWalk) choose(item []string) *image.RGBA {
	x.t.Helper()
	return x.Press(slices.Concat([]string{"F10"}, item, []string{"Return"})...)
}

// acts chooses an item.
func (x *menuWalk) acts(t *testing.T, items [][]string, i int) {
	t.Helper()
	before := x.ready(t)
	if x.Answers(before, x.choose(items[i])) {
		return
	}
	for _, beside := range []int{i + 1, i - 1} {
		if beside < 0 || beside >= len(items) {
			continue
		}
		then := x.choose(items[beside])
		if !x.Answers(before, then) {
			continue
		}
		before = x.Rest(then)
		if x.Answers(before, x.choose(items[i])) {
			return
		}
		break
	}
	x.keepScreen(strings.Join(items[i], ""))
	t.Errorf("the item at %s does nothing", strings.Join(items[i], " "))
}
