package desk

import (
	"slices"
	"time"

	"profstation/desk/screen"
)

// history is the row of places that back and forward walk through.
type history[P any] struct {
	same   func(a, b P) bool
	places []P
	at     int
	kind   string // of the last change; another change of the same kind replaces it
	when   time.Time
}

const (
	// mostPlaces bounds the memory of a window that stays open for weeks.
	mostPlaces = 500
	// sameStep is how long changes of the same kind count as one: a word typed in
	// pieces, a walk by arrow keys.
	sameStep = 2 * time.Second
)

// newHistory begins at a place. same reports whether a change between two places
// is too small for a step.
func newHistory[P any](p P, same func(a, b P) bool) history[P] {
	return history[P]{same: same, places: []P{p}}
}

func (h *history[P]) current() P { return h.places[h.at] }

// push goes to a new place. A change without a kind is always a step of its own.
func (h *history[P]) push(p P, kind string) {
	if h.same(p, h.current()) {
		return
	}
	now := time.Now()
	same := kind != "" && kind == h.kind && now.Sub(h.when) < sameStep && h.at > 0
	h.kind, h.when = kind, now
	if same {
		h.places = append(h.places[:h.at], p)
		return
	}
	h.places = append(slices.Clip(h.places[:h.at+1]), p)
	if len(h.places) > mostPlaces {
		h.places = h.places[len(h.places)-mostPlaces:]
	}
	h.at = len(h.places) - 1
}

// amend changes the present place without a step.
func (h *history[P]) amend(p P) { h.places[h.at] = p }

func (h *history[P]) canBack() bool    { return h.at > 0 }
func (h *history[P]) canForward() bool { return h.at < len(h.places)-1 }

// walk carries out the intents to go back and forward, and reports whether this is
// one of them. It calls went if there is another place now.
func (h *history[P]) walk(i screen.Intent, went func()) bool {
	by, can := 0, false
	switch i.(type) {
	case screen.Back:
		by, can = -1, h.canBack()
	case screen.Forward:
		by, can = 1, h.canForward()
	}
	if can {
		h.at += by
		h.kind = ""
		went()
	}
	return by != 0
}

// show adds to a snapshot whether there is a way back and forward.
func (h *history[P]) show(s *screen.Snapshot) { s.CanBack, s.CanForward = h.canBack(), h.canForward() }

func samePlace(a, b screen.Place) bool {
	return a.Query == b.Query && a.Pivot == b.Pivot && a.ZoomCallers == b.ZoomCallers &&
		a.Span == b.Span && slices.Equal(a.Filters, b.Filters) && slices.Equal(a.Zoom, b.Zoom) && sameSelection(a.Selected, b.Selected)
}

func sameSelection(a, b screen.Selection) bool {
	return a.Node == b.Node && slices.Equal(a.Also, b.Also) && a.Callers == b.Callers && slices.Equal(a.Path, b.Path)
}
