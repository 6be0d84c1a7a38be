package trace

import (
	"errors"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/loader/input"
)

// cuts are each place of the first 4 kB of a file, and 300 behind, from the first on.
func cuts(size int) (all []int) {
	const each = 4 << 10
	spread := thorough.Times(300, 100)
	for at := range min(size, each) {
		if thorough.One(at, 5) {
			all = append(all, at)
		}
	}
	for i := range spread {
		if at := each + (size-each)*i/spread; size > each {
			all = append(all, at)
		}
	}
	return all
}

// TestTraceCutAnywhere holds that a file that is cut is refused in one line, or shown as far as it
// goes with a word about it, and that no cut costs more than the whole file.
func TestTraceCutAnywhere(t *testing.T) {
	eachSound(t, func(t *testing.T, s *sound) {
		load := func(data []byte) (events int64, warnings []string, looks int) {
			ctx := must.Count()
			m, err := decode(ctx, data, Options{})
			if err != nil {
				var e *input.Error
				if text := err.Error(); !errors.As(err, &e) || text == "" || strings.Contains(text, "\n") || strings.Contains(text, "decoder failed") {
					t.Errorf("cut at %d: %v", len(data), err)
				}
				return 0, []string{err.Error()}, ctx.Asked()
			}
			checkTrace(t, m)
			return m.Events, m.Warnings, ctx.Asked()
		}
		whole, warnings, most := load(s.data)
		if len(warnings) > 0 || whole == 0 {
			t.Fatal(whole, warnings)
		}
		if version, err := versionOf(s.data); err != nil || Memory(s.data).HasGeneration() != (version >= firstOfGenerations) {
			t.Errorf("version %d, %v: no generation", version, err)
		}
		before, kept := int64(0), 0
		for _, at := range cuts(len(s.data)) {
			events, warnings, looks := load(s.data[:at])
			if events < before || events > whole {
				t.Errorf("cut at %d: %d events; %d before it, %d in the whole file", at, events, before, whole)
			}
			if len(warnings) == 0 || len(warnings) > 2 {
				t.Errorf("cut at %d: told %q", at, warnings)
			}
			if looks > 2*most+100 {
				t.Errorf("cut at %d: %d looks at the context, %d for the whole file", at, looks, most)
			}
			if events == 0 && Memory(s.data[:at]).HasGeneration() {
				t.Errorf("cut at %d: a whole generation has no events", at)
			}
			if before = events; events > 0 {
				kept++
			}
		}
		if kept < thorough.Times(100, 30) {
			t.Errorf("something was kept of %d cuts only", kept)
		}
	})
}
