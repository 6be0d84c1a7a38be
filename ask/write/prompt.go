package write

import (
	"context"
	"io"
	"sync"
)

// promptly runs write, and returns when the context ends even if write does not look at it: filling
// 100 million pixels and packing them have steps that take some hundred ms. The rest of write then
// ends at its next Write, and nothing reaches w any more.
func promptly(ctx context.Context, w io.Writer, write func(io.Writer) error) error {
	g := &gate{ctx: ctx, w: w}
	done := make(chan error, 1)
	go func() { done <- write(g) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		g.close()
		return ctx.Err()
	}
}

// gate is a writer that can be closed for good.
type gate struct {
	ctx context.Context
	mu  sync.Mutex
	w   io.Writer // nil when it is closed
}

func (g *gate) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.w == nil {
		return 0, context.Canceled
	}
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	return g.w.Write(p)
}

func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.w = nil
}
