package app

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"profstation/graph/graphviz"
	"profstation/graph/layout"
	"profstation/loader/sandbox"
	"profstation/measure/stores"
)

func TestMain(m *testing.M) {
	time.Local = time.UTC // facts have local times, and the name of a zone is no text of ours
	if len(os.Args) > 1 {
		// The program starts itself to lay out graphs and to load files; here it is the test binary.
		switch os.Args[1] {
		case layout.Subcommand:
			exit(graphviz.Serve(os.Stdin, os.Stdout))
		case sandbox.Subcommand:
			exit(sandbox.Serve(os.Args[2], os.Stdin, os.Stdout))
		}
	}
	keepRenderers()
	code := m.Run()
	stores.Remove()
	os.Exit(code)
}

// keepRenderers starts the tests anew with renderers that last. Fyne drops those that were not painted for a minute
// when a picture is taken, and nobody lays out the new ones: a test of a window that takes longer sees a dialog
// without its ground. Fyne reads the variable before any code of ours runs.
func keepRenderers() {
	const lasts = "FYNE_CACHE"
	if os.Getenv(lasts) != "" {
		return
	}
	os.Setenv(lasts, "24h")
	if path, err := os.Executable(); err == nil {
		syscall.Exec(path, os.Args, os.Environ()) // it returns where the system has no such call
	}
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
