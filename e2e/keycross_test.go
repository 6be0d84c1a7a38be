//go:build window

package e2e

import (
	"fmt"
	"hash/fnv"
	"image"
	"regexp"
	"slices"
	"strings"
	"testing"

	sheet "profstation/ask"
	"profstation/internal/thorough"
)

// TestKeys walks around every tab by the Tab key, and presses every key of the sheet of keys in it, wherever the
// keyboard may be: at each stop of the Tab key, and after a click on a tab, on the cross of a chip and on the button
// for the place before. The key changes what one sees, if only the line at the foot, which says why it does nothing
// else.
//
// Where nothing changes, what the key leads to is there already: after a key that leads away, which then changes
// something, it does. An input keeps the keys that edit it.
//
// Each key is pressed in one place of some tabs; those that work everywhere, in every third tab, and in short tests in
// one of all.
// PROFSTATION_CROSS=all presses all keys in all places of all tabs (`make cross`).
func TestKeys(t *testing.T) {
	anywhere := keysOf(t, sheet.AllKeys()[0])
	if len(anywhere) < 40 {
		t.Fatalf("only %d keys", len(anywhere))
	}
	for _, c := range crossed {
		var w *window
		if !everything() {
			w = c.start(t)
		}
		for i, tab := range c.kind.Tabs() {
			if !everything() && !slices.Contains(c.always, tab) {
				continue
			}
			t.Run(tab.String(), func(t *testing.T) {
				w := w
				if everything() {
					w = c.start(t) // where no key of another tab has opened a pane
				}
				x := &crossing{window: w.within(t), of: c, nth: i}
				x.ShowTab(i)
				keys := keysOf(t, tab.Keys())
				for j, key := range anywhere {
					if !slices.Contains(keys, key) && (everything() || (i+j)%thorough.Times(3, 12) == 0) {
						keys = append(keys, key)
					}
				}
				all := places(x.stops())
				for _, key := range keys {
					for _, at := range choose(all, tab, key) {
						x.cross(key, at)
					}
				}
			})
		}
	}
}

// choose returns the places in which a key is pressed in a tab.
func choose(all []place, tab sheet.Tab, key string) []place {
	if everything() {
		return all
	}
	h := fnv.New32a()
	fmt.Fprint(h, tab, key)
	at := int(h.Sum32() % uint32(len(all)))
	return all[at : at+1]
}

// place is where the keyboard is when a key is pressed.
type place struct {
	name   string
	stop   int  // presses of the Tab key that lead there
	chosen bool // something is selected
	go_    func(*crossing)
}

// places are all places in a tab. In every second one something is selected.
func places(stops int) []place {
	all := []place{
		{name: "after a click on the tab", go_: (*crossing).clickTab},
		{name: "after a click on the cross of a chip", go_: (*crossing).clickChip},
		{name: "after a click on Back", go_: (*crossing).clickBack},
	}
	for stop := range stops + 1 {
		all = append(all, place{name: fmt.Sprintf("at stop %d", stop), stop: stop})
	}
	for i := range all {
		all[i].chosen = i%2 > 0
	}
	return all
}

// crossing presses keys in a tab.
type crossing struct {
	*window
	of  crossedKind
	nth int // of the tab
}

// reach brings the keyboard to a place, with nothing else in force.
func (x *crossing) reach(at place) *image.RGBA {
	x.t.Helper()
	x.Strike("Escape", "Escape", "Escape", "ctrl+BackSpace", string(rune('1'+x.nth)))
	if !x.of.shownBy(x.window) {
		for i := range 2 { // a document that was closed and opened again comes last
			x.Click(document(i))
			x.Rest(x.Picture())
			if x.of.shownBy(x.window) {
				break
			}
		}
		x.Away()
	}
	x.Release()
	if at.chosen {
		x.Strike("Down", "Down")
	}
	if at.go_ != nil {
		at.go_(x)
	}
	return x.Rest(x.Press(slices.Repeat([]string{"Tab"}, at.stop)...))
}

// cross presses a key in a place.
func (x *crossing) cross(key string, at place) {
	x.t.Helper()
	before := x.reach(at)
	if !x.Answers(before, x.Press(key)) && !x.keeps(key, before) && !x.thereAlready(key, before) {
		x.keepScreen("-" + key)
		x.t.Errorf("%s does nothing %s, chosen %v", key, at.name, at.chosen)
	}
	if typed(key) {
		x.Strike("BackSpace") // where the keyboard is in an input
	}
	if back := undoes[key]; back != "" {
		x.Strike("Escape", back)
	}
	if key == "ctrl+w" {
		x.WaitTitle(x.of.title())
	}
}

// editing are the keys that an input has a use for, even if there is nothing to be done at the moment.
var editing = []string{"Left", "Right", "Up", "Down", "Home", "End", "Prior", "Next", "Return", "ctrl+c"}

// keeps reports whether the keyboard is in an input that keeps a key. A letter without a meaning of its own shows
// whether it is.
func (x *crossing) keeps(key string, before *image.RGBA) bool {
	x.t.Helper()
	if !slices.Contains(editing, key) || !x.Answers(before, x.Press("x")) {
		return false
	}
	x.Press("BackSpace")
	return true
}

