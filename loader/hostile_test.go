package loader

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"profstation/internal/thorough"
	"profstation/loader/input"
	"profstation/measure/hostile"
)

// TestHostile opens what asks for much, with limits that are small enough to be reached. It is
// opened or refused in one line, and what was made on the way, garbage included, is in proportion to
// the limits.
func TestHostile(t *testing.T) {
	limits := input.Limits{Uncompressed: 16 << 20, Memory: 32 << 20}
	opened := 0
	for i, in := range hostile.Profiles() {
		if in.Large || underRace && i%5 > 0 || !thorough.One(i, 3) {
			continue
		}
		data := in.Bytes()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := Decode(t.Context(), in.Name, data, Options{Limits: limits})
		runtime.ReadMemStats(&after)
		if n := int64(after.TotalAlloc - before.TotalAlloc); n > 4*(limits.Memory+limits.Uncompressed) {
			t.Errorf("%s: %s were made on the way", in.Name, input.Size(n))
		}
		if err == nil {
			opened++
			if len(f.Profile.Warnings) > 20 {
				t.Errorf("%s: %d warnings", in.Name, len(f.Profile.Warnings))
			}
			continue
		}
		var e *input.Error
		if s := err.Error(); !errors.As(err, &e) || strings.Contains(s, "\n") || !strings.HasPrefix(s, in.Name+": ") || strings.Contains(s, "decoder failed") {
			t.Errorf("%s: %v", in.Name, err)
		}
	}
	if opened < thorough.Times(20, 6) && !underRace {
		t.Errorf("only %d were opened", opened)
	}
}
