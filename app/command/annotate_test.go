package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/internal/pproftool"
)

// costs is flat and cum by file and line.
type costs map[string][2]int64

// annotated is a profile of two files in a folder, with recursion, inlined calls and two functions on one line, and a
// third file that is gone.
func annotated(t *testing.T) (dir, path string) {
	t.Helper()
	dir = must.Have(filepath.EvalSymlinks(t.TempDir()))
	for _, name := range []string{"a.go", "b c.go"} {
		must.Do(os.WriteFile(filepath.Join(dir, name), []byte("package x\n"+strings.Repeat("func f() {}\n", 40)), 0o666))
	}
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}}}
	function := func(name, file string) *profile.Function {
		f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name, SystemName: name, Filename: file}
		p.Function = append(p.Function, f)
		return f
	}
	a, b := filepath.Join(dir, "a.go"), filepath.Join(dir, "b c.go")
	all := []*profile.Function{function("x.main", a), function("x.f", a), function("x.g", b), function("x.h", b), function("x.gone", filepath.Join(dir, "gone.go"))}
	line := func(i int) profile.Line {
		f := all[i%len(all)]
		return profile.Line{Function: f, Line: int64(2 + i%7 + 8*(i%len(all)))}
	}
	for i := range 30 {
		l := &profile.Location{ID: uint64(i + 1), Address: uint64(i + 1), Line: []profile.Line{line(i)}}
		if i%4 == 0 {
			l.Line = append(l.Line, line(i+3)) // it was inlined into that
		}
		p.Location = append(p.Location, l)
	}
	for i := range 60 {
		s := &profile.Sample{Value: []int64{int64(i%9 + 1)}}
		for k := range 2 + i%5 {
			s.Location = append(s.Location, p.Location[(i*7+k*k*3+k)%len(p.Location)])
		}
		p.Sample = append(p.Sample, s)
	}
	path = filepath.Join(dir, "p.pprof")
	var out bytes.Buffer
	must.Do(p.Write(&out))
	must.Do(os.WriteFile(path, out.Bytes(), 0o666))
	return dir, path
}

// listedCosts reads the figures of pprof -list.
func listedCosts(t *testing.T, out string) costs {
	t.Helper()
	all, file := costs{}, ""
	at := regexp.MustCompile(`^ *([0-9.]+) +([0-9.]+) +(\d+):`)
	number := func(text string) int64 {
		n, _ := strconv.ParseInt(text, 10, 64) // a dot is 0
		return n
	}
	for s := bufio.NewScanner(strings.NewReader(out)); s.Scan(); {
		if _, name, ok := strings.Cut(s.Text(), " in "); ok && strings.HasPrefix(s.Text(), "ROUTINE") {
			file = name
		}
		if m := at.FindStringSubmatch(s.Text()); m != nil {
			if flat, cum := number(m[1]), number(m[2]); flat != 0 || cum != 0 {
				key := file + ":" + m[3]
				was := all[key]
				all[key] = [2]int64{was[0] + flat, was[1] + cum}
			}
		}
	}
	return all
}

