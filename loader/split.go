package loader

import (
	"bytes"
	"errors"
)

// splitProto finds where protobuf profiles that stand end to end begin, as
// after `cat a b`; the first is 0. Protobuf has no marks between messages, so
// this goes by what every known writer does: the string table stands in one
// piece, after the samples (Go's runtime/pprof writes it last, google/pprof
// before the header's fields). Behind it, a new profile begins with the first
// field that this one had already or that belongs before the strings.
//
// The cuts are a guess: each part must be decoded to see whether it holds.
func splitProto(data []byte) []int {
	cuts := []int{0}
	var f field
	var had [profileDocURL + 1]bool // fields of the profile at hand
	strings := false                // its string table has begun
	behind := false                 // … and something stood behind it
	for i := 0; i < len(data); {
		at := i
		var err error
		if i, err = next(data, i, &f); err != nil {
			// Behind a whole profile there is something else. (A profile
			// that is cut off is a profile cut off.)
			var w *wireError
			if strings && errors.As(err, &w) && !w.cut {
				cuts = append(cuts, at)
			}
			break
		}
		if f.number <= 0 || f.number > profileDocURL {
			continue
		}
		begins := false
		switch {
		case !strings:
		case f.number < profileString:
			begins = true
		case f.number == profileString:
			begins = behind && len(f.data) == 0
		case f.number != profileComment:
			begins = had[f.number]
		}
		if begins {
			cuts = append(cuts, at)
			had, strings, behind = [profileDocURL + 1]bool{}, false, false
		}
		had[f.number] = true
		behind = strings && f.number != profileString
		strings = strings || f.number == profileString
	}
	return cuts
}

// splitText finds where legacy texts that stand end to end begin; the first is
// 0. Only headers that nothing else in such a text looks like are cuts.
func splitText(data []byte) []int {
	cuts := []int{0}
	at := 0
	first := true
	for l := range lines(data) {
		s := string(bytes.TrimSpace(l))
		if len(s) < 200 && !blankOrComment(s) {
			if _, ok := legacyHeader(s); ok && !bytes.HasPrefix(l, []byte("--- Thread ")) {
				if !first {
					cuts = append(cuts, at)
				}
				first = false
			}
		}
		at += len(l) + 1
	}
	return cuts
}
