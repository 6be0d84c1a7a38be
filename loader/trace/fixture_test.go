package trace

import (
	"context"
	"os"
	"sync/atomic"
	"testing"

	"profstation/loader/input"
	"profstation/model/trace"
)

// open loads a file as the loader does.
func open(ctx context.Context, path string, o Options) (*trace.Trace, error) {
	r, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	info, err := r.Stat()
	if err != nil {
		return nil, err
	}
	return Load(ctx, File(r, info.Size()), input.NewProgress(ctx, nil), o)
}

// decode loads bytes as the loader does.
func decode(ctx context.Context, data []byte, o Options) (*trace.Trace, error) {
	return Load(ctx, Memory(data), input.NewProgress(ctx, nil), o)
}

func decodeBytes(t testing.TB, data []byte) (*trace.Trace, error) {
	t.Helper()
	return decode(t.Context(), data, Options{})
}

// newDecoder makes a decoder that nobody else shares anything with.
func newDecoder(ctx context.Context) *decoder {
	return &decoder{ctx: ctx, events: new(atomic.Int64), searches: fewSearches, budget: &budget{limits: input.Limits{}.OrDefault()}}
}

// oldDecoder makes one for the format before Go 1.22.
func oldDecoder(ctx context.Context) *decoder {
	d := newDecoder(ctx)
	d.old = true
	return d
}
