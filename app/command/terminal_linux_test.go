package command

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// pty opens a terminal: what a program writes to tty is read from screen.
func pty(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	fd := int(screen.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err = os.OpenFile("/dev/pts/"+fmt.Sprint(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := term.MakeRaw(int(tty.Fd())); err != nil { // it leaves the bytes as they are
		t.Fatal(err)
	}
	return screen, tty
}

// onTerminal runs the command line on a terminal, and returns what arrives there.
func onTerminal(t *testing.T, args ...string) string {
	t.Helper()
	screen, tty := pty(t)
	arrived := make(chan string)
	go func() {
		var b bytes.Buffer
		io.Copy(&b, screen) // ends with EIO when nobody has tty any more
		arrived <- b.String()
	}()
	logs := log.Writer()
	executeOn(t.Context(), tty, tty, New(nil), args)
	log.SetOutput(logs)
	tty.Close()
	return <-arrived
}

// No name moves the cursor of a terminal; files and pipes get the bytes that pprof writes.
func TestTerminal(t *testing.T) {
	bad := hostile(t)
	strange := filepath.Join(t.TempDir(), "gone\x1b[2J\u009b\u202e\xff\r")
	for _, args := range [][]string{
		{"export", "--view", "top", "--format", "txt", bad},
		{"export", "--view", "peek", "--format", "txt", "--focus=.", bad},
		{"export", "--view", "tree", "--format", "txt", bad},
		{"export", "--view", "list", "--format", "txt", "--focus=.", bad},
		{"export", "--view", "traces", "--format", "txt", bad},
		{"export", "--view", "top", "--format", "csv", "--raw", bad},
		{"export", "--view", "flame", "--format", "json", bad},
		{"export", "--view", "summary", "--format", "md", "--base", bad, bad},
		{"export", "--view", "profile", "--format", "pprof", bad},
		{"info", bad},
		{"info", "--json", bad},
		{"info", strange},
		{"info", "--\x1b[2J"},
		{"export", "--view", "top\x1b[2J", "-o", "-", bad},
		{"export", "--view", "top", "--format", "txt", "--focus=(\x1b[2J", bad},
		{"report", "-o", "-", strange},
	} {
		if args[0] == "export" && args[3] != "-o" {
			args = append(args, "-o", "-")
		}
		text := strings.ReplaceAll(onTerminal(t, args...), clearLine, "") // of progress, if this takes long
		if len(text) < 20 || !utf8.ValidString(text) {
			t.Errorf("%q: %q", args, text)
		}
		if i := strings.IndexFunc(text, func(r rune) bool {
			return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
		}); i >= 0 {
			t.Errorf("%q: %q arrives on the terminal", args, text[i:min(len(text), i+20)])
		}
	}
	piped := run(t, "export", "--view", "traces", "--format", "txt", "-o", "-", bad).out
	if !strings.ContainsAny(piped, "\x01\x1f\u202e") {
		t.Error("a pipe gets other bytes than those of the names")
	}
}

// An error line is safe wherever it goes, and short.
func TestErrorLines(t *testing.T) {
	for _, args := range [][]string{
		{"info", "gone\x1b[2J\u202e" + strings.Repeat("x", 100_000)},
		{"info", "--gone\x1b[2J\u202e" + strings.Repeat("x", 100_000)},
	} {
		r := run(t, args...)
		if strings.ContainsAny(r.err, "\x1b\u202e") || strings.Count(r.err, "\n") != 1 || len(r.err) > maxSaid+100 || r.exit == exitOK {
			t.Errorf("exit %d, %d bytes: %.200q", r.exit, len(r.err), r.err)
		}
	}
}
