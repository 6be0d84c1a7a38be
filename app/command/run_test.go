package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"profstation/graph/layout"
	"profstation/internal/must"
	"profstation/loader/sandbox"
	"profstation/measure/stores"
)

func TestMain(m *testing.M) {
	// The program starts itself to lay out graphs and to load files; here it is the test binary.
	if len(os.Args) > 1 && (os.Args[1] == layout.Subcommand || os.Args[1] == sandbox.Subcommand) {
		os.Exit(Main(nil, func() {}))
	}
	if len(os.Args) > 1 && os.Getenv(asProgram) != "" {
		os.Exit(program())
	}
	// Cards have times in the local zone, and so have reports of pprof, a process of its own.
	time.Local = time.UTC
	os.Setenv("TZ", "UTC")
	before, code := must.Names("."), m.Run()
	stores.Remove()
	if after := must.Names("."); code == 0 && !slices.Equal(before, after) {
		fmt.Fprintf(os.Stderr, "the tests left files behind: there were %q, now there are %q\n", before, after)
		code = 1
	}
	os.Exit(code)
}

const recordings = "../../testdata"

// ran is what one call of the command line did.
type ran struct {
	out, err string
	exit     int
	window   []string // what a window was opened on; nil: none was
	alone    bool     // it was to be one of its own
}

func run(t *testing.T, args ...string) ran { return runOn(t, "", args...) }

// runOn runs the command line with a standard input.
func runOn(t *testing.T, stdin string, args ...string) ran {
	t.Helper()
	return runWith(t.Context(), stdin, args...)
}

func runWith(ctx context.Context, stdin string, args ...string) ran {
	var r ran
	root := New(func(_ context.Context, s Start) error {
		r.window, r.alone = append([]string{}, s.Files...), s.NewWindow
		return nil
	})
	var out, errs bytes.Buffer
	root.SetIn(bytes.NewBufferString(stdin))
	root.SetOut(&out)
	root.SetErr(&errs)
	r.exit = Execute(ctx, root, args)
	r.out, r.err = out.String(), errs.String()
	return r
}

// profiles are the recordings that can be opened.
func profiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(recordings + "/*.pprof")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d recordings, %v", len(files), err)
	}
	return append(files, recordings+"/goroutine.debug1.txt", recordings+"/goroutine.debug2.txt")
}
