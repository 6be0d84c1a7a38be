package instance

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// roles are what else the test binary is, by the value of INSTANCE_TEST.
var roles = map[string]func() int{"start": program}

// The test binary is also the program that is started many times. It reports on
// its standard output what becomes of it.
func TestMain(m *testing.M) {
	if role := roles[os.Getenv("INSTANCE_TEST")]; role != nil {
		os.Exit(role())
	}
	os.Exit(m.Run())
}

// plenty is how long a start waits in tests of things that must happen: a machine
// may be slow.
const plenty = time.Minute

// program starts as profstation does, with its arguments as paths. If it is the
// first, it prints "first", and then, for every request, "got" with the number of
// paths and the last path, until its standard input ends.
func program() int {
	p := place{os.Getenv("INSTANCE_DIR"), "w"}
	paths, err := absolute(os.Args[1:])
	if err != nil {
		fmt.Println("error", err)
		return 1
	}
	l, handed, err := p.join(context.Background(), Request{Paths: paths}, plenty)
	switch {
	case handed:
		fmt.Println("handed")
	case l == nil:
		fmt.Println("alone", err)
	default:
		fmt.Println("first")
		l.Serve(func(r Request, _ Reply) {
			last := ""
			if len(r.Paths) > 0 {
				last = r.Paths[len(r.Paths)-1]
			}
			fmt.Printf("got %d %s\n", len(r.Paths), last)
		})
		io.Copy(io.Discard, os.Stdin)
		l.Close()
	}
	return 0
}

// started is a running program.
type started struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines *bufio.Scanner
	stdin io.Closer
}

func start(t *testing.T, p place, args ...string) *started {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "INSTANCE_TEST=start", "INSTANCE_DIR="+p.dir)
	return run(t, cmd)
}

func run(t *testing.T, cmd *exec.Cmd) *started {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return &started{t, cmd, bufio.NewScanner(out), in}
}

// says returns the next line of the program.
func (s *started) says() string {
	s.t.Helper()
	if !s.lines.Scan() {
		s.t.Fatalf("the program said nothing more: %v", s.lines.Err())
	}
	return s.lines.Text()
}

// Of 50 starts at the same moment one is the first and gets the files of all
// others.
func TestManyStarts(t *testing.T) {
	const n = 50
	p := place{t.TempDir(), "w"}
	var all []*started
	for i := range n {
		all = append(all, start(t, p, "/tmp/"+strconv.Itoa(i)))
	}
	var first *started
	own := -1
	want := map[string]bool{}
	for i, s := range all {
		switch line := s.says(); {
		case line == "first" && first == nil:
			first, own = s, i
		case line == "handed":
			want["/tmp/"+strconv.Itoa(i)] = true
		default:
			t.Errorf("start %d: %s", i, line)
		}
	}
	if first == nil || len(want) != n-1 {
		t.Fatalf("the first is start %d, and %d others handed their files over", own, len(want))
	}
	for range n - 1 {
		line := first.says()
		path, ok := strings.CutPrefix(line, "got 1 ")
		if !ok || !want[path] {
			t.Errorf("the first program says %q", line)
		}
		delete(want, path)
	}
	first.stdin.Close()
	if err := first.cmd.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(p.socket()); !os.IsNotExist(err) {
		t.Errorf("the socket was left behind: %v", err)
	}
}

// A program that was killed leaves its socket behind; the next start is the first.
func TestKilled(t *testing.T) {
	p := place{t.TempDir(), "w"}
	s := start(t, p)
	if line := s.says(); line != "first" {
		t.Fatal(line)
	}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	if _, err := os.Lstat(p.socket()); err != nil {
		t.Fatalf("a killed program removed its socket: %v", err)
	}
	l, handed, err := p.join(t.Context(), Request{}, plenty)
	if l == nil || handed {
		t.Fatalf("handed over: %v, %v; expected a listener", handed, err)
	}
	l.Close()
}
