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
	if _, err := p.hand(t.Context(), r, plenty); !errors.Is(err, ErrNone) {
		t.Errorf("without a program: %v", err)
	}
	l := listen(t, p) // it would fail if the one before listened
	got, replies := make(chan Request, 10), make(chan func(Reply), 10)
	l.Serve(func(r Request, reply Reply) {
		got <- r
		(<-replies)(reply)
	})
	replies <- func(reply Reply) {
		reply("flat 4ns", nil)
		reply("", errors.New("only the first counts"))
	}
	if said, err := p.hand(t.Context(), r, plenty); err != nil || said != "flat 4ns" {
		t.Fatalf("%q, %v", said, err)
	}
	replies <- func(reply Reply) { reply("", errors.New("no open profile has it")) }
	if said, err := p.hand(t.Context(), r, plenty); said != "" || err == nil || err.Error() != "no open profile has it" {
		t.Errorf("%q, %v", said, err)
	}
	if g := <-got; g.Source != must.Have(filepath.Abs("a \xff.go")) || g.Line != 42 || len(g.Paths) > 0 {
		t.Errorf("%+v arrived", g)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := p.hand(stopped, r, plenty); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	within, cancel := context.WithCancel(t.Context())
	replies <- func(Reply) { cancel() } // a window that says nothing more
	if _, err := p.hand(within, r, plenty); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted while the window looks: %v", err)
	}
	l.Close()
	if _, err := p.hand(t.Context(), r, time.Minute); !errors.Is(err, ErrNone) {
		t.Errorf("after the program has ended: %v", err)
	}
}

// A window that closes, or one of an older version, accepts a line and says nothing of it.
func TestNothingSaid(t *testing.T) {
	if said, err := readReply(strings.NewReader("")); said != "" || err == nil || !strings.Contains(err.Error(), "does not say what it found") {
		t.Errorf("%q, %v", said, err)
	}
	if _, err := readReply(strings.NewReader(strings.Repeat("x", 2*maxLine))); err == nil {
		t.Error("an answer without an end is read")
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
