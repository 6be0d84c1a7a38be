package pprof

import (
	"context"
	"errors"

	"profstation/loader/input"
	"profstation/loader/wire"
	"profstation/model/lang"
	"profstation/model/work"
)

// isKnown reports whether a field belongs to a profile, by its number and wire type.
func isKnown(f *wire.Field) bool {
	switch f.Number {
	case profileSampleType, profileSample, profileMapping, profileLocation, profileFunction, profileString, profilePeriodType:
		return f.Type == wire.TypeBytes
	case profileComment: // packed or not
		return f.Type == wire.TypeBytes || f.Type == wire.TypeVarint
	}
	return f.Number > 0 && f.Number <= profileDocURL && f.Type == wire.TypeVarint
}

// isLater reports whether a field may belong to a later version of profile.proto, which numbers fields consecutively.
func isLater(f *wire.Field) bool { return f.Number > profileDocURL && f.Number < 4*profileDocURL }

// Is reports whether the first bytes of an input are a profile's fields, as far as they go. Go's runtime begins with
// the time or the period type, other writers with a sample type.
func Is(head []byte, steps *work.Steps) bool {
	if input.IsText(head) {
		return false // two letters can look like a field
	}
	const enough = 1000 // so many in a row are no coincidence
	known, later := 0, 0
	m := wire.Message{All: head}
	for known+later < enough && m.Next() && !steps.Over(1) {
		switch {
		case isKnown(&m.Field):
			known++
		case isLater(&m.Field):
			later++
		default:
			return false
		}
	}
	return known > later && (isKnown(&m.Field) || isLater(&m.Field)) && (m.Err == nil || wire.IsCut(m.Err))
}

// Broken says how a protobuf is broken that begins like a profile. proto is the error from decoding it. The result is
// nil if the bytes are something else.
func Broken(data []byte, proto error) *input.Error {
	known, total := 0, 0
	m := wire.Message{All: data}
	for total < 1000 && m.Next() {
		total++
		if isKnown(&m.Field) {
			known++
		}
	}
	// A few bytes of anything can look like a field, but not several fields in a row.
	if known == 0 || known < total || known < 3 && len(data) > 64 {
		return nil
	}
	if many := new(crowd); errors.As(proto, &many) {
		return &input.Error{Found: lang.L("a pprof profile that cannot be shown: {{.Cause}}", lang.With{"Cause": many}),
			Advice: lang.L("write fewer of them")}
	}
	e := input.Damaged(lang.L("a damaged pprof profile: {{.Cause}}", lang.With{"Cause": proto}), nil)
	n, err := scan(data, input.NewProgress(context.Background(), nil))
	if wire.IsCut(proto) || err == nil && n.n[profileString] == 0 {
		e.Found, e.Cut = lang.L("a pprof profile that is cut off ({{.Size}} of it are there)",
			lang.With{"Size": input.Size(int64(len(data)))}), true
	}
	return e
}

// Split finds where protobuf profiles begin that were joined end to end, as after `cat a b`; the first begins at 0.
// Protobuf has no marks between messages, so Split relies on what every known writer does: the string table is in one
// piece, after the samples (Go's runtime/pprof writes it last, google/pprof before the header's fields). After it, a
// new profile begins with the first field that the current one already had or that belongs before the strings. Only
// decoding the parts shows whether the cuts are right.
func Split(data []byte, steps *work.Steps) []int {
	cuts := []int{0}
	var had [profileDocURL + 1]bool // fields in the current profile
	strings := false                // its string table has begun
	behind := false                 // … and something came after it
	m := wire.Message{All: data}
	for m.Next() && !steps.Over(1) {
		if m.Number <= 0 || m.Number > profileDocURL {
			continue
		}
		begins := false
		switch {
		case !strings:
		case m.Number < profileString:
			begins = true
		case m.Number == profileString:
			begins = behind && len(m.Data) == 0
		case m.Number != profileComment:
			begins = had[m.Number]
		}
		if begins {
			cuts = append(cuts, m.From)
			had, strings, behind = [profileDocURL + 1]bool{}, false, false
		}
		had[m.Number] = true
		behind = strings && m.Number != profileString
		strings = strings || m.Number == profileString
	}
	// What follows a whole profile may be something else, but not a profile that is cut off.
	if m.Err != nil && strings && !wire.IsCut(m.Err) {
		cuts = append(cuts, m.From)
	}
	return cuts
}
