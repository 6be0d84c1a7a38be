package loader

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"profstation/loader/bundle"
	"profstation/loader/input"
	"profstation/model/lang"
)

// Bundle is an archive that is listed and read like a folder.
type Bundle = bundle.Bundle

// Entry is a file in a bundle.
type Entry = bundle.Entry

// IsBundle reports whether a file is a bundle. It reads its beginning.
func IsBundle(path string) bool {
	if _, err := regular(path, func() (fs.FileInfo, error) { return os.Stat(path) }); err != nil {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return bundle.Is(f)
}

// OnDisk returns the file on the disk that a path leads to or into: for an entry, its bundle.
func OnDisk(path string) string {
	if of, _, ok := bundle.Split(path); ok {
		return of
	}
	return path
}

// ListBundle says what a bundle holds: which entries look like profiles or traces by their first bytes,
// and why all others are left out.
func ListBundle(ctx context.Context, path string, o Options) (*Bundle, error) {
	b, err := bundle.List(ctx, path,
		bundle.Options{Limits: o.Limits, Progress: o.Progress, Look: func(head []byte) bool { return Sniff(head).Format != "" }})
	return b, faultOf(ctx, path, err)
}

// VisitBundle calls do with the bytes of each wanted entry, in the bundle's order. The bytes are the entry's as a
// file, packed or not, and valid during the call.
func VisitBundle(ctx context.Context, b *Bundle, o Options, wanted func(*Entry) bool, do func(*Entry, io.Reader) error) error {
	return faultOf(ctx, b.Path, b.Visit(ctx, bundle.Options{Limits: o.Limits, Progress: o.Progress}, wanted, do))
}

// ReadEntry loads an entry from its bytes. If the bundle ends within a trace, what is whole is loaded, as from a cut
// file.
func ReadEntry(ctx context.Context, e *Entry, r io.Reader, o Options) (*File, error) {
	in := &ending{Reader: r}
	f, err := Read(ctx, e.Path, in, o)
	if cut := in.cut.Load(); cut != nil && (err != nil || f.Trace == nil) && ctx.Err() == nil {
		err = faultOf(ctx, e.Path, cut)
	}
	if err != nil {
		return nil, err
	}
	f.Path, f.Packed, f.ModTime = e.Path, true, e.Time
	return f, nil
}

// ending reads an entry's bytes, which end where the bundle is cut.
type ending struct {
	io.Reader
	cut atomic.Pointer[input.Error] // that it is; nil: it is not
}

func (e *ending) Read(b []byte) (int, error) {
	n, err := e.Reader.Read(b)
	if cut, ok := errors.AsType[*input.Error](err); ok && cut.Cut {
		e.cut.Store(cut) // perhaps for another goroutine, which gives the bytes to another process
		err = io.EOF
	}
	return n, err
}

// openEntry loads an entry; path is its address.
func openEntry(ctx context.Context, path, of, entry string, o Options) (f *File, err error) {
	err = bundle.Read(ctx, of, entry, bundle.Options{Limits: o.Limits}, func(e *Entry, r io.Reader) error {
		f, err = ReadEntry(ctx, e, r, o)
		return err
	})
	if err != nil {
		return nil, faultOf(ctx, path, err)
	}
	f.Name = path
	if abs, err := filepath.Abs(f.Path); err == nil {
		f.Path = abs
	}
	return f, nil
}

// openOnly loads the only entry that looks like a profile or a trace.
func openOnly(ctx context.Context, path string, o Options) (*File, error) {
	b, err := ListBundle(ctx, path, o)
	if err != nil {
		return nil, err
	}
	all := slices.DeleteFunc(slices.Clone(b.Entries), func(e *Entry) bool { return e.Skipped != "" })
	switch with := (lang.With{"Form": b.Form}); len(all) {
	case 0:
		return nil, &input.Error{Name: path, Found: lang.L("a bundle ({{.Form}}) without a profile or a trace", with), Advice: b.SkippedEntries()}
	case 1:
		return openEntry(ctx, path, path, all[0].Name, o)
	default:
		return nil, &input.Error{
			Name: path, Found: lang.N(len(all), "a bundle ({{.Form}}) of 1 recording", "a bundle ({{.Form}}) of {{.N}} recordings", with),
			Advice: lang.L("name one of them, as in {{.Path}}", lang.With{"Path": input.OneLine(all[0].Path)}),
		}
	}
}

// faultOf gives a bundle's error the input's name.
func faultOf(ctx context.Context, name string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		if _, known := errors.AsType[*input.Error](err); !known {
			return notOpened(name, err)
		}
	}
	return (&loading{ctx: ctx, f: &File{Name: name}}).fault(err)
}
