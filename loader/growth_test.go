package loader

import (
	"fmt"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/measure/hostile"
)

// TestGrowth holds that texts that look like one form or another to a part, or all, take steps in
// proportion to their bytes, whether they are opened or refused.
func TestGrowth(t *testing.T) {
	one := func(text string) func(n int) string {
		return func(n int) string { return strings.Repeat(text, n/len(text)+1) }
	}
	after := func(head, text string) func(n int) string {
		return func(n int) string { return head + one(text)(n) }
	}
	const (
		heap  = "heap profile: 1: 1 [1: 1] @ heap/1048576\n"
		crash = `goroutine 1 [running]:\nmain.main()\n\t/src/main.go:12 +0x1d\n`
	)
	different := func(head, format string) func(n int) string {
		return func(n int) string {
			b := strings.Builder{}
			b.WriteString(head)
			for i := 0; b.Len() < n; i++ {
				fmt.Fprintf(&b, format, i)
			}
			return b.String()
		}
	}
	within := func(head, text, tail string) func(n int) string {
		return func(n int) string { return head + one(text)(n) + tail }
	}
	const (
		scope = `{"$schema":"https://www.speedscope.app/file-format-schema.json",`
		frame = `"shared":{"frames":[{"name":"f"}]}`
		fox   = `{"meta":{"preprocessedProfileVersion":49,"interval":1,"startTime":0,"processType":0},"libs":[],"threads":[`
	)
	profiles := func(n int) string {
		m := hostile.Message(nil)
		empty := m.Part(2, m.Num(3, 7))
		return string(m.Part(1, m.Part(2, m.Times(n/len(empty), empty))))
	}
	const size = 128 << 10
	for name, text := range map[string]func(n int) string{
		"a dump's word":         one("goroutine "),
		"a dump's headers, cut": one("goroutine 1 ["),
		"a dump's lines, cut":   one("goroutine 1 [\n"),
		"JSON in one line":      one(`{"msg":"panic: x\n\n` + crash + `"} `),
		"JSON in lines":         one(`{"msg":"panic: x\n\n` + crash + `"}` + "\n"),
		"a dump":                one("goroutine 1 [running]:\nmain.main()\n\t/src/main.go:12 +0x1d\n\n"),
		"a deep dump":           after("goroutine 1 [running]:\n", "main.main()\n\t/src/main.go:12 +0x1d\n"),
		"a dump, all inlined":   after("goroutine 1 [running]:\n", "main.main(...)\n\t/src/main.go:12\n"),
		"different functions":   different("goroutine 1 [running]:\n", "main.f%d()\n\t/src/main.go:12 +0x1d\n"),
		"different labels":      different("goroutine 1 [running labels:{", `"a%d":"b", `),
		"folded stacks":         one("a;b;c 1\n"),
		"folded, in one line":   one("a;b 1 "),
		"blank lines":           one("\n"),
		"comments":              one("#\n"),
		"a title without end":   after("<html>", "<title"),
		"debug=1":               after("goroutine profile: total 1\n", "1 @ 0x1 0x2\n#\t0x1\tmain.x+0x1\t/x.go:1\n"),
		"debug=1, comments":     after("goroutine profile: total 1\n1 @ 0x1 0x2\n", "#\t0x1\tmain.x+0x1\t/x.go:1\n"),
		"headers":               one(heap),
		"headers in one line":   one("heap profile: 1: 1 ["),
		"a heap":                different(heap, "1: 1 [1: 1] @ 0x%x\n"),
		"a memory map":          after(heap+"1: 1 [1: 1] @ 0x1\nMAPPED_LIBRARIES:\n", "0040-0050 r-xp 0000 00:00 1 /bin/x\n"),
		"a map of assignments":  after(heap+"1: 1 [1: 1] @ 0x1\nMAPPED_LIBRARIES:\n", "build=/x\n"),
		"contentions":           different("--- contentionz 1 ---\n", "1 1 @ 0x%x\n"),
		"threads":               after("--- threadz 1 ---\n\n", "--- Thread 7f (name: x/1) stack: ---\n  0x1 0x2\n"),
		"Java":                  different("--- heapz 1 ---\nformat = java\nresolution=bytes\n", "1 1 @ 0x%x\n"),
		"short strings":         one("\x32\x01a"),

		"collapsed, different":       different("", "main.f%d;main.g 1\n"),
		"collapsed, one stack":       within("main.f 1\n", "main.f;", "main.g 1\n"),
		"collapsed, types":           one("main.F[struct { A int; B int }];g 1\n"),
		"collapsed, brackets":        within("main.f 1\n", "a[; ", "main.g 1\n"),
		"perf script":                one("app 1 1.000000: 1 cycles:\n\t7f00 main.f+0x1 (/bin/app)\n\n"),
		"perf script, one stack":     within("app 1 1.000000: 1 cycles:\n", "\t7f00 main.f+0x1 (/bin/app)\n", "\n"),
		"perf script, events":        different("", "app 1 1.000000: 1 event-%d:\n\t7f00 main.f+0x1 (/bin/app)\n\n"),
		"perf script, heads":         one("app 1 1.000000: 1 cycles:\n"),
		"speedscope, frames":         within(scope+`"shared":{"frames":[`, `{"name":"f"},`, `{"name":"f"}]},"profiles":[]}`),
		"speedscope, events":         within(scope+frame+`,"profiles":[{"type":"evented","unit":"none","startValue":0,"endValue":9,"events":[`, `{"type":"O","frame":0,"at":1},{"type":"C","frame":0,"at":2},`, `{"type":"O","frame":0,"at":1}]}]}`),
		"speedscope, opened":         within(scope+frame+`,"profiles":[{"type":"evented","unit":"none","startValue":0,"endValue":9,"events":[`, `{"type":"O","frame":0,"at":1},`, `{"type":"O","frame":0,"at":1}]}]}`),
		"speedscope, closed":         within(scope+frame+`,"profiles":[{"type":"evented","unit":"none","startValue":0,"endValue":9,"events":[`, `{"type":"C","frame":0,"at":1},`, `{"type":"O","frame":0,"at":1}]}]}`),
		"speedscope, samples":        within(scope+frame+`,"profiles":[{"type":"sampled","unit":"none","startValue":0,"endValue":9,"samples":[`, `[0],`, `[0]],"weights":[]}]}`),
		"speedscope, times":          within(`{"exporter":"profstation",`+scope[1:]+frame+`,"profiles":[{"type":"sampled","unit":"none","startValue":0,"endValue":9,"times":[`, `1,`, `1],"samples":[[0]],"weights":[1]}]}`),
		"speedscope, profiles":       within(scope+frame+`,"profiles":[`, `{},`, `{}]}`),
		"speedscope, cut":            within(scope+`"x":[`, `"x",`, ""),
		"Firefox, threads":           within(fox, `{},`, `{}]}`),
		"Firefox, texts":             within(fox, `{"stringArray":["f"]},`, `{}]}`),
		"OpenTelemetry, profiles":    profiles,
		"OpenTelemetry, JSON":        within(`{"resourceProfiles":[{"scopeProfiles":[{"profiles":[`, `{"samples":[]},`, `{}]}]}],"dictionary":{}}`),
		"OpenTelemetry, JSON, texts": within(`{"dictionary":{"stringTable":[""`, `,"x"`, `]},"resourceProfiles":[]}`),
		"zstd, one frame": func(n int) string {
			return string(hostile.PackZstd([]byte(different("", "goroutine %d [running]:\nmain.f()\n\t/m.go:1\n\n")(4 * n))))
		},
		"zstd, frames":         one(string(hostile.PackZstd([]byte("goroutine 1 [running]:\nmain.main()\n\t/src/main.go:12 +0x1d\n\n")))),
		"zstd, skipped frames": one("\x50\x2a\x4d\x18\x00\x00\x00\x00"),
		"strings first":        one("\x0a\x00\x32\x00\x48\x01"),
		"the time":             one("\x48\x01"),
	} {
		t.Run(name, func(t *testing.T) {
			looks := func(n int) int {
				ctx := must.Count()
				Decode(ctx, "text", []byte(text(n)), Options{})
				return ctx.Asked()
			}
			small, large := looks(size), looks(4*size)
			if small < size/(64<<10) {
				t.Errorf("only %d looks at the context", small)
			}
			if float64(large) > 4.5*float64(small) {
				t.Errorf("%d looks at the context for %d bytes, %d for four times as many", small, size, large)
			}
		})
	}
}

