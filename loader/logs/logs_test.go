package logs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model/work"
)

func steps(t testing.TB) *work.Steps { return work.StepsUntil(t.Context()) }

// only reads a log that holds one text.
func only(t testing.TB, name, log string) string {
	t.Helper()
	l, err := Read([]byte(log), Options{Steps: steps(t)})
	switch {
	case err != nil:
		t.Fatalf("%s: %v", name, err)
	case l == nil || len(l.Pieces) != 1:
		t.Fatalf("%s: %+v; want one text in\n%.2000s", name, l, log)
	case len(l.Notes) == 0:
		t.Errorf("%s: no note says what was taken off", name)
	}
	return string(l.Pieces[0].Text)
}

// TestCrashes takes what crashes of two releases wrote through every kind of log: the text is as it was.
func TestCrashes(t *testing.T) {
	files := must.Have(filepath.Glob("../../testdata/crashes/*.txt"))
	files = append(files, must.Have(filepath.Glob("../../testdata/go1.27/crashes/*.txt"))...)
	files = append(files, "../../testdata/goroutine.debug2.txt", "../../testdata/goroutine.debug1.txt", "../../testdata/goroutineleak.debug1.txt")
	if len(files) < 12 {
		t.Fatalf("only %q", files)
	}
	for _, file := range files {
		want := string(must.Have(os.ReadFile(file)))
		for _, w := range writers {
			got := only(t, file+" as "+w.name, w.write(linesOf(want)))
			if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
				t.Errorf("%s as %s:\n%.1000s\nnot\n%.1000s", file, w.name, got, want)
			}
		}
		if l, err := Read([]byte(want), Options{Steps: steps(t)}); l != nil || err != nil {
			t.Errorf("%s is a log: %v, %v", file, l, err)
		}
	}
}

const crash = `panic: boom

goroutine 1 [running]:
main.main()
	/src/main.go:10 +0x12

goroutine 7 [chan receive, 5 minutes]:
main.f(0x1, {0x2, 0x3})
	/src/main.go:3 +0x12
created by main.main in goroutine 1
	/src/main.go:4 +0x1
`

// TestOddLines leaves out lines of others between.
func TestOddLines(t *testing.T) {
	for _, w := range writers {
		if strings.HasPrefix(w.name, "one") || strings.HasPrefix(w.name, "a list") {
			continue
		}
		lines := linesOf(crash)
		log := ""
		for i := range lines {
			log += w.write(lines[i : i+1])
			if i%3 == 2 {
				log += "-- odd\n"
			}
		}
		if got := only(t, w.name, log); got != crash {
			t.Errorf("%s: %s", w.name, got)
		}
	}
}

// TestBetween reads a log in which two containers write between each other, one line each.
func TestBetween(t *testing.T) {
	log := ""
	for i, line := range linesOf(crash) {
		log += fmt.Sprintf("web-1  | %s\nweb-2  | %s\ndb-1   | checkpoint %d\n", line, strings.ReplaceAll(line, "main", "other"), i)
	}
	l := must.Have(Read([]byte(log), Options{Steps: steps(t)}))
	if len(l.Pieces) != 2 {
		t.Fatalf("%d texts", len(l.Pieces))
	}
	for _, want := range []string{crash, strings.ReplaceAll(crash, "main", "other")} {
		if string(l.Pieces[0].Text) != want && string(l.Pieces[1].Text) != want {
			t.Errorf("no text is\n%s", want)
		}
	}
}

// TestSeveral divides the crashes of one log, by their reasons or by goroutines that stand there again.
func TestSeveral(t *testing.T) {
	for _, c := range []struct {
		name, text string
		reasons    []string
	}{
		{"crashes", crash + "exit status 2\n" + strings.Replace(crash, "boom", "bang", 1), []string{"panic: boom", "panic: bang"}},
		{"dumps with other lines between", strings.Repeat("collecting\n"+strings.TrimPrefix(crash, "panic: boom\n"), 3), []string{"", "", ""}},
		{"dumps end to end", strings.Repeat(strings.TrimPrefix(crash, "panic: boom\n"), 3), []string{""}},
		{"threads of one crash", "SIGQUIT: quit\n\ngoroutine 1 gp=0x1 m=nil [select]:\nmain.f()\n\t/m.go:1 +0x1\n\n-----\n\nSIGQUIT: quit\n\ngoroutine 1 gp=0x1 m=nil [select]:\nmain.f()\n\t/m.go:1 +0x1\n", []string{"SIGQUIT: quit"}},
		{"a reason within a reason", strings.Replace(crash, "panic: boom\n", "panic: boom [recovered]\n\tpanic: bang\n", 1), []string{"panic: boom [recovered]"}},
	} {
		for _, w := range writers[:1] {
			l := must.Have(Read([]byte(w.write(linesOf(c.text))), Options{Steps: steps(t)}))
			var reasons []string
			for i, p := range l.Pieces {
				reasons = append(reasons, p.Reason)
				if p.Time.Before(begun) || i > 0 && !l.Pieces[i-1].Time.Before(p.Time) {
					t.Errorf("%s: times %v", c.name, p.Time)
				}
			}
			if fmt.Sprint(reasons) != fmt.Sprint(c.reasons) {
				t.Errorf("%s: %q, not %q", c.name, reasons, c.reasons)
			}
		}
	}
}

