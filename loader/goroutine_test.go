package loader

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/loader/text"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/query"
	"profstation/model/work"
)

// stacks counts the samples by the names of their stacks, from the leaf, as
// all three forms of a goroutine profile can know them. What differs is left
// out:
//   - functions of the runtime at the leaf (gopark, chanrecv1 …), in the
//     protobuf only: the texts hide them;
//   - runtime.main and runtime.goexit at the root, which debug=2 hides;
//   - the goroutine that writes the profile, for it stands elsewhere in each.
func stacks(p *model.Profile) map[string]int64 {
	out := map[string]int64{}
	for i := range p.Samples.Len() {
		names := stackNames(p, i)
		if slices.ContainsFunc(names, func(s string) bool { return strings.HasPrefix(s, "runtime/pprof.write") }) {
			continue
		}
		for len(names) > 0 && strings.HasPrefix(names[0], "runtime.") {
			names = names[1:]
		}
		for n := len(names); n > 0 && (names[n-1] == "runtime.goexit" || names[n-1] == "runtime.main"); n-- {
			names = names[:n-1]
		}
		out[strings.Join(names, " ← ")] += p.Samples.Values[0][i]
	}
	return out
}

// stackNames are the functions of sample i, from the leaf, inlined ones too.
func stackNames(p *model.Profile, i int) []string {
	var names []string
	locs := p.Stacks.Reader().Locs(p.Samples.Stack[i])
	for k := len(locs) - 1; k >= 0; k-- {
		l := p.Locations[locs[k]]
		if l.FirstLine == l.EndLine {
			names = append(names, "?")
		}
		for _, line := range p.Lines[l.FirstLine:l.EndLine] {
			names = append(names, p.Strings.Raw(p.Functions[line.Func].Name))
		}
	}
	return names
}

func mustOpen(t testing.TB, path string) *model.Profile {
	t.Helper()
	f := must.Have(Open(context.Background(), path, Options{}))
	return f.Profile
}

func mustDecode(t testing.TB, data string) *model.Profile {
	t.Helper()
	f := must.Have(Decode(context.Background(), "test", []byte(data), Options{}))
	return f.Profile
}

// labelsOf are the labels of sample i, numbers with their unit.
func labelsOf(p *model.Profile, i int) map[string]string {
	out := map[string]string{}
	for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
		out[p.Strings.Raw(l.Key)] = valueOf(p, l)
	}
	return out
}

// sameStacks compares the stacks of one program in two forms.
func sameStacks(t *testing.T, name string, got, want map[string]int64) {
	t.Helper()
	for _, s := range slices.Sorted(maps.Keys(want)) {
		if got[s] != want[s] {
			t.Errorf("%s: %d of %d goroutines at %s", name, got[s], want[s], s)
		}
	}
	for _, s := range slices.Sorted(maps.Keys(got)) {
		if want[s] == 0 {
			t.Errorf("%s: %d goroutines nobody else has at %s", name, got[s], s)
		}
	}
}

// TestThreeForms opens the three goroutine profiles of one program. They were
// taken one after the other under load, so those goroutines are compared that
// only wait, all the time: main.wait started them.
func TestThreeForms(t *testing.T) {
	waiting := func(name string) map[string]int64 {
		all := stacks(mustOpen(t, filepath.Join("../testdata", name)))
		maps.DeleteFunc(all, func(s string, _ int64) bool { return !strings.Contains(s, "main.wait.wait.") })
		return all
	}
	want := waiting("goroutine.pprof")
	if len(want) < 8 {
		t.Fatalf("only %d kinds of waiting goroutines in goroutine.pprof", len(want))
	}
	sameStacks(t, "debug=1", waiting("goroutine.debug1.txt"), want)
	sameStacks(t, "debug=2", waiting("goroutine.debug2.txt"), want)
}

