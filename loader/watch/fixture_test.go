package watch

import (
	"bytes"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
)

// profileOf is a gzip'd profile of one stack.
func profileOf(t testing.TB, name string, value int64) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(typed(name, value).Write(&b))
	return b.Bytes()
}

// rawOf is the same, not packed.
func rawOf(t testing.TB, name string, value int64) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(typed(name, value).WriteUncompressed(&b))
	return b.Bytes()
}

func typed(name string, value int64) *profile.Profile {
	f := &profile.Function{ID: 1, Name: name}
	l := &profile.Location{ID: 1, Line: []profile.Line{{Function: f, Line: 1}}}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "cpu", Unit: "nanoseconds"}},
		Sample:     []*profile.Sample{{Location: []*profile.Location{l}, Value: []int64{value}}},
		Location:   []*profile.Location{l},
		Function:   []*profile.Function{f},
	}
	// Some functions more, so that a file cannot be written in one piece of a
	// few bytes.
	for i := range 40 {
		p.Function = append(p.Function, &profile.Function{ID: uint64(i + 2), Name: name + string(rune('a'+i%26)) + string(rune('a'+i/26))})
	}
	return p
}