// TestFarApart keeps what stands near stacks, whatever stands between.
func TestFarApart(t *testing.T) {
	noise := strings.Repeat("listening (all is well)\nserved\n", 5000)
	log := writers[0].write(linesOf(noise + crash + noise + strings.Replace(crash, "boom", "bang", 1) + noise))
	l := must.Have(Read([]byte(log), Options{Steps: steps(t)}))
	if len(l.Pieces) != 2 {
		t.Fatalf("%d texts", len(l.Pieces))
	}
	for i, p := range l.Pieces {
		if want := 10_000*(i+1) + len(linesOf(crash))*i + 3; p.Line != want {
			t.Errorf("text %d in line %d, not %d", i, p.Line, want)
		}
		if len(p.Text) > len(noise)/4 {
			t.Errorf("text %d has %d bytes", i, len(p.Text))
		}
	}
}

// TestTimes reads the times of all kinds of logs that have any.
func TestTimes(t *testing.T) {
	for _, w := range writers {
		l := must.Have(Read([]byte(w.write(linesOf(crash))), Options{Steps: steps(t), Before: begun.AddDate(0, 2, 0)}))
		p := l.Pieces[0]
		if p.Time.IsZero() {
			if !strings.Contains(w.name, "compose") && !strings.Contains(w.name, "--prefix") && !strings.Contains(w.name, "Windows") && !strings.Contains(w.name, "one text of logfmt") {
				t.Errorf("%s: no time", w.name)
			}
			continue
		}
		want := begun
		if !strings.HasPrefix(w.name, "one") && !strings.HasPrefix(w.name, "a list") {
			want = begun.Add(2 * time.Second)
		}
		wall := p.Time.In(time.Local).Format(time.DateTime)
		if p.Time.Truncate(time.Second).Sub(want) != 0 && wall != want.Format(time.DateTime) {
			t.Errorf("%s: %v, not %v", w.name, p.Time, want)
		}
	}
}

// TestHeadersAlone reads stacks of which only the header stands behind something, as Go's log writes them.
func TestHeadersAlone(t *testing.T) {
	log := "2026/11/27 10:00:00 goroutine 12 [running]:\nmain.f()\n\t/m.go:1 +0x1\n\n2026/11/27 10:00:05 goroutine 19 [running]:\nmain.g()\n\t/m.go:1 +0x1\n"
	got := only(t, "log", log)
	for _, want := range []string{"\ngoroutine 12 [running]:\nmain.f()", "\ngoroutine 19 [running]:\nmain.g()"} {
		if !strings.Contains("\n"+got, want) {
			t.Errorf("%s\nhas no %q", got, want)
		}
	}
}

// TestNoLog finds nothing where only the words are.
func TestNoLog(t *testing.T) {
	for _, text := range []string{
		"", "x", "found goroutine 7 [running]: twice\n", "web | goroutine 7 [running]:\nweb | done\n",
		`{"title": "goroutine 7 [running]: what does it mean?"}`, `="goroutine 7 [x]`,
		`{"a": "goroutine 7 [running]:\nmain`, "see heap profile: 1: 2 [3: 4] @ heap/5\n", strings.Repeat("x goroutine 1 [", 1000),
	} {
		if l, err := Read([]byte(text), Options{Steps: steps(t)}); l != nil || err != nil {
			t.Errorf("%.80q is a log: %+v, %v", text, l, err)
		}
	}
}

// TestAllow stops where no more may be kept, and keeps nothing of a log without dumps.
func TestAllow(t *testing.T) {
	most := int64(0)
	allow := func(n int64) error { most = max(most, n); return nil }
	noise := writers[0].write(linesOf(strings.Repeat("goroutine pool: 7 [busy] (waiting)\n", 20_000)))
	if l, err := Read([]byte(noise), Options{Steps: steps(t), Allow: allow}); l != nil || err != nil || most > 0 {
		t.Errorf("%v, %v; %d bytes kept", l, err, most)
	}
	refused := fmt.Errorf("no more")
	log := writers[0].write(linesOf(strings.Repeat(crash, 5000)))
	if _, err := Read([]byte(log), Options{Steps: steps(t), Allow: func(n int64) error {
		if n > 100_000 {
			return refused
		}
		return nil
	}}); err != refused {
		t.Error(err)
	}
}

