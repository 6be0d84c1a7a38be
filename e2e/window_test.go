//go:build window

// Package e2e drives the built program in a real window on an X server:
// `make test-window` builds it, starts a virtual screen and runs the tests. They
// share the screen, so no two windows are tested at a time.
package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"profstation/desk/session"
	"profstation/internal/home"
	"profstation/internal/must"
)

const (
	// patience is how long something may take before a test fails. A busy machine
	// needs many times as long as a quiet one, and a test that passes never waits
	// so long.
	patience = 5 * time.Minute

	interval = 100 * time.Millisecond // between two looks

	// blinking is how many pixels may differ between two pictures of a window
	// in which nothing happens: a text cursor, at a scale of 1.
	blinking = 64
)

// window is the running program with its one window. Positions are pixels from
// the upper left corner of the window; at FYNE_SCALE=1 they are Fyne's units.
type window struct {
	t      *testing.T
	cmd    *exec.Cmd
	id     string  // the X window
	screen *screen // that it is on
	output *output
	ended  chan struct{} // closed when the program has ended
	exit   error         // of the program, once ended is closed
	nested bool          // the window is a compositor's, in which the program is
	blinks int           // pixels that may differ between two pictures in which nothing happens
}

// output collects what the program prints; the test may read it at any time.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// start runs the program named by PROFSTATION_BIN in a new home, waits until its
// window shows something, and gives it the keyboard. The program ends with the
// test.
func start(t *testing.T, args ...string) *window {
	t.Helper()
	return startIn(t, t.TempDir(), args...)
}

// startIn is like start, in a home that the test has prepared or uses again.
func startIn(t *testing.T, home string, args ...string) *window {
	t.Helper()
	layOut(t, home)
	return startWith(t, environment(t, home), args...)
}

// layOut gives a home without a session a list of documents as wide as the tests take it to be, and no
// details: else its width would follow the names in it, and pictures would move when something is selected.
func layOut(t *testing.T, home string) {
	t.Helper()
	if _, err := os.Stat(stateFile(home)); err == nil {
		return
	}
	saver := session.NewSaver(&session.Store{Path: stateFile(home)}, time.Minute, func(err error) { t.Error(err) })
	saver.Set(session.State{Layout: session.Layout{
		Panes: map[string]float64{"documents": documentsRight}, Hidden: []string{"details"},
	}})
	saver.Close()
}

// startWith is like start, in a given environment.
func startWith(t *testing.T, env []string, args ...string) *window {
	t.Helper()
	w := launch(t, env, args...)
	w.find(func() string {
		ids, _ := w.ask("search", "--all", "--onlyvisible", "--pid", strconv.Itoa(w.cmd.Process.Pid), "--name", ".")
		id, _, _ := strings.Cut(ids, "\n")
		return id
	})
	return w
}

// launch starts the program without waiting for its window.
func launch(t *testing.T, env []string, args ...string) *window {
	t.Helper()
	program := os.Getenv("PROFSTATION_BIN")
	if program == "" || os.Getenv("DISPLAY") == "" {
		t.Fatal("these tests need the built program in PROFSTATION_BIN and an X server in DISPLAY: run `make test-window`")
	}
	w := &window{t: t, output: new(output), ended: make(chan struct{}), screen: openScreen(t), blinks: blinking}
	w.cmd = exec.Command(program, args...)
	w.cmd.Env = env
	w.cmd.Stdout, w.cmd.Stderr = w.output, w.output
	// The pointer would light up what lies beneath it in the new window.
	if _, err := w.ask("mousemove", "99999", "99999"); err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		w.exit = w.cmd.Wait()
		close(w.ended)
	}()
	t.Cleanup(w.Close)
	return w
}

// find waits until a window is there that shows something, and gives it the keyboard. id returns the number
// of the window, "" before it is there.
func (w *window) find(id func() string) {
	w.t.Helper()
	w.until("a window", func() bool {
		w.id = id()
		return w.id != ""
	})
	w.until("the window's first picture", func() bool { return len(colours(w.Picture())) > 1 })
	w.focus()
}

