package foreign

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/work"
)

func perf(t testing.TB, text string) *model.Profile {
	t.Helper()
	if !IsPerf([]byte(text), work.StepsUntil(t.Context())) {
		t.Fatalf("%q does not look like one", text)
	}
	p, err := Perf([]byte(text), decoding(t))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return p
}

// perfText has the lines that perf 6.1 printed of a program that forks and starts a thread, with others
// names and addresses.
const perfText = `# ========
# captured on    : Tue Nov 24 15:17:37 2026
# cmdline : /usr/bin/perf record -g ./app
# ========
app 100  20.000050: PERF_RECORD_COMM exec: app:100/100
app 100  20.000060: PERF_RECORD_MMAP2 100/100: [0x55844e8f2000(0x1000) @ 0x1000 fe:00 9978751 2600030733]: r-xp /bin/app
app 100  20.000100:     250000 cpu-clock: 
	           14645 start+0x25 (/lib/ld.so)
	    7fe3e4de28a8 [unknown] (/lib/libc.so)
	               0 [unknown] ([unknown])

app 100  20.000150: PERF_RECORD_FORK(100:101):(100:100)
app 100  20.000160: PERF_RECORD_FORK(102:102):(100:100)
V8 Worker 7 101  20.000200:     250000 cpu-clock: 
	            118a std::vector<int>::at(int) const+0x11 (inlined)
	            118a _ZN3foo3barEv+0x11 (/tmp/a (deleted))
  app.cc:12
	            122b main+0x49 (/bin/app)

app 102/102 [003]  20.000300:     250000 cpu-clock: 
	            122b main+0x49 (/bin/app)
nonsense
	            122b main+0x49 (/bin/app)

`

func TestPerf(t *testing.T) {
	for name, text := range map[string]string{"LF": perfText, "CR LF": strings.ReplaceAll(perfText, "\n", "\r\n"), "cut": strings.TrimRight(perfText, "\n")} {
		t.Run(name, func(t *testing.T) {
			p := perf(t, text)
			wantRows(t, p,
				"0x0;0x7fe3e4de28a8[/lib/libc.so];start 1 250000 comm=app pid=100 tid=100 @0",
				"main;shown _ZN3foo3barEv app.cc:12;std::vector<int>::at(int) const (inlined) 1 250000 comm=V8 Worker 7 pid=100 tid=101 @100000",
				"main;main 1 250000 comm=app pid=102 tid=102 cpu=3 @200000")
			if want := []model.ValueType{samplesType, {Type: "cpu-clock", Unit: "nanoseconds"}}; !slices.Equal(p.Types, want) {
				t.Errorf("types %v", p.Types)
			}
			if p.Period != 250000 || p.PeriodType.Type != "cpu-clock" || p.Duration != 200_000 || len(p.Comments) != 2 {
				t.Errorf("header %+v", p.Header)
			}
			want := []string{"1 line could not be read as output of perf script: line 22 (“nonsense”)"}
			if name == "cut" { // perf writes a blank line
				want = append(want, "the file is cut off within a sample: 3 samples were read, the last one perhaps without all of its callers")
			}
			if !slices.Equal(p.Warnings, want) {
				t.Errorf("%q", p.Warnings)
			}
		})
	}
}

