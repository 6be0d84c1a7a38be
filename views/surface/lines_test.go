package surface

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"profstation/scene"
)

// Lines break between words; the name of a function breaks where its parts begin, and inside a part only
// where nothing else is possible.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		room int
		text string
		want string // the lines
	}{
		{20, "encoding/json.(*decodeState).object", "encoding/json|.(*decodeState)|.object"},
		{24, "encoding/json.(*decodeState).object", "encoding/json|.(*decodeState).object"},
		{12, "slices.SortFunc[go.shape.[]int]", "slices|.SortFunc[go|.shape|.[]int]"},
		{10, "main.aVeryLongNameWithoutParts", "main|.aVeryLong|NameWithou|tParts"},
		{16, "g98 http.(*conn).serve.func1", "g98 http.(*conn)|.serve.func1"},
		{12, "a b.c some words of text", "a b.c some|words of|text"},
		{3, "äöüßäöü", "äöü|ßäö|ü"},
		{0, "abc", "a|b|c"},
		{9, "one\n\ntwo/three.four", "one||two/three|.four"},
		{9, "", ""},
	} {
		fits := func(s string) bool { return utf8.RuneCountInString(s) <= c.room }
		if got := strings.Join(Lines(c.text, fits), "|"); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.room, got, c.want)
		}
	}
}

// The steps for one line do not grow with the text behind it.
func TestLinesOfALongName(t *testing.T) {
	measured := func(n int) (sum int) {
		Lines(strings.Repeat("part.", n), func(s string) bool {
			sum += len(s)
			return len(s) <= 80
		})
		return sum
	}
	if a, b := measured(2000), measured(8000); a == 0 || b > 5*a {
		t.Errorf("%d bytes are measured for 2000 parts, %d for 8000", a, b)
	}
}

// The title of a pane stands in as many lines as it needs, and is copied as it is.
func TestNameInAPane(t *testing.T) {
	test.NewTempApp(t)
	const name = "example.com/company/service/internal/storage.(*Repository[...]).LookupByPrimaryKey.func1.deferwrap2"
	c := NewColumn()
	c.Fill(&scene.Light, func() { c.Title(name); c.Note("below") })
	w := test.NewTempWindow(t, container.NewStack(c.Object))
	title := c.Box.Objects[0].(*Words)
	for _, width := range []float32{220, 320, 900} {
		w.Resize(fyne.NewSize(width, 400))
		c.Box.Refresh()
		lines := strings.Split(title.Label.Text, "\n")
		if strings.Join(lines, "") != name || len(lines) < 2 != (width == 900) {
			t.Errorf("in %v it is %q", width, lines)
		}
		if slices.ContainsFunc(lines[1:], func(s string) bool { return !partBegins(name, strings.Index(name, s)) }) {
			t.Errorf("in %v a part is broken: %q", width, lines)
		}
		if below := c.Box.Objects[1]; below.Position().Y < title.Position().Y+title.Label.MinSize().Height-1 {
			t.Errorf("in %v what is below it begins at %v, the title needs %v", width, below.Position().Y, title.Label.MinSize().Height)
		}
	}
	w.Resize(fyne.NewSize(220, 400))
	title.copy()
	if got := fyne.CurrentApp().Clipboard().Content(); got != name {
		t.Errorf("copied is %q", got)
	}
}
