package command

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	inputs "profstation/measure/hostile"
)

// FuzzCommandLine gives the program any arguments, with a NUL between two: it ends with a status that
// is documented and a word about it, and writes nothing outside of the folder that it is in.
// Arguments have no slash, or they might name a folder of this machine.
func FuzzCommandLine(f *testing.F) {
	for _, line := range []string{
		"", "--help", "--version", "info a.pprof", "info --json - t.trace none", "a.pprof --base b", "--new-window a.pprof",
		"export --view top -o x.csv a.pprof", "export --view flame --format svg -o - --width 300 a.pprof",
		"export --view list --focus . -o x.json --source-path . a.pprof", "export --view peek --focus f -o - --format txt a.pprof",
		"export --view diff --base a.pprof -o - --format csv a.pprof", "export --view timeline -o x.svg --from 1ms --to 2s t.trace",
		"export --view pivot --by a,b -o - --format csv a.pprof", "export -o x.pprof --tagfocus=1:2 --relative-percentages a.pprof",
		"export --view trend --by functions -o - --format csv a.pprof a.pprof", "export --view tree -o - --format txt --cum -nodecount=3 a.pprof",
		"export -top -cum a.pprof",
		"export -peek=f -o x.txt a.pprof", "-http=:1 a.pprof", "export -list f -help", "export -proto -o x.pprof -mean_delay a.pprof", "report -o x.html a.pprof", "compare a.pprof a.pprof", "completion bash", "__complete export --view ", "export --view top -o a.pprof a.pprof",
	} {
		f.Add([]byte(strings.ReplaceAll(line, " ", "\x00")))
	}
	small := inputs.Message(nil).Part(1, inputs.Message(nil).Num(1, 1).Num(2, 2)).Part(2, inputs.Message(nil).Num(1, 1).Num(2, 3)).
		Part(4, inputs.Message(nil).Num(1, 1).Part(4, inputs.Message(nil).Num(1, 1).Num(2, 7))).
		Part(5, inputs.Message(nil).Num(1, 1).Num(2, 3).Num(4, 4)).Strings("", "cpu", "nanoseconds", "main.f", "m.go")
	quiet, err := os.ReadFile("../../loader/trace/testdata/quiet.trace")
	if err != nil {
		f.Fatal(err)
	}
	all := f.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "TMPDIR", "GOROOT", "GOMODCACHE"} {
		dir := filepath.Join(all, name)
		if err := os.Mkdir(dir, 0o777); err != nil {
			f.Fatal(err)
		}
		f.Setenv(name, dir)
	}
	work := filepath.Join(all, "work")
	f.Fuzz(func(t *testing.T, line []byte) {
		text := string(line)
		if len(line) > 500 || strings.ContainsAny(text, `/\`) || strings.Contains(text, "..") || strings.Contains(text, "graph") {
			return // a graph needs a process
		}
		if slices.Contains(strings.Split(text, "\x00"), "pprof") {
			return // so does this command, and Go
		}
		if err := os.Mkdir(work, 0o777); err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(work)
		for name, data := range map[string][]byte{"a.pprof": small, "t.trace": quiet, "m.go": []byte("package main\n")} {
			if err := os.WriteFile(filepath.Join(work, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		t.Chdir(work)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		r := runWith(ctx, "", strings.Split(text, "\x00")...)
		switch {
		case ctx.Err() != nil: // a large picture
		case r.exit != exitOK && r.exit != exitFailed && r.exit != exitUsage:
			t.Errorf("%q: exit status %d\n%s", line, r.exit, r.err)
		case r.exit != exitOK && !strings.HasSuffix(r.err, "\n"):
			t.Errorf("%q: exit status %d without a word: %q", line, r.exit, r.err)
		case strings.ContainsAny(r.err, "\x1b\x07\u202e"):
			t.Errorf("%q moves the terminal: %q", line, r.err)
		}
		filepath.WalkDir(all, func(path string, d os.DirEntry, err error) error {
			if path == work || path == filepath.Join(all, "XDG_CACHE_HOME", "profstation") { // graphviz as machine code
				return filepath.SkipDir
			}
			if err != nil || !d.IsDir() {
				t.Errorf("%q wrote %s: %v", line, path, err)
			}
			return nil
		})
	})
}
