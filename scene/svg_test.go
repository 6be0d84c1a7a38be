package scene

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"profstation/internal/golden"
)

func writeSVG(t *testing.T, width, height float64, title, desc string, paint func(c Canvas)) []byte {
	t.Helper()
	var out bytes.Buffer
	s := NewSVG(&out, width, height, Light.Background, title, desc)
	paint(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestSVG(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark} {
		var out bytes.Buffer
		s := NewSVG(&out, 200, 100, th.Background, "Sample & more", "Everything a canvas can do")
		sample(s, th)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "sample_"+th.Name+".svg", out.String())
	}
}

// element is any element of a file that was read.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Inner   []element  `xml:",any"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// all are the elements of that name below e.
func (e element) all(name string) []element {
	var found []element
	for _, in := range e.Inner {
		if in.XMLName.Local == name {
			found = append(found, in)
		}
		found = append(found, in.all(name)...)
	}
	return found
}

func parse(t *testing.T, svg []byte) element {
	t.Helper()
	if !utf8.Valid(svg) {
		t.Fatal("the file is not UTF-8")
	}
	for _, r := range string(svg) {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff {
			t.Fatalf("the file holds %U", r)
		}
	}
	var root element
	d := xml.NewDecoder(bytes.NewReader(svg))
	if err := d.Decode(&root); err != nil {
		t.Fatalf("not XML: %v\n%s", err, svg)
	}
	return root
}

// checkStrings writes s everywhere a string can stand and reads it back.
func checkStrings(t *testing.T, s string) {
	t.Helper()
	svg := writeSVG(t, 300, 60, s, s, func(c Canvas) {
		c.Begin(Title(s))
		c.Fill(Rect{0, 0, 90, 20}, Light.Quiet)
		c.Text(Point{3, 14}, s, Font{Size: 12}, ink)
		c.Text(Point{3, 40}, "x"+s+"…", Font{Size: 9, Mono: true, Bold: true}, Color{A: 50})
		c.End()
	})
	root := parse(t, svg)
	want := ""
	for _, r := range s {
		want += string(shown(r))
	}
	texts := root.all("text")
	if s != "" && texts[0].Text != want {
		t.Errorf("text %q is written as %q, want %q", s, texts[0].Text, want)
	}
	if got := texts[len(texts)-1].Text; got != "x"+want+"…" {
		t.Errorf("text %q is written as %q", "x"+s+"…", got)
	}
	title := ""
	for _, r := range s {
		if r != '\n' && r != '\t' {
			r = shown(r)
		}
		title += string(r)
	}
	if got := root.all("g")[0].all("title")[0].Text; got != title {
		t.Errorf("title %q is written as %q, want %q", s, got, title)
	}
	for _, name := range []string{"script", "a", "image", "foreignObject", "use", "style"} {
		if len(root.all(name)) > 0 {
			t.Errorf("%q brings a <%s> into the file", s, name)
		}
	}
}

func TestSVGStrings(t *testing.T) {
	for _, s := range oddStrings {
		checkStrings(t, s)
	}
}

func FuzzSVGStrings(f *testing.F) {
	for _, s := range oddStrings {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkStrings(t, s) })
}

// Text in a box cannot leave it: it has room in any font, or is squeezed and cut
// if it was cut before, or is smaller if it is whole.
func TestSVGTextStaysInBox(t *testing.T) {
	f := Font{Size: 12}
	for _, c := range []struct {
		s       string
		spare   float64 // room beyond the width in Go
		squeeze bool
		smaller bool
	}{
		{"encoding/json.Unmarshal", 60, false, false},
		{"encoding/json.Unmarshal", 1, false, true},
		{"encoding/json.Unm…", 1, true, false},
		{"encoding/json.Unm…", 60, false, false},
		{"runs over on purpose", -30, false, false},
	} {
		svg := writeSVG(t, 500, 60, "", "", func(cv Canvas) {
			cv.Begin(nil)
			cv.Fill(Rect{10, 10, 13 + Measure(c.s, f) + c.spare, 28}, Light.Quiet)
			cv.Text(Point{13, 23}, c.s, f, ink)
			cv.End()
			cv.Text(Point{13, 50}, c.s, f, ink) // outside: left alone
		})
		texts := parse(t, svg).all("text")
		in, out := texts[0], texts[1]
		if got := in.attr("textLength") != "" && in.attr("clip-path") != ""; got != c.squeeze {
			t.Errorf("%q with %v to spare: squeezed and clipped is %v, want %v: %v", c.s, c.spare, got, c.squeeze, in.Attrs)
		}
		if got := in.attr("font-size") != ""; got != c.smaller {
			t.Errorf("%q with %v to spare: smaller is %v, want %v: %v", c.s, c.spare, got, c.smaller, in.Attrs)
		}
		if len(out.Attrs) != 3 {
			t.Errorf("%q outside of boxes has %v, want x, y, fill", c.s, out.Attrs)
		}
	}
}

