package text

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"profstation/loader/input"
	"profstation/model"
)

// slowHeader is the header of a goroutine, as obvious as can be.
var slowHeader = regexp.MustCompile(`^goroutine (\d+)(?: gp=\S+)?(?: m=\S+)?(?: mp=\S+)? \[(.*)\]:$`)

func TestDumpHeader(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	parts := []string{"goroutine ", "1", "23", " gp=0x1", " m=3", " mp=", " mp=0x2", " [", "running", "]", "]:", ":", " ", "\t", " [select, 3 minutes]:"}
	found := 0
	for range 200_000 {
		line := "goroutine "
		for range r.IntN(8) {
			line += parts[r.IntN(len(parts))]
		}
		id, state, ok := dumpHeader(line)
		m := slowHeader.FindStringSubmatch(line)
		if ok != (m != nil) || ok && (id != m[1] || state != m[2]) {
			t.Fatalf("%q: %q, %q, %v; by the regexp %q", line, id, state, ok, m)
		}
		if ok {
			found++
		}
	}
	if found < 100 {
		t.Errorf("only %d headers", found)
	}
}

// counting is a context that counts who looks at it.
type counting struct {
	context.Context
	looks atomic.Int64
}

func (c *counting) Err() error {
	c.looks.Add(1)
	return nil
}

// TestDumpStops holds that a dump of few long lines looks at its context as often as one of many
// short ones.
func TestDumpStops(t *testing.T) {
	for name, text := range map[string]string{
		"short lines": strings.Repeat("goroutine 1 [running]:\nmain.f()\n\t/m.go:1 +0x1\n\n", 4<<20/50),
		"long lines":  strings.Repeat("goroutine 1 [running"+strings.Repeat(", x", 100_000)+"]:\n", 4<<20/300_000),
	} {
		ctx := &counting{Context: t.Context()}
		if _, err := ParseDump([]byte(text), strings.ToUpper, input.Limits{}.OrDefault(), input.NewProgress(ctx, nil)); err != nil {
			t.Error(name, err)
		}
		if least := len(text) / (2 * look); ctx.looks.Load() < int64(least) {
			t.Errorf("%s: %d looks at the context, not %d", name, ctx.looks.Load(), least)
		}
	}
}

// TestLongLines reads comments of any length, and says why it does not read other lines.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	parse := func(text string) error {
		_, err := ParseLegacy([]byte(text), LegacyOf([]byte(text), model.StepsUntil(t.Context())), input.Limits{}.OrDefault(), input.NewProgress(t.Context(), nil))
		return err
	}
	const head = "goroutine profile: total 1\n"
	for _, text := range []string{
		head + "1 @ 0x2\n# labels: {\"k\":\"" + long + "\"}\n#\t0x1\tmain.f+0x1\t/m.go:1\n",
		"# " + long + "\n" + head + "1 @ 0x2\n",
	} {
		if err := parse(text); err != nil {
			t.Error(err)
		}
	}
	err := parse(head + "1 @" + strings.Repeat(" 0x1", 25_000) + "\n")
	if err == nil || !strings.Contains(err.Error(), "line 2 has 97.7 kB; lines of up to 64 kB can be read") {
		t.Error(err)
	}
}