// Figures are those of go tool pprof -list, in every form, with and without filters.
func TestAnnotate(t *testing.T) {
	dir, path := annotated(t)
	t.Chdir(t.TempDir())
	for _, options := range [][]string{nil, {"--focus=x.g"}, {"--ignore=x.f", "--noinlines"}} {
		pprof, _ := pproftool.Run(t, pproftool.Command(t, append(append([]string{"-list=x"}, strings.Fields(strings.ReplaceAll(strings.Join(options, " "), "--", "-"))...), path)...))
		want := listedCosts(t, pprof)
		if len(want) < 10 {
			t.Fatalf("pprof lists %d lines:\n%s", len(want), pprof)
		}
		annotate := func(format string) string {
			t.Helper()
			r := runOn(t, "", append([]string{"annotate", "--format=" + format, path}, options...)...)
			if r.exit != exitOK {
				t.Fatalf("%s: status %d, %s", format, r.exit, r.err)
			}
			return r.out
		}
		check := func(format string, got costs) {
			t.Helper()
			for key, w := range want {
				if got[key] != w {
					t.Errorf("%s %q: %s has %v, want %v", format, options, key, got[key], w)
				}
			}
			for key, g := range got {
				if _, ok := want[key]; !ok && !strings.Contains(key, "gone.go") { // pprof lists no code of a file that is gone
					t.Errorf("%s %q: %s has %v, pprof does not", format, options, key, g)
				}
			}
		}
		var j jsonAnnotations
		must.Do(json.Unmarshal([]byte(annotate("json")), &j))
		got, gone := costs{}, 0
		for _, f := range j.Files {
			if f.Path != f.File && f.Path != "" {
				t.Errorf("%s is found at %s", f.File, f.Path)
			}
			if f.Path == "" {
				gone++
				if f.Note == "" {
					t.Errorf("nothing says why %s is not found", f.File)
				}
			}
			for _, l := range f.Lines {
				got[f.File+":"+fmt.Sprint(l.Line)] = [2]int64{l.Flat, l.Cum}
				if share := float64(l.Cum) / float64(j.Total) * 100; l.Unit != "count" || l.CumPercent < share-0.01 || l.CumPercent > share+0.01 {
					t.Errorf("%s:%d: %+v", f.File, l.Line, l)
				}
			}
		}
		if j.Version != 1 || j.SampleType != "samples" || gone != 1 {
			t.Errorf("%+v, %d are gone", j, gone)
		}
		check("json", got)
		said := regexp.MustCompile(`^flat (\d+) \([^)]*\), cum (\d+) \([^)]*\)$`)
		amounts := func(text string) (x [2]int64) {
			m := said.FindStringSubmatch(text)
			if m == nil {
				t.Fatalf("no cost: %q", text)
			}
			x[0], _ = strconv.ParseInt(m[1], 10, 64)
			x[1], _ = strconv.ParseInt(m[2], 10, 64)
			return x
		}
		got = costs{}
		for l := range strings.Lines(annotate("vim")) {
			m := regexp.MustCompile(`^(.+?:\d+): (.*)\n$`).FindStringSubmatch(l)
			if m == nil {
				t.Fatalf("vim does not take %q", l)
			}
			got[m[1]] = amounts(m[2])
		}
		check("vim", got)
		got = costs{}
		for l := range strings.Lines(annotate("lsp")) {
			var f lspFile
			must.Do(json.Unmarshal([]byte(l), &f))
			u := must.Have(url.Parse(f.URI))
			if u.Scheme != "file" || !strings.HasPrefix(u.Path, filepath.ToSlash(dir)) || strings.Contains(f.URI, " ") {
				t.Errorf("the address is %s", f.URI)
			}
			for _, d := range f.Diagnostics {
				if d.Severity != 4 || d.Source != "profstation" || d.Range.End != (lspPosition{Line: d.Range.Start.Line + 1}) || d.Range.Start.Character != 0 {
					t.Errorf("%+v", d)
				}
				got[filepath.FromSlash(u.Path)+":"+fmt.Sprint(d.Range.Start.Line+1)] = amounts(d.Message)
			}
		}
		check("lsp", got)
	}
}

// What cannot be annotated says so.
func TestAnnotateErrors(t *testing.T) {
	_, path := annotated(t)
	for _, c := range []struct {
		args, says string
		exit       int
	}{
		{"annotate", "expected a profile, or - for standard input", exitUsage},
		{"annotate --format=xml " + path, `--format="xml": expected json, vim or lsp`, exitUsage},
		{"annotate --focus=( " + path, "focus", exitUsage},
		{"annotate ../../testdata/trace.trace", "is an execution trace: annotate is for profiles", exitFailed},
		{"annotate -o " + path + " " + path, "the output would replace the profile", exitUsage},
		{"annotate --format=lsp " + path, "warning: left out: 1 file of 3, not found here", exitOK},
	} {
		r := runOn(t, "", strings.Fields(c.args)...)
		if r.exit != c.exit || !strings.Contains(r.err, c.says) || c.exit != exitOK && strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: status %d, %q, want %q", c.args, r.exit, r.err, c.says)
		}
	}
}

