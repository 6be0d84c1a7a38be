package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"profstation/model/lang"
)

// Error says why a file could not be written.
type Error struct {
	Path string
	Err  error // without the path
	Old  bool  // a file with that name is there, as it was before
}

// Error returns one line: what, why, what was kept, and what to do if something can be done.
func (e *Error) Error() string {
	text := lang.L("{{.Path}}: it could not be written: {{.Cause}}", lang.With{"Path": e.Path, "Cause": e.Err})
	if e.Old && !errors.Is(e.Err, fs.ErrExist) {
		text = lang.L("{{.Problem}}; the old file is kept", lang.With{"Problem": text})
	}
	if advice := e.Advice(); advice != "" {
		text = lang.L("{{.Problem}}; {{.Advice}}", lang.With{"Problem": text, "Advice": advice})
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Advice returns what to do; "" if that depends on more than the error.
func (e *Error) Advice() string {
	switch {
	case is(e.Err, syscall.ENOSPC, syscall.EDQUOT):
		return lang.L("free some space there, or choose another disk")
	case is(e.Err, syscall.EFBIG):
		return lang.L("choose another disk: this one, or the user's limit, allows no larger files")
	case is(e.Err, syscall.EROFS), errors.Is(e.Err, fs.ErrPermission):
		return lang.L("choose a folder that you can write to")
	case is(e.Err, syscall.EIO):
		return lang.L("choose another disk, and check this one")
	case errors.Is(e.Err, fs.ErrNotExist), is(e.Err, syscall.ENOTDIR):
		return lang.L("create its folder first, or choose another")
	case is(e.Err, syscall.ENAMETOOLONG):
		return lang.L("choose a shorter name")
	case is(e.Err, syscall.ELOOP):
		return lang.L("choose another name: the links in this one form a loop")
	case errors.Is(e.Err, fs.ErrExist):
		return lang.L("choose another name")
	}
	return ""
}

func is(err error, any ...error) bool {
	for _, e := range any {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// unsure means that a file is in its place, but may be lost if the machine stops.
type unsure struct{ error }

// Error says what is there.
func (u *unsure) Error() string {
	return lang.L("it was written completely, but the disk did not confirm it: {{.Cause}}", lang.With{"Cause": cause(u.error)})
}

// Unwrap returns the cause.
func (u *unsure) Unwrap() error { return u.error }

// failed returns the error for a file that could not be written; nil stays nil.
func failed(path string, err error, old bool) error {
	var sure *unsure
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
	case errors.As(err, &sure):
		return fmt.Errorf("%s: %w", path, err)
	}
	return &Error{Path: path, Err: cause(err), Old: old}
}

// cause returns an error without the name of the file, which may be a temporary one.
func cause(err error) error {
	switch e := err.(type) {
	case *fs.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
