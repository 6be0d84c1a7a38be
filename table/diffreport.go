package table

import (
	"encoding/json"
	"io"
	"math"

	"profstation/model/compare"
)

// DiffReport is the table of a comparison with its heading.
type DiffReport struct {
	Base, New  string // the names of the files, as the user gave them
	Comparison *compare.Comparison
	Rows       []compare.Row
}

type diffJSON struct {
	Base          string            `json:"base"`
	New           string            `json:"new"`
	Type          string            `json:"type"`
	Unit          string            `json:"unit"`
	Normalisation string            `json:"normalisation"`
	Method        compare.Method    `json:"method"`
	Explanation   []string          `json:"explanation"`
	Filters       map[string]string `json:"filters"`
	Total         diffFigure        `json:"total"`
	Rows          []diffRow         `json:"rows"`
}

type diffRow struct {
	Name string     `json:"name"`
	Flat diffFigure `json:"flat"`
	Cum  diffFigure `json:"cum"`
}

// diffFigure has values as recorded in base and new, all others normalised.
// Figures that are not known, or infinite, are null.
type diffFigure struct {
	Base       int64           `json:"base"`
	New        int64           `json:"new"`
	Before     float64         `json:"base_normalised"`
	After      float64         `json:"new_normalised"`
	Delta      float64         `json:"delta"`
	Percent    *float64        `json:"delta_percent"`
	Share      *float64        `json:"share_of_change,omitempty"`
	Finding    compare.Finding `json:"finding"`
	Words      string          `json:"words"`
	P          *float64        `json:"p"`
	Q          *float64        `json:"q"`
	Low        *float64        `json:"low"`
	High       *float64        `json:"high"`
	Detectable *float64        `json:"detectable"`
}

// WriteJSON writes one object: what was compared and how, and the rows.
func (t *DiffReport) WriteJSON(w io.Writer) error {
	c := t.Comparison
	total := c.Total()
	d := diffJSON{
		Base: t.Base, New: t.New, Type: c.Type.Type, Unit: c.Type.Unit,
		Normalisation: c.Normalisation.String(), Method: c.Method, Explanation: c.Method.Explain(),
		Filters: filters(c.Query), Total: figureOf(&total.Change, math.NaN()), Rows: make([]diffRow, len(t.Rows)),
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		d.Rows[i] = diffRow{c.Name(r.Node), figureOf(&r.Flat, r.FlatShare), figureOf(&r.Cum, r.CumShare)}
	}
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	out.SetEscapeHTML(false)
	return out.Encode(d)
}

func figureOf(x *compare.Change, share float64) diffFigure {
	number := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	v := &x.Verdict
	return diffFigure{
		x.Base, x.New, x.Before, x.After, x.Delta, number(x.Percent()), number(share),
		v.Finding, v.Words(), number(v.P), number(v.Q), number(v.Low), number(v.High), number(v.Detectable),
	}
}