// environment returns the environment of the test with all folders of the user below one, so
// that tests share no preferences, sessions or sockets.
func environment(t testing.TB, dir string) []string {
	t.Helper()
	// Without the address of a D-Bus session every program would start one that
	// outlives it.
	folders := home.Below(dir)
	env := append(os.Environ(), "WAYLAND_DISPLAY=", "LANG=en_US.UTF-8", "FYNE_SCALE=1",
		"DBUS_SESSION_BUS_ADDRESS=unix:path="+filepath.Join(folders["XDG_RUNTIME_DIR"], "bus"))
	for name, path := range folders {
		env = append(env, name+"="+path)
	}
	shareCode(t, folders["XDG_CACHE_HOME"])
	// Mesa would paint with a thread for each processor, and they wait for each other: it takes a fifth less time without.
	return append(env, "MESA_SHADER_CACHE_DIR="+filepath.Join(machineCode(), "mesa"), "LP_NUM_THREADS=0")
}

// machineCode is a folder with what is compiled when a program starts, shaders and graphviz: as on a user's machine, only the
// first program has to.
var machineCode = sync.OnceValue(func() string { return must.Have(os.MkdirTemp("", "profstation-e2e-")) })

// shareCode makes graphviz's machine code be in that folder, and nothing else of a user's cache.
func shareCode(t testing.TB, cache string) {
	t.Helper()
	const name = "go-graphviz"
	own, shared := filepath.Join(cache, "profstation"), filepath.Join(machineCode(), name)
	for _, dir := range []string{own, shared} {
		must.Do(os.MkdirAll(dir, 0o700))
	}
	if err := os.Symlink(shared, filepath.Join(own, name)); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(machineCode())
	os.Exit(code)
}

// Key presses keys by their X names, alone or together: "F1", "ctrl+shift+p".
func (w *window) Key(keys ...string) {
	w.t.Helper()
	w.do(append([]string{"key", "--clearmodifiers", "--delay", "40"}, keys...)...)
}

// Type types a text.
func (w *window) Type(text string) {
	w.t.Helper()
	w.do("type", "--clearmodifiers", "--delay", "8", "--", text)
}

// Move moves the pointer, and waits until the program knows.
func (w *window) Move(x, y int) {
	w.t.Helper()
	w.do("mousemove", "--window", w.id, strconv.Itoa(x), strconv.Itoa(y))
	if !w.nested {
		w.screen.ping(windowID(w.t, w.id))
	}
}

// Click clicks the left button.
func (w *window) Click(x, y int) {
	w.t.Helper()
	w.press(x, y, 1, 1)
}

// DoubleClick clicks the left button twice, as fast as can be: what counts is when the program comes to each.
func (w *window) DoubleClick(x, y int) {
	w.t.Helper()
	w.Move(x, y)
	w.do("click", "--repeat", "2", "--delay", "1", "1")
}

// WaitDoubleClick double-clicks a place, which at finds in the picture of the window, until the picture shows
// that it took: a busy program may come to the second click too late, and only select. A further one must
// change nothing.
func (w *window) WaitDoubleClick(what string, at func(*image.RGBA) (x, y int), took func(*image.RGBA) bool) *image.RGBA {
	w.t.Helper()
	var picture *image.RGBA
	w.until(what, func() bool {
		w.DoubleClick(at(w.Picture()))
		w.Away()
		picture = w.WaitStable()
		return took(picture)
	})
	return picture
}

// RightClick clicks the right button.
func (w *window) RightClick(x, y int) {
	w.t.Helper()
	w.press(x, y, 3, 1)
}

// Scroll turns the wheel by whole notches: up, or down if they are negative.
func (w *window) Scroll(x, y, notches int) {
	w.t.Helper()
	button := 4
	if notches < 0 {
		button, notches = 5, -notches
	}
	w.press(x, y, button, notches)
}

