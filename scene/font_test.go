package scene

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

var fonts = []Font{{Size: 12}, {Size: 12, Bold: true}, {Size: 11, Mono: true}, {Size: 13.5, Bold: true, Mono: true}, {Size: 0.3}, {Size: 300}}

// oddStrings are the seeds of everything that takes a string.
var oddStrings = []string{
	"", "a", "main.main", "net/http.(*conn).serve", "github.com/acme/app/internal/store.(*DB).Query",
	"µ-λ Жук", "日本語", "…", "a…", "e\u0301e\u0301", "\u200b\u200d", "a\tb\nc\rd", "\x00\x01\x1f\x7f\x80\xff", "\xed\xa0\x80",
	"\ufffe\uffff\ufdd0", "\U0010ffff", "]]>", `<a href="x">&amp;'`, "  two  blanks  ", "\u202eevil\u202c", "\u2007\u00a0\u2009\u3000",
	"type..eq.[2]interface {}", "main.F[go.shape.int]", strings.Repeat("W", 300),
}

func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		s    string
		f    Font
		want float64 // from the advances of the Go fonts, in 1/2048 em
	}{
		{"", Font{Size: 12}, 0},
		{"0", Font{Size: 2048}, 1139},
		{"i", Font{Size: 2048}, 506},
		{"0i", Font{Size: 2048, Mono: true}, 2 * 1229},
		{"\t", Font{Size: 2048}, 569},
		{"\u2007", Font{Size: 2048}, 1139}, // figure space
		{"ע", Font{Size: 2048}, 1228},      // an empty box
		{"日", Font{Size: 2048}, 2048},      // a wide one
		{"\u200b\u0301", Font{Size: 2048}, 0},
		{"x", Font{}, 0},
		{"x", Font{Size: math.NaN()}, 0},
	} {
		if got := Measure(c.s, c.f); math.Abs(got-c.want) > 1.5 {
			t.Errorf("Measure(%q, %v) = %v, want %v", c.s, c.f, got, c.want)
		}
	}
	for _, s := range []string{"0123456789", "1111111111"} {
		if got, want := Measure(s, Font{Size: 12}), Measure("0000000000", Font{Size: 12}); got != want {
			t.Errorf("figures are not tabular: %q is %v wide, zeros %v", s, got, want)
		}
	}
}

// slowFit is the longest beginning that fits, by trying all.
func slowFit(s string, f Font, width float64) string {
	if Measure(s, f) <= width {
		return s
	}
	best := ""
	for i := range s {
		if i > 0 && Measure(s[:i]+"…", f) <= width {
			best = s[:i] + "…"
		}
	}
	return best
}

func checkFit(t *testing.T, s string, f Font, width float64) {
	t.Helper()
	got := Fit(s, f, width)
	if m := Measure(got, f); got != "" && !(m <= width) {
		t.Errorf("Fit(%q, %v, %v) = %q, which is %v wide", s, f, width, got, m)
	}
	if want := slowFit(s, f, width); f.Size > 0 && width >= 0 && got != want {
		t.Errorf("Fit(%q, %v, %v) = %q, want %q", s, f, width, got, want)
	}
}

func TestFit(t *testing.T) {
	for _, f := range fonts {
		for _, s := range oddStrings {
			full := Measure(s, f)
			for i := range 60 {
				checkFit(t, s, f, full*float64(i)/40)
			}
			for _, w := range []float64{-1, 0, full, math.Nextafter(full, 0), math.NaN(), math.Inf(1), math.Inf(-1)} {
				checkFit(t, s, f, w)
			}
		}
	}
}

// What fades is the longest beginning that fits, and only what is cut fades.
func TestFading(t *testing.T) {
	for _, f := range fonts {
		for _, s := range []string{"", "i", "net/http.(*conn).serve", "naïve日本語"} {
			for i := range 42 {
				width := Measure(s, f) * float64(i) / 40
				got, font := Fading(s, f, width)
				if whole := Measure(s, f) <= width; font.Fade == whole || whole != (got == s) {
					t.Errorf("Fading(%q, %v, %v) = %q, %v", s, f, width, got, font)
				}
				next := []rune(s)[:min(len([]rune(got))+1, len([]rune(s)))]
				if Measure(got, f) > width || got != s && Measure(string(next), f) <= width {
					t.Errorf("Fading(%q, %v, %v) = %q, which is %v wide", s, f, width, got, Measure(got, f))
				}
			}
		}
	}
}

func FuzzFit(f *testing.F) {
	for i, s := range oddStrings {
		f.Add(s, float64(7*i), 12.0, i%2 == 0, i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, s string, width, size float64, bold, mono bool) {
		if len(s) > 300 {
			return // slowFit takes quadratic time
		}
		checkFit(t, s, Font{Size: size, Bold: bold, Mono: mono}, width)
	})
}

func TestFontAllocatesNothing(t *testing.T) {
	f := Font{Size: 12}
	Measure("warm", f)
	if n := testing.AllocsPerRun(100, func() {
		Measure("net/http.(*conn).serve µλ…日", f)
		Fit("net/http.(*conn).serve", f, 500)
		Fit("net/http.(*conn).serve", f, 3)
	}); n != 0 {
		t.Errorf("Measure and Fit allocate %v times", n)
	}
}

// Every rune is set by a glyph and shown as one that XML 1.0 allows.
func TestEveryRune(t *testing.T) {
	face := faceOf(Font{Size: 12})
	for r := rune(-2); r <= utf8.MaxRune+2; r++ {
		g := face.glyph(r)
		if g.advance < 0 || g.kind == inkGlyph && g.index == 0 {
			t.Fatalf("%U is set as %+v", r, g)
		}
		as := shown(r)
		// XML 1.0, production 2, without the line ends and tabs.
		if !(as >= 0x20 && as <= 0xd7ff || as >= 0xe000 && as <= 0xfffd || as >= 0x10000 && as <= 0x10ffff) {
			t.Fatalf("%U is shown as %U, which XML does not allow", r, as)
		}
		if shown(as) != as || face.glyph(as) != g {
			t.Fatalf("%U is shown as %U, which is set otherwise", r, as)
		}
	}
}

// The widths that the SVG reserves are never below those of Go.
func TestWidestIsWide(t *testing.T) {
	for _, f := range fonts {
		for _, s := range oddStrings {
			if w, own := Widest(s, f), Measure(s, f); w < 0.9*own {
				t.Errorf("Widest(%q, %v) = %v, in Go %v", s, f, w, own)
			}
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	f := Font{Size: 12}
	b.ReportAllocs()
	for b.Loop() {
		Measure("net/http.(*conn).serve", f)
	}
}

func BenchmarkFit(b *testing.B) {
	f := Font{Size: 12}
	b.ReportAllocs()
	for b.Loop() {
		Fit("net/http.(*conn).serve", f, 200)
	}
}
