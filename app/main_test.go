package app

import (
	"fmt"
	"os"
	"testing"

	"profstation/graph/graphviz"
	"profstation/graph/layout"
	"profstation/loader/apart"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		// The program starts itself to lay out graphs and to load files; here it is the test binary.
		switch os.Args[1] {
		case layout.Subcommand:
			exit(graphviz.Serve(os.Stdin, os.Stdout))
		case apart.Subcommand:
			exit(apart.Serve(os.Args[2], os.Stdin, os.Stdout))
		}
	}
	os.Exit(m.Run())
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
