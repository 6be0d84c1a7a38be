// Package disk writes files whole or not at all.
//
//	err := Write(ctx, "cpu.svg", 0o666, func(w io.Writer) error { … })
//
// A file is written under a temporary name beside its target, brought to the disk, and renamed.
// Until then the target stays as it was, whatever happens: an error, a full disk, a killed
// process, a machine that stops. If a process was killed, its temporary files are removed when one
// of ours writes into the same folder again; [Clean] does only that.
//
// What is received before it has a name is a [Draft], with the same promises.
//
// Links are followed, and what they lead to is replaced, even if it does not exist yet. What is not
// a file is written to directly: a device, a pipe, /dev/stdout.
package disk

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"profstation/model/lang"
)

// Write calls write for the file at path, which appears, or replaces the one that is there, when
// write has succeeded. It keeps the old file's permissions; a new file gets mode, less the user's
// umask. If the context ends before the file is renamed, nothing has changed, and the error wraps
// the context's. Errors from writing are an [*Error].
func Write(ctx context.Context, path string, mode fs.FileMode, write func(io.Writer) error) error {
	target, err := follow(path)
	if err != nil {
		return failed(path, err, false)
	}
	if fd, ok := descriptor(target); ok {
		return direct(ctx, path, func() (*os.File, error) { return duplicate(fd, path) }, write)
	}
	info, err := os.Lstat(target)
	old := err == nil
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return failed(path, err, false)
	case info.IsDir():
		return lang.Error("{{.Path}}: this is a directory; name a file in it", lang.With{"Path": path})
	case !info.Mode().IsRegular():
		return direct(ctx, path, func() (*os.File, error) { return os.OpenFile(target, os.O_WRONLY, 0) }, write)
	default:
		mode = info.Mode().Perm()
	}
	return failed(path, put(ctx, target, mode, old, write), old)
}

// Bytes returns what Write needs to write complete data.
func Bytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// Stream writes to what is open, such as standard output, until the context ends. The name is for errors.
func Stream(ctx context.Context, name string, w io.Writer, write func(io.Writer) error) error {
	return failed(name, buffered(ctx, w, write), false)
}

// put writes a file beside target and moves it there. keep says whether it must have exactly mode.
func put(ctx context.Context, target string, mode fs.FileMode, keep bool, write func(io.Writer) error) error {
	dir, _ := filepath.Split(target)
	d, err := draft(dir, mode)
	if err != nil {
		return err
	}
	defer d.Drop()
	if keep {
		d.file.Chmod(mode) // some file systems have no modes of their own
	}
	if err := buffered(ctx, d, write); err != nil {
		return err
	}
	if err := d.settle(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil { // the disk may have taken its time
		return err
	}
	return d.move(target, os.Rename)
}

// rename moves a file to a free name. Not every file system has the hard links by which nothing
// can come in between.
func rename(from, to string) error {
	switch err := os.Link(from, to); {
	case err == nil:
		os.Remove(from)
		return nil
	case errors.Is(err, fs.ErrExist):
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return fs.ErrExist
	}
	return os.Rename(from, to)
}

// direct writes to what cannot be replaced. A process that opens a pipe, or writes to it, may
// have to wait: the context ends that.
func direct(ctx context.Context, path string, open func() (*os.File, error), write func(io.Writer) error) error {
	done := make(chan error, 1)
	go func() {
		f, err := open()
		if err == nil {
			err = buffered(ctx, f, write)
			if closed := f.Close(); err == nil {
				err = closed
			}
		}
		done <- err
	}()
	select {
	case err := <-done:
		return failed(path, err, false)
	case <-ctx.Done():
		return failed(path, ctx.Err(), false)
	}
}

// buffered writes through a buffer, until the context ends.
func buffered(ctx context.Context, w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 256<<10)
	// In front of the buffer: a white picture hardly ever fills it.
	if err := write(&stoppable{ctx, b}); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.Flush()
}

// stoppable is a writer that fails once its context has ended.
type stoppable struct {
	ctx context.Context
	w   io.Writer
}

func (s *stoppable) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(p)
}
