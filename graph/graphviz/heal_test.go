package graphviz

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"profstation/internal/must"
)

// A program that finds damaged machine code ends before main, but only once.
// The program is the helper process alone, without a request: under the race
// detector this test's binary would take a quarter of a minute each time that it
// makes machine code.
func TestDamagedMachineCodeIsRemoved(t *testing.T) {
	program := helper(t)
	home := t.TempDir()
	start := func() error {
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+home, "HOME="+home, "LocalAppData="+home)
		return cmd.Run()
	}
	must.Do(start())
	damaged := 0
	err := filepath.WalkDir(home, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		damaged++
		return os.WriteFile(path, []byte("damaged"), 0o600)
	})
	if err != nil || damaged != 1 {
		t.Fatalf("%d files of machine code, error %v", damaged, err)
	}
	start() // its end is go-graphviz's affair
	for range 2 {
		if err := start(); err != nil {
			t.Fatalf("the program still does not start: %v", err)
		}
	}
}

// A program without space for machine code starts all the same, and leaves nothing.
func TestNoRoomForMachineCode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no limit on the size of files here")
	}
	home := t.TempDir()
	cmd := exec.Command("sh", "-c", `ulimit -f 1000 && exec "$0"`, helper(t))
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+home, "HOME="+home)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("it does not start: %v\n%.300s", err, out)
	}
	err := filepath.WalkDir(home, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			t.Errorf("it left %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func helper(t *testing.T) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "start.exe")
	if out, err := exec.Command("go", "build", "-o", program, "../layout/testdata/helper").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}
