package loader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"profstation/model"
	"profstation/model/trace"
)

// Options are how to load. The zero value is ready to use.
type Options struct {
	Limits Limits
	// Progress, if not nil, is called from the loading goroutine, at most
	// about every 50 ms and once at the end, with bytes of the input. A total
	// of 0 means that the size is not known.
	Progress func(done, total int64)
	// OnlyProfiles makes an execution trace an Error, before it is decoded: for
	// those who have no use for one.
	OnlyProfiles bool
	// Events, if not nil, is called with Progress while a trace is decoded,
	// with the number of its events so far.
	Events func(n int64)
	// Partial, if not nil, is called from the loading goroutine with a model
	// of a trace's first generations, some times while the others are still
	// decoded. It does not change any more and may be kept. It is not called
	// for a trace of one generation.
	Partial func(*trace.Trace)
}

// File is one loaded input.
type File struct {
	Name    string         // as it was given; "-" is standard input
	Path    string         // absolute; "" for standard input and bytes in memory
	Size    int64          // bytes read, before unpacking
	ModTime time.Time      // zero where there is no file
	Profile *model.Profile // nil: it is a trace
	Trace   *trace.Trace   // nil: it is a profile
}

// Open loads a regular file, or, for the path "-", standard input. The file is
// read whole and closed at once.
//
// An input that cannot be opened is an [*Error]; a cancelled context is its
// error, wrapped.
func Open(ctx context.Context, path string, o Options) (*File, error) {
	if path == "-" {
		return Read(ctx, path, os.Stdin, o)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, notOpened(path, err)
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	r, err := os.Open(path)
	if err != nil {
		return nil, notOpened(path, err)
	}
	defer r.Close()
	// What was a file a moment ago may have been replaced since.
	if info, err = r.Stat(); err != nil {
		return nil, notOpened(path, err)
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	f := &File{Name: path, Path: path, ModTime: info.ModTime()}
	if abs, err := filepath.Abs(path); err == nil {
		f.Path = abs
	}
	if t, err := f.openTrace(ctx, r, info.Size(), o); t {
		return f.opened(err)
	}
	return f.load(ctx, r, info.Size(), o)
}

// Read loads what a reader gives until its end. The name is for errors and for
// [File.Name]. A cancelled context stops it between two reads.
func Read(ctx context.Context, name string, r io.Reader, o Options) (*File, error) {
	return (&File{Name: name}).load(ctx, r, 0, o)
}

// Decode loads bytes in memory, such as a captured profile. It does not keep
// data.
func Decode(ctx context.Context, name string, data []byte, o Options) (*File, error) {
	return (&File{Name: name}).load(ctx, bytes.NewReader(data), int64(len(data)), o)
}

// load reads, unpacks and decodes into f. A size of 0 is not known.
func (f *File) load(ctx context.Context, r io.Reader, expected int64, o Options) (*File, error) {
	limits := o.Limits.orDefault()
	p := newProgress(ctx, o.Progress)
	p.input = expected
	in, err := readInput(r, expected, limits, p)
	if err == nil {
		f.Size = in.size
		p.input = in.size
		if isTrace(in.data) {
			return f.opened(f.decodeTrace(ctx, in, o))
		}
		f.Profile, err = in.decode(limits, p)
	}
	if err == nil {
		p.finish()
		return f, nil
	}
	return nil, f.fault(ctx, err)
}

// fault puts the input's name to an error.
func (f *File) fault(ctx context.Context, err error) error {
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) {
		return err
	}
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Found: "it could not be read: " + err.Error(), Err: err}
	}
	named := *e
	named.Name = f.Name
	return &named
}

func notOpened(path string, err error) error {
	e := &Error{Name: path, Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Found = "no such file"
	case errors.Is(err, fs.ErrPermission):
		e.Found = "you are not allowed to read it"
		e.Advice = "change its permissions or copy it as a user who may"
	default:
		e.Found = "it could not be opened: " + cause(err)
	}
	return e
}

// cause is an error's text without the operation and the path.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// regular refuses what is no regular file: reading from a pipe or a device may
// wait for ever or never end.
func regular(path string, info fs.FileInfo) error {
	m := info.Mode()
	if m.IsRegular() {
		return nil
	}
	e := &Error{Name: path}
	switch {
	case m.IsDir():
		e.Found, e.Advice = "a directory, not a profile", "name a file in it"
	case m&fs.ModeNamedPipe != 0:
		e.Found, e.Advice = "a pipe, not a file", fmt.Sprintf("to read from it, use standard input: profstation - < %s", oneLine(path))
	case m&fs.ModeSocket != 0:
		e.Found = "a socket, not a file"
	default:
		e.Found = "a device, not a file"
	}
	return e
}
