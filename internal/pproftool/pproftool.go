// Package pproftool runs go tool pprof, so that tests can compare our numbers with its numbers.
package pproftool

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// toolchains are the Go releases besides the one that runs the tests, by the folder in testdata that has
// their recordings.
var toolchains = map[string]string{"go1.27": newer}

// newer is a Go release after the one that builds the program.
const newer = "go1.27.3"

// Recordings returns recordings from all releases: those that match a pattern for [filepath.Glob], and
// those with the same names in the folders for other releases.
func Recordings(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	for release := range toolchains {
		more, _ := filepath.Glob(filepath.Join(filepath.Dir(pattern), release, filepath.Base(pattern)))
		if len(more) == 0 {
			t.Fatalf("%s has no recordings of %s", pattern, release)
		}
		files = append(files, more...)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return toolchains[filepath.Base(file)] != "" })
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no recordings: %v", pattern, err)
	}
	return files
}

// Corpus returns the files in the folder that the environment variable PROFSTATION_CORPUS names. pprof must be able
// to read each. There are none if the variable is not set.
func Corpus(t testing.TB) []string {
	t.Helper()
	dir := os.Getenv("PROFSTATION_CORPUS")
	if dir == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(file string) bool {
		return slices.ContainsFunc([]string{".md", ".txt", ".trace", "cut-60pct.pb.gz"}, func(no string) bool {
			return strings.HasSuffix(file, no)
		})
	})
}

// Compiler returns the CPU profile of Go's compiler, which comes with Go.
func Compiler(t testing.TB) string {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "src/cmd/compile/default.pgo")
}

// path finds the program that `go tool pprof` runs in a toolchain; "" is the one that runs the tests. Starting
// it directly saves the work that the go command would do each time. For a short test, another
// toolchain's sources are compiled with this one's library, which is there: its own takes half a minute.
func path(toolchain string) (string, error) {
	mu.Lock()
	defer mu.Unlock()
	if p := paths[toolchain]; p != "" {
		return p, nil
	}
	cmd := exec.Command("go", "tool", "-n", "pprof")
	switch {
	case toolchain == "":
	case testing.Short():
		overlay, err := sourcesOf(toolchain)
		if err != nil {
			return "", err
		}
		defer os.Remove(overlay)
		cmd.Env = append(os.Environ(), "GOFLAGS=-overlay="+overlay)
	default:
		cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain)
	}
	out, err := cmd.Output()
	paths[toolchain] = strings.TrimSpace(string(out))
	return paths[toolchain], err
}

// sourcesOf writes a file for the go command's option -overlay, which gives pprof, and all packages that belong to Go's
// commands, another toolchain's sources.
func sourcesOf(toolchain string) (overlay string, err error) {
	here := ""                   // this toolchain's root
	files := map[string]string{} // by their places here; "" leaves a file out
	for _, env := range []string{"GOFLAGS=", "GOTOOLCHAIN=" + toolchain} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}}\t{{.Root}}\t{{.Dir}}", "cmd/pprof")
		cmd.Env = append(os.Environ(), env)
		out, err := cmd.Output()
		if err != nil {
			return "", err
		}
		for line := range strings.Lines(string(out)) {
			pkg, folders, _ := strings.Cut(strings.TrimSpace(line), "\t")
			if !strings.HasPrefix(pkg, "cmd/") {
				continue
			}
			root, dir, _ := strings.Cut(folders, "\t")
			here = cmp.Or(here, root)
			err := filepath.WalkDir(dir, func(file string, entry os.DirEntry, err error) error {
				if err != nil || entry.IsDir() {
					return err
				}
				place := here + strings.TrimPrefix(file, root)
				files[place] = ""
				if file != place {
					files[place] = file
				}
				return nil
			})
			if err != nil {
				return "", err
			}
		}
	}
	f, err := os.CreateTemp("", "overlay-")
	if err != nil {
		return "", err
	}
	err = json.NewEncoder(f).Encode(map[string]any{"Replace": files})
	return f.Name(), errors.Join(err, f.Close())
}

var (
	mu    sync.Mutex
	paths = map[string]string{}
)

// Roots returns the folders of the Go releases with which recordings were made, by their names.
func Roots(t testing.TB) map[string]string {
	t.Helper()
	roots := map[string]string{}
	for _, toolchain := range []string{"local", newer} {
		cmd := exec.Command("go", "env", "GOVERSION", "GOROOT")
		cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain)
		out, err := cmd.Output()
		release, root, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		if err != nil || root == "" {
			t.Fatalf("go env of %s: %v", toolchain, err)
		}
		roots[release] = root
	}
	return roots
}

// toolchainOf returns the release that recorded the file in the arguments.
func toolchainOf(args []string) string {
	for _, arg := range args {
		if toolchain := toolchains[filepath.Base(filepath.Dir(arg))]; toolchain != "" {
			return toolchain
		}
	}
	return ""
}

// Command returns pprof with the given arguments, from the release that recorded the file which they name. The
// user's settings and binaries do not change its answers.
func Command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	return command(t, toolchainOf(args), args)
}

// OfNewer is like [Command], but always with the newer release.
func OfNewer(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	return command(t, newer, args)
}

func command(t testing.TB, toolchain string, args []string) *exec.Cmd {
	t.Helper()
	pprof, err := path(toolchain)
	if err != nil {
		t.Fatalf("go tool pprof: %v", err)
	}
	home := t.TempDir()
	cmd := exec.Command(pprof, args...)
	cmd.Env = append(os.Environ(), "PPROF_TMPDIR="+home, "PPROF_BINARY_PATH="+home, "HOME="+home, "XDG_CONFIG_HOME="+home)
	return cmd
}

// Run runs a command and returns its output. If it fails, it ends the test.
func Run(t testing.TB, cmd *exec.Cmd) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("pprof %s: %v\n%s", strings.Join(cmd.Args[1:], " "), err, errs.String())
	}
	return out.String(), errs.String()
}
