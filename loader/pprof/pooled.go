package pprof

import (
	"slices"
	"strings"
	"time"

	"profstation/model"
)

// What a store added up says so in a comment, for pprof's format has no field for it. pprof shows no comment that
// begins with #.
const (
	pooledComment = "#profstation:pooled"
	pooledCovered = ";covered="
	pooledMoments = ";moments"
)

// commentsOf are those of a file that is written of a profile.
func commentsOf(h *model.Header) []string {
	if !h.Pooled {
		return h.Comments
	}
	text := pooledComment
	if h.Moments {
		text += pooledMoments
	}
	if h.Covered > 0 {
		text += pooledCovered + h.Covered.String()
	}
	return append(slices.Clone(h.Comments), text)
}

// readPooled reads the comment that [commentsOf] adds, and takes it out of those of the profile.
func readPooled(h *model.Header) {
	h.Comments = slices.DeleteFunc(h.Comments, func(c string) bool {
		rest, ok := strings.CutPrefix(c, pooledComment)
		if !ok {
			return false
		}
		again := h.Pooled // pprof added up several such files: of what all of them cover nothing is known
		rest, moments := strings.CutPrefix(rest, pooledMoments)
		h.Pooled, h.Moments, h.Covered = true, h.Moments || moments, 0
		if d, err := time.ParseDuration(strings.TrimPrefix(rest, pooledCovered)); err == nil && d > 0 && !again {
			h.Covered = min(d, h.Duration)
		}
		return true
	})
}