// TestLabelsOfDebug1 compares the labels of the protobuf and the text.
func TestLabelsOfDebug1(t *testing.T) {
	count := func(name string) map[string]int64 {
		p := mustOpen(t, filepath.Join("../testdata", name))
		out := map[string]int64{}
		for i := range p.Samples.Len() {
			if how := labelsOf(p, i)["waits"]; how != "" {
				out[how] += p.Samples.Values[0][i]
			}
		}
		return out
	}
	got, want := count("goroutine.debug1.txt"), count("goroutine.pprof")
	if len(want) < 8 || !maps.Equal(got, want) {
		t.Errorf("goroutines by the label waits: %v in debug=1, %v in the protobuf", got, want)
	}
}

// TestInlinedFrames sees that a call and what was inlined into it become one
// location in the texts as in the protobuf.
func TestInlinedFrames(t *testing.T) {
	for _, text := range []string{
		"goroutine profile: total 1\n1 @ 0x11 0x21 0x31\n#\t0x10\tmain.leaf+0x1\t/m.go:3\n#\t0x20\tmain.inlined+0x2\t/m.go:5\n#\t0x20\tmain.outer+0x2\t/m.go:9\n#\t0x30\tmain.main+0x4\t/m.go:12\n",
		"goroutine 1 [running]:\nmain.leaf()\n\t/m.go:3 +0x1\nmain.inlined(...)\n\t/m.go:5\nmain.outer()\n\t/m.go:9 +0x2\nmain.main()\n\t/m.go:12 +0x4\n",
	} {
		p := mustDecode(t, text)
		if got := strings.Join(stackNames(p, 0), " "); got != "main.leaf main.inlined main.outer main.main" {
			t.Errorf("stack %s", got)
		}
		locs := p.Stacks.Reader().Locs(p.Samples.Stack[0])
		if len(locs) != 3 {
			t.Fatalf("%d locations, not 3, in\n%s", len(locs), text)
		}
		var at []int64
		for _, l := range p.Lines[p.Locations[locs[1]].FirstLine:p.Locations[locs[1]].EndLine] {
			at = append(at, l.Line)
		}
		if !slices.Equal(at, []int64{5, 9}) {
			t.Errorf("lines %v of the location with an inlined call, not 5 and 9", at)
		}
	}
}

