package command

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
)

// The command hands a line to the window that runs, and never opens one.
func TestSource(t *testing.T) {
	here := must.Have(filepath.Abs("main.go"))
	for _, c := range []struct {
		args, file string
		line       int64
		says       string
	}{
		{"main.go:42", here, 42, ""},
		{"main.go:42:7", here, 42, ""},
		{here + ":1", here, 1, ""},
		{"main.go:7:2:3", here + ":7", 2, ""},
		{"main.go", "", 0, `found "main.go", expected a file and a line, such as main.go:42`},
		{"main.go:", "", 0, "expected a file and a line"},
		{"main.go:0", "", 0, "expected a file and a line"},
		{"main.go:-3", "", 0, "expected a file and a line"},
		{":3", "", 0, "expected a file and a line"},
		{"main.go:99999999999999999999", "", 0, "expected a file and a line"},
		{"main.go:1 main.go:2", "", 0, "found 2 files, expected one, with its line: FILE:LINE"},
		{"", "", 0, "expected one, with its line"},
	} {
		var got Start
		var errs bytes.Buffer
		root := New(func(_ context.Context, s Start) error {
			got = s
			err := s.Say("what the window \x1b[2Jsays")
			return err
		})
		var out bytes.Buffer
		root.SetErr(&errs)
		root.SetOut(&out)
		code := Execute(context.Background(), root, append([]string{"source"}, strings.Fields(c.args)...))
		if got.Source != c.file || got.Line != c.line || len(got.Files) > 0 || (code != 0) != (c.says != "") || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%q: %+v, status %d, %s", c.args, got, code, &errs)
		}
		if said := out.String() == `what the window \x1b[2Jsays`+"\n"; said != (c.says == "") {
			t.Errorf("%q prints %q", c.args, &out)
		}
	}
	var errs bytes.Buffer
	root := New(func(context.Context, Start) error { return errors.New("no window") })
	root.SetErr(&errs)
	if code := Execute(context.Background(), root, []string{"source", "x.go:1"}); code != 1 || errs.String() != "profstation: no window\n" {
		t.Errorf("without a window: status %d, %q", code, &errs)
	}
}
