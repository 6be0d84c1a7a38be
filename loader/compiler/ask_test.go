package compiler

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
)

// module makes a module of the files, with that of testdata in its root.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))
	must.Do(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/shop\n\ngo 1.24\n"), 0o666))
	must.Do(os.WriteFile(filepath.Join(dir, "shop.go"), must.Have(os.ReadFile("testdata/shop/shop.go")), 0o666))
	for name, text := range files {
		must.Do(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		must.Do(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return dir
}

// tree returns the names and contents of all files.
func tree(dir string) map[string]string {
	all := map[string]string{}
	must.Do(filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all[path] = string(must.Have(os.ReadFile(path)))
		}
		return err
	}))
	return all
}

// printed has what go build -gcflags=-m=2 prints: how values get to the heap, and what is and is not inlined.
func printed(t *testing.T, command, dir string) (flows, inlining []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command, "build", "-gcflags=-m=2", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	heading := regexp.MustCompile(`^\./(\S+): (.+ escapes to heap) in [^ ]+:$`)
	parameter := regexp.MustCompile(`^\S+: parameter .* leaks to `)
	step := regexp.MustCompile(`^\./(\S+?): {2,}(flow: .*|from .* at \./.*)$`)
	can := regexp.MustCompile(`^\./(\S+): can inline \S+ with (cost) (\d+) as`)
	cannot := regexp.MustCompile(`^\./(\S+): cannot inline \S+: (.*)$`)
	escapes := false
	for l := range strings.Lines(string(out)) {
		l = strings.TrimSuffix(l, "\n")
		if m := heading.FindStringSubmatch(l); m != nil {
			escapes = true
			flows = append(flows, m[1]+": "+m[2])
		} else if parameter.MatchString(l) {
			escapes = false
		} else if m := step.FindStringSubmatch(l); m != nil && escapes {
			flows = append(flows, m[1]+":   "+strings.Replace(m[2], " at ./", " at ", 1))
		} else if m := can.FindStringSubmatch(l); m != nil {
			inlining = append(inlining, m[1]+": can "+m[2]+": "+m[3])
		} else if m := cannot.FindStringSubmatch(l); m != nil {
			inlining = append(inlining, m[1]+": cannot "+m[2])
		}
	}
	slices.Sort(flows)
	slices.Sort(inlining)
	return flows, inlining
}

// logged writes a report in the same words.
func logged(r *Report) (flows, inlining []string) {
	for _, m := range r.Remarks {
		at := Step{Text: "from ", At: m.At[0]}.String()
		at = strings.TrimPrefix(at, "  from  at ")
		switch {
		case m.Escapes() && m.Text != "":
			flows = append(flows, at+": "+m.Text)
			for _, s := range m.Flow {
				flows = append(flows, at+":   "+strings.TrimSpace(s.String()))
			}
		case m.Code == "canInlineFunction":
			inlining = append(inlining, at+": can "+m.Text)
		case m.Code == "cannotInlineFunction":
			inlining = append(inlining, at+": cannot "+m.Text)
		}
	}
	slices.Sort(flows)
	slices.Sort(inlining)
	return flows, inlining
}

// goCommands are those of the Go in use, and of another release if that is installed.
func goCommands() []string {
	other, _ := filepath.Glob(filepath.Join(must.Have(os.UserHomeDir()), "go/pkg/mod/golang.org/toolchain@*/bin/go"))
	return append([]string{"go"}, other...)
}

// TestPrinted compares each reason with what the compiler prints, line by line.
func TestPrinted(t *testing.T) {
	for _, command := range goCommands() {
		dir := module(t, nil)
		before := tree(dir)
		r, err := Ask(t.Context(), Build{Go: command, Module: dir, Folders: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		flows, inlining := logged(r)
		wantFlows, wantInlining := printed(t, command, dir)
		if len(wantFlows) < 40 || len(wantInlining) < 10 {
			t.Fatalf("%s prints only %d lines of flows and %d of inlining", r.Go, len(wantFlows), len(wantInlining))
		}
		for i, want := range wantFlows {
			if i >= len(flows) || flows[i] != want {
				t.Fatalf("%s: line %d of %d and %d:\n got %q\nwant %q", r.Go, i, len(flows), len(wantFlows), flows[i:min(i+1, len(flows))], want)
			}
		}
		if len(flows) != len(wantFlows) || !slices.Equal(inlining, wantInlining) {
			t.Errorf("%s: %d lines of flows, want %d; inlining %q, want %q", r.Go, len(flows), len(wantFlows), inlining, wantInlining)
		}
		for _, code := range []string{"isInBounds", "isSliceInBounds"} {
			if !slices.ContainsFunc(r.Remarks, func(m Remark) bool { return m.Code == code }) {
				t.Errorf("%s: no %s", r.Go, code)
			}
		}
		if after := tree(dir); len(after) != len(before) {
			t.Errorf("%s: files in the module: %d before, %d after", r.Go, len(before), len(after))
		}
	}
}

// TestSeveral compiles two programs and a package of a name with a space, and says what does not compile.
func TestSeveral(t *testing.T) {
	program := "package main\n\nvar kept *int\n\nfunc main() {\n\tN := 1\n\tkept = &N\n}\n"
	dir := module(t, map[string]string{
		"a/main.go": program, "b/main.go": strings.ReplaceAll(program, "N", "other"),
		"broken/x.go":  "package broken\n\nfunc f() { return 1 }\n",
		"missing/x.go": "package missing\n\nimport _ \"example.org/none\"\n",
		"c/x.go":       "package c\n\nimport \"C\"\n",
	})
	var folders []string
	for _, name := range []string{"a", "b", "broken", "missing", "c"} {
		folders = append(folders, filepath.Join(dir, name))
	}
	r, err := Ask(t.Context(), Build{Go: "go", Module: dir, Folders: folders})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range r.Remarks {
		if m.Escapes() && m.Text != "" {
			found = append(found, must.Have(filepath.Rel(dir, m.At[0].File))+": "+m.Text)
		}
	}
	slices.Sort(found)
	if want := []string{filepath.FromSlash("a/main.go: N escapes to heap"), filepath.FromSlash("b/main.go: other escapes to heap")}; !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
	for _, name := range []string{"broken", "missing", "c"} {
		if !slices.ContainsFunc(r.Failed, func(text string) bool { return strings.HasPrefix(text, "example.com/shop/"+name+": ") }) {
			t.Errorf("nothing says that %s was not compiled: %q", name, r.Failed)
		}
	}
	if len(r.Failed) != 3 {
		t.Errorf("failed: %q", r.Failed)
	}
}

// TestRefuses: folders outside the module, patterns, and a module of a later Go are errors.
func TestRefuses(t *testing.T) {
	dir := module(t, map[string]string{"...x/x.go": "package x\n"})
	for _, folder := range []string{filepath.Dir(dir), filepath.Join(dir, "...x"), filepath.Join(dir, "a=b")} {
		if _, err := Ask(t.Context(), Build{Go: "go", Module: dir, Folders: []string{folder}}); err == nil {
			t.Errorf("%s is compiled", folder)
		}
	}
	must.Do(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/shop\n\ngo 1.999\n"), 0o666))
	if _, err := Ask(t.Context(), Build{Go: "go", Module: dir, Folders: []string{dir}}); err == nil || !strings.Contains(err.Error(), "1.999") {
		t.Errorf("a later Go: %v", err)
	}
	if _, err := Ask(t.Context(), Build{Go: "no-such-command", Module: dir, Folders: []string{dir}}); err == nil || !strings.Contains(err.Error(), "go command") {
		t.Errorf("without a go command: %v", err)
	}
}
