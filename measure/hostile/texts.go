package hostile

import (
	"fmt"
	"strconv"
	"strings"
)

// dumps returns goroutine dumps, as debug=2 and crashes write them.
func dumps() []Input {
	frame := "main.f(0x1)\n\t/src/main.go:1 +0x1\n"
	head := func(state string) string { return "goroutine 1 [" + state + "]:\n" }
	// goroutines has n goroutines, most of them at different lines.
	goroutines := func(n int) func() []byte {
		return func() []byte {
			b := make([]byte, 0, n*150)
			for i := range int64(n) {
				b = strconv.AppendInt(append(b, "goroutine "...), i+1, 10)
				b = append(b, " [chan receive, 12 minutes]:\nmain.worker(0xc000032120, 0x1)\n\t/src/main/worker.go:"...)
				b = strconv.AppendInt(b, i%100_000+1, 10)
				b = append(b, " +0x126\ncreated by main.main in goroutine 1\n\t/src/main/main.go:7 +0x52\n\n"...)
			}
			return b
		}
	}
	return []Input{
		{"dump-a-header-of-330000-states", text(head("running"+strings.Repeat(", x", 330_000)), frame), false},
		{"dump-a-header-of-330000-minutes", text(head("running"+strings.Repeat(", 1 minutes", 330_000)), frame), false},
		{"dump-a-header-of-200000-labels", func() []byte {
			var b strings.Builder
			for i := range 200_000 {
				fmt.Fprintf(&b, `"k%d":"v", `, i)
			}
			return []byte(head("running labels:{"+b.String()+"}") + frame)
		}, true},
		{"dump-a-header-of-quotes", text(head("running labels:{"+strings.Repeat(`"`, 2_000_000)+"}"), frame), false},
		{"dump-a-header-of-labels-of-labels", text(head("running"+strings.Repeat(" labels:{", 300_000)), frame), false},
		{"dump-a-million-goroutines", goroutines(1_000_000), true},
		{"dump-50000-goroutines", goroutines(50_000), false},
		{"dump-800000-empty-goroutines", text(strings.Repeat("goroutine 1 []:\n", 800_000)), false},
		{"dump-a-stack-of-300000", text(head("running"), strings.Repeat(frame, 300_000)), true},
		{"dump-300000-inlined-calls", text(head("running"), strings.Repeat("main.f(...)\n\t/src/main.go:1\n", 300_000), frame), true},
		{"dump-inlined-calls-of-1500-sizes", func() []byte { // each location has one more call
			var b strings.Builder
			for i := range 1_500 {
				fmt.Fprintf(&b, "goroutine %d [running]:\n%s%s\n", i, strings.Repeat("f(...)\n\t/m:1\n", i), frame)
			}
			return []byte(b.String())
		}, false},
		{"dump-a-call-of-12-MB", text(head("running"), strings.Repeat("main.f(", 12<<20/7), ")\n\t/src/main.go:1 +0x1\n"), false},
		{"dump-a-file-of-12-MB", text(head("running"), "main.f()\n\t/", strings.Repeat("s +0x", 12<<20/5), ":1 +0x1\n"), false},
		{"dump-creators", text(head("running"), frame, strings.Repeat("created by main.main in goroutine 1\n", 300_000)), false},
		{"dump-elided", text(head("running"), strings.Repeat("...additional frames elided...\n", 300_000)), false},
		{"dump-ids-at-the-limits",
			text("goroutine 99999999999999999999 [x, 99999999999999999999 minutes]:\n", frame,
				"\ngoroutine 9223372036854775807 [x]:\n", frame), false},
		{"dump-behind-12-MB-of-log", text(strings.Repeat("goroutine leak? no: all is well\n", 12<<20/32), head("running"), frame), false},
		{"dump-behind-a-line-of-12-MB", text("panic: ", strings.Repeat("x", 12<<20), "\n\n", head("running"), frame), false},
		{"dump-headers-that-do-not-end", text(strings.Repeat("goroutine 1 [", 1_000_000), "\n", head("running"), frame), false},
	}
}

