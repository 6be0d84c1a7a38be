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
	"runtime/debug"
	"sync/atomic"
	"time"

	"profstation/loader/address"
	"profstation/loader/bundle"
	"profstation/loader/input"
	"profstation/loader/memory"
	"profstation/loader/pprof"
	tracefile "profstation/loader/trace"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/mapped"
	"profstation/model/trace"
)

// Options are how to load. The zero value is ready to use.
type Options struct {
	Limits input.Limits
	// Progress, if not nil, is called from the loading goroutine, at most about every 50 ms and once at the end, with
	// bytes read. A total of 0 means that the size is not known.
	Progress     func(done, total int64)
	OnlyProfiles bool // an execution trace is an Error, before it is decoded
	AllFrames    bool // frames stay that a profile's drop_frames names, as with pprof's -all_frames
	// Events and Partial, if not nil, are called while a trace is decoded: see [tracefile.Options].
	Events  func(n int64)
	Partial func(*trace.Trace)
	// Scratch makes a file for a trace's tables that are too large for memory; nil: [mapped.Scratch] does.
	Scratch func() (*os.File, error)
	// Remote, if not nil, opens server addresses; else they are refused.
	Remote Remote
	// Apart, if not nil, loads in another process, which nothing in the input can end this one by.
	Apart Apart
}

// OfPart returns the options for a profile that is a part, such as in a sum. They have no progress.
func (o *Options) OfPart() Options {
	return Options{Limits: o.Limits, OnlyProfiles: true, AllFrames: o.AllFrames, Remote: o.Remote, Apart: o.Apart}
}

// MakeScratch makes a file by Scratch, or as it is made where that is nil.
func (o *Options) MakeScratch() (*os.File, error) {
	if o.Scratch == nil {
		return mapped.Scratch()
	}
	return o.Scratch()
}

// Remote opens addresses. Package loader/profilestore has one. No other process does: only answers are loaded there.
type Remote interface {
	// Open returns an error that is [ErrEmpty] if nothing was recorded there.
	Open(ctx context.Context, address string, o Options) (*File, error)
}

// ErrEmpty is the cause in the error for an address that has nothing to open at the time it asks for.
var ErrEmpty = lang.Error("nothing was recorded there")

// Apart loads inputs in another process. Package loader/sandbox has one.
type Apart interface {
	// Load does there what [ReadFile] does here. It may return before the file was read to its end.
	Load(ctx context.Context, name string, r *os.File, o Options) (*File, error)
}

// File is one loaded input.
type File struct {
	Name    string         // as it was given; "-" is standard input
	Path    string         // absolute; "" for standard input and bytes in memory
	Packed  bool           // in a bundle, into which Path leads; false: a file on the disk
	Size    int64          // bytes read, before unpacking
	ModTime time.Time      // zero if there is no file
	Profile *model.Profile // nil: it is a trace
	Trace   *trace.Trace   // nil: it is a profile
}

// Open loads a regular file, or standard input for "-". The file is read whole and closed at once.
// A path that leads into a bundle loads an entry of it: support.zip/cpu.pprof.
//
// An input that cannot be opened is an [*input.Error]; a cancelled context is its error, wrapped.
func Open(ctx context.Context, path string, o Options) (*File, error) {
	if path == "-" {
		return Read(ctx, path, os.Stdin, o)
	}
	switch {
	case address.Is(path) && o.Remote != nil:
		return o.Remote.Open(ctx, path, o)
	case address.Is(path):
		return nil, &input.Error{Name: address.Public(path), Found: lang.L("this is a server address, not a file"),
			Advice: lang.L("open it in the window to record from it")}
	}
	if _, err := regular(path, func() (fs.FileInfo, error) { return os.Stat(path) }); err != nil {
		if of, entry, ok := bundle.Split(path); ok {
			return openEntry(ctx, path, of, entry, o)
		}
		return nil, err
	}
	r, err := os.Open(path)
	if err != nil {
		return nil, notOpened(path, err)
	}
	defer r.Close()
	info, err := regular(path, r.Stat) // the file may have been replaced since
	if err != nil {
		return nil, err
	}
	if bundle.Is(r) {
		return openOnly(ctx, path, o)
	}
	f, err := ReadFile(ctx, path, r, o)
	if err != nil {
		return nil, err
	}
	f.Path, f.ModTime = path, info.ModTime()
	if abs, err := filepath.Abs(path); err == nil {
		f.Path = abs
	}
	f.FindBeside()
	return f, nil
}