// debug1Cases are texts with comments, and the stacks and labels they hold.
var debug1Cases = []struct {
	name, text string
	format     string
	want       []string // "value: names, from the leaf; labels"
}{
	{
		"runtime frames are hidden",
		"goroutine profile: total 3\n3 @ 0x6 0x11 0x21 0x31\n#\t0x10\tmain.f+0x1\t/m.go:3\n#\t0x20\tmain.g+0x1\t/m.go:4\n",
		"goroutine debug=1", []string{"3: main.f main.g; map[]"},
	},
	{
		"labels with quotes",
		"goroutine profile: total 1\n1 @ 0x11\n# labels: {\"a b\":\"x\\\"y, z\", \"k\":\"\"}\n#\t0x10\tmain.f+0x1\t/m.go:3\n",
		"goroutine debug=1", []string{`1: main.f; map[a b:x"y, z k:]`},
	},
	{
		"recursion with an inlined call",
		"goroutine profile: total 1\n1 @ 0x11 0x11 0x21\n#\t0x10\tmain.in+0x1\t/m.go:3\n#\t0x10\tmain.rec+0x1\t/m.go:5\n#\t0x10\tmain.in+0x1\t/m.go:3\n#\t0x10\tmain.rec+0x1\t/m.go:5\n#\t0x20\tmain.main+0x1\t/m.go:7\n",
		"goroutine debug=1", []string{"1: main.in main.rec main.in main.rec main.main; map[]"},
	},
	{
		"address without a name in the middle",
		"goroutine profile: total 1\n1 @ 0x11 0x21 0x31\n#\t0x10\tmain.f+0x1\t/m.go:3\n#\t0x20\n#\t0x30\tmain.g+0x1\t/m.go:3\n",
		"goroutine debug=1", []string{"1: main.f ? main.g; map[]"},
	},
	{
		"no comments at all",
		"goroutine profile: total 2\n2 @ 0x11 0x21\n",
		"goroutine debug=1", []string{"2: ? ?; map[]"},
	},
	{
		"threads without a stack, padded with zeros",
		"threadcreate profile: total 5\n4 @ 0x0 0x0\n#\t0x0\n\n1 @ 0x11 0x0\n#\t0x10\tmain.f+0x1\t/m.go:3\n",
		"threadcreate debug=1", []string{"4: ; map[]", "1: main.f; map[]"},
	},
	{
		"threads without a stack, as Go once wrote them",
		"threadcreate profile: total 5\n4 @ \n#\t0x0\n\n1 @ 0x11\n#\t0x10\tmain.f+0x1\t/m.go:3\n",
		"threadcreate debug=1", []string{"4: ; map[]", "1: main.f; map[]"},
	},
	{
		"tabs that became spaces",
		"goroutine profile: total 1\n1 @ 0x11 0x21\n#       0x10    main.F[go.shape.struct { A int }]+0x1  /m m.go:3\n#       0x20\n",
		"goroutine debug=1", []string{"1: main.F[go.shape.struct { A int }] ?; map[]"},
	},
	{
		"mutex",
		"--- mutex:\ncycles/second=2000000000\nsampling period=5\n1000 3 @ 0x11 0x21\n#\t0x10\tsync.(*Mutex).Unlock+0x1\t/s.go:3\n#\t0x20\tmain.f+0x1\t/m.go:3\n",
		"mutex debug=1", []string{"15 2500: sync.(*Mutex).Unlock main.f; map[]"},
	},
	{
		"heap, unsampled by the library; Windows line ends",
		"heap profile: 1: 1048576 [2: 2097152] @ heap/1048576\r\n1: 1048576 [2: 2097152] @ 0x6 0x11 0x21\r\n#\t0x10\tmain.(*T[...]).f+0x1\tC:/m.go:3\r\n#\t0x20\tmain.g+0x1\tC:/m.go:4\r\n\r\n# runtime.MemStats\r\n# Alloc = 7\r\n",
		"heap debug=1", []string{"2 2425393 1 1212696: main.(*T[...]).f main.g; map[bytes:1048576]"},
	},
}

// TestDebug1Unread sees that lines that are not understood cost no other line, and are named.
func TestDebug1Unread(t *testing.T) {
	const one = "1 @ 0x11\n#\t0x10\tmain.f+0x1\t/m.go:3\n\n"
	for _, c := range []struct {
		name, text string
		samples    int
		warning    string
	}{
		{"goroutines", "goroutine profile: total 2\n" + one + one, 2, ""},
		{"a sample of a later version", "goroutine profile: total 2\n" + one + "1 {select} @ 0x11\n" + one, 2, "1 line was not understood and is left out: line 5: 1 {select} @ 0x11"},
		{"a comment of a later version", "goroutine profile: total 1\n1 @ 0x11\n# state: select\n#\t0x10\tmain.f+0x1\t/m.go:3\n", 1, "1 line was not understood and is left out: line 3: # state: select"},
		{"frames of a later version", "goroutine profile: total 1\n1 @ 0x11\n#\t0x10\tmain.f+0x1\t/m.go:3\n#\t<inlined>\tmain.g\n", 1, "line 4: # <inlined> main.g"},
		{"labels of a later version", "goroutine profile: total 1\n1 @ 0x11\n# labels: {\"a\":\"b\"} of c\n#\t0x10\tmain.f+0x1\t/m.go:3\n", 1, `line 3: # labels: {"a":"b"} of c`},
		{"a setting of a later version", "--- mutex:\ncycles/second=2000000000\nsampling period=5\nresolution=7\n1000 3 @ 0x11\n#\t0x10\tmain.f+0x1\t/m.go:3\n", 1, "line 4: resolution=7"},
		{"a frame that is in no stack", "goroutine profile: total 1\n1 @ 0x11\n#\t0x10\tmain.f+0x1\t/m.go:3\n#\t0x20\tmain.g+0x1\t/m.go:4\n", 1, "line 4: # 0x20 main.g+0x1 /m.go:4"},
		{"output of the program", "heap profile: 1: 8 [1: 8] @ heap/1048576\n1: 8 [1: 8] @ 0x11\n#\t0x10\tmain.f+0x1\t/m.go:3\n\n2026/01/02 listening\n# runtime.MemStats\n# Alloc = 7\n", 1, "line 5: 2026/01/02 listening"},
		{"another profile behind it", "goroutine profile: total 1\n" + one + "\x1f\x8b\x08\x00\x00", 1, "the text ends before line 5; 5B of binary data follow, perhaps another profile, and are left out"},
	} {
		p := mustDecode(t, c.text)
		if p.Samples.Len() != c.samples {
			t.Errorf("%s: %d samples, not %d", c.name, p.Samples.Len(), c.samples)
		}
		if got := strings.Join(p.Warnings, "\n"); !strings.Contains(got, c.warning) || c.warning == "" && got != "" {
			t.Errorf("%s: warnings %q, not %q", c.name, got, c.warning)
		}
	}
}

