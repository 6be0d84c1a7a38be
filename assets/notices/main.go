// Notices writes the licences of everything that is built into the program, by the modules that the
// go command lists; `make notices` renews NOTICES with it.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	var all []notice
	for _, system := range []string{"linux", "darwin", "windows"} {
		more, err := linked(system, "profstation")
		if err != nil {
			fmt.Fprintln(os.Stderr, "notices:", err)
			os.Exit(1)
		}
		all = append(all, more...)
	}
	write(os.Stdout, all)
}

// notice is the text of a licence, and the name of what it licenses.
type notice struct{ of, text string }

// licence matches the names of files with licences.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// linked returns the notices of Go and of all modules that a package is built from on a system.
func linked(system, pkg string) ([]notice, error) {
	cmd := exec.Command("go", "list", "-deps", "-tags", "migrated_fynedo,no_emoji",
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}", pkg)
	cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=1")
	out, err := run(cmd)
	if err != nil {
		return nil, err
	}
	var all []notice
	for line := range strings.Lines(out) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 3 {
			continue
		}
		more, err := around(fields[0], fields[1], fields[2])
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	root, err := run(exec.Command("go", "env", "GOROOT"))
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "LICENSE"))
	if err != nil {
		return nil, err
	}
	return append(all, notice{"Go, its standard library and runtime", clean(text)}, graphviz), nil
}

// graphviz is in go-graphviz, compiled to WebAssembly, without a text of its own.
var graphviz = notice{"Graphviz, compiled to WebAssembly in github.com/goccy/go-graphviz",
	"Graphviz is under the Eclipse Public License; its text and the source code are at\nhttps://graphviz.org/license/ and https://gitlab.com/graphviz/graphviz\n"}

func run(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, exit.Stderr)
	}
	return string(out), err
}

// around returns the licences that hold for a package: in its folder, in those above
// it up to its module, and in those right below it, which may have C code or fonts.
func around(of, module, pkg string) ([]notice, error) {
	folders := []string{pkg}
	for f := pkg; f != module && len(f) > len(module); {
		f = filepath.Dir(f)
		folders = append(folders, f)
	}
	below, err := os.ReadDir(pkg)
	if err != nil {
		return nil, err
	}
	for _, e := range below {
		if e.IsDir() && e.Name() != "testdata" && e.Name() != "cmd" {
			folders = append(folders, filepath.Join(pkg, e.Name()))
		}
	}
	var all []notice
	for _, f := range folders {
		entries, err := os.ReadDir(f)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !licence.MatchString(e.Name()) || e.Type()&fs.ModeType != 0 || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(f, e.Name()))
			if err != nil {
				return nil, err
			}
			name := of
			if rel, _ := filepath.Rel(module, f); rel != "." {
				name += ", " + filepath.ToSlash(rel)
			}
			all = append(all, notice{name, clean(text)})
		}
	}
	return all, nil
}

// clean returns a text in a form that is the same on every machine.
func clean(text []byte) string {
	lines := strings.Split(strings.ReplaceAll(string(bytes.ToValidUTF8(text, []byte("?"))), "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(strings.ReplaceAll(l, "\t", "    "), " \f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n") + "\n"
}

// write writes each text once, below the names of all that it licenses.
func write(w io.Writer, all []notice) {
	of := map[string][]string{}
	for _, n := range all {
		of[n.text] = append(of[n.text], n.of)
	}
	for _, names := range of {
		slices.Sort(names)
	}
	texts := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		return strings.Compare(strings.ToLower(of[a][0])+a, strings.ToLower(of[b][0])+b)
	})
	fmt.Fprint(w, "profstation contains the following software and fonts of others.\nThis file is generated: make notices renews it.\n")
	for _, text := range texts {
		fmt.Fprint(w, "\n", strings.Repeat("=", 78), "\n")
		for _, name := range slices.Compact(of[text]) {
			fmt.Fprintln(w, name)
		}
		fmt.Fprint(w, strings.Repeat("-", 78), "\n\n", text)
	}
}