// A warning names each file that has changed since, in every form, whether it may be read or not.
func TestAnnotateChanged(t *testing.T) {
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))
	taken := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}}, TimeNanos: taken.UnixNano()}
	for i, name := range []string{"edited.go", "moved.go", "same.go"} {
		file, at := filepath.Join(dir, name), taken.Add(time.Hour)
		if name == "same.go" {
			at = taken.Add(-time.Hour)
		}
		text := "package x\n\nfunc f() {}\n"
		if name == "moved.go" {
			text = "package x\n\n\nfunc f() {}\n"
		}
		must.Do(os.WriteFile(file, []byte(text), 0o666))
		must.Do(os.Chtimes(file, at, at))
		f := &profile.Function{ID: uint64(i + 1), Name: "x.f", SystemName: "x.f", Filename: file, StartLine: 3}
		l := &profile.Location{ID: uint64(i + 1), Address: uint64(i + 1), Line: []profile.Line{{Function: f, Line: 3}}}
		p.Function, p.Location = append(p.Function, f), append(p.Location, l)
		p.Sample = append(p.Sample, &profile.Sample{Location: []*profile.Location{l}, Value: []int64{1}})
	}
	path := filepath.Join(dir, "p.pprof")
	var out bytes.Buffer
	must.Do(p.Write(&out))
	must.Do(os.WriteFile(path, out.Bytes(), 0o666))
	for _, folder := range []string{dir, t.TempDir()} {
		for _, format := range []string{"json", "vim", "lsp"} {
			r := runOn(t, "", "annotate", "--format="+format, "--source_path="+folder, path)
			if n := strings.Count(r.err, "\n"); r.exit != exitOK || n != 2 {
				t.Errorf("%s, %s: status %d, %d warnings: %s", folder, format, r.exit, n, r.err)
			}
			for _, name := range []string{"edited.go", "moved.go"} {
				if !strings.Contains(r.err, "warning: "+filepath.Join(dir, name)+" was changed after the profile was taken (2020-01-01") {
					t.Errorf("%s, %s: %s", folder, format, r.err)
				}
			}
			if format != "json" {
				continue
			}
			var j jsonAnnotations
			must.Do(json.Unmarshal([]byte(r.out), &j))
			for _, f := range j.Files {
				if want := filepath.Base(f.File) != "same.go"; f.Changed != want || (f.Note != "") != want {
					t.Errorf("%+v", f)
				}
			}
		}
	}
}

// A name that would end a line does not.
func TestAnnotateHostileNames(t *testing.T) {
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}}}
	f := &profile.Function{ID: 1, Name: "f", Filename: "/x/a\n/etc/passwd:1: \x1b[31mb.go"}
	l := &profile.Location{ID: 1, Address: 1, Line: []profile.Line{{Function: f, Line: 3}}}
	p.Function, p.Location, p.Sample = []*profile.Function{f}, []*profile.Location{l}, []*profile.Sample{{Location: []*profile.Location{l}, Value: []int64{1}}}
	path := filepath.Join(t.TempDir(), "p.pprof")
	var out bytes.Buffer
	must.Do(p.Write(&out))
	must.Do(os.WriteFile(path, out.Bytes(), 0o666))
	r := runOn(t, "", "annotate", "--format=vim", path)
	if r.exit != exitOK || strings.Count(r.out, "\n") != 1 || strings.Contains(r.out, "\x1b") {
		t.Errorf("status %d, %q, %s", r.exit, r.out, r.err)
	}
}