// TestGrowth counts the looks at the context, of which each stands for some work: four times a log takes four times.
func TestGrowth(t *testing.T) {
	gap := "2026/11/27 10:00:00 http: panic serving 1.2.3.4:5: goroutine 12 [running]:\nmain.f()\n\t/m.go:1 +0x1\n\n"
	for name, one := range map[string]string{
		"crashes":    writers[0].write(linesOf(crash)),
		"long lines": `{"log":"goroutine 1 [running]:\nmain.f()\n\t/m.go:1 +0x1\n","x":"` + strings.Repeat(`\n\"`, 300) + `"}` + "\n",
		"misses":     "a1b goroutine 1 [select] now\n", "headers alone": gap,
		"parts": "2026-11-27T10:00:00Z stderr P goroutine 1 [running]:\n",
	} {
		count := func(times int) (n int) {
			ctx := must.Count()
			work := work.StepsUntil(context.Context(ctx))
			if _, err := Read([]byte(strings.Repeat(one, times)), Options{Steps: work}); err != nil {
				t.Fatal(err)
			}
			return ctx.Asked()
		}
		n := 400_000 / len(one)
		few, many := count(n), count(4*n)
		if few < 10 || many > 5*few {
			t.Errorf("%s: %d looks for n, %d for 4n", name, few, many)
		}
	}
}

// dumpOf is a dump of random goroutines.
func dumpOf(r *rand.Rand) string {
	var b strings.Builder
	for i := range 1 + r.IntN(4) {
		fmt.Fprintf(&b, "goroutine %d [%s]:\n", i+1, []string{"running", "select (no cases)", `chan receive, 7 minutes`, "sleep labels:{\"a\": \"b, c\"}"}[r.IntN(4)])
		for range 1 + r.IntN(3) {
			fmt.Fprintf(&b, "main.(*T[...]).f%d(0x%x, {0x1, \"a\"})\n\t/src/m %d.go:%d +0x%x\n", r.IntN(9), r.Uint32(), r.IntN(3), r.IntN(100), r.IntN(999))
		}
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "created by main.main in goroutine %d\n\t/src/m.go:%d +0x1\n", r.IntN(9)+1, r.IntN(99))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// prefixParts are what prefixes are made of.
var prefixParts = []string{"2026-11-27T10:00:00.5Z", "10:00:00", "Nov 27 10:00:00", "stderr F", "web-1", "[12]", "|", ":", "host", "<11>", "level=info", "{x}", "日本", "1.5", "E1127 10:00:00.1", "goroutine", "a/b.go:7]"}

// TestPrefixes takes random prefixes off.
func TestPrefixes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		prefix := ""
		for range 1 + r.IntN(5) {
			prefix += prefixParts[r.IntN(len(prefixParts))] + []string{" ", "", "  "}[r.IntN(3)]
		}
		prefix = strings.TrimLeft(prefix, " ") + " "
		want := dumpOf(r)
		log := ""
		for _, line := range linesOf(want) {
			log += prefix + line + "\n"
		}
		if got := only(t, fmt.Sprintf("%q", prefix), log); got != want {
			t.Fatalf("%q: %q not %q", prefix, got, want)
		}
	}
}

func FuzzLog(f *testing.F) {
	for _, w := range writers {
		f.Add([]byte(w.write(linesOf(crash))), "", uint64(1))
	}
	for _, part := range prefixParts {
		f.Add([]byte(part+" goroutine 1 [running]:\n"+part+" main.f()\n"+part+" \t/m.go:1 +0x1\n"), part+" ", uint64(2))
	}
	f.Fuzz(func(t *testing.T, data []byte, prefix string, seed uint64) {
		ctx := must.Count()
		l := must.Have(Read(data, Options{Steps: work.StepsUntil(context.Context(ctx)), Plain: seed%2 == 0}))
		if most := 200 + len(data)/64; ctx.Asked() > most {
			t.Fatalf("%d looks at the context for %d bytes", ctx.Asked(), len(data))
		}
		if l != nil && len(l.Pieces) == 0 && len(l.Notes) == 0 {
			t.Fatal("a log of nothing")
		}
		if l != nil {
			all := 0
			for _, p := range l.Pieces {
				all += len(p.Text)
			}
			if all > 40*len(data)+1000 {
				t.Fatalf("%d bytes became %d", len(data), all)
			}
		}
		dump := dumpOf(rand.New(rand.NewPCG(seed, 3)))
		if plain, err := Read([]byte(dump), Options{Steps: steps(t)}); plain != nil || err != nil {
			t.Fatalf("a plain dump is a log: %v, %v", plain, err)
		}
		if !isPrefix(prefix) {
			return
		}
		log := ""
		for _, line := range linesOf(dump) {
			log += prefix + line + "\n"
		}
		if got := only(t, fmt.Sprintf("%q", prefix), log); got != dump {
			t.Fatalf("%q: %q not %q", prefix, got, dump)
		}
	})
}

// isPrefix reports whether logs write such a prefix.
func isPrefix(s string) bool {
	if len(s) == 0 || len(s) > 100 || !strings.HasSuffix(s, " ") || strings.ContainsAny(s, "\n\r\x1b\"") || strings.Contains(s, "goroutine ") || strings.TrimSpace(s) == "" {
		return false
	}
	return strings.TrimLeft(s, " \t\f\v") == s && !strings.HasSuffix(strings.TrimSpace(s), "P")
}