// TestMemoryMaps reads memory maps as they are, and refuses those that the library takes too long for.
func TestMemoryMaps(t *testing.T) {
	const head = "heap profile: 1: 1 [1: 1] @ heap/1048576\n1: 1 [1: 1] @ 0x400100\nMAPPED_LIBRARIES:\n"
	ranges := strings.Builder{}
	for i := range 40_000 {
		fmt.Fprintf(&ranges, "%x-%x: /bin/x\n", i<<12, i<<12+16)
	}
	doubled := strings.Builder{}
	doubled.WriteString("a=xx\n")
	for c := 'b'; c < 'z'; c++ {
		fmt.Fprintf(&doubled, "%c=$%c$%[2]c\n", c, c-1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"real", head + "build=/src\n00400000-00500000 r-xp 00000000 00:00 0 $build/a\n", ""},
		{"many mappings", head + ranges.String(), ""},
		{"many mappings and addresses", strings.Replace(head, "MAPPED", many("1: 1 [1: 1] @ %#x\n", 40_000)+"MAPPED", 1) + ranges.String(), "too many mappings"},
		{"many assignments", head + many("a%d=x\n", 300), "assigns too many"},
		{"doubled", head + doubled.String(), "uses its assignments"},
		{"used often", head + "a=" + strings.Repeat("x", 50_000) + "\n" + "0040-0050: " + strings.Repeat("$a", 20_000) + "\n", "uses its assignments"},
	} {
		f, err := Decode(t.Context(), c.name, []byte(c.text), Options{})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, not %q", c.name, err, c.want)
		}
		if c.name == "real" && err == nil {
			p := f.Profile
			if got := p.Strings.Raw(p.Mappings[p.Locations[0].Mapping].File); got != "/src/a" {
				t.Errorf("the mapping is of %q", got)
			}
		}
	}
}

func many(format string, n int) string {
	b := strings.Builder{}
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