func TestDebug1(t *testing.T) {
	for _, c := range debug1Cases {
		t.Run(c.name, func(t *testing.T) {
			p := mustDecode(t, c.text)
			if p.Format != c.format {
				t.Errorf("format %q, not %q", p.Format, c.format)
			}
			compareSamples(t, p, c.want)
		})
	}
}

func compareSamples(t *testing.T, p *model.Profile, want []string) {
	t.Helper()
	var got []string
	for i := range p.Samples.Len() {
		var values []string
		for _, v := range p.Samples.Values {
			values = append(values, fmt.Sprint(v[i]))
		}
		got = append(got, fmt.Sprintf("%s: %s; %v", strings.Join(values, " "), strings.Join(stackNames(p, i), " "), labelsOf(p, i)))
	}
	if !slices.Equal(got, want) {
		t.Errorf("samples\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// noWarning stands for none at all.
const noWarning = "none"

// dumpCases are texts in the form of debug=2.
var dumpCases = []struct {
	name, text string
	want       []string
	warning    string // a part of one of them
	comments   []string
}{
	{
		"state, waiting time and creator",
		"goroutine 7 [chan receive, 3 minutes, locked to thread]:\nmain.(*T).run(0xc000, {0x1, 0x2})\n\t/m m.go:12 +0x1\ncreated by main.main in goroutine 1\n\t/m.go:3 +0x2\n",
		[]string{"1: main.(*T).run; map[created by:main.main created in goroutine:1 goroutine:7 locked:to thread state:chan receive waiting:3 minutes]"}, "", nil,
	},
	{
		"creator without a number, as before Go 1.21",
		"goroutine 7 [select (no cases)]:\nmain.f()\n\t/m.go:12 +0x1\ncreated by main.main\n\t/m.go:3 +0x2\n",
		[]string{"1: main.f; map[created by:main.main goroutine:7 state:select (no cases)]"}, "", nil,
	},
	{
		"generics, labels and a bubble",
		"goroutine 7 [sleep (durable), synctest bubble 4 labels:{\"a\": \"b, c\", \"d\": \"]:\"}]:\nmain.F[...](...)\n\t/m.go:12\nmain.(*T[...]).G(0x1)\n\t/m.go:13 +0x4\n",
		[]string{"1: main.F[...] main.(*T[...]).G; map[a:b, c d:]: goroutine:7 state:sleep (durable) synctest bubble:4]"}, "", nil,
	},
	{
		"labels as Go 1.27 writes them, quoted only where they must be",
		"goroutine 7 [chan receive] {tenant: t0, \"weird key\": \"a\\\"b, c}\"}:\nmain.f()\n\t/m.go:12 +0x1\n\ngoroutine 8 gp=0x1 m=nil [select, 3 minutes, locked to thread] {: x, \"]:\": \"}]:\", \"a:b\": \"{c}: d, e\", empty: , nl: \"x\\ny\\tz\\r\\\\\"}:\nmain.f()\n\t/m.go:12 +0x1\n\n" +
			"goroutine 9 [select] {bad: \"\\xff\\xfe\", del: \"\\u007f\\x01\", \"\\u00fc\": \"\\u65e5\\U0001f600\"}:\nmain.f()\n\t/m.go:12 +0x1\n",
		[]string{
			`1: main.f; map[goroutine:7 state:chan receive tenant:t0 weird key:a"b, c}]`,
			"1: main.f; map[:x ]::}]: a:b:{c}: d, e empty: goroutine:8 locked:to thread nl:x\ny\tz\r\\ state:select waiting:3 minutes]",
			"1: main.f; map[bad:\xff\xfe del:\x7f\x01 goroutine:9 state:select ü:日😀]",
		}, noWarning, nil,
	},
	{
		"leaked, scanned and durable",
		"goroutine 7 [chan send (leaked) (scan)] {k: v}:\nmain.f()\n\t/m.go:12 +0x1\n\ngoroutine 8 [sleep (scan) (durable), synctest bubble 3]:\nmain.f()\n\t/m.go:12 +0x1\n\ngoroutine 9 [sleep, synctest group 3]:\nmain.f()\n\t/m.go:12 +0x1\n",
		[]string{
			"1: main.f; map[goroutine:7 k:v state:chan send (leaked)]",
			"1: main.f; map[goroutine:8 state:sleep (durable) synctest bubble:3]",
			"1: main.f; map[goroutine:9 state:sleep synctest bubble:3]",
		}, noWarning, nil,
	},
	{
		"headers of a later version",
		"goroutine 7 [select] @ cpu 3:\nmain.f()\n\t/m.go:12 +0x1\n\ngoroutine 8 p=3 [select, 4 minutes] {a: b, c=d}:\nmain.f()\n\t/m.go:12 +0x1\n\ngoroutine 9 {select}:\n\tgoroutine running on other thread; stack unavailable\n",
		[]string{
			"1: main.f; map[goroutine:7 state:select]",
			"1: main.f; map[a:b goroutine:8 state:select waiting:4 minutes]",
			"1: ; map[goroutine:9]",
		}, "the headers of 3 of 3 goroutines were not understood whole, as a newer version may have written them, but their stacks were read: line 1: goroutine 7 [select] @ cpu 3:", nil,
	},
	{
		"a header without a stack is left out, and prose is no header",
		"goroutine 6 has ended\ngoroutine 7: done\ngoroutine 8 [select]:\nmain.f()\n\t/m.go:12 +0x1\n\ngoroutine 9 [select]\nmain.g()\n\ngoroutine stack exceeds 1000000000-byte limit\n",
		[]string{"1: main.f; map[goroutine:8 state:select]"}, "1 of 2 goroutines was not understood and is left out: line 7: goroutine 9 [select]", nil,
	},
	{
		"the collector is scanning it",
		"goroutine 7 [runnable (scan)]:\nmain.f()\n\t/m.go:12 +0x1\n",
		[]string{"1: main.f; map[goroutine:7 state:runnable]"}, "", nil,
	},
	{
		"no stack",
		"goroutine 7 [running]:\n\tgoroutine running on other thread; stack unavailable\n\ngoroutine 8 [syscall]:\nmain.f()\n\t/m.go:12 +0x1\n",
		[]string{"1: ; map[goroutine:7 state:running]", "1: main.f; map[goroutine:8 state:syscall]"}, "because they were running: 1", nil,
	},
	{
		"frames elided",
		"goroutine 7 [select]:\nmain.f(...)\n\t/m.go:12\n...106 frames elided...\nmain.f()\n\t/m.go:12 +0x1\n...additional frames elided...\ncreated by main.main\n\t/m.go:3 +0x2\n",
		[]string{"1: main.f (frames elided) main.f (frames elided); map[created by:main.main goroutine:7 state:select]"}, "left out a part, marked (frames elided): 2", nil,
	},
	{
		"ancestors are not its own frames",
		"goroutine 7 [select]:\nmain.f()\n\t/m.go:12 +0x1\ncreated by main.g\n\t/m.go:3 +0x2\n[originating from goroutine 1]:\nmain.h()\n\t/m.go:12 +0x1\n",
		[]string{"1: main.f; map[created by:main.g goroutine:7 state:select]"}, "", nil,
	},
	{
		"a crash",
		"2026/01/02 listening\npanic: boom\n\tmore\n\ngoroutine 1 gp=0xc000 m=0 mp=0x5f [running]:\npanic({0x1, 0x2})\n\t/go/panic.go:879 +0x16f fp=0x1 sp=0x2 pc=0x3\nmain.main()\n\t/m.go:47 +0x445 fp=0x1 sp=0x2 pc=0x3\nexit status 2\n",
		[]string{"1: runtime.gopanic main.main; map[goroutine:1 state:running]"}, "", []string{"panic: boom"},
	},
	{
		"a panic while another was handled",
		"panic: boom [recovered]\n\tpanic: again\n\ngoroutine 1 [running]:\nmain.main()\n\t/m.go:47 +0x445\n",
		[]string{"1: main.main; map[goroutine:1 state:running]"}, "", []string{"panic: boom [recovered]", "panic: again"},
	},
	{
		"a fatal signal in C",
		"SIGABRT: abort\nPC=0x4 m=0 sigcode=0\n\ngoroutine 0 gp=0x5 m=0 mp=0x5 [idle]:\nruntime.futex(0x1)\n\t/go/sys.s:1 +0x1\n\ngoroutine 1 gp=0x5 m=nil [select]:\nmain.main()\n\t/m.go:1 +0x1\n\nrax    0x0\nrbx    0x1\n",
		[]string{"1: main.main; map[goroutine:1 state:select]"}, "1 stack belongs to a thread (goroutine 0) and is not counted as a goroutine", []string{"SIGABRT: abort"},
	},
	{
		"threads, and goroutines that stand there twice, with GOTRACEBACK=crash",
		"SIGQUIT: quit\nPC=0x4 m=0 sigcode=0\n\ngoroutine 0 gp=0x5 m=0 mp=0x5 [idle]:\nruntime.futex(0x1)\n\t/go/sys.s:1 +0x1\n\n" +
			"goroutine 1 gp=0x6 m=nil [select]:\nmain.main()\n\t/m.go:1 +0x1\n\ngoroutine 6 gp=0x8 m=6 mp=0x8 [syscall]:\nmain.g()\n\t/m.go:3 +0x1\n\n" +
			"goroutine 7 gp=0x7 m=5 mp=0x8 [running]:\n\tgoroutine running on other thread; stack unavailable\ncreated by main.main in goroutine 1\n\t/m.go:2 +0x1\n\n" +
			"goroutine 8 gp=0x9 m=7 mp=0x9 [running]:\n\tgoroutine running on other thread; stack unavailable\n\nrax    0x0\n\n-----\n\n" +
			"SIGQUIT: quit\nPC=0x4 m=1 sigcode=0\n\ngoroutine 0 gp=0x1 m=1 mp=0x6 [idle]:\nruntime.futex(0x1)\n\t/go/sys.s:1 +0x1\nrax    0x0\n\n-----\n\n" +
			"SIGQUIT: quit\nPC=0x4 m=5 sigcode=0\n\ngoroutine 7 gp=0x7 m=5 mp=0x8 [running]:\nmain.f()\n\t/m.go:9 +0x1\n\n-----\n\n" +
			"SIGQUIT: quit\nPC=0x4 m=6 sigcode=0\n\ngoroutine 6 gp=0x8 m=6 mp=0x8 [syscall]:\nmain.g()\n\t/m.go:3 +0x1\n",
		[]string{
			"1: main.main; map[goroutine:1 state:select]", "1: main.g; map[goroutine:6 state:syscall]",
			"1: main.f; map[goroutine:7 state:running]", "1: ; map[goroutine:8 state:running]",
		}, "2 stacks belong to threads (goroutine 0) and are not counted as goroutines", []string{"SIGQUIT: quit"},
	},
	{
		"nothing but threads",
		"SIGABRT: abort\n\ngoroutine 0 gp=0x5 m=0 mp=0x5 [idle]:\nruntime.futex(0x1)\n\t/go/sys.s:1 +0x1\n",
		[]string{"1: runtime.futex; map[goroutine:0 state:idle]"}, noWarning, []string{"SIGABRT: abort"},
	},
	{
		"two dumps end to end; Windows line ends",
		"goroutine 7 [select]:\r\nmain.f()\r\n\t/m.go:12 +0x1\r\n\r\ngoroutine 7 [select]:\r\nmain.f()\r\n\t/m.go:12 +0x1\r\n",
		[]string{"1: main.f; map[goroutine:7 state:select]", "1: main.f; map[goroutine:7 state:select]"}, "goroutine 7 appears more than once", nil,
	},
	{
		"cut off within a line",
		"goroutine 7 [select]:\nmain.f()\n\t/m.go:12 +0x1\nmain.g(0xc000",
		[]string{"1: main.f; map[goroutine:7 state:select]"}, "ends in the middle of a stack", nil,
	},
	{
		"cut off between a call and its file",
		"goroutine 7 [select]:\nmain.f()\n",
		[]string{"1: main.f; map[goroutine:7 state:select]"}, "ends in the middle of a stack", nil,
	},
	{
		"cut off after a header",
		"goroutine 7 [select]:\nmain.f()\n\t/m.go:12 +0x1\n\ngoroutine 8 [select]:\n",
		[]string{"1: main.f; map[goroutine:7 state:select]", "1: ; map[goroutine:8 state:select]"}, "ends in the middle of a stack", nil,
	},
	{
		"a header without a number",
		"goroutine 7 [select]:\nmain.f()\n\t/m.go:12 +0x1\n\ngoroutine twenty [select]:\nmain.g()\n\t/m.go:13 +0x1\n\n",
		[]string{"1: main.f; map[goroutine:7 state:select]"}, "1 of 2 goroutines was not understood", nil,
	},
	{
		"pasted without the end of its last line",
		"goroutine 7 [select]:\nmain.f()\n\t/m.go:12 +0x1",
		[]string{"1: main.f; map[goroutine:7 state:select]"}, noWarning, nil,
	},
	{
		"a call whose file does not come",
		"goroutine 7 [select]:\nmain.f()\nmain.g()\n\t/m.go:12 +0x1\n",
		[]string{"1: main.f main.g; map[goroutine:7 state:select]"}, "", nil,
	},
}

func TestDump(t *testing.T) {
	for _, c := range dumpCases {
		t.Run(c.name, func(t *testing.T) {
			p := mustDecode(t, c.text)
			compareSamples(t, p, c.want)
			if p.Format != "goroutine debug=2" || !slices.Equal(p.Types, []model.ValueType{{Type: "goroutine", Unit: "count"}}) {
				t.Errorf("format %q, types %v", p.Format, p.Types)
			}
			if c.warning == noWarning {
				if len(p.Warnings) > 0 {
					t.Errorf("warnings %q", p.Warnings)
				}
			} else if !strings.Contains(strings.Join(p.Warnings, "\n"), c.warning) {
				t.Errorf("warnings %q, none says %q", p.Warnings, c.warning)
			}
			if !slices.Equal(p.Comments, c.comments) {
				t.Errorf("comments %q, not %q", p.Comments, c.comments)
			}
		})
	}
}

// TestLeaked sees that goroutines that are blocked for ever are named, and that a filter finds them.
func TestLeaked(t *testing.T) {
	p := mustDecode(t, "goroutine 1 [running]:\nmain.f()\n\t/m.go:1 +0x1\n\ngoroutine 2 [select (no cases) (leaked)]:\nmain.g()\n\t/m.go:2 +0x1\n\ngoroutine 3 [chan send (leaked)] {a: b}:\nmain.h()\n\t/m.go:3 +0x1\n")
	hints := must.Have(explain.Hints(t.Context(), p))
	if len(hints) != 1 || hints[0] != "2 goroutines are leaked: nothing that still runs can wake them. The filter tagfocus=state=leaked shows them" {
		t.Errorf("hints %q", hints)
	}
	q := query.Default()
	q.TagFocus = "state=leaked"
	r := must.Have(query.Evaluate(t.Context(), p, q))
	if r.Passed() != 2 {
		t.Errorf("%d goroutines are leaked, not 2", r.Passed())
	}
}

// TestOwnDump takes a dump of this very test from the runtime that runs it.
func TestOwnDump(t *testing.T) {
	buf := make([]byte, 1<<20)
	p := mustDecode(t, string(buf[:runtime.Stack(buf, true)]))
	for i := range p.Samples.Len() {
		if names := stackNames(p, i); slices.Contains(names, "profstation/loader.TestOwnDump") {
			if state := labelsOf(p, i)["state"]; state != "running" {
				t.Errorf("this goroutine is %q, not running", state)
			}
			return
		}
	}
	t.Error("this goroutine is not in its own dump")
}

// FuzzGoroutineText looks for texts that make the decoders panic or disagree
// with themselves.
func FuzzGoroutineText(f *testing.F) {
	for _, c := range debug1Cases {
		f.Add([]byte(c.text))
	}
	for _, c := range dumpCases {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !text.IsLegacy(data, work.StepsUntil(t.Context())) && !text.IsDump(data, work.StepsUntil(t.Context())) {
			return
		}
		f, err := Decode(t.Context(), "x", data, Options{Limits: input.Limits{File: 1 << 30, Uncompressed: 1 << 30, Memory: 1 << 30}})
		if err != nil {
			if strings.Contains(err.Error(), "the decoder failed") {
				t.Fatal(err)
			}
			return
		}
		consistent(t, f.Profile)
	})
}

// consistent checks that all indices of a profile's tables hold.
func consistent(t *testing.T, p *model.Profile) {
	t.Helper()
	for i := range p.Samples.Len() {
		_ = stackNames(p, i)
		_ = labelsOf(p, i)
	}
	for _, v := range p.Samples.Values {
		if len(v) != p.Samples.Len() {
			t.Fatalf("%d values for %d samples", len(v), p.Samples.Len())
		}
	}
	for _, l := range p.Locations {
		if l.Mapping != model.NoMapping {
			_ = p.Mappings[l.Mapping]
		}
	}
	for _, f := range p.Functions {
		_ = p.Strings.Display(f.Name) + p.Strings.Raw(f.SystemName) + p.Strings.Raw(f.File)
	}
	for _, w := range p.Warnings {
		if strings.ContainsRune(w, '\n') {
			t.Errorf("warning of several lines: %q", w)
		}
	}
}

// valueOf writes a label's value as people do.
func valueOf(p *model.Profile, l model.Label) string {
	if l.IsNum {
		return strings.TrimSpace(fmt.Sprint(l.Num, " ", p.Strings.Raw(l.Unit)))
	}
	return p.Strings.Raw(l.Str)
}