func TestPerfFields(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"no stacks", "               a 13870  1426.656657:     250000 cycles:      7fe3 do+0x25 (/lib/ld.so)\n             b c 0 [000]  1426.656658: 7 cycles:  0 [unknown] ([unknown])\n",
			[]string{"do 1 250000 comm=a tid=13870 @0", "0x0 1 7 comm=b c tid=0 cpu=0 @1000"}},
		{"no time, no period", "a 13870/13871 cycles:ppp: \n\t  7fe3 do+0x25 (/lib/ld.so)\n\n", []string{"do 1 comm=a pid=13870 tid=13871"}},
		{"no file", "a 1 1.000000001: cycles: \n\t  7fe3 do\n\t 12 main\n\n", []string{"main;do 1 comm=a tid=1 @0"}},
		{"several events", "a 1 1.000000: 5 cycles:u: \n\t  7fe3 do (x)\n\na 1 1.000001: 1 sched:sched_switch: prev_comm=x ==> next_comm=y\n\t  7fe3 do (x)\n\n",
			[]string{"do 1 5 0 0 comm=a tid=1 @0", "do 0 0 1 1 comm=a tid=1 @1000"}},
		{"no event", "a 1/2 1.000000: \n\t  7fe3 do (x)\n\nb 7 3 1.000001:\n\t  12 main (x)\n\n", []string{"do 1 comm=a pid=1 tid=2 @0", "main 1 comm=b 7 tid=3 @1000"}},
		{"period, no event", "a 1 1.000000: 25 \n\t  7fe3 do (x)\n\n", []string{"do 1 25 comm=a tid=1 @0"}},
		{"neither time nor processor", "a 1/2 5 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 5 comm=a pid=1 tid=2"}},
		{"time of day", "a 1/2 [003] 1700000000.250000:     250000 cpu-clock: \n\t  7fe3 do (x)\n\n", []string{"do 1 250000 comm=a pid=1 tid=2 cpu=3 @0"}},
		{"no name", "   1234 [000]  12.345678:     250000 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 250000 tid=1234 cpu=0 @0"}},
		{"no thread", "app  12.345678:     250000 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 250000 comm=app @0"}},
		{"no process", "    12.345678:     250000 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 250000 @0"}},
		{"name and processor", "V8 Worker [010]  12.345678:     250000 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 250000 comm=V8 Worker cpu=10 @0"}},
		{"mode", "app 100 U      12.345678:  250000 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 250000 comm=app tid=100 @0"}},
		{"mode and date", "a 7 100/100 [001] KG 2026-11-24 15:17:37.123456 12.345678:  250000 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 250000 comm=a 7 pid=100 tid=100 cpu=1 @0"}},
		{"inlined methods of Java",
			"a 1 1.000000: 5 cycles: \n\t  7f12 La/M;::put->La/M;::hash->La/H;::code (/tmp/perf-1.map)\n\t  7f13 La/M;::run (/tmp/perf-1.map)\n\t  14 p::operator->() (/bin/app)\n\n",
			[]string{"p::operator->();La/M;::run;La/M;::put;La/M;::hash (inlined);La/H;::code (inlined) 1 5 comm=a tid=1 @0"}},
		{"arrows of a map without names",
			"a 1 1.000000: 5 cycles: \n\t  7f12 -> (/tmp/perf-1.map)\n\t  7f13 a-> (/tmp/perf-1.map)\n\n",
			[]string{"a;-> 1 5 comm=a tid=1 @0"}},
		{"neither time nor name", "   1234 [000]     250000 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 250000 tid=1234 cpu=0"}},
		{"an event in a comment", "# x 1 12.345678: 5 other: \na 1 1.000000: 5 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 5 comm=a tid=1 @0"}},
		{"nothing but addresses", "a 1 1.000000: 5 cycles: \n\t           7fe3e4de28a8\n\t               0\n\n", []string{"0x0;0x7fe3e4de28a8 1 5 comm=a tid=1 @0"}},
		{"offsets of files", "a 1 1.000000: 5 cycles: \n\t  7fe3 do+0x1 (/lib/libc.so.6+0x29d8f)\n\t  12 [unknown] (/lib/libc.so.6+0x12)\n\n", []string{"0x12[/lib/libc.so.6];do 1 5 comm=a tid=1 @0"}},
		{"sources of inlined calls", "a 1 1.000000: 5 cycles: \n\t  12 push+0x1\n  vec.h:34 (inlined)\n\t  12 main+0x1 (x)\n  main.c:7\n\t  13 [unknown] (x)\n  libc.so.6[13]\n\t  14 [unknown] (x)\n  [x][14]\n\n",
			[]string{"0x14[x];0x13[x];main main.c:7;push vec.h:34 (inlined) 1 5 comm=a tid=1 @0"}},
		{"address of data", "a 1 1.000000: 5 mem:     7ffd1234  5c1000242 |OP LOAD|LVL L1 hit|    28 \n\t  7fe3 do (x)\n\t  12 main (x)\n\n", []string{"main;do 1 5 comm=a tid=1 @0"}},
		{"tracepoints", "a 1 [000] 1.000000: sched:sched_switch: prev_comm=a\na 1 [000] 1.000001: sched:sched_switch: prev_comm=a\nb 2 [000] 1.000002: sched:sched_switch: x\n",
			[]string{" 1 comm=a tid=1 cpu=0 @0", " 1 comm=a tid=1 cpu=0 @1000", " 1 comm=b tid=2 cpu=0 @2000"}},
		{"a name that is cut", "caf\xc3 1 1.000000: 5 cycles: \n\t  7fe3 do (x)\n\n", []string{"do 1 5 comm=caf\xc3 tid=1 @0"}},
		{"a first line that is long", "a 1 1.000000: 5 cycles: 12 " + strings.Repeat("x", headSize) + " (x)\n", []string{strings.Repeat("x", headSize) + " 1 5 comm=a tid=1 @0"}},
		{"no stack at all", "a 1 1.000000: 5 cycles:\n\na 1 1.000000: 5 cycles:\n\t 12 main (x)\n\n", []string{" 1 5 comm=a tid=1 @0", "main 1 5 comm=a tid=1 @0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := perf(t, c.text)
			wantRows(t, p, c.want...)
			if len(p.Warnings) > 0 {
				t.Errorf("%q", p.Warnings)
			}
		})
	}
}

