package sandbox

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/input"
	"profstation/process"
)

// role is set in the environment of a test binary that shall be the helper.
const role = "PROFSTATION_TEST_ROLE"

func TestMain(m *testing.M) {
	if os.Getenv(role) == "" {
		os.Exit(m.Run())
	}
	load = loadOrFail
	if err := Serve(os.Args[1], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// loadOrFail is a decoder with bugs: files of these names trigger them.
func loadOrFail(ctx context.Context, name string, r *os.File, o loader.Options) (*loader.File, error) {
	switch filepath.Base(name) {
	case "memory":
		for {
			b := make([]byte, 16<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			hoard = append(hoard, b)
		}
	case "overflow":
		return nil, fmt.Errorf("%d", descend(0))
	case "endless":
		for n := int64(0); ; n++ {
			o.Progress(0, 1)
		}
	case "killed":
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		select {}
	case "exit":
		os.Exit(3)
	case "maps":
		m := map[int]int{}
		for {
			go func() {
				for i := 0; ; i++ {
					m[i%8] = i
				}
			}()
		}
	case "nosy":
		return nil, &input.Error{Name: name, Found: reach()}
	}
	return loader.ReadFile(ctx, name, r, o)
}

var hoard [][]byte

func descend(n int) int {
	if n < 0 {
		return 0
	}
	var room [64]int
	room[n%64] = descend(n + 1)
	return room[(n+1)%64]
}

// reach says what a process can get hold of.
func reach() string {
	found := "reached:"
	if f, err := os.Open("/etc/passwd"); err == nil {
		f.Close()
		found += " files"
	}
	if l, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		l.Close()
		found += " network"
	}
	if exec.Command("/bin/true").Run() == nil {
		found += " programs"
	}
	return found + " " + time.Unix(0, 0).Format("-0700")
}

// itself makes the processes of helpers: this test binary.
func itself() (*exec.Cmd, error) {
	cmd, err := process.Itself(shape())
	if err == nil {
		cmd.Env = append(os.Environ(), role+"=helper")
	}
	return cmd, err
}

func newHelper(t *testing.T) *Helper {
	h := &Helper{Command: itself}
	t.Cleanup(h.Close)
	return h
}

// named makes a file of a name, for the bugs of loadOrFail.
func named(t *testing.T, name string) string {
	path := filepath.Join(t.TempDir(), name)
	must.Do(os.WriteFile(path, []byte(name), 0o600))
	return path
}
