package loader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// openTrace loads a regular file if it is a trace. A trace may be hundreds of
// MB, so its generations are read into memory of their own, which is let go
// one by one as they are decoded; the file is closed before that.
func (f *File) openTrace(ctx context.Context, r *os.File, size int64, o Options) (is bool, err error) {
	head := make([]byte, traceHeaderSize)
	n, err := r.ReadAt(head, 0)
	if err != nil && err != io.EOF || !isTrace(head[:n]) {
		return false, nil
	}
	if limits := o.Limits.orDefault(); size > limits.File {
		return true, f.fault(ctx, tooLarge(limits))
	}
	f.Size = size
	s := &traceSource{r: r, size: size}
	return true, f.loadTrace(ctx, s, o, func() { r.Close() })
}

// decodeTrace loads a trace that was read to memory: unpacked, or from
// standard input.
func (f *File) decodeTrace(ctx context.Context, in *input, o Options) error {
	s := &traceSource{memory: in.data, size: int64(len(in.data))}
	if tell := o.Progress; tell != nil { // reading was the first half
		o.Progress = func(done, total int64) {
			tell(f.Size/2+int64(float64(f.Size-f.Size/2)*float64(done)/float64(max(total, 1))), f.Size)
		}
	}
	if err := f.loadTrace(ctx, s, o, nil); err != nil {
		return err
	}
	f.Trace.Warnings = append(in.warnings, f.Trace.Warnings...)
	return nil
}

func (f *File) loadTrace(ctx context.Context, s *traceSource, o Options, closed func()) error {
	if o.OnlyProfiles {
		version, err := traceVersion(s.look(0, traceHeaderSize))
		if err == nil {
			err = &Error{
				Found:  fmt.Sprintf("a Go execution trace (go 1.%d), not a profile", version),
				Advice: "open it by itself: profstation shows it as a timeline",
			}
		}
		return f.fault(ctx, err)
	}
	t, err := loadTrace(ctx, s, o, closed)
	if err != nil {
		return f.fault(ctx, err)
	}
	f.Trace = t
	if o.Progress != nil {
		o.Progress(f.Size, f.Size)
	}
	if o.Events != nil {
		o.Events(t.Events)
	}
	return nil
}

// opened is the file, or the error instead of it.
func (f *File) opened(err error) (*File, error) {
	if err != nil {
		var e *Error
		if !errors.As(err, &e) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
			err = f.fault(context.Background(), err)
		}
		return nil, err
	}
	return f, nil
}