// A recording with the times of the real clock says when it was.
func TestPerfRealTimes(t *testing.T) {
	const calls = " 5 cycles: \n\t  7fe3 do (x)\n\n"
	p := perf(t, "a 1 1700000000.250000:"+calls+"a 1 1700000000.500000:"+calls)
	if !p.Time.Equal(time.UnixMilli(1_700_000_000_250)) || p.Duration != 250*time.Millisecond {
		t.Errorf("%v, %v", p.Time, p.Duration)
	}
	if p := perf(t, "a 1 900000000.250000:"+calls); !p.Time.IsZero() {
		t.Errorf("%v", p.Time)
	}
}

// What is not in the sums stands in a warning.
func TestPerfLeftOut(t *testing.T) {
	var b strings.Builder
	for i := range maxEvents + 2 {
		fmt.Fprintf(&b, "a 1 1.000000: 5 event%d: 12 f (x)\n", i)
	}
	b.WriteString("a 1 1.000000: PERF_RECORD_LOST lost 12\na 1 1.000000: PERF_RECORD_LOST_SAMPLES lost 3\na 1 1.000000: PERF_RECORD_LOST lost -1\n")
	p := perf(t, b.String())
	want := []string{"2 samples are left out, because they are of events beyond the first 64",
		"perf lost 15 samples, because it could not write them in time: they are in no sum here"}
	if p.Samples.Len() != maxEvents || !slices.Equal(p.Warnings, want) {
		t.Errorf("%d samples, %q", p.Samples.Len(), p.Warnings)
	}
}

// The comments of perf script --header are longer than what is looked at.
func TestPerfHead(t *testing.T) {
	begin := "# ========\n# captured on    : Tue Nov 24 15:17:37 2026\n# cmdline : perf record\n"
	long := strings.Repeat("# sibling sockets : 0-63\n", 400)
	const sample = "a 1 1.000000: 5 cycles: \n\t  7fe3 do (x)\n\n"
	for _, text := range []string{begin + long + sample, long + sample, "\ufeff" + begin + long + sample, strings.ReplaceAll(begin+long+sample, "\n", "\r\n")} {
		if p := perf(t, text); p.Samples.Len() != 1 {
			t.Errorf("%d samples of %.40q", p.Samples.Len(), text)
		}
	}
	if !IsPerf([]byte(begin + long)[:headSize], work.StepsUntil(t.Context())) {
		t.Error("the first bytes")
	}
	if IsPerf([]byte(begin+"#\n# Samples: 4K of event 'cycles'\n#\n# Overhead  Command\n    50.00%  a\n"), work.StepsUntil(t.Context())) {
		t.Error("a table of perf report")
	}
}

