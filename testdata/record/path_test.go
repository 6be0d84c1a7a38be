package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"testing"

	"github.com/google/pprof/profile"
)

// TestWithoutPath takes the path, and nothing else, out of a profile of this very
// program.
func TestWithoutPath(t *testing.T) {
	var b bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&b, 0); err != nil {
		t.Fatal(err)
	}
	before, err := profile.ParseData(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	data, err := withoutPath(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	after, err := profile.ParseData(data)
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range before.Mapping {
		if m.File == program {
			m.File = filepath.Base(program)
		}
	}
	if before.String() != after.String() {
		t.Errorf("want\n%s\ngot\n%s", before, after)
	}
	if runtime.GOOS == "linux" && after.Mapping[0].File != filepath.Base(program) {
		t.Errorf("the mapping's file is %q", after.Mapping[0].File)
	}
}

// TestWithoutPathLeavesText: a recording that is no protobuf stays as it is.
func TestWithoutPathLeavesText(t *testing.T) {
	for _, text := range []string{"", "goroutine 1 [running]:\n", "go 1.26 trace\x00\x00\x00"} {
		if got, err := withoutPath([]byte(text)); err != nil || string(got) != text {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	}
}
