package trace

import (
	"fmt"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/mapped"
)

// If the columns of spans need more memory than a trace may take, they are in a file: the system keeps in memory
// the parts that are looked at.

// weightOfBytes is what the spans for one byte of a file weigh. Most traces have five bytes for a span,
// or more. A trace with fewer may turn out too large for memory; it is then decoded again.
const weightOfBytes = spanWeight / 5

// noScratch is the error for a file that cannot be made or has no room.
func noScratch(err error) error {
	return &input.Error{
		Found: lang.L("the trace exceeds the memory limit, and its tables do not fit on the disk: {{.Cause}}",
			lang.With{"Cause": input.Cause(err)}),
		Advice: lang.L("free some space in the user's cache folder, or raise the limit"),
	}
}

// columns returns what makes memory in a file for columns, or nil if they go on the heap.
func (l *load) columns() func(max int64) (*mapped.Memory, error) {
	if !l.onDisk {
		return nil
	}
	return func(max int64) (*mapped.Memory, error) {
		f, err := l.o.Scratch()
		if err != nil {
			return nil, err
		}
		m, err := mapped.New(f, max)
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("making memory of a file: %w", err)
		}
		return m, nil
	}
}
