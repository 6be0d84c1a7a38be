package instance

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
)

// A source line reaches the program that runs. Without one nothing is started, and nothing listens afterwards.
func TestHand(t *testing.T) {
	p := place{t.TempDir(), "w"}
	r := must.Have(Request{Source: "a \xff.go", Line: 42}.absolute())
	if err := p.hand(t.Context(), r, plenty); !errors.Is(err, ErrNone) {
		t.Errorf("without a program: %v", err)
	}
	l := listen(t, p) // it would fail if the one before listened
	if err := p.hand(t.Context(), r, plenty); err != nil {
		t.Fatal(err)
	}
	got := make(chan Request)
	l.Serve(func(r Request) { got <- r })
	if g := <-got; g.Source != must.Have(filepath.Abs("a \xff.go")) || g.Line != 42 || len(g.Paths) > 0 {
		t.Errorf("%+v arrived", g)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := p.hand(stopped, r, plenty); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	l.Close()
	if err := p.hand(t.Context(), r, time.Minute); !errors.Is(err, ErrNone) {
		t.Errorf("after the program has ended: %v", err)
	}
}

// A line of no file, or no line, is refused.
func TestRefusedLines(t *testing.T) {
	for text, ok := range map[string]bool{
		`{"version":4,"source":"L3gvYS5nbw==","line":7}`:  true, // /x/a.go
		`{"version":4,"source":"YS5nbw==","line":7}`:      false,
		`{"version":4,"source":"L3gvYS5nbw=="}`:           false,
		`{"version":4,"source":"L3gvYS5nbw==","line":-1}`: false,
		`{"version":5}`: false,
	} {
		if _, err := read(strings.NewReader(text)); (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}