// FindBeside adds what was recorded beside a heap profile or a trace of its process. Open has done so.
func (f *File) FindBeside() {
	if f.Trace != nil {
		findCPULimit(f.Trace, f.Path)
	}
	p := f.Profile
	if p == nil || p.Foreign || p.Kind != model.Heap && p.Kind != model.Allocs {
		return
	}
	found, left := memory.Beside(f.Path)
	p.Warnings = append(p.Warnings, left...)
	if p.Memory != nil {
		p.Memory.Join(found)
	} else if !found.Empty() {
		p.Memory = found
	}
}

// ReadFile loads an open file as [Read] does. A regular file must be at its beginning; it may be
// closed afterwards.
func ReadFile(ctx context.Context, name string, r *os.File, o Options) (*File, error) {
	if o.Apart != nil {
		return o.Apart.Load(ctx, name, r, o)
	}
	size := int64(0)
	if info, err := r.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	return (&File{Name: name}).load(ctx, o, func(l *loading) error {
		head := make([]byte, tracefile.HeaderSize)
		if n, _ := r.ReadAt(head, 0); size > 0 && tracefile.Is(head[:n]) {
			return l.file(r, size)
		}
		return l.read(r, size)
	})
}

// Read loads a reader's bytes until its end. The name is for errors and for
// [File.Name]. A cancelled context stops it between two reads.
func Read(ctx context.Context, name string, r io.Reader, o Options) (*File, error) {
	if o.Apart != nil {
		return piped(ctx, name, r, o)
	}
	return (&File{Name: name}).load(ctx, o, func(l *loading) error { return l.read(r, 0) })
}

// Decode loads bytes in memory, such as a captured profile. It does not keep data.
func Decode(ctx context.Context, name string, data []byte, o Options) (*File, error) {
	if o.Apart != nil {
		return piped(ctx, name, bytes.NewReader(data), o)
	}
	return (&File{Name: name}).load(ctx, o, func(l *loading) error { return l.read(bytes.NewReader(data), int64(len(data))) })
}

// piped gives what is read to another process.
func piped(ctx context.Context, name string, from io.Reader, o Options) (*File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", input.OneLine(name), err)
	}
	source, done := &failing{r: from}, make(chan struct{})
	go func() {
		defer close(done)
		io.Copy(w, source)
		w.Close()
	}()
	f, err := ReadFile(ctx, name, r, o)
	r.Close() // which ends the copying, too
	if source.failed() == nil {
		return f, err
	}
	<-done
	return (&File{Name: name}).load(ctx, o, func(*loading) error { return source.failed() })
}

// failing is a reader that knows why it could not be read to its end.
type failing struct {
	r   io.Reader
	err atomic.Pointer[error]
}

func (f *failing) Read(b []byte) (int, error) {
	n, err := f.r.Read(b)
	if err != nil && err != io.EOF {
		f.err.Store(&err)
	}
	return n, err
}

func (f *failing) failed() error {
	if err := f.err.Load(); err != nil {
		return *err
	}
	return nil
}

// load calls work, which puts the model into f. A panic in a decoder, ours or not, is an error in the input.
func (f *File) load(ctx context.Context, o Options, work func(*loading) error) (out *File, err error) {
	l := &loading{ctx: ctx, f: f, o: o, limits: o.Limits.OrDefault(), progress: input.NewProgress(ctx, o.Progress)}
	defer func() {
		if r := recover(); r != nil {
			err = &input.Error{
				Found:   lang.L("the decoder failed on it"),
				Advice:  lang.L("please report this, with the file"),
				Details: fmt.Sprintf("%v\n%s", r, debug.Stack()),
			}
		}
		if err != nil {
			out, err = nil, l.fault(err)
		}
	}()
	if err := work(l); err != nil {
		return nil, err
	}
	switch {
	case f.Profile != nil:
		if err := l.admit(f.Profile); err != nil {
			return nil, err
		}
		f.Profile.Warnings = append(l.warnings, f.Profile.Warnings...)
	case f.Trace != nil:
		f.Trace.Warnings = append(l.warnings, f.Trace.Warnings...)
	}
	l.progress.Finish()
	return f, nil
}

