package source

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"profstation/model"
)

// MaxSize is how many bytes of a source file are read at most.
const MaxSize = 64 << 20

// mostLines is how many lines a source file has at most: each takes memory, and a row of a table.
const mostLines = 2_000_000

// File is one source file.
type File struct {
	Path    string   // where it was found; "" where Err is set
	Lines   []string // without line ends; the first is line 1
	ModTime time.Time
	Fixed   bool  // its path names a version, so it is what was compiled
	Newer   bool  // it was changed after the profile was taken: lines may be off
	Err     error // why there is no text; a *[NotFound] or what reading it said
}

// Note is one line about a file that shows no text, or a doubtful one; "" where all is well.
func (f *File) Note() string {
	switch {
	case f.Err != nil:
		return f.Err.Error()
	case f.Newer:
		return fmt.Sprintf("%s was changed after the profile was taken (%s): its lines may be others", f.Path, f.ModTime.Format("2006-01-02 15:04:05"))
	}
	return ""
}

func read(path string, info fs.FileInfo) *File {
	f := &File{Path: path, ModTime: info.ModTime()}
	fail := func(err error) *File { return &File{Err: err} }
	if err := regular(path, info); err != nil {
		return fail(err)
	}
	r, err := os.Open(path)
	if err != nil {
		return fail(err)
	}
	defer r.Close()
	// The file of a moment ago may have been replaced since.
	if info, err = r.Stat(); err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return fail(err)
	}
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return fail(err)
	}
	if len(data) > MaxSize {
		return fail(fmt.Errorf("%s grows while it is read", path))
	}
	if bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0 {
		return fail(fmt.Errorf("%s: %w", filepath.Base(path), errBinary))
	}
	if n := bytes.Count(data, []byte("\n")); n > mostLines {
		return fail(fmt.Errorf("%s has %s lines, more than the %s that are shown", filepath.Base(path), model.Count(int64(n)), model.Count(mostLines)))
	}
	text := strings.TrimSuffix(string(data), "\n")
	if text != "" {
		f.Lines = strings.Split(text, "\n")
	}
	for i, l := range f.Lines {
		f.Lines[i] = strings.TrimSuffix(l, "\r")
	}
	return f
}