func (w *window) press(x, y, button, times int) {
	w.t.Helper()
	w.Move(x, y)
	w.do("click", "--repeat", strconv.Itoa(times), "--delay", "40", strconv.Itoa(button))
}

// Hold calls then with a key held down.
func (w *window) Hold(key string, then func()) {
	w.t.Helper()
	w.do("keydown", key)
	then()
	w.do("keyup", key)
}

// Drag moves the pointer from one place to another with the left button held, by
// way of the middle: a program sees a drag only if the pointer moves.
func (w *window) Drag(x0, y0, x1, y1 int) {
	w.t.Helper()
	w.Move(x0, y0)
	w.do("mousedown", "1")
	w.Move((x0+x1)/2, (y0+y1)/2)
	w.Move(x1, y1)
	w.do("mouseup", "1")
}

// Resize gives the window a size and waits until it has it.
func (w *window) Resize(width, height int) {
	w.t.Helper()
	w.until(fmt.Sprintf("a window of %d×%d", width, height), func() bool {
		geometry, err := w.ask("getwindowgeometry", "--shell", w.id)
		if err == nil && strings.Contains(geometry, fmt.Sprintf("WIDTH=%d\nHEIGHT=%d\n", width, height)) {
			return true
		}
		// A window that just opened may set its own size after it was asked for
		// another one, so it is asked again.
		w.do("windowsize", w.id, strconv.Itoa(width), strconv.Itoa(height))
		return false
	})
}

// Command runs a command of the menus by its label, through the palette.
func (w *window) Command(label string) {
	w.t.Helper()
	before := w.WaitStable()
	w.Key("ctrl+shift+p")
	w.WaitChange(before)
	w.Type(label)
	w.Key("Return")
}

// WaitSelected copies the name of the selected node until it matches a regular
// expression.
func (w *window) WaitSelected(pattern string) {
	w.t.Helper()
	re := regexp.MustCompile(pattern)
	w.until("a selection that matches "+pattern, func() bool {
		before := w.WaitStable()
		w.Command("Copy name of selection")
		w.WaitSame("the window without the palette", before)
		return re.MatchString(w.screen.clipboard())
	})
}

// AskToClose asks the program to close its window, as a window manager does.
func (w *window) AskToClose() {
	w.t.Helper()
	w.screen.close(windowID(w.t, w.id))
}

// Title returns the title of the window.
func (w *window) Title() string {
	w.t.Helper()
	title, err := w.ask("getwindowname", w.id)
	if err != nil {
		w.fatal("ask for the window's title: %v", err)
	}
	return strings.TrimSuffix(title, "\n")
}

// WaitTitle waits until the title matches a regular expression.
func (w *window) WaitTitle(pattern string) {
	w.t.Helper()
	re := regexp.MustCompile(pattern)
	w.until("a title that matches "+pattern, func() bool { return re.MatchString(w.Title()) })
}

// WaitStable waits until some pictures in a row are the same, except for a blinking
// cursor, and returns the last one. An answer to Key or Click may come later than
// that: wait for what it changes, by WaitRedrawn, WaitChange, WaitPicture or
// WaitTitle.
func (w *window) WaitStable() *image.RGBA {
	w.t.Helper()
	last, same := w.Picture(), 0
	w.until("a window in which nothing moves", func() bool {
		before := last
		last = w.Picture()
		if differing(before, last) > w.blinks {
			same = 0
			return false
		}
		same++
		return same == 3
	})
	return last
}

// WaitChange waits until the window no longer looks as before, and then until it
// is stable.
func (w *window) WaitChange(before *image.RGBA) *image.RGBA {
	w.t.Helper()
	w.until("a change in the window", func() bool { return differing(before, w.Picture()) > w.blinks })
	return w.WaitStable()
}