// Of several events the one with most samples is shown first, by its name, with its periods where the text has them.
// Without them, samples are counted.
func TestPerfEvents(t *testing.T) {
	for period, want := range map[string]string{"5 ": "cycles:u", "": "cycles:u_sample"} {
		sample := func(event string) string { return "a 1 1.000000: " + period + event + ": \n\t  7fe3 do (x)\n\n" }
		p := perf(t, sample("sched:sched_switch")+sample("cycles:u")+sample("cycles:u"))
		if m, err := p.Measurement(t.Context(), p.Default); err != nil || m.Total != 2 {
			t.Errorf("%q: measurements are %+v, %v", period, m, err)
		}
		if c := p.Comments; p.Kind != model.CPU || len(c) != 1 || c[0] != "events: cycles:u (2), sched:sched_switch (1)" {
			t.Errorf("%q: %s, %q", period, p.Kind, c)
		}
		if shown := p.Types[p.Default]; shown.Type != want || shown.Unit != "count" {
			t.Errorf("%q: %v of %v", period, shown, p.Types)
		}
		if hints := must.Have(explain.Hints(t.Context(), p)); strings.Contains(strings.Join(hints, ""), "default sample type") {
			t.Errorf("%q", hints)
		}
	}
}

// What one event without periods counts is what its name says.
func TestPerfOneEvent(t *testing.T) {
	for event, want := range map[string]model.Kind{"cycles:P": model.CPU, "cpu-clock": model.CPU, "sched:sched_switch": model.Other} {
		p := perf(t, strings.Repeat("a 1 1.000000: "+event+": \n\t  7fe3 do (x)\n\n", 2))
		if typ := p.Types[0]; p.Kind != want || len(p.Types) != 1 || typ.Type != event+"_sample" || typ.Unit != "count" {
			t.Errorf("%s: %s of %v", event, p.Kind, p.Types)
		}
		if m, err := p.Measurement(t.Context(), p.Default); err != nil || m.Total != 2 {
			t.Errorf("%s: measurements are %+v, %v", event, m, err)
		}
	}
}

// A text that ends anywhere says so unless it ends behind a whole sample, and loses no sample before.
func TestPerfCut(t *testing.T) {
	const text = "app 1/2 [003] 20.000100: 250000 cpu-clock: \n\t  14645 start+0x25 (/lib/ld.so)\n\t  122b main (/bin/app)\n\n"
	const whole = text + text
	for n := len(text) - 1; n <= len(whole); n++ {
		p := perf(t, whole[:n])
		samples := 1
		if n-len(text) >= strings.IndexByte(text, '\n')+1 {
			samples = 2
		}
		if p.Samples.Len() != samples {
			t.Errorf("%d samples of %q", p.Samples.Len(), whole[:n])
		}
		warned := len(p.Warnings) == 1 && strings.HasPrefix(p.Warnings[0], "the file is cut off within a sample: ")
		if ends := n == len(text) || n == len(text)-1 || n == len(whole); warned == ends || ends && len(p.Warnings) > 0 {
			t.Errorf("%q of %q", p.Warnings, whole[:n])
		}
		for i, row := range rowsOf(p) {
			if strings.Contains(row, "main") != (i == 0 || n >= len(whole)-2) || !strings.Contains(row, "start 1") && !strings.HasPrefix(row, " 1 ") {
				t.Errorf("%q of %q", row, whole[:n])
			}
		}
	}
	for _, text := range []string{
		"a 1 1.000000: 5 cycles: 7fe3 do+0x25 (/lib/ld.so)\n", "a 1 1.000000: 5 cycles: 7fe3 do+0x25 (/lib/ld.so)", // a line each
		"a 1 1.000000: 5 cycles:\n\t 12 main (x)\nb 1 1.000000: 5 cycles:\n\t 12 main (x)", // without blank lines
	} {
		if p := perf(t, text); len(p.Warnings) > 0 {
			t.Errorf("%q of %q", p.Warnings, text)
		}
	}
}

func TestIsPerf(t *testing.T) {
	for _, text := range []string{
		"", "a;b 1\n", "[ 1426.656657] usb 1-1: new device\n", "goroutine 1 [running]:\nmain.main()\n\t/x.go:12 +0x1d\n",
		"2026-11-24 15:17:37 server 12 started: ok\n\tat x (y)\n", "time 12 go: downloading\n",
		"a 1.000000: x: y\na 1.000001: x: y\na 1.000002: x: y\n", "a 1 1.000000: x: y\na 1 1.000001: x: y\n",
	} {
		if IsPerf([]byte(text), work.StepsUntil(t.Context())) {
			t.Errorf("%q", text)
		}
	}
}