// legacy returns the older text forms: Go's debug=1, and those for C++ and Java.
func legacy() []Input {
	heap := "heap profile: 1: 1 [1: 1] @ heap/1048576\n"
	count := "goroutine profile: total 1\n"
	return []Input{
		{"heap-a-line-of-9-MB", text(heap, "1: 1 [1: 1] @", strings.Repeat(" 0x1", 8_900_000/4), "\n"), false},
		{"heap-300000-lines", func() []byte {
			var b strings.Builder
			b.WriteString(heap)
			for i := range 300_000 {
				fmt.Fprintf(&b, "1: 1 [1: 1] @ 0x%x 0x%x\n", i+1, i+2)
			}
			return []byte(b.String())
		}, true},
		{"heap-comments-of-6-MB", text(heap, "1: 1 [1: 1] @ 0x1\n#\t0x0\t", strings.Repeat("f+0x", 1_500_000), "\t/m.go:1\n"), false},
		{"heap-numbers-at-the-limits",
			text(heap, "9223372036854775807: 9223372036854775807 [9223372036854775807: 9223372036854775807] @ 0xffffffffffffffff\n"), false},
		{"heap-a-rate-of-nothing", text("heap profile: 1: 1 [1: 1] @ heap/0\n1: 1 [1: 1] @ 0x1\n"), false},
		{"heap-no-samples", text(heap, strings.Repeat("\n", 1_000_000)), false},
		{"count-labels-of-6-MB",
			text(count, "1 @ 0x2\n# labels: {", strings.Repeat(`"k":"v", `, 6<<20/9), "}\n#\t0x1\tmain.f+0x1\t/m.go:1\n"), false},
		{"count-a-stack-of-200000",
			text(count, "1 @", strings.Repeat(" 0x2", 200_000), "\n", strings.Repeat("#\t0x1\tmain.f+0x1\t/m.go:1\n", 200_000)), false},
		{"count-comments-300000", text(count, "1 @ 0x2\n", strings.Repeat("#\t0x1\tmain.f+0x1\t/m.go:1\n", 300_000)), false},
		{"count-a-comment-of-tabs", text(count, "1 @ 0x2\n#\t0x1", strings.Repeat("\t", 4<<20), "\n"), false},
		{"count-300000-profiles", text(strings.Repeat(count+"1 @ 0x1\n", 300_000)), true},
		{"count-3000-profiles", text(strings.Repeat(count+"1 @ 0x1\n", 3_000)), false},
		{"count-at-the-limits",
			text("goroutine profile: total 99999999999999999999\n99999999999999999999 @ 0x1\n9223372036854775807 @ 0x1\n9223372036854775807 @ 0x1\n"),
			false},
		{"count-2-million-empty-lines", text(count, strings.Repeat("\n", 2_000_000)), false},
		{"contention-200000-lines",
			text("--- contentionz 1 ---\ncycles/second = 1\nsampling period = 1\n", strings.Repeat("1 1 @ 0x1 0x2 0x3\n", 200_000)), false},
		{"contention-no-cycles", text("--- mutex:\ncycles/second=0\nsampling period=0\n1 1 @ 0x1\n"), false},
		{"thread-200000-lines",
			text("--- threadz 1 ---\n", strings.Repeat("--- Thread 1 (name: main/1) stack: ---\n  PC: 0x1 0x2\n", 200_000)), false},
		{"growth-200000-lines", text("heap profile: 1: 1 [1: 1] @ growthz\n", strings.Repeat("1: 1 [1: 1] @ 0x1 0x2\n", 200_000)), false},
		{"java-a-heap-of-200000-lines",
			text("--- heapz 1 ---\nformat = java\nresolution = bytes\n", strings.Repeat("1 1 @ 0x1 0x2\n", 200_000), "\n0x1 f (m.java:1)\n"), false},
		{"mapped-200000-libraries",
			text(heap, "1: 1 [1: 1] @ 0x1\n\nMAPPED_LIBRARIES:\n",
				strings.Repeat("00400000-00500000 r-xp 00000000 00:00 0 /bin/a\n", 200_000)), true},
		{"mapped-attributes-that-grow",
			text(heap, "1: 1 [1: 1] @ 0x1\n\nMAPPED_LIBRARIES:\n", strings.Repeat("a=$a$a\n", 40),
				"00400000-00500000 r-xp 00000000 00:00 0 $a\n"), false},
		{"binary-cpu-of-zeros", func() []byte { // the words 0, 3, 0, 10000, 0 begin it
			b := make([]byte, 8<<20)
			b[8], b[24], b[25] = 3, 0x10, 0x27
			return b
		}, false},
	}
}

// foreign returns texts from other programs, which are refused because of what they look like.
func foreign() []Input {
	return []Input{
		{"foreign-folded-stacks", text(strings.Repeat("a;b;c 1\n", 1_000_000)), false},
		{"foreign-a-folded-line-of-12-MB", text(strings.Repeat("a;b ", 3<<20), "1\n"), false},
		{"foreign-chrome-trace", text(`{"traceEvents":[`, strings.Repeat(`{"ph":"X","ts":1},`, 600_000), "{}]}"), false},
		{"foreign-json-of-brackets", text(strings.Repeat("[", 12<<20)), false},
		{"foreign-html-of-titles", text("<html>", strings.Repeat("<title>", 1_500_000)), false},
		{"foreign-spaces", text(strings.Repeat(" ", 12<<20)), false},
		{"foreign-one-line-of-letters", text(strings.Repeat("x", 12<<20)), true},
		{"foreign-zeros", func() []byte { return make([]byte, 12<<20) }, true},
		{"foreign-0xff", func() []byte { return []byte(strings.Repeat("\xff", 12<<20)) }, false},
		{"foreign-nothing", text(""), false},
	}
}
