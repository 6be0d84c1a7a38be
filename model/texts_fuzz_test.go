package model

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// FuzzTagRange holds that a text is a range, and a number lies in it, just where pprof says so.
func FuzzTagRange(f *testing.F) {
	for _, c := range tagRanges {
		f.Add(c.text, int64(5), "kb")
	}
	for _, text := range []string{"1kb:x", "1kb:2ms", "1:2:3", "::", "+1:-1", "v1", "9223372036854775808", "0x10", "1 kb", "٣"} {
		f.Add(text, int64(math.MinInt64), "")
	}
	f.Fuzz(func(t *testing.T, text string, v int64, unit string) {
		got, err := parseTagRange(text)
		want, wantErr := pprofTagRange(text)
		if (err == nil) != (wantErr == nil) || (got == nil) != (want == nil) {
			t.Fatalf("%q is a range %v, %v; to pprof %v, %v", text, got != nil, err, want != nil, wantErr)
		}
		if got != nil && got(v, unit) != want(v, unit) {
			t.Errorf("%q holds %d%s: %v; to pprof %v", text, v, unit, got(v, unit), want(v, unit))
		}
	})
}

// pprofTagRange is parseTagFilterRange of pprof (internal/driver/driver_focus.go), case by case.
// An error stands for its panic.
func pprofTagRange(filter string) (func(int64, string) bool, error) {
	ranges := tagRange.FindAllStringSubmatch(filter, 2)
	if len(ranges) == 0 {
		return nil, nil
	}
	v, err := strconv.ParseInt(ranges[0][1], 10, 64)
	if err != nil {
		// pprof panics even where the text turns out to be none.
		if ranges[0][0] != strings.Trim(filter, ":") && (len(ranges) < 2 || filter != ranges[0][0]+":"+ranges[1][0]) {
			return nil, nil
		}
		return nil, err
	}
	first, unit := Scale(v, ranges[0][2], ranges[0][2])
	if len(ranges) == 1 {
		switch match := ranges[0][0]; filter {
		case match:
			return func(v int64, u string) bool { x, xu := Scale(v, u, unit); return xu == unit && x == first }, nil
		case match + ":":
			return func(v int64, u string) bool { x, xu := Scale(v, u, unit); return xu == unit && x >= first }, nil
		case ":" + match:
			return func(v int64, u string) bool { x, xu := Scale(v, u, unit); return xu == unit && x <= first }, nil
		}
		return nil, nil
	}
	if filter != ranges[0][0]+":"+ranges[1][0] {
		return nil, nil
	}
	if v, err = strconv.ParseInt(ranges[1][1], 10, 64); err != nil {
		return nil, err
	}
	second, unit2 := Scale(v, ranges[1][2], unit)
	if unit != unit2 {
		return nil, nil
	}
	return func(v int64, u string) bool {
		x, xu := Scale(v, u, unit)
		return xu == unit && x >= first && x <= second
	}, nil
}

// FuzzOption sets every option to any text: it is refused and changes nothing, or is what the
// option then has.
func FuzzOption(f *testing.F) {
	for _, text := range []string{"", "true", "T", "-1", "80", "1e3", "0.005", "NaN", "Inf", "-0", "0x1p-2", "1_000", "lines", "(", "a\nb"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range Options {
			q := DefaultQuery()
			before := q
			if err := o.Set(&q, text); err != nil {
				if q != before || strings.ContainsRune(err.Error(), '\n') {
					t.Errorf("--%s=%q, refused by %q, made %+v", o.Name, text, err, q)
				}
				continue
			}
			if q != q {
				t.Errorf("--%s=%q makes a query that is not equal to itself", o.Name, text)
			}
			again := DefaultQuery()
			if err := o.Set(&again, o.Value(&q)); err != nil || again != q {
				t.Errorf("--%s=%q is %q, which makes %+v, %v, want %+v", o.Name, text, o.Value(&q), again, err, q)
			}
			o.Reset(&q)
			if q != before {
				t.Errorf("--%s=%q stays when it is reset", o.Name, text)
			}
		}
	})
}

// FuzzComplete proposes for any typed text: what it proposes is a filter that is understood.
func FuzzComplete(f *testing.F) {
	for _, text := range []string{"", "a", "user=", "user=^b", "a,b", "x\nuser=b", "=", "(", "\xff", "İ", "bytes=6"} {
		f.Add(text, "focus")
		f.Add(text, "tagfocus")
	}
	p := parseStacks(f, fuzzed)
	r, err := p.Evaluate(f.Context(), DefaultQuery())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, typed, name string) {
		c := NewCompleter(r)
		for _, o := range Options {
			if o.Name != name && len(typed)%7 > 0 {
				continue
			}
			// A line or key before the last is the user's own, and may be wrong.
			own := p.CheckFilter(o.Name, typed[:max(strings.LastIndexByte(typed, '\n'), 0)]) != nil
			all, err := c.Complete(t.Context(), o.Name, typed, 4)
			if err != nil {
				t.Fatal(err)
			}
			if len(all) > 4 {
				t.Errorf("%d proposals", len(all))
			}
			for _, x := range all {
				if err := p.CheckFilter(o.Name, x.Text); err != nil && !own {
					t.Errorf("--%s %q proposes %q: %v", o.Name, typed, x.Text, err)
				}
				if x.Show != Sanitise(x.Show) {
					t.Errorf("%q is shown", x.Show)
				}
			}
		}
	})
}

// FuzzUnit writes any value in any unit: the opposite has the opposite text, a value is finite, and
// a share of a whole is never negative.
func FuzzUnit(f *testing.F) {
	for i, u := range []string{"nanoseconds", "ns", "bytes", "kB", "gcu", "count", "", "hrs", "μs", "Ss", "İs", "\xff"} {
		f.Add(int64(1)<<(5*i), int64(1000), u, "auto")
		f.Add(int64(math.MinInt64), int64(-1), u, "ms")
	}
	f.Fuzz(func(t *testing.T, v, total int64, from, to string) {
		x, unit := Scale(v, from, to)
		if math.IsNaN(x) || math.IsInf(x, 0) || x != 0 && (x < 0) != (v < 0) {
			t.Errorf("%d %q is %v %q in %q", v, from, x, unit, to)
		}
		if v > 0 {
			if y, same := Scale(-v, from, to); y != -x || same != unit {
				t.Errorf("%d %q is %v %q, its opposite %v %q", v, from, x, unit, y, same)
			}
		}
		if Format(v, from, to) == "" {
			t.Errorf("%d %q in %q is nothing", v, from, to)
		}
		number, ok := strings.CutSuffix(Percent(v, total), "%")
		if share, err := strconv.ParseFloat(number, 64); !ok || err != nil || share < 0 {
			t.Errorf("%d of %d is %q", v, total, Percent(v, total))
		}
	})
}