var (
	slowHeader = regexp.MustCompile(`^(\S.*?) +(\d+) +(\d+)\.(\d{6}): +(\d+) (cpu-clock): $`)
	slowFrame  = regexp.MustCompile(`^\t *([0-9a-f]+) (.*?)(\+0x[0-9a-f]+)? \((.*)\)$`)
)

// slowPerf reads the usual fields of samples, block by block.
func slowPerf(text string) (rows []string) {
	first := int64(-1) // in microseconds
	for block := range strings.SplitSeq(text, "\n\n") {
		lines := strings.Split(strings.Trim(block, "\n"), "\n")
		head := slowHeader.FindStringSubmatch(lines[0])
		if head == nil {
			continue
		}
		var frames []string
		for _, line := range lines[1:] {
			f := slowFrame.FindStringSubmatch(line)
			name := f[2]
			if name == unknown {
				if name = "0x" + f[1]; f[4] != unknown {
					name += "[" + f[4] + "]"
				}
			}
			frames = append([]string{name}, frames...)
		}
		at, _ := strconv.ParseInt(head[3]+head[4], 10, 64)
		if first < 0 {
			first = at // the samples stand in their order
		}
		rows = append(rows, fmt.Sprintf("%s 1 %s comm=%s tid=%s @%d", strings.Join(frames, ";"), head[5], head[1], head[2], (at-first)*1000))
	}
	return rows
}

func TestPerfRecording(t *testing.T) {
	data := must.Have(os.ReadFile("../../testdata/cpu.perf.txt"))
	want := slowPerf(string(data))
	if len(want) < 30 {
		t.Fatalf("%d samples", len(want))
	}
	wantRows(t, perf(t, string(data)), want...)
}

func FuzzPerf(f *testing.F) {
	f.Add([]byte(perfText))
	f.Add([]byte("a 1 1.000000: 5 cycles:u: \n\t  7fe3 do (x)\n\na 1/2 [003] 1.000001: 1 s:t: x\n"))
	f.Add([]byte("# x\nV8 7 [001] U 1700000000.000000: 1 mem: 12 8 |OP|\n\t 12 do\n  a.c:1 (inlined)\n\t 0\n\na 1\n\t 12\n"))
	f.Add([]byte("x 1 2.000000: PERF_RECORD_FORK(1:2):(1:1)\nx 2 2.000001: 1 cycles: 12 do (inlined)\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		IsPerf(data, work.StepsUntil(t.Context()))
		p, err := Perf(data, decoding(t))
		if err != nil {
			return
		}
		if len(p.Types) == 0 || p.Samples.Len() == 0 {
			t.Errorf("%d samples of %v", p.Samples.Len(), p.Types)
		}
		rowsOf(p)
	})
}

// perf script -F comm,tid,ip,sym prints headers that say little.
func TestPerfBare(t *testing.T) {
	const calls = "\n\t          14645 leaf+0x25 (/bin/app)\n\t          14600 root (/bin/app)\n\n"
	p := perf(t, "app 100 "+calls+"V8 Worker 7 100/101"+calls+"noise 12\n\n"+"app 100 [003]"+calls)
	wantRows(t, p,
		"root;leaf 1 comm=app tid=100", "root;leaf 1 comm=V8 Worker 7 pid=100 tid=101", "root;leaf 1 comm=app tid=100 cpu=3")
	if want := []string{"1 line could not be read as output of perf script: line 9 (“noise 12”)"}; !slices.Equal(p.Warnings, want) {
		t.Errorf("%q", p.Warnings)
	}
	for _, text := range []string{"main;work 12\nmain;rest 3\n", "app 100\n14645 leaf\n", "\t 14645 leaf 12\n\t 14645 leaf\n"} {
		if IsPerf([]byte(text), work.StepsUntil(t.Context())) {
			t.Errorf("%q is taken for output of perf script", text)
		}
	}
}
