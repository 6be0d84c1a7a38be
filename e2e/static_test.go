//go:build window

package e2e

import (
	"bytes"
	"cmp"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"profstation/ask"
	"profstation/internal/must"
	"profstation/internal/thorough"
)

// maxStatic is how large the command line without a window may be.
const maxStatic = 40_000_000

// TestStatic builds the command line without cgo, and holds that it needs no file of the machine it runs on: in an empty
// root it describes recordings, writes every view as the program with the window does, and says in one line that it
// has none. A short test compiles only what differs from the program with the window.
func TestStatic(t *testing.T) {
	root := t.TempDir()
	bin := filepath.Join(root, "profstation")
	if testing.Short() {
		buildStatic(t, "..", bin, "TRIM=")
	} else {
		buildStatic(t, "..", bin)
		t.Run("elsewhere", func(t *testing.T) { sameElsewhere(t, bin) })
	}
	if info := must.Have(os.Stat(bin)); info.Size() > maxStatic {
		t.Errorf("the program has %d bytes, more than %d", info.Size(), maxStatic)
	}
	program := must.Have(elf.Open(bin))
	defer program.Close()
	if slices.ContainsFunc(program.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Error("the program is not static")
	}
	for _, name := range []string{"cpu.pprof", "cpu-slow.pprof", "trace.trace"} {
		must.Do(os.WriteFile(filepath.Join(root, name), must.Have(os.ReadFile("../testdata/"+name)), 0o644))
	}
	// run starts either program beside the files; the static one sees nothing else.
	run := func(static bool, args ...string) (out, said string, err error) {
		cmd := exec.Command(os.Getenv("PROFSTATION_BIN"), args...)
		cmd.Dir = root
		home := root
		if static {
			cmd = exec.Command("/profstation", args...)
			home = "/"
			cmd.Dir, cmd.SysProcAttr = "/", &syscall.SysProcAttr{Chroot: root}
			if os.Getuid() != 0 {
				own := []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
				cmd.SysProcAttr.Cloneflags, cmd.SysProcAttr.UidMappings = syscall.CLONE_NEWUSER, own
			}
		}
		cmd.Env = []string{"TZ=UTC", "LANG=en_US.UTF-8", "HOME=" + home}
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err = cmd.Run()
		return stdout.String(), stderr.String(), err
	}
	if out, _, err := run(true, "--version"); err != nil || !strings.HasPrefix(out, "profstation "+packaged+" ") {
		t.Errorf("%v: built as %s, it says %q", err, packaged, out)
	}
	calls := [][]string{{"info", "cpu.pprof", "trace.trace"}, {"report", "-o", "-", "--base", "cpu-slow.pprof", "cpu.pprof"}}
	for _, v := range ask.Views {
		needs := []string{"list", "weblist", "disasm"} // sources or a program, which are not there
		if v.Name == "" || v.Windowed || v.Of == ask.OfSeries || slices.Contains(needs, v.Name) {
			continue
		}
		call := []string{"export", "--view", cmp.Or(v.Side, v.Name), "-o", "-"}
		switch {
		case v.Name == "peek":
			call = append(call, "--focus", "main")
		case v.Name == "pivot":
			call = append(call, "--by", "endpoint,tenant")
		case v.Side != "" && v.Of == ask.OfComparison:
			call = append(call, "--beside")
		}
		switch {
		case v.Picture != nil:
			call = append(call, "--format", "svg")
		case v.Pprof != nil:
			call = append(call, "--format", "pprof")
		case v.Text != nil:
			call = append(call, "--format", "txt")
		case v.Markdown != nil:
			call = append(call, "--format", "md")
		}
		switch {
		case v.Of == ask.OfTrace:
			call = append(call, "trace.trace")
		case v.Of == ask.OfTracePair:
			call = append(call, "--base", "trace.trace", "trace.trace")
		case v.Of == ask.OfComparison:
			call = append(call, "--base", "cpu-slow.pprof", "cpu.pprof")
		default:
			call = append(call, "cpu.pprof")
		}
		calls = append(calls, call)
	}
	for i, call := range calls {
		if !thorough.One(i, 3) {
			continue
		}
		out, said, err := run(true, call...)
		want, _, wantErr := run(false, call...)
		empty := out == "" && !slices.Contains(call, "comments") // the recording has none
		if err != nil || wantErr != nil || out != want || empty {
			t.Errorf("%q: %v, %v, %d bytes and %d: %s", call, err, wantErr, len(out), len(want), said)
		}
	}
	if _, said, err := run(true, "cpu.pprof"); err == nil || !strings.Contains(said, "without the window") || strings.Count(said, "\n") != 1 {
		t.Errorf("the window: %v, %q", err, said)
	}
}

// packaged is the version that the program is built as.
const packaged = "98.7.6+5.g1234567"

// buildStatic builds the command line as packages have it.
func buildStatic(t *testing.T, sources, program string, env ...string) {
	t.Helper()
	build := exec.CommandContext(t.Context(), ".ci/static", runtime.GOOS, runtime.GOARCH, program)
	build.Dir, build.Env = sources, append(append(os.Environ(), "VERSION="+packaged, "GOGC=400"), env...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// sameElsewhere holds that a program has the same bytes if its sources are in another folder and everything is compiled
// anew.
func sameElsewhere(t *testing.T, program string) {
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	list.Dir = ".."
	sources := t.TempDir()
	for name := range strings.SplitSeq(string(must.Have(list.Output())), "\x00") {
		info, err := os.Stat(filepath.Join("..", name))
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(name, "testdata/") && filepath.Base(name) != "go.mod" {
			continue // gone, or no part of the program
		}
		to := filepath.Join(sources, name)
		must.Do(os.MkdirAll(filepath.Dir(to), 0o755))
		must.Do(os.WriteFile(to, must.Have(os.ReadFile(filepath.Join("..", name))), info.Mode()))
	}
	again := filepath.Join(t.TempDir(), "again")
	buildStatic(t, sources, again, "GOCACHE="+t.TempDir())
	if !bytes.Equal(must.Have(os.ReadFile(program)), must.Have(os.ReadFile(again))) {
		t.Errorf("%s and %s differ", program, again)
	}
}
