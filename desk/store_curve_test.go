package desk

import (
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/desk/screen"
	"profstation/measure/stores"
)

// The curve is of what is chosen: by a label, of some labels, of another type, of another time.
func TestStoreCurve(t *testing.T) {
	r, s := asked(t, screen.Server{Address: stores.Pyroscope(t)})
	all := total(s)[""]
	c := s.Choice
	c.By = "pod"
	s = r.do(screen.ChooseStored{Choice: c}).Store
	by := total(s)
	if len(by) != 3 || by["shop-1"]+by["shop-2"]+by["pricing-1"] != all || by["shop-1"] <= by["shop-2"] {
		t.Errorf("by pod it is %v of %d", by, all)
	}
	c.Query = `pod="shop-2"`
	if got := total(r.do(screen.ChooseStored{Choice: c}).Store); len(got) != 1 || got["shop-2"] != by["shop-2"] {
		t.Errorf("of one pod it is %v", got)
	}
	c.Query = `pod=`
	if s = r.do(screen.ChooseStored{Choice: c}).Store; !strings.Contains(s.Error, "is no selector of labels") {
		t.Errorf("half a selector: %q", s.Error)
	}
	c.Query, c.Until = "", "2026-11-24T12:04:00Z"
	if s = r.do(screen.ChooseStored{Choice: c}).Store; s.Error != "" || len(total(s)) != 1 {
		t.Errorf("of four minutes: %q, %v", s.Error, total(s))
	}
	c.From, c.Until = "2026-11-24T11:00:00Z", "2026-11-24T11:30:00Z"
	if s = r.do(screen.ChooseStored{Choice: c}).Store; s.Curve != nil || !strings.HasPrefix(s.Error, "The store has no profiles at this time") {
		t.Errorf("of a time without profiles: %q", s.Error)
	}
	c.From, c.Until = "noon", ""
	if s = r.do(screen.ChooseStored{Choice: c}).Store; !strings.HasPrefix(s.Error, "“noon” is not a time") {
		t.Errorf("of noon: %q", s.Error)
	}
}

// The curve is open in steps without profiles: there is no zero that nobody measured.
func TestStoreCurveGaps(t *testing.T) {
	for engine, of := range map[string]struct {
		at      string
		minutes []int
	}{
		"Pyroscope": {stores.Pyroscope(t), []int{0, 1, 2, 5, 10, 20, 40, 50}}, "Parca": {stores.Parca(t), []int{0, 5, 20}},
	} {
		_, s := asked(t, screen.Server{Address: of.at})
		var measured []int
		for i, p := range s.Curve.Lines.Points {
			if v := s.Curve.Lines.Lines[0].Values[i]; p.Missing != (v == 0) {
				t.Errorf("%s: at %v is %d, missing is %v", engine, p.Time, v, p.Missing)
			}
			if !p.Missing {
				measured = append(measured, int(p.Time.Sub(stores.Hour)/time.Minute))
			}
		}
		last := s.Curve.Lines.Points[len(s.Curve.Lines.Points)-1]
		if !slices.Equal(measured, of.minutes) || !last.Until.Equal(stores.Hour.Add(time.Hour)) {
			t.Errorf("%s: measured is in minutes %v, until %s", engine, measured, last.Until)
		}
	}
}
