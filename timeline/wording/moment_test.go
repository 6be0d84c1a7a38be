package wording

import (
	"math/rand/v2"
	"testing"

	"profstation/model/trace"
)

func TestMoment(t *testing.T) {
	for _, c := range []struct {
		at, apart trace.Time
		want      string
	}{
		{0, 20, "0"},
		{880_140_000, 0, "880.14ms"},
		{880_141_234, 5_000, "880.1412ms"},
		{880_141_234, 3, "880.141234ms"},
		{1_480_000_000, 500_000_000, "1.48s"},
		{1_480_123_456, 100_000, "1.48012s"},
		{999, 1, "999ns"},
		{12_345, 20, "12.345µs"},
		{75_000_000_000, 1_000_000, "75.0000s"},
		{75_000_000_000, 30_000_000_000, "75s"},
		{7_500_000_000_000, 600_000_000_000, "2.08hrs"},
		{7_500_000_000_000, 60_000_000_000, "7500s"},
	} {
		if got := Moment(c.at, c.apart); got != c.want {
			t.Errorf("%d, %d apart: %q, want %q", c.at, c.apart, got, c.want)
		}
	}
}

// Whatever two moments are, what is written of them differs.
func TestMomentsDiffer(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		from := trace.Time(rng.Int64N(1 << (1 + rng.IntN(46))))
		to := from + 1 + trace.Time(rng.Int64N(1<<(1+rng.IntN(40))))
		a, b := FromTo(trace.Interval{From: from, To: to})
		if a == b {
			t.Fatalf("%d and %d are both %q", from, to, a)
		}
	}
	for _, c := range []struct {
		from, to trace.Time
		want     string
	}{
		{708_940_000, 1_318_090_000, "708.94ms to 1318.09ms"}, {999_999_900, 1_000_000_300, "999.99990ms to 1000.00030ms"},
		{50_000_000, 5_000_000_000, "50ms to 5s"}, {1_000_000, 1_000_000_000, "1ms to 1s"}, {0, 5_000_000, "0 to 5ms"}, {1_480_100_000, 1_480_300_000, "1.48010s to 1.48030s"},
	} {
		if got := Times(trace.Interval{From: c.from, To: c.to}); got != c.want {
			t.Errorf("%d and %d are %q, want %q", c.from, c.to, got, c.want)
		}
	}
	for apart, want := range map[trace.Time]string{10_000_000: "1.235s to 7.999s", 100: "1.23456789s to 7.99900000s", 1 << 40: "1.23s to 8s"} {
		from, to := FromToBeside(trace.Interval{From: 1_234_567_890, To: 7_999_000_000}, apart)
		if from+" to "+to != want {
			t.Errorf("%d apart: %s to %s, want %s", apart, from, to, want)
		}
	}
	for at, want := range map[trace.Time]string{2e6: "2ms", 1_480_120_000: "1.48012s", 60: "60ns", 0: "0"} {
		if got := Instant(at); got != want {
			t.Errorf("%d alone is %q, want %q", at, got, want)
		}
	}
	show := Moments([]trace.Time{5e9, 880_140_001, 880_140_000})
	if a, b := show(880_140_000), show(880_140_001); a == b {
		t.Errorf("neighbours of a list are both %q", a)
	}
}
