package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File calls write for the file of that name. The file appears, whole,
// when write has succeeded: until then a file of another name beside it is
// written. A device or a pipe is written to directly.
func File(ctx context.Context, name string, write func(io.Writer) error) error {
	target := name
	if real, err := filepath.EvalSymlinks(name); err == nil {
		target = real // the file is replaced, not the link to it
	}
	mode := fs.FileMode(0o666)
	switch info, err := os.Stat(target); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return Failed(name, err)
	case info.IsDir():
		return fmt.Errorf("%s: this is a directory; name a file in it", name)
	case !info.Mode().IsRegular():
		return writeDevice(ctx, name, write)
	default:
		mode = info.Mode().Perm()
	}
	f, err := temporary(target, mode)
	if err != nil {
		return Failed(name, err)
	}
	if err = fill(ctx, f, write); err == nil {
		err = os.Rename(f.Name(), target)
	}
	if err != nil {
		os.Remove(f.Name())
		return Failed(name, err)
	}
	return nil
}

// temporary makes a file beside target, with the permissions that target has
// or that the user's umask gives, which os.CreateTemp would not.
func temporary(target string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(target)
	for i := 0; ; i++ {
		name := fmt.Sprintf("%s.%s.%d-%d.tmp", dir, base, os.Getpid(), i)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) || i == 100 {
			return f, err
		}
	}
}

func writeDevice(ctx context.Context, name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return Failed(name, err)
	}
	return Failed(name, fill(ctx, f, write))
}

func fill(ctx context.Context, f *os.File, write func(io.Writer) error) error {
	err := Stream(ctx, f, write)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// Stream writes through a buffer, until the context ends.
func Stream(ctx context.Context, w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(&cancellable{ctx, w}, 256<<10)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// cancellable is a writer that fails when its context has ended.
type cancellable struct {
	ctx context.Context
	w   io.Writer
}

func (c *cancellable) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}

// Failed says that an output could not be written, and why; nil stays nil.
func Failed(name string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: it could not be written: %w", name, err)
}