// The last letters of a fading text are spans that are paler, and its letters are one text to readers. A span is a
// letter with all that belongs to it; what runs from right to left has none.
func TestSVGFades(t *testing.T) {
	for s, want := range map[string]string{
		"a<bcä":            `>a&lt;b<tspan fill-opacity="0.7">c</tspan><tspan fill-opacity="0.4">ä</tspan></text>`,
		"ä<":               `>ä<tspan fill-opacity="0.4">&lt;</tspan></text>`,
		"ab\u0301c\u0301d": ">ab\u0301" + `<tspan fill-opacity="0.7">` + "c\u0301" + `</tspan><tspan fill-opacity="0.4">d</tspan></text>`,
		"main.אבג":         ">main.אבג</text>",
		"سعر":              ">سعر</text>",
	} {
		checkText(t, s, Font{Size: TextSize, Fade: true}, want)
	}
}

// checkText writes a text and looks for what it is in the file.
func checkText(t *testing.T, s string, f Font, want string) {
	t.Helper()
	svg := string(writeSVG(t, 100, 40, "", "", func(c Canvas) { c.Text(Point{5, 20}, s, f, ink) }))
	parse(t, []byte(svg))
	if !strings.Contains(svg, want) {
		t.Errorf("no %s in\n%s", want, svg)
	}
}

// What stands between Han, kana and hangul is a span if some of it is shaped; librsvg would lift it. What runs from
// right to left is in one span, and a letter with all that belongs to it, too.
func TestSVGSpans(t *testing.T) {
	for s, want := range map[string]string{
		"租户 سعر 12 b:價":     ">租户 <tspan>سعر 12 b:</tspan>價</text>",
		"ราคา&価\U000e0100格": ">" + "<tspan>ราคา&amp;</tspan>価\U000e0100格</text>",
		"a计b":               ">a计b</text>",
		"سعر x":             ">سعر x</text>",
	} {
		checkText(t, s, Font{Size: TextSize}, want)
	}
}

// Boxes that share an edge share its figures too.
func TestSVGNeighboursMeet(t *testing.T) {
	root := parse(t, writeSVG(t, 700, 20, "", "", func(c Canvas) {
		for x := 0.0; x < 700; x += 3.3371 {
			c.Fill(Rect{x, 0, x + 3.3371, 18}, ink)
		}
	}))
	last := 0.0
	for _, r := range root.all("rect")[1:] {
		var x, w float64
		fmt.Sscan(r.attr("x"), &x)
		fmt.Sscan(r.attr("width"), &w)
		if math.Abs(x-last) > 1e-9 {
			t.Fatalf("a box begins at %v, the one before ends at %v", x, last)
		}
		last = x + w
	}
	if last < 700 {
		t.Errorf("the boxes end at %v", last)
	}
}

// Titles are asked for once, at Begin, and groups left open are closed.
func TestSVGGroups(t *testing.T) {
	svg := string(writeSVG(t, 50, 50, "", "", func(c Canvas) {
		c.End()
		c.PopClip()
		c.Begin(Title("a"))
		c.Begin(nil)
		c.Fill(Rect{0, 0, 9, 9}, ink)
		c.End()
		c.Begin(Title("empty"))
		c.End()
	}))
	want := "<g><title>a</title>\n<g>\n" + `<rect x="0" y="0" width="9" height="9" fill="#1a1b1e"/>` + "\n</g>\n</g>\n</svg>\n"
	if !strings.HasSuffix(svg, want) {
		t.Errorf("got %s\nwant it to end in %s", svg, want)
	}
}

func TestSVGIsCompact(t *testing.T) {
	svg := writeSVG(t, 1600, 900, "Flame graph", "", func(c Canvas) {
		f := Font{Size: TextSize}
		const name = "github.com/acme/app/internal/store.(*DB).QueryContext"
		for i := range 5000 {
			x, y := float64(i%50)*32.017, float64(i/50)*9
			c.Begin(Title(name + "\n12.34 ms of 29.60 s (33.12%)"))
			c.Fill(Rect{x, y, x + 32.017, y + 8.5}, Light.Hue(float64(i)))
			c.Text(Point{x + 2.123, y + 8}, Fit(name, f, 28), f, ink)
			c.End()
		}
	})
	parse(t, svg)
	if len(svg) > 1_500_000 {
		t.Errorf("5,000 boxes take %d bytes", len(svg))
	}
	t.Logf("5,000 boxes take %d bytes", len(svg))
}

type failing struct{ left int }

var errFull = errors.New("disk full")

func (f *failing) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// The first error is kept, and nothing more is written or hoarded after it.
func TestSVGWriteError(t *testing.T) {
	for _, left := range []int{0, 100_000} {
		s := NewSVG(&failing{left}, 1600, 900, Light.Background, "", "")
		paintTypical(s, 20000)
		if n := cap(s.buf); n > 4*flushSize {
			t.Errorf("%d bytes are held", n)
		}
		if err := s.Close(); !errors.Is(err, errFull) {
			t.Errorf("Close returns %v, want %v", err, errFull)
		}
	}
}

func BenchmarkSVG5000Boxes(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s := NewSVG(io.Discard, 1600, 900, Light.Background, "", "")
		paintTypical(s, 5000)
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
