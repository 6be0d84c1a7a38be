package editor

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
)

// acts makes this test's program an editor: it does what the variable says.
const acts = "EDITOR_OF_TEST"

func TestMain(m *testing.M) {
	what, arg, _ := strings.Cut(os.Getenv(acts), ":")
	switch what {
	case "": // no editor
		os.Exit(m.Run())
	case "write": // its words into a file, whole at once
		data := must.Have(json.Marshal(os.Args[1:]))
		must.Do(os.WriteFile(arg+"~", data, 0o666))
		must.Do(os.Rename(arg+"~", arg))
	case "fail": // after saying much
		os.Stderr.WriteString("\n\x1b[31mno room\x1b[0m\nsecond\n")
		os.Stderr.WriteString(strings.Repeat("x", 1<<20))
		os.Exit(3)
	case "quiet":
		os.Exit(4)
	case "lead": // with an error unless it leads a session
		if !leads() {
			os.Exit(5)
		}
	case "stay": // until its file is gone
		for {
			if _, err := os.Stat(arg); err != nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// leads reports whether this process leads a session, where the system has them.
var leads = func() bool { return true }

func this() string { return must.Have(os.Executable()) }

// words returns what the editor is called with for a file.
func words(t *testing.T, e Editor, file string, line, column int) (got []string, err error) {
	out := filepath.Join(t.TempDir(), "words")
	t.Setenv(acts, "write:"+out)
	s, err := e.Start(file, line, column)
	if err != nil {
		return nil, err
	}
	if err := s.wait(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	must.Do(json.Unmarshal(must.Have(os.ReadFile(out)), &got))
	return got, nil
}

// A name from a profile reaches the editor in one piece, whatever is in it, and nothing else is started.
func TestHostileNames(t *testing.T) {
	dir := t.TempDir()
	trap := filepath.Join(dir, "trap")
	for _, name := range []string{
		"main.go", "a b.go", "-x.go", "+42.go", "$(touch " + trap + ").go", "`touch " + trap + "`.go", "; touch " + trap + ".go",
		"a'b\"c.go", "{line}{file}.go", "%s%n.go", "a|b&c>d.go", "*.go", "über.go", "\xff.go", "x:9:9", "~.go",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		for _, template := range [][]string{{"+{line}:{column}", "{file}"}, {"--goto", "{file}:{line}:{column}"}, {"{file}", "{line}"}} {
			got, err := words(t, Editor{Name: "test", Command: append([]string{this()}, template...)}, file, 12, 0)
			if err != nil {
				t.Errorf("%q: %v", name, err)
				continue
			}
			// JSON has no bytes that are not UTF-8.
			all, clean := strings.Join(got, "\x00"), strings.ToValidUTF8(filepath.Clean(file), "\ufffd")
			if len(got) != len(template) || !strings.Contains(all, clean) || !strings.Contains(all, "12") {
				t.Errorf("%q became %q", name, got)
			}
		}
	}
	if _, err := os.Stat(trap); err == nil {
		t.Error("a name was run")
	}
}

// A file without a full path, or with what a terminal might act on, starts nothing.
func TestRefusedNames(t *testing.T) {
	plain := Editor{Name: "test", Command: []string{this(), "{file}"}}
	careless := plain
	careless.careless = true
	root := filepath.VolumeName(this()) + string(filepath.Separator)
	for _, c := range []struct {
		e          Editor
		file, want string
	}{
		{plain, "main.go", "main.go is not an absolute path"},
		{plain, "-x", "-x is not an absolute path"},
		{plain, "", " is not an absolute path"},
		{plain, root + "a\nb", "has control characters in its name"},
		{plain, root + "a\x1bb", "has control characters in its name"},
		{careless, root + "a;b", "for a command: name another terminal in TERMINAL"},
		{careless, root + "a$b", "for a command: name another terminal in TERMINAL"},
		{Editor{}, root + "a", "the command is empty: expected a program and {file}"},
		{Editor{Name: "x", Command: []string{root + "none", "{file}"}}, root + "a", "x could not be started: "},
	} {
		if _, err := c.e.Start(c.file, 1, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.file, err, c.want)
		}
	}
	if runtime.GOOS != "windows" {
		if got, err := words(t, careless, "/src/a-b_c.d/über,=@+.go", 1, 1); err != nil || len(got) != 1 {
			t.Errorf("a harmless name: %q, %v", got, err)
		}
	}
}

// An editor that ends with an error says why, in a line; what it says beyond some kilobytes is not kept.
func TestErrorsOfEditors(t *testing.T) {
	e := Editor{Name: "test", Command: []string{this(), "{file}"}}
	said := "exit status 3"
	if runtime.GOOS == "linux" {
		said = "no room"
	}
	for act, want := range map[string]string{"fail": said, "quiet": "exit status 4"} {
		t.Setenv(acts, act)
		s := must.Have(e.Start(this(), 1, 1))
		err := s.wait(context.Background(), nil)
		if err == nil || !strings.HasPrefix(err.Error(), "test could not be started: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", act, err, want)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%s: not one clean line: %q", act, err)
		}
	}
}

// An editor that goes on is left alone, after a while or when the user stops waiting.
func TestLeftAlone(t *testing.T) {
	e := Editor{Name: "test", Command: []string{this(), "{file}"}}
	file := filepath.Join(t.TempDir(), "open")
	must.Do(os.WriteFile(file, nil, 0o666))
	t.Setenv(acts, "stay:"+file)
	over := make(chan time.Time, 1)
	over <- time.Time{}
	s := must.Have(e.Start(file, 1, 1))
	if err := s.wait(context.Background(), over); err != nil {
		t.Errorf("an editor that goes on: %v", err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	other := must.Have(e.Start(file, 1, 1))
	if err := other.wait(stopped, nil); err != context.Canceled {
		t.Errorf("stopped: %v", err)
	}
	for _, s := range []*Started{s, other} {
		if len(s.ended) > 0 {
			t.Error("the editor was ended")
		}
	}
	must.Do(os.Remove(file))
	for _, s := range []*Started{s, other} {
		if err := <-s.ended; err != nil {
			t.Errorf("the editor did not end by itself: %v", err)
		}
	}
}

// An editor is not in this program's session, so that nothing that ends this one reaches it.
func TestOwnSession(t *testing.T) {
	t.Setenv(acts, "lead")
	s := must.Have(Editor{Name: "test", Command: []string{this(), "{file}"}}.Start(this(), 1, 1))
	if err := s.wait(context.Background(), nil); err != nil {
		t.Error(err)
	}
}
