package loader

import (
	"time"

	"profstation/loader/input"
	"profstation/loader/logs"
	"profstation/loader/text"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/work"
)

// The names of texts that stand in something else.
const (
	logged = "log with a dump"
	paged  = "page with a dump"
)

// isLogged reports whether a log holds texts of Go behind what others wrote before its lines, or may hold some.
func isLogged(data []byte, steps *work.Steps) bool {
	l, _ := logs.Read(data, logs.Options{Steps: steps})
	return l != nil
}

// log decodes the text that a log holds, the last of several: a file of them is a bundle, so nobody can choose here.
func log(l *loading, in *input.Data) (*model.Profile, error) {
	found, err := logs.Read(in.Bytes,
		logs.Options{Steps: work.StepsUntil(l.ctx), Allow: func(n int64) error { return l.limits.Allow(int64(len(in.Bytes)) + n) }})
	switch {
	case err != nil:
		return nil, err
	case found == nil || len(found.Pieces) == 0:
		if found != nil {
			l.lookedAt = found.Notes[len(found.Notes)-1]
		}
		return nil, nil
	}
	last := found.Pieces[len(found.Pieces)-1]
	l.warnings = append(l.warnings, found.Notes...)
	if n := len(found.Pieces); n > 1 {
		with := lang.With{"Line": last.Line}
		if last.Time.IsZero() {
			l.warnings = append(l.warnings,
				lang.N(n, "this log has 1 dump; the last one, of line {{.Line}}, is shown",
					"this log has {{.N}} dumps; the last one, of line {{.Line}}, is shown", with))
		} else {
			with["Time"] = last.Time.Format(time.RFC3339)
			l.warnings = append(l.warnings,
				lang.N(n, "this log has 1 dump; the last one, of {{.Time}} in line {{.Line}}, is shown",
					"this log has {{.N}} dumps; the last one, of {{.Time}} in line {{.Line}}, is shown", with))
		}
	}
	p, err := l.text(last.Text)
	if p != nil && p.Time.IsZero() {
		p.Time = last.Time
	}
	return p, err
}

// isPaged reports whether a page of a browser holds a text of Go.
func isPaged(data []byte, steps *work.Steps) bool {
	inner := input.Preformatted(data)
	return inner != nil && (text.IsLegacy(inner, steps) || text.IsDump(inner, steps))
}

// page decodes the text that stands in a page.
func page(l *loading, in *input.Data) (*model.Profile, error) {
	return l.text(input.Preformatted(in.Bytes))
}

// text decodes a text of Go that stood in something else.
func (l *loading) text(data []byte) (*model.Profile, error) {
	in, steps := &input.Data{Bytes: data}, work.StepsUntil(l.ctx)
	switch {
	case text.IsLegacy(data, steps):
		return legacy(l, in)
	case text.IsDump(data, steps):
		return dump(l, in)
	}
	return legacyBelow(l, in)
}
