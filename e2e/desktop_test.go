//go:build window

package e2e

import (
	"bufio"
	"cmp"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"profstation/assets/desktop"
)

// desk is a desktop for one test: a window manager, a D-Bus session and an empty
// home, into which profstation is installed.
type desk struct {
	*window // for its ways to wait and to ask; it is no window of its own
	home    string
	env     []string
}

// startDesktop starts a desktop that ends with the test.
func startDesktop(t *testing.T) *desk {
	t.Helper()
	if os.Getenv("PROFSTATION_BIN") == "" || os.Getenv("DISPLAY") == "" {
		t.Fatal("these tests need the built program in PROFSTATION_BIN and an X server in DISPLAY: run `make test-window`")
	}
	s := &desk{home: t.TempDir()}
	s.window = &window{t: t, output: new(output), ended: make(chan struct{}), screen: openScreen(t)}
	// With this name xdg-open asks gio, as on most desktops.
	s.env = append(environment(t, s.home), "XDG_CURRENT_DESKTOP=GNOME")

	bus := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address")
	address, err := bus.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.background(bus, environment(t, t.TempDir()))
	line, err := bufio.NewReader(address).ReadString('\n')
	if err != nil {
		t.Fatalf("ask the D-Bus session for its address: %v", err)
	}
	s.env = append(s.env, "DBUS_SESSION_BUS_ADDRESS="+strings.TrimSpace(line))

	// A window manager leaves its mark on the screen when it ends, and GLFW ends
	// every later program if that mark leads nowhere.
	t.Cleanup(func() {
		for _, mark := range []string{"_NET_SUPPORTING_WM_CHECK", "_NET_SUPPORTED"} {
			if out, err := exec.Command("xprop", "-root", "-remove", mark).CombinedOutput(); err != nil {
				t.Errorf("remove the mark of the window manager: %v\n%s", err, out)
			}
		}
	})
	s.background(exec.Command("openbox"), environment(t, t.TempDir()))
	t.Cleanup(s.endInstalled)
	s.until("a window manager", func() bool {
		out, _ := s.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
		return strings.Contains(string(out), "window id")
	})
	return s
}

// endInstalled ends the programs in its home that the desktop has started: they
// are not children of the test, and their windows would stay on the screen.
func (s *desk) endInstalled() {
	running, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		s.t.Fatal(err)
	}
	for _, exe := range running {
		program, err := os.Readlink(exe)
		if err != nil || !strings.HasPrefix(program, s.home+"/") {
			continue // of somebody else, or just ended
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(exe)))
		if err != nil {
			s.t.Fatal(err)
		}
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// background starts a program that ends with the test.
func (s *desk) background(cmd *exec.Cmd, env []string) {
	s.t.Helper()
	cmd.Env = env
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
}

// call runs a command on the desktop and returns what it prints.
func (s *desk) call(name string, args ...string) string {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), name, args...)
	cmd.Env = s.env
	// A file, not a pipe: the opened program inherits it and would keep a pipe open.
	out, err := os.Create(filepath.Join(s.t.TempDir(), "output"))
	if err != nil {
		s.t.Fatal(err)
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	failed := cmd.Run()
	text, err := os.ReadFile(out.Name())
	if failed != nil || err != nil {
		s.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), cmp.Or(failed, err), text)
	}
	return string(text)
}

// make runs a target of the Makefile with the program that is built already.
func (s *desk) make(target string) {
	s.t.Helper()
	s.call("make", "-C", "..", "--no-print-directory", "-o", "build", "-o", "pages", target, "BIN="+os.Getenv("PROFSTATION_BIN"), "PREFIX=", "DESTDIR=")
}

// windows returns the profstation windows on the screen, by their titles.
func (s *desk) windows() map[string]string {
	ids, _ := s.ask("search", "--all", "--onlyvisible", "--name", "profstation$")
	all := map[string]string{}
	for id := range strings.FieldsSeq(ids) {
		if title, err := s.ask("getwindowname", id); err == nil {
			all[strings.TrimSuffix(title, "\n")] = id
		}
	}
	return all
}

