package pprof

import (
	"bytes"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/testdata/record/synthetic"
)

// TestBombs decodes profiles that unfold. They are refused by a limit before
// memory of that size is taken.
func TestBombs(t *testing.T) {
	const messages = 1_000_000
	empties := func(field int) []byte { return bytes.Repeat(part(field), messages) }
	head := msg(part(profileSampleType), str(""))
	limits := input.Limits{Memory: 8 << 20}.OrDefault()
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"labels", msg(head, part(profileSample, msg(num(sampleValue, 1), empties(sampleLabel))...))},
		{"lines", msg(head, part(profileLocation, msg(num(1, 1), empties(locationLine))...))},
		{"samples", msg(head, empties(profileSample))},
		{"locations", msg(head, empties(profileLocation))},
		{"functions", msg(head, empties(profileFunction))},
		{"mappings", msg(head, empties(profileMapping))},
		{"strings", msg(head, empties(profileString))},
		{"sample types", msg(head, empties(profileSampleType))},
		{"comments", msg(head, part(profileComment, make([]byte, messages)...))},
		{"values", msg(head, part(profileSample, part(sampleValue, make([]byte, 4*messages)...)...))},
		{"locations in a stack", msg(head, part(profileSample, msg(num(sampleValue, 1), part(sampleLocation, make([]byte, 2*messages)...))...))},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Decode(c.data, Decoding{Limits: limits, Progress: input.NewProgress(t.Context(), nil)})
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), "needs at least") && !strings.Contains(err.Error(), "more than the") && !strings.Contains(err.Error(), "400000 values") {
				t.Errorf("error %v, none says how much it needs, or how much there may be", err)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
				t.Errorf("%s allocated on the way", input.Size(int64(n)))
			}
		})
	}
}

// TestMemory holds what decoding takes against what the counts say that it
// takes: all that was allocated on the way, garbage included, so no more can
// have been in use. (Without the garbage it is about a fifth less.)
func TestMemory(t *testing.T) {
	var b bytes.Buffer
	must.Do(synthetic.Large(20_000, 40, 2_000, 1).WriteUncompressed(&b))
	c := must.Have(scan(b.Bytes(), input.NewProgress(t.Context(), nil)))
	estimate, _ := c.sizes()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p := must.Have(Decode(b.Bytes(), Decoding{Limits: wideLimits, Progress: input.NewProgress(t.Context(), nil)}))
	runtime.ReadMemStats(&after)
	took := int64(after.TotalAlloc - before.TotalAlloc)
	t.Logf("%s estimated, %s allocated on the way", input.Size(estimate), input.Size(took))
	if took > estimate+estimate*2/5 || took < estimate/2 {
		t.Errorf("%s were allocated, the estimate is %s", input.Size(took), input.Size(estimate))
	}
	runtime.KeepAlive(p)
}

// TestExtremes decodes profiles that are valid and extreme.
func TestExtremes(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		name   string
		change func(*profile.Profile)
	}{
		{"values of ±2⁶³", func(p *profile.Profile) {
			p.Sample[0].Value = []int64{math.MaxInt64, math.MinInt64}
			p.Sample[1].Value = []int64{math.MaxInt64, math.MinInt64}
		}},
		{"a stack of 100,000 frames", func(p *profile.Profile) {
			p.Sample[0].Location = slices.Repeat(p.Location, 50_000)
		}},
		{"a name of 1MB", func(p *profile.Profile) { p.Function[0].Name, p.Function[0].SystemName = long, long }},
		{"a mangled name of 1MB", func(p *profile.Profile) { p.Function[0].Name, p.Function[0].SystemName = "_Z"+long, "_Z"+long }},
		{"a mangled name without an end", func(p *profile.Profile) {
			s := "_Z" + strings.Repeat("Z", 8<<20) // exhausts the stack of a recursive demangler
			p.Function[0].Name, p.Function[0].SystemName = s, s
		}},
		{"a mangled name that unfolds", func(p *profile.Profile) {
			s := "_Z1fI1aE" + strings.Repeat("ISt4pairIS0_S0_E", 60)
			p.Function[0].Name, p.Function[0].SystemName = s, s
		}},
		{"DOT and scripts in a name", func(p *profile.Profile) {
			p.Function[0].Name, p.Function[0].SystemName = `"];x[URL="javascript:`, `"];x[URL="javascript:`
		}},
		{"right to left", func(p *profile.Profile) { p.Function[0].Name = "main.\u202eevil\x00" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			small := synthetic.Small()
			c.change(small)
			data := encode(t, small)
			compareWithLibrary(t, data)
			p := must.Have(Decode(data, Decoding{Limits: wideLimits, Progress: input.NewProgress(t.Context(), nil)}))
			for _, f := range p.Functions {
				if s := p.Strings.Display(f.Name); len(s) > 2000 || strings.ContainsAny(s, "\u202e\x00") {
					t.Errorf("shown name of %d bytes", len(s))
				}
			}
		})
	}
}
