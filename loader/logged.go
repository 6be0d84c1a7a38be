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

// Names for texts within something else.
const (
	logged = "log with a dump"
	paged  = "page with a dump"
)

// isLogged reports whether a log has Go's texts behind what others wrote before its lines, or may have some.
func isLogged(data []byte, steps *work.Steps) bool {
	l, _ := logs.Read(data, logs.Options{Steps: steps})
	return l != nil
}

// log decodes the last text in a log. A file with several is a bundle, so nobody can choose here.
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

// isPaged reports whether a browser's page has a text from Go.
func isPaged(data []byte, steps *work.Steps) bool {
	inner := input.Preformatted(data)
	return inner != nil && (text.IsLegacy(inner, steps) || text.IsDump(inner, steps))
}

// page decodes the text that stands in a page.
func page(l *loading, in *input.Data) (*model.Profile, error) {
	return l.text(input.Preformatted(in.Bytes))
}

// text decodes a text from Go that was within something else.
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
