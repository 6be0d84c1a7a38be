package loader

import (
	"io"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/loader/pprof"
	"profstation/model"
)

// Error is why an input could not be opened.
type Error = input.Error

// Limits are the bounds that one input is held to.
type Limits = input.Limits

// The limits that apply where none are given.
const (
	DefaultFile         = input.DefaultFile
	DefaultUncompressed = input.DefaultUncompressed
	DefaultMemory       = input.DefaultMemory
)

// Write writes what a query left of a profile, as [pprof.Write] does.
func Write(w io.Writer, r *model.Result) error { return pprof.Write(w, r) }

// FromPprof makes the tables of a profile of the google/pprof library, which
// must not be used any more, as [pprof.FromLibrary] does.
func FromPprof(p *profile.Profile, format string) (*model.Profile, error) {
	return pprof.FromLibrary(p, format)
}
