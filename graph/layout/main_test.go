package layout_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"profstation/graph/layout"
)

// role is what the test binary, started again, shall be.
const role = "PROFSTATION_TEST_ROLE"

// scratch is a folder for all tests.
var scratch string

func TestMain(m *testing.M) {
	if r := os.Getenv(role); r != "" {
		pretend(r)
		return
	}
	var err error
	if scratch, err = os.MkdirTemp("", "profstation-layout"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// helper is a program that is the helper process alone. The test binary does
// not load graphviz: under the race detector each start would take a second.
var helper = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "helper.exe")
	if out, err := exec.Command("go", "build", "-o", path, "./testdata/helper").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

// as makes the commands of helpers that play a role; "helper" is the real one.
func as(name string) func() (*exec.Cmd, error) {
	return func() (*exec.Cmd, error) {
		find := os.Executable
		if name == "helper" {
			find = helper
		}
		path, err := find()
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(path, layout.Subcommand) // by which cachedir knows helpers
		cmd.Env = append(os.Environ(), role+"="+name)
		return cmd, nil
	}
}
