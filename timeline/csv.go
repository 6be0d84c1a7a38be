package timeline

import (
	"context"
	"io"
)

// WriteCSV writes the spans of lanes that lie in a window, in the order of the
// lanes and of time.
func WriteCSV(ctx context.Context, w io.Writer, l *Lanes, in Window) error { return nil }
