package text

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/loader/input"
	"profstation/model"
	"profstation/model/work"
)

// headerParts are what headers are made of, and what looks like it.
var headerParts = []string{
	"goroutine ", "1", "23", " gp=0x1", " m=3", " mp=", " mp=0x2", " p=7", " =", " [", "running", "]", "]:", ":", " ", "\t", " [select, 3 minutes]:",
	" {", "{", "}", "}:", ", ", ": ", `"`, `\"`, `\`, `"a b"`, `"]: {"`, `"\u00fc\xff"`, `"\q"`, "tenant: t0", `"k":"v"`, " labels:{", "{}", " (scan)", " (leaked)", "x=y",
}

// sameHeader compares the two ways to read a header.
func sameHeader(t *testing.T, line string) (known bool) {
	t.Helper()
	want := readSlowHeader(line)
	h, is := cutHeader([]byte(line))
	if is != want.is {
		t.Fatalf("%q is a header: %v", line, is)
	}
	if !is {
		return false
	}
	got := readTail(string(h.tail))
	labels := map[string]string{}
	for _, l := range got.labels {
		labels[l.key] = l.value
	}
	if !slices.IsSortedFunc(got.labels, func(a, b textLabel) int { return cmp.Compare(a.key, b.key) }) || len(labels) != len(got.labels) {
		t.Fatalf("%q: labels %q", line, got.labels)
	}
	if string(h.id) != want.id || string(h.gp) != want.gp || got.state != want.state || !maps.Equal(labels, want.labels) || got.known != want.known || got.formed != want.formed || got.bare != want.bare {
		t.Fatalf("%q: %q %+v\nthe slow way\n%+v", line, h.id, got, want)
	}
	return got.known
}

func TestHeader(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	found := 0
	for range 200_000 {
		line := "goroutine 7"
		for range r.IntN(8) {
			line += headerParts[r.IntN(len(headerParts))]
		}
		if sameHeader(t, line) {
			found++
		}
	}
	if found < 100 {
		t.Errorf("only %d headers", found)
	}
}

func FuzzHeader(f *testing.F) {
	for _, line := range dumpLines {
		f.Add(line)
	}
	for _, part := range headerParts {
		f.Add("goroutine 7 [run]" + part)
		f.Add("goroutine 7 [run labels:{" + part)
		f.Add(`goroutine 7 [run] {a: "b", c: ` + part + "}:")
	}
	f.Fuzz(func(t *testing.T, line string) {
		sameHeader(t, strings.TrimRight(strings.ReplaceAll(line, "\n", ""), "\r"))
	})
}

// dumpLines are what dumps are made of, and what looks like it.
var dumpLines = []string{
	"goroutine 7 [select]:", "goroutine 7 [select (scan), 3 minutes, locked to thread]:", "goroutine 12 gp=0x1 m=nil [running]:", "goroutine 12 gp=0x2 m=1 mp=0x5 [running]:", "goroutine 0 gp=0x3 m=1 mp=0x5 [idle]:", "goroutine 0 gp=0x4 m=1 mp=0x5 [idle]:", "goroutine 0 [idle]:", "goroutine 13 gp=0x [running]:",
	"goroutine 9 [x, sleep, synctest bubble 4]:", "goroutine 9 [a, 3 minutes, 4 minutes, b, x minutes]:", "goroutine 99999999999999999999 [select]:",
	`goroutine 1 [run labels:{"k": "v", "created by": "x", "locked": "y"}]:`, `goroutine 1 [run, locked to thread labels:{"state": "v", "a": "b"}]:`,
	"goroutine 3 [run] {tenant: t0, \"weird key\": \"a\\\"b, c}\"}:", "goroutine 4 gp=0x1 m=nil [run (scan), locked to thread] {created by: x, \"locked\": y, : empty}:",
	"goroutine 5 [chan send (leaked)]:", "goroutine 6 [sleep (scan) (durable), synctest group 3]:", "goroutine 7 [select] @ cpu 3:", "goroutine 8 [select] {a: b} {c: d}:",
	"goroutine 9 p=3 [select]:", "goroutine 10 {select}:", "goroutine 11 [select", "goroutine 12 has ended", "goroutine 13:", "goroutine x [run]:", "goroutine 14 [run labels:{\"a\": b c}]:",
	"main.f()", "main.f(...)", "main.(*T).g(0x1, {0x2, ...})", "panic({0x1, 0x2})", "main.h(0xc0", "()", "exit status 2",
	"\t/m.go:12 +0x1", "\t/m.go:12", "\t/m.go:012 +0x3", " /m m.go:12 +0x1 +0x2 fp=0x1", "\t", "\t/m.go", "\t/m.go:x +0x1",
	"created by main.main in goroutine 1", "created by main.g", "created by main.g in goroutine x", "\tgoroutine running on other thread; stack unavailable",
	"[originating from goroutine 1]:", "...106 frames elided...", "...additional frames elided...", "...", "panic: boom", "\tpanic: again", "SIGQUIT: quit", "fatal error: x", "", "", "\r", "main.f()\r",
}

// sameDump compares the two ways to read a dump.
func sameDump(t *testing.T, data []byte) {
	t.Helper()
	got, err := ParseDump(data, strings.ToUpper, input.Limits{}.OrDefault(), input.NewProgress(t.Context(), nil))
	if err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	if got, want := IsDump(data, work.StepsUntil(t.Context())), slowIsDump(string(data)); got != want {
		t.Fatalf("%q is a dump: %v", data, got)
	}
	if got, want := dumpText(got), dumpText(slowParse(data, strings.ToUpper)); got != want {
		t.Fatalf("%q\n%s\nthe slow way\n%s", data, got, want)
	}
}

// dumpText writes all that the tables hold of a dump, to be compared.
func dumpText(p *model.Profile) string {
	var b strings.Builder
	called := map[model.FuncID]bool{} // by any goroutine: lineages have others
	number := map[model.LocID]int{}   // in the order of their first use: lineages have others
	for i := range p.Stacks.Len() {
		for _, l := range p.Stacks.Reader().Locs(model.StackID(i)) {
			for _, x := range p.Lines[p.Locations[l].FirstLine:p.Locations[l].EndLine] {
				called[x.Func] = true
			}
		}
	}
	fmt.Fprintf(&b, "%q %q %d functions\n", p.Comments, p.Warnings, len(called))
	for i := range p.Samples.Len() {
		fmt.Fprintf(&b, "%d:", p.Samples.Values[0][i])
		for _, l := range p.Stacks.Reader().Locs(p.Samples.Stack[i]) {
			if _, ok := number[l]; !ok {
				number[l] = len(number)
			}
			fmt.Fprintf(&b, " %d", number[l])
			for _, n := range p.Lines[p.Locations[l].FirstLine:p.Locations[l].EndLine] {
				f := p.Functions[n.Func]
				fmt.Fprintf(&b, " %q %q %q %d", p.Strings.Raw(f.Name), p.Strings.Raw(f.SystemName), p.Strings.Raw(f.File), n.Line)
			}
		}
		for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
			fmt.Fprintf(&b, " %q=%q %d %q %v", p.Strings.Raw(l.Key), p.Strings.Raw(l.Str), l.Num, p.Strings.Raw(l.Unit), l.IsNum)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestDumpAgrees reads texts of random lines in both ways.
func TestDumpAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range thorough.Times(20_000, 4_000) {
		text := ""
		for range r.IntN(20) {
			text += dumpLines[r.IntN(len(dumpLines))] + "\n"
		}
		sameDump(t, []byte(text[:len(text)-r.IntN(min(2, len(text)+1))]))
	}
	// One of so many goroutines that room is made for the rest, and that not all states are kept.
	text := strings.Builder{}
	for i := range 40_000 {
		fmt.Fprintf(&text, "goroutine %d [select, state %d]:\nmain.f%d()\n\t/m.go:%d +0x1\ncreated by main.g%[3]d in goroutine 1\n\n", i, i%5000, i%30, i%7)
	}
	sameDump(t, []byte(text.String()))
}

func FuzzDump(f *testing.F) {
	for _, line := range dumpLines {
		f.Add([]byte("goroutine 1 [running]:\nmain.f()\n" + line + "\n\t/m.go:1 +0x1\n"))
	}
	f.Fuzz(func(t *testing.T, data []byte) { sameDump(t, data) })
}

// TestDumpMemory holds all that is allocated on the way against the estimate. Where each goroutine
// has code or labels of its own, half of that is garbage, of maps that grow. Usual goroutines take
// less than their text, so no more than twice the text is in use.
func TestDumpMemory(t *testing.T) {
	text := strings.Builder{}
	for i := range 20_000 {
		fmt.Fprintf(&text, "goroutine %d [select, %d minutes]:\n", i, i%100)
		for d := range 10 {
			fmt.Fprintf(&text, "example.com/service/package%d.(*Server).handle(0xc000%06x, {0x1, 0x2})\n\t/src/example.com/service/server.go:%d +0x123\n", (i+d)%40, i, 10*d+i%7)
		}
		text.WriteString("created by main.main in goroutine 1\n\t/src/main.go:1 +0x1\n\n")
	}
	different := strings.Builder{} // of which all is kept
	for i := range 20_000 {
		fmt.Fprintf(&different, "goroutine %d [state %d]:\nexample.com/service/package%d.Handler()\n\t/src/example.com/file%d.go:%d +0x1\ncreated by main.f%d\n\n", i, i, i, i, i, i)
	}
	labelled := strings.Builder{}
	for i := range 20_000 {
		fmt.Fprintf(&labelled, "goroutine %d [select labels:{\"request\": \"%d\", \"path\": \"/a/%d\"}]:\nmain.f()\n\t/m.go:1 +0x1\n\n", i, i, i)
	}
	for name, text := range map[string]string{"usual": text.String(), "different": different.String(), "labelled": labelled.String()} {
		data, progress := []byte(text), input.NewProgress(t.Context(), nil)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		q := newDumpParser(strings.ToUpper)
		must.Do(q.read(data, input.Limits{}.OrDefault(), progress))
		estimate := q.memory(0)
		p := must.Have(q.profile(progress))
		runtime.ReadMemStats(&after)
		took := int64(after.TotalAlloc - before.TotalAlloc)
		t.Logf("%s: %s of text, %s estimated beside it, %s allocated on the way", name, input.Size(int64(len(text))), input.Size(estimate), input.Size(took))
		if took > estimate*5/2 || took < estimate/2 {
			t.Errorf("%s: %s were allocated, the estimate is %s", name, input.Size(took), input.Size(estimate))
		}
		if name == "usual" && took > int64(len(text)) {
			t.Errorf("%s: %s were allocated for %s of text", name, input.Size(took), input.Size(int64(len(text))))
		}
		runtime.KeepAlive(p)
	}
}

// TestDumpStops holds that a dump of few long lines looks at its context as often as one of many
// short ones.
func TestDumpStops(t *testing.T) {
	for name, text := range map[string]string{
		"short lines": strings.Repeat("goroutine 1 [running]:\nmain.f()\n\t/m.go:1 +0x1\n\n", 4<<20/50),
		"long lines":  strings.Repeat("goroutine 1 [running"+strings.Repeat(", x", 100_000)+"]:\n", 4<<20/300_000),
	} {
		ctx := must.Count()
		if _, err := ParseDump([]byte(text), strings.ToUpper, input.Limits{}.OrDefault(), input.NewProgress(ctx, nil)); err != nil {
			t.Error(name, err)
		}
		if least := len(text) / (2 * look); ctx.Asked() < least {
			t.Errorf("%s: %d looks at the context, not %d", name, ctx.Asked(), least)
		}
	}
}

// TestLongLines reads comments of any length, and says why it does not read other lines.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	parse := func(text string) error {
		_, _, err := ParseLegacy([]byte(text), LegacyOf([]byte(text), work.StepsUntil(t.Context())), 1, input.Limits{}.OrDefault(), input.NewProgress(t.Context(), nil))
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
	if err == nil || !strings.Contains(err.Error(), "line 2 has 97.7kB; lines of up to 64kB can be read") {
		t.Error(err)
	}
}

// A server ends a dump at 64 MiB, within a line.
func TestFullDump(t *testing.T) {
	one := "goroutine 7 [select]:\nmain.f()\n\t/m.go:12 +0x1\n\n"
	text := strings.Repeat(one, maxDump/len(one)+1)[:maxDump]
	p := must.Have(ParseDump([]byte(text), strings.ToUpper, input.Limits{}.OrDefault(), input.NewProgress(t.Context(), nil)))
	if !strings.Contains(strings.Join(p.Warnings, "\n"), "no more than 64MiB") {
		t.Errorf("warnings %q", p.Warnings)
	}
}