// waitWindow waits for a window on a file.
func (s *desk) waitWindow(file string) (id string) {
	s.t.Helper()
	s.until("a window on "+file, func() bool {
		id = s.windows()[file+" – profstation"]
		return id != ""
	})
	return id
}

// below lists the files and folders below a folder of the home.
func (s *desk) below(folder string) []string {
	s.t.Helper()
	var all []string
	err := filepath.WalkDir(filepath.Join(s.home, folder), func(path string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		rel, _ := filepath.Rel(s.home, path)
		all = append(all, rel)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

// TestDoubleClick installs into an empty home, opens a profile and a trace as
// a file manager does, and uninstalls. The file of the second double click arrives
// in the window that is there.
func TestDoubleClick(t *testing.T) {
	s := startDesktop(t)
	s.make("install")
	installed := filepath.Join(s.home, ".local/share")
	s.call("desktop-file-validate", filepath.Join(installed, "applications", desktop.ID+".desktop"))
	s.call("appstreamcli", "validate", "--no-net", filepath.Join(installed, "metainfo", desktop.ID+".metainfo.xml"))

	// The types of files that it opens, and of some that it leaves alone.
	files := t.TempDir()
	for name, want := range map[string]string{
		"my cpu.pprof": "application/x-pprof", "a.prof": "application/x-pprof", "a.pb.gz": "application/x-pprof",
		"a.pprof.gz": "application/x-pprof", "default.pgo": "application/x-pprof",
		"a.gz": "application/gzip", "cpu.out": "application/gzip", "a.mem": "application/gzip", "heap": "application/gzip",
		"recorded": "application/x-go-execution-trace", "trace.out": "application/x-go-execution-trace",
	} {
		from := "../testdata/cpu.pprof"
		if strings.Contains(want, "trace") {
			from = "../testdata/trace.trace"
		}
		path := filepath.Join(files, name)
		copyFile(t, from, path)
		if got := s.call("gio", "info", "-a", "standard::content-type", path); !strings.Contains(got, "standard::content-type: "+want+"\n") {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	for mime, want := range map[string]bool{"application/x-pprof": true, "application/x-go-execution-trace": true, "application/gzip": false} {
		if got := s.call("gio", "mime", mime); strings.Contains(got, desktop.ID) != want {
			t.Errorf("%s: %s", mime, got)
		}
	}

	s.call("gio", "open", filepath.Join(files, "my cpu.pprof"))
	first := s.waitWindow("my cpu.pprof")
	if class, err := s.run("xprop", "-id", first, "WM_CLASS"); err != nil || !regexp.MustCompile(`"`+entryKey("StartupWMClass")+`"`).Match(class) {
		t.Errorf("the window's class is %s (%v), the desktop entry has %s", class, err, entryKey("StartupWMClass"))
	}
	s.call("xdg-open", filepath.Join(files, "recorded"))
	second := s.waitWindow("recorded")
	if second != first || len(s.windows()) != 1 {
		t.Errorf("the second file came in the window %s, the first in %s; windows are %v", second, first, s.windows())
	}

	// An address leads into the file that is open, and to a place in it.
	s.call("xdg-open", "profstation://"+(&url.URL{Path: filepath.Join(files, "my cpu.pprof")}).EscapedPath()+"#v=1&tab=Top")
	if third := s.waitWindow("my cpu.pprof"); third != first {
		t.Errorf("the address came in the window %s, the first file in %s", third, first)
	}

	s.make("uninstall")
	for _, folder := range []string{".local/bin", ".local/share"} {
		if left := slices.DeleteFunc(s.below(folder), func(path string) bool { return path == ".local/share" }); len(left) > 0 {
			t.Errorf("uninstalling left %q", left)
		}
	}
}

// entryKey returns a value of the desktop entry, "" if it has none.
func entryKey(name string) string {
	entry, err := os.ReadFile(filepath.Join("../assets/desktop", desktop.ID+".desktop"))
	if err != nil {
		return ""
	}
	m := regexp.MustCompile(`(?m)^` + name + `=(.*)$`).FindSubmatch(entry)
	if m == nil {
		return ""
	}
	return string(m[1])
}
