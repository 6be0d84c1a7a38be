package loader

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
)

// inLog puts something before each line of a text.
func inLog(text string) string {
	log := ""
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		log += fmt.Sprintf("2026-11-27T10:%02d:%02d.123456789Z stderr F %s\n", i/60%60, i%60, line)
	}
	return log
}

// inPage is a text as a browser saves it.
func inPage(text string) string {
	return `<html><head><meta name="color-scheme" content="light dark"></head><body><pre style="word-wrap: break-word; white-space: pre-wrap;">` +
		html.EscapeString(text) + "</pre></body></html>"
}

// TestLogged opens what crashed, and texts of servers, in a log and in a page: the same profile as the plain text, and
// a log says what was taken off.
func TestLogged(t *testing.T) {
	files := must.Have(filepath.Glob("../testdata/crashes/*.txt"))
	files = append(files, must.Have(filepath.Glob("../testdata/go1.27/crashes/*.txt"))...)
	files = append(files, "../testdata/goroutine.debug1.txt", "../testdata/goroutine.debug2.txt", "../testdata/go1.27/goroutineleak.debug2.txt")
	if len(files) < 13 {
		t.Fatalf("only %q", files)
	}
	for _, file := range files {
		text := string(must.Have(os.ReadFile(file)))
		want := mustDecode(t, text)
		for name, in := range map[string]string{"log": inLog(text), "page": inPage(text)} {
			if look := Sniff([]byte(in[:min(len(in), SniffSize)])); look.Format != logged && look.Format != paged {
				t.Errorf("%s in a %s looks like %+v", file, name, look)
			}
			got := mustDecode(t, in)
			if name == "log" {
				if note := got.Warnings[0]; !strings.HasPrefix(note, "what lines began with, such as “2026-11-27T10:00:") || !strings.HasSuffix(note, " stderr F”, was taken off") {
					t.Errorf("%s: %q", file, got.Warnings)
				}
				if at := got.Time.UTC().Format("2006-01-02 15:04"); at != "2026-11-27 10:00" {
					t.Errorf("%s is from %s", file, at)
				}
				got.Warnings, got.Time = got.Warnings[1:], want.Time
			}
			if len(got.Warnings) == 0 && len(want.Warnings) == 0 {
				got.Warnings = want.Warnings
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s in a %s is another profile: %q, %q", file, name, got.Warnings, want.Warnings)
			}
		}
	}
}

// TestUnderHeading opens texts with addresses under other lines, as those of dumps.
func TestUnderHeading(t *testing.T) {
	const heading = "=====\nCollect via HTTP\nprofile: none (yet)\n=====\n"
	for _, c := range debug1Cases {
		p := mustDecode(t, heading+c.text)
		if p.Format != c.format {
			t.Errorf("%s: format %q, not %q", c.name, p.Format, c.format)
		}
		compareSamples(t, p, c.want)
	}
	p := mustDecode(t, heading+"goroutine profile: total 1\n1 @ 0x11\n#\t0x10\tmain.f+0x1\t/m.go:3\n\n=====\nNext\n")
	if got := strings.Join(p.Warnings, "\n"); !strings.Contains(got, "line 9: =====") {
		t.Errorf("warnings %q do not count the lines of the file", got)
	}
}

// TestManyBefore says how much of a log was looked at, where that was not all.
func TestManyBefore(t *testing.T) {
	text := strings.Repeat("pool goroutine 7 [busy] waits\n", 2000)
	_, err := Decode(t.Context(), "x", []byte(text), Options{})
	if err == nil || !strings.Contains(err.Error(), "a text file, not a profile") || !strings.Contains(err.Error(), "the first 1,024 were looked at") {
		t.Error(err)
	}
	if _, err := Decode(t.Context(), "x", []byte(text[:300]), Options{}); err == nil || strings.Contains(err.Error(), "looked at") {
		t.Error(err)
	}
}

const oneCrash = "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/m.go:47 +0x445\n\ngoroutine 7 [chan receive, 5 minutes]:\nmain.f()\n\t/m.go:3 +0x1\nexit status 2\n"

// TestCrashesOfALog lists several crashes of one log by their times, and opens each; from a pipe, the last.
func TestCrashesOfALog(t *testing.T) {
	log := inLog("listening\n" + oneCrash + "listening\n" + strings.ReplaceAll(oneCrash, "boom", "bang") + "listening\n")
	path := filepath.Join(t.TempDir(), "app.log")
	must.Do(os.WriteFile(path, []byte(log), 0o666))
	if !IsBundle(path) {
		t.Fatal("it is no bundle")
	}
	b := must.Have(ListBundle(t.Context(), path, Options{}))
	var names []string
	for _, e := range b.Entries {
		names = append(names, e.Name)
		if e.Skipped != "" || e.Time.IsZero() {
			t.Errorf("%+v", e)
		}
	}
	if want := []string{"crash-01_2026-11-27T10:00:03Z", "crash-02_2026-11-27T10:00:14Z"}; !slices.Equal(names, want) || b.Form != "log" {
		t.Fatalf("%s of %q, not %q", b.Form, names, want)
	}
	if len(b.Facts) != 3 || b.Facts[1].Text != "panic: boom" || b.Facts[2].Text != "panic: bang" {
		t.Errorf("facts %q", b.Facts)
	}
	p := mustOpen(t, b.Entries[1].Path)
	compareSamples(t, p, []string{"1: main.main; map[goroutine:1 state:running]", "1: main.f; map[goroutine:7 state:chan receive waiting:5 minutes]"})
	if !slices.Equal(p.Comments, []string{"panic: bang"}) {
		t.Errorf("comments %q", p.Comments)
	}
	if _, err := Open(t.Context(), path, Options{}); err == nil || !strings.Contains(err.Error(), "a bundle (log) of 2 recordings; name one of them, as in ") {
		t.Error(err)
	}
	piped := mustDecode(t, log)
	if !slices.Equal(piped.Comments, []string{"panic: bang"}) || !strings.Contains(strings.Join(piped.Warnings, "\n"), "this log has 2 dumps; the last one, of 2026-11-27T10:00:14Z in line 15, is shown") {
		t.Errorf("comments %q, warnings %q", piped.Comments, piped.Warnings)
	}
	for name, text := range map[string]string{"one.txt": inLog(oneCrash), "plain.txt": oneCrash} {
		path := filepath.Join(t.TempDir(), name)
		must.Do(os.WriteFile(path, []byte(text), 0o666))
		if IsBundle(path) {
			t.Errorf("%s is a bundle", name)
		}
	}
}
