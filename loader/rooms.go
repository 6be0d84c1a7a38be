package loader

import (
	"context"
	"errors"
	"io"

	"profstation/loader/foreign"
	"profstation/loader/input"
	"profstation/loader/pprof"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
)

// Error is why an input could not be opened.
type Error = input.Error

// Limits are the bounds that one input is held to.
type Limits = input.Limits

// Write writes what a query left of a profile, as [pprof.Write] does.
func Write(ctx context.Context, w io.Writer, r *query.Result) error { return pprof.Write(ctx, w, r) }

// WriteSpeedscope writes it as [foreign.WriteSpeedscope] does.
func WriteSpeedscope(ctx context.Context, w io.Writer, r *query.Result) error {
	return foreign.WriteSpeedscope(ctx, w, r)
}

// WriteCollapsed writes it as [foreign.WriteCollapsed] does.
func WriteCollapsed(ctx context.Context, w io.Writer, r *query.Result) error {
	return foreign.WriteCollapsed(ctx, w, r)
}

// Brief returns an error as one line without the name of the file.
func Brief(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return safe.Text(err.Error())
	}
	if e.Advice == "" {
		return safe.Text(e.Found)
	}
	return lang.L("{{.Problem}}; {{.Advice}}", lang.With{"Problem": safe.Text(e.Found), "Advice": safe.Text(e.Advice)})
}

// Machine is the memory that the program may use, in bytes, as [input.Machine] finds it.
func Machine() int64 { return input.Machine() }