// Picture returns what the window shows now.
func (w *window) Picture() *image.RGBA {
	w.t.Helper()
	picture, err := w.screen.picture(windowID(w.t, w.id))
	if err != nil {
		w.fatal("%v", err)
	}
	return picture
}

// WaitPicture waits until wanted accepts the picture of the window.
func (w *window) WaitPicture(what string, wanted func(*image.RGBA) bool) *image.RGBA {
	w.t.Helper()
	var picture *image.RGBA
	w.until(what, func() bool {
		picture = w.Picture()
		return wanted(picture)
	})
	return picture
}

// Screenshot saves a picture of the stable window as a PNG.
func (w *window) Screenshot(path string) *image.RGBA {
	w.t.Helper()
	picture := w.WaitStable()
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		w.fatal("encode %s: %v", path, err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		w.fatal("%v", err)
	}
	return picture
}

// WaitExit waits until the program ends by itself and returns its exit error, nil
// for status 0.
func (w *window) WaitExit() error {
	w.t.Helper()
	select {
	case <-w.ended:
		return w.exit
	case <-time.After(patience):
		alive := w.cmd.Process.Signal(syscall.SIGQUIT) // it prints what its goroutines wait for
		select {
		case <-w.ended:
		case <-time.After(5 * time.Second):
		}
		w.fatal("the program did not end within %v; asked for its stacks: %v", patience, alive)
		return nil
	}
}

// Close ends the program if it still runs, and logs what it printed if the test
// has failed. A test need not call it: its windows close when it ends.
func (w *window) Close() {
	select {
	case <-w.ended:
	default:
		// A test of quitting asks; here the program is killed.
		w.cmd.Process.Kill()
		<-w.ended
	}
	if w.t.Failed() && w.output.String() != "" {
		w.t.Logf("the program printed:\n%s", w.output)
	}
}

// focus gives the window the keyboard: there is no window manager to do it.
func (w *window) focus() {
	w.t.Helper()
	w.until("the keyboard", func() bool {
		if _, err := w.ask("windowfocus", w.id); err != nil {
			return false
		}
		focused, err := w.ask("getwindowfocus", "-f")
		return err == nil && strings.TrimSpace(focused) == w.id
	})
}

// minTries is how often a test looks before it gives up: on a busy machine, a few tries may take all its patience.
const minTries = 10

// until waits until done returns true. It fails the test if that takes too long, also in many tries, or
// the program ends.
func (w *window) until(what string, done func() bool) {
	w.t.Helper()
	deadline := time.Now().Add(patience)
	for tries := 1; !done(); tries++ {
		select {
		case <-w.ended:
			w.fatal("the program ended (%v) while the test waited for %s", w.exit, what)
		case <-time.After(interval):
		}
		if tries >= minTries && time.Now().After(deadline) {
			w.fatal("waited %v in vain for %s", patience, what)
		}
	}
}

// do runs xdotool, which must succeed.
func (w *window) do(args ...string) {
	w.t.Helper()
	if _, err := w.ask(args...); err != nil {
		w.fatal("%v", err)
	}
}

func (w *window) ask(args ...string) (string, error) {
	out, err := w.run("xdotool", args...)
	return string(out), err
}

func (w *window) run(name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return out, fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, bytes.TrimSpace(exit.Stderr))
	}
	return out, err
}

// fatal ends the test with a message and a picture of the whole screen.
func (w *window) fatal(format string, args ...any) {
	w.t.Helper()
	w.keepScreen("")
	w.t.Fatalf(format, args...)
}

// keepScreen saves a picture of the whole screen, which is named after the test.
func (w *window) keepScreen(more string) {
	w.t.Helper()
	file := filepath.Join(os.TempDir(), "profstation-"+strings.ReplaceAll(w.t.Name(), "/", "-")+more+".png")
	if err := exec.Command("import", "-silent", "-window", "root", file).Run(); err == nil {
		w.t.Logf("the screen is in %s", file)
	}
}
