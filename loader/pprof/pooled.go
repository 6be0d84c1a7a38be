package pprof

import (
	"slices"
	"strings"
	"time"

	"profstation/model"
)

// If a store added up a profile, a comment says so, because pprof's format has no field for it. pprof does not
// show comments that begin with #.
const (
	pooledComment = "#profstation:pooled"
	pooledCovered = ";covered="
	pooledMoments = ";moments"
)

// commentsOf returns the comments for the file written from a profile.
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

// readPooled reads the comment that [commentsOf] adds, and removes it from the profile's comments.
func readPooled(h *model.Header) {
	h.Comments = slices.DeleteFunc(h.Comments, func(c string) bool {
		rest, ok := strings.CutPrefix(c, pooledComment)
		if !ok {
			return false
		}
		again := h.Pooled // pprof added up several such files; what they cover together is not known
		rest, moments := strings.CutPrefix(rest, pooledMoments)
		h.Pooled, h.Moments, h.Covered = true, h.Moments || moments, 0
		if d, err := time.ParseDuration(strings.TrimPrefix(rest, pooledCovered)); err == nil && d > 0 && !again {
			h.Covered = min(d, h.Duration)
		}
		return true
	})
}