// read reads, unpacks and decodes. A size of 0 means that it is not known.
func (l *loading) read(r io.Reader, size int64) error {
	early := pprof.NewEarly(l.o.Limits.For(size), l.ctx)
	in, err := input.Read(r, size, l.o.Limits, l.progress, early.Take)
	if err != nil {
		return err
	}
	l.f.Size, l.limits = in.Size, l.o.Limits.For(in.Size)
	if in.Taken {
		if l.f.Profile, err = early.Profile(l.decoding(l.progress)); err == nil {
			l.warnings = in.Warnings
			return nil
		}
		if err := l.progress.Cancelled(); err != nil {
			return err
		}
		early = nil // its memory is for the second reading
		if in, err = in.Again(); err != nil {
			return err
		}
	}
	return l.decode(in)
}

// admit refuses a profile that has nothing to show, and one that is small until it is shown.
func (l *loading) admit(p *model.Profile) error {
	if len(p.Types) == 0 {
		return input.Damaged(lang.L("a profile without sample types, so nothing in it has a value"), nil)
	}
	frames, err := p.Frames(l.ctx)
	if err != nil {
		return l.progress.Cancelled()
	}
	return l.limits.AllowFrames(frames, int64(max(len(p.Lines), len(p.Locations))))
}

// file loads a trace. It may have hundreds of MB, so its generations are read into their own memory, which is
// released as they are decoded; the file is closed before that.
func (l *loading) file(r *os.File, size int64) error {
	if size > l.limits.File {
		return l.limits.TooLarge()
	}
	l.f.Size, l.progress.Total = size, size
	return l.trace(tracefile.File(r, size))
}

// fault gives an error the input's name.
func (l *loading) fault(err error) error {
	if cause := l.ctx.Err(); cause != nil && errors.Is(err, cause) {
		return err
	}
	var e *input.Error
	if !errors.As(err, &e) {
		e = &input.Error{Found: lang.L("it could not be read: {{.Cause}}", lang.With{"Cause": err}), Err: err}
	}
	named := *e
	named.Name = l.f.Name
	return &named
}

// final reports whether no other decoder can do better: the user has stopped it, a limit was hit, or the input is
// known and broken.
func (l *loading) final(err error) bool {
	var e *input.Error
	return l.progress.Cancelled() != nil || errors.As(err, &e)
}

func notOpened(path string, err error) error {
	e := &input.Error{Name: path, Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Found = lang.L("no such file")
	case errors.Is(err, fs.ErrPermission):
		e.Found = lang.L("you are not allowed to read it")
		e.Advice = lang.L("change its permissions or copy it as a user who may")
	default:
		e.Found = lang.L("it could not be opened: {{.Cause}}", lang.With{"Cause": input.Cause(err)})
	}
	return e
}

// regular refuses what is no regular file: reading from a pipe or a device may never end.
func regular(path string, stat func() (fs.FileInfo, error)) (fs.FileInfo, error) {
	info, err := stat()
	if err != nil {
		return nil, notOpened(path, err)
	}
	e := &input.Error{Name: path}
	switch m := info.Mode(); {
	case m.IsRegular():
		return info, nil
	case m.IsDir():
		e.Found, e.Advice = lang.L("a directory, not a profile"), lang.L("name a file in it")
	case m&fs.ModeNamedPipe != 0:
		e.Found, e.Advice = lang.L("a pipe, not a file"),
			lang.L("to read from it, use standard input: profstation - < {{.Path}}", lang.With{"Path": input.OneLine(path)})
	case m&fs.ModeSocket != 0:
		e.Found = lang.L("a socket, not a file")
	default:
		e.Found = lang.L("a device, not a file")
	}
	return nil, e
}
