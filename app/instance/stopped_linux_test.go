package instance

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A program that hangs does not keep others from starting, and does not open
// their files when it wakes up.
func TestStopped(t *testing.T) {
	p := place{t.TempDir(), "w"}
	s := start(t, p)
	if line := s.says(); line != "first" {
		t.Fatal(line)
	}
	if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	var status syscall.WaitStatus
	for !status.Stopped() { // until all of its threads have stopped
		if _, err := syscall.Wait4(s.cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil && err != syscall.EINTR {
			t.Fatal(err)
		}
	}
	l, handed, err := p.join(t.Context(), Request{Paths: []string{"/late"}}, 50*time.Millisecond)
	if l != nil || handed || err == nil {
		t.Fatalf("listener %v, handed over %v, %v; expected neither and why", l, handed, err)
	}
	if err := s.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if _, handed, err := p.join(t.Context(), Request{Paths: []string{"/prompt"}}, plenty); !handed {
		t.Fatal(err)
	}
	if line := s.says(); line != "got 1 /prompt" {
		t.Errorf("the program says %q, expected what was not given up", line)
	}
}

// nobody is a user without special rights.
const nobody = 65534

// Run as root, this tests what another user really meets: a closed socket and, if
// that were open, no answer.
func TestForeignUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Log("only root can be two users: the refusal alone is tested, in TestForeignPeer")
		return
	}
	p := place{openFolder(t), "w"}
	l, err := p.listen(os.Getuid())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.Serve(func(r Request, _ Reply) { t.Errorf("the request %v was handled", r) })
	program := filepath.Join(openFolder(t), "foreign")
	binary, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, binary, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		mode os.FileMode
		want string
	}{
		{0o600, "connect: permission denied\n"},
		{0o777, "connected: EOF after 0 bytes\n"},
	} {
		if err := os.Chmod(p.socket(), c.mode); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program)
		cmd.Env = []string{"INSTANCE_TEST=foreign", "INSTANCE_DIR=" + p.dir}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, err := cmd.CombinedOutput()
		if err != nil || string(out) != c.want {
			t.Errorf("with mode %v another user sees %q (%v), expected %q", c.mode, out, err, c.want)
		}
	}
}

// openFolder returns a folder that everybody may enter.
func openFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "instance")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func init() { roles["foreign"] = foreign }

// foreign is another user's program: it prints what it gets.
func foreign() int {
	c, err := net.Dial("unix", place{os.Getenv("INSTANCE_DIR"), "w"}.socket())
	if err != nil {
		fmt.Println("connect: permission denied")
		return 0
	}
	var b bytes.Buffer
	write(c, Request{Paths: []string{"/etc/passwd"}})
	n, err := b.ReadFrom(c)
	if err == nil || n == 0 {
		fmt.Printf("connected: EOF after %d bytes\n", n)
	}
	return 0
}
