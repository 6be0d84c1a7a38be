package timeline

import (
	"profstation/model/mapped"
	"profstation/model/trace"
)

// roomFor makes memory for a trace's large tables: in a file, if the trace's columns lie in one,
// and else nil, which is the heap. If there is no file to be had, they go there, too.
func roomFor(tr *trace.Trace) *mapped.Memory {
	if tr.Room() == nil {
		return nil
	}
	f, err := mapped.Scratch()
	if err != nil {
		return nil
	}
	const maxPerSpan = 64 // bytes; nothing is taken from the disk before it is needed
	m, err := mapped.New(f, int64(tr.Spans.Len()+1)*maxPerSpan)
	if err != nil {
		f.Close()
		return nil
	}
	return m
}

// take makes n zeros in a room, or on the heap if it has no more.
func take[T any](in *mapped.Memory, n int) []T {
	if s := mapped.Make[T](in, n); s != nil {
		return s
	}
	return make([]T, n)
}