// typed reports whether a key writes something into an input.
func typed(key string) bool {
	return len(key) == 1 || slices.Contains([]string{"slash", "question", "comma", "period", "plus", "minus"}, key)
}

// opposites are keys that lead away from where keys lead to.
var opposites = map[string][]string{
	"Left": {"Right", "Down"}, "Right": {"Left", "Down"}, "Up": {"Down"}, "Down": {"Up"}, "Prior": {"Next"}, "Next": {"Prior"},
	"Home": {"End", "plus", "w"}, "f": {"plus", "w"}, "plus": {"minus"}, "minus": {"plus"}, "a": {"d", "w"}, "d": {"a", "w"}, "w": {"s"}, "s": {"w"},
	"Return": {"Down", "Up"}, "r": {"r"}, "Escape": {"question"}, "slash": {"Escape"}, "ctrl+f": {"Escape"}, "ctrl+l": {"Escape"}, "ctrl+i": {"Escape"}, "1": {"2"}, "2": {"1"}, "3": {"2"}, "4": {"3"}, "5": {"4"}, "6": {"5"}, "7": {"6"},
}

// undoes are the keys after which another is pressed, so that the next finds the window as it was.
var undoes = map[string]string{"ctrl+w": "ctrl+shift+t", "ctrl+t": "ctrl+t", "ctrl+b": "ctrl+b", "ctrl+d": "ctrl+d", "ctrl+j": "ctrl+j"}

// details is a key that shows or hides something, which takes away what the line at the foot says: a key may say that
// again.
const details = "ctrl+d"

// thereAlready reports whether a key leads to what is there: after its opposite it changes something.
func (x *crossing) thereAlready(key string, before *image.RGBA) bool {
	x.t.Helper()
	for _, other := range append(slices.Clone(opposites[key]), details) {
		if !x.Answers(before, x.Press(other)) {
			continue
		}
		before = x.Rest(x.Picture())
		if x.Answers(before, x.Press(key)) {
			return true
		}
	}
	return false
}

// clickTab clicks on the tab that is shown: a line is below its name.
func (x *crossing) clickTab() {
	x.t.Helper()
	m := x.Picture()
	for y := tabsTop; y < tabsBottom; y++ {
		for from, to := documentsRight+8, 0; from < crossWidth; from = to + 1 {
			for to = from; to < crossWidth && m.RGBAAt(to, y) == m.RGBAAt(from, y); to++ {
			}
			if n := to - from; n > 20 && n < 200 && m.RGBAAt(from, y) != opaque(theme(m).Background) {
				x.Click((from+to)/2, y-8)
				x.Away()
				return
			}
		}
	}
	x.fatal("no tab is marked")
}

// clickChip filters and clicks on the cross of the chip.
func (x *crossing) clickChip() {
	x.t.Helper()
	x.narrow()
	x.Click(60, chipsY)
	x.Release()
}

func (x *crossing) clickBack() {
	x.t.Helper()
	x.narrow()
	x.Click(16, barsY)
}

// narrow filters by a letter that most names have.
func (x *crossing) narrow() {
	x.t.Helper()
	x.Press("ctrl+l", "e", "Return")
	x.Rest(x.Picture())
}

// The rows of the sheet also name what is done with a pointer, some keys together, and keys that do the same.
var (
	gesture  = regexp.MustCompile("click|drag|wheel|move")
	together = strings.NewReplacer("1–9", "1 2 3 4 5 6 7 8 9", "arrows", "← → ↑ ↓", "Page keys", "PgUp PgDn", " in a plot", "", " or ", " ")
	also     = regexp.MustCompile(`also (\S) and (\S)`)
)

// keysOf are the keys of a part of the sheet, by their X names.
func keysOf(t *testing.T, of *sheet.Keys) (all []string) {
	t.Helper()
	for _, row := range of.Keys {
		var words []string
		for part := range strings.SplitSeq(row[0], ", ") {
			if !gesture.MatchString(part) {
				words = append(words, strings.Fields(together.Replace(part))...)
			}
		}
		if m := also.FindStringSubmatch(row[1]); m != nil {
			words = append(words, m[1:]...)
		}
		for _, word := range words {
			if name := xName(t, word); !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// xNames are X's names of the keys that the sheet writes otherwise.
var xNames = map[string]string{
	"←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "PgUp": "Prior", "PgDn": "Next", "Home": "Home", "Enter": "Return", "Esc": "Escape",
	"Backspace": "BackSpace", "Tab": "Tab", "Menu": "Menu", "F1": "F1", "F10": "F10",
	"/": "slash", "?": "question", ",": "comma", ".": "period", "+": "plus", "−": "minus",
}

// xName is X's name of a key, or of some together.
func xName(t *testing.T, word string) string {
	t.Helper()
	if word == "Alt" {
		return "Alt_L"
	}
	at := strings.LastIndex(word[:len(word)-1], "+") + 1
	name, ok := xNames[word[at:]]
	switch {
	case ok:
	case len(word[at:]) == 1 && at > 0:
		name = strings.ToLower(word[at:])
	case len(word) == 1:
		name = word
	default:
		t.Fatalf("the sheet of keys names %q, which is no key", word)
	}
	return strings.ToLower(word[:at]) + name
}
