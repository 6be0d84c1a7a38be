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

func TestReplaceString(t *testing.T) {
	const value, str = 0<<0 | 1<<3, 2 | stringTable<<3 // tags of a number and of a string
	for _, c := range []struct {
		name     string
		in, want []byte
		bad      bool
	}{
		{name: "empty"},
		{name: "replaced", in: []byte{str, 3, 'o', 'l', 'd'}, want: []byte{str, 1, 'n'}},
		{name: "another string", in: []byte{str, 2, 'o', 'l'}, want: []byte{str, 2, 'o', 'l'}},
		{name: "a message that reads the same", in: []byte{2 | 2<<3, 3, 'o', 'l', 'd'}, want: []byte{2 | 2<<3, 3, 'o', 'l', 'd'}},
		{name: "numbers stay", in: []byte{value, 0x80, 1, str, 3, 'o', 'l', 'd', value, 7}, want: []byte{value, 0x80, 1, str, 1, 'n', value, 7}},
		{name: "cut in a string", in: []byte{str, 3, 'o'}, bad: true},
		{name: "cut in a tag", in: []byte{0x80}, bad: true},
		{name: "no value", in: []byte{value}, bad: true},
		{name: "a group", in: []byte{3, 0}, bad: true},
		{name: "a length beyond memory", in: []byte{str, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, bad: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := replaceString(c.in, "old", "n")
			if (err != nil) != c.bad || !bytes.Equal(got, c.want) {
				t.Errorf("got %v, %v; want %v, error %v", got, err, c.want, c.bad)
			}
		})
	}
}

// TestWithoutPath takes the path out of a profile of this very program and
// nothing else.
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

// TestWithoutPathLeavesText makes sure that what is no protobuf stays as it is.
func TestWithoutPathLeavesText(t *testing.T) {
	for _, text := range []string{"", "goroutine 1 [running]:\n", "go 1.26 trace\x00\x00\x00"} {
		if got, err := withoutPath([]byte(text)); err != nil || string(got) != text {
			t.Errorf("%q became %q, %v", text, got, err)
		}
	}
}
