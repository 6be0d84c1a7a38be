package layout_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"profstation/graph/graphviz"
)

// role is what the test binary, started again, shall be.
const role = "PROFSTATION_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "helper":
		if err := graphviz.Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		pretend(os.Getenv(role))
	}
}

// as makes the commands of helpers that play a role.
func as(name string) func() (*exec.Cmd, error) {
	return func() (*exec.Cmd, error) {
		path, err := os.Executable()
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(path)
		cmd.Env = append(os.Environ(), role+"="+name)
		return cmd, nil
	}
}
