package input

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"profstation/model/lang"
)

// PackedEnding follows the ending of a file beside a recording that is packed.
const PackedEnding = ".gz"

// Stem returns a recording's path without the endings of its form: what files beside it begin with.
func Stem(path string) string {
	for _, packing := range []string{".gz", ".zst"} {
		path = strings.TrimSuffix(path, packing)
	}
	return strings.TrimSuffix(path, filepath.Ext(filepath.Base(path)))
}

// Beside hands over a file beside a recording, if there is one: its name is the recording's [Stem] and the ending. left is a
// line that says why the file is left out; "": it is not.
func Beside(path, ending string, most int64, take func(name string, data []byte) error) (left string) {
	name := Stem(path) + ending
	data, err := regular(name, most)
	if data == nil && err == nil {
		data, err = regular(name+PackedEnding, most)
	}
	if data != nil && err == nil {
		err = take(name, data)
	}
	if err == nil {
		return ""
	}
	return lang.L("{{.File}} beside it is left out: {{.Problem}}", lang.With{"File": OneLine(filepath.Base(name)), "Problem": Brief(err)})
}

// regular reads a regular file; nil: there is none.
func regular(name string, most int64) ([]byte, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := Read(f, 0, Limits{File: most, Uncompressed: most}, NewProgress(context.Background(), nil), nil)
	if err != nil {
		return nil, err
	}
	return in.Bytes, nil
}
