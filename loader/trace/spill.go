package trace

import (
	"fmt"
	"os"
	"unsafe"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/mapped"
)

// If the spans in a trace need more memory than it may take, the trace is decoded with the disk as its
// memory. Rows are written to a file as generations are stitched, and read again block by block when they go
// into columns. The columns are in another file; the system keeps in memory the parts that are looked at.

// weightOfBytes is what the spans for one byte of a file weigh. Most traces have five bytes for a span,
// or more. A trace with fewer may turn out too large for memory; it is then decoded again.
const weightOfBytes = spanWeight / 5

// spill is the file for rows.
type spill struct {
	file *os.File
	end  int64
}

// spills begins to spill rows.
func (l *load) spills() error {
	f, err := l.o.Scratch()
	if err != nil {
		return noScratch(err)
	}
	l.spill = &spill{file: f}
	l.budget.span = mappedSpanWeight
	return nil
}

// noScratch is the error for a file that cannot be made or has no room.
func noScratch(err error) error {
	return &input.Error{
		Found: lang.L("the trace exceeds the memory limit, and its tables do not fit on the disk: {{.Cause}}",
			lang.With{"Cause": input.Cause(err)}),
		Advice: lang.L("free some space in the user's cache folder, or raise the limit"),
	}
}

// memory makes the memory for columns in a file of its own.
func (l *load) memory(max int64) (*mapped.Memory, error) {
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

// take writes the rows of a generation and gives their memory back.
func (s *spill) take(r *spanRows, free *scratch) error {
	r.file = s.file
	for i := range r.blocks {
		b := r.blocks[i]
		from := s.end
		if err := s.write(bytesOf(b.rows)); err != nil {
			return err
		}
		if b.wide != nil {
			if err := s.write(bytesOf(b.wide)); err != nil {
				return err
			}
		}
		free.rows.give(b.rows)
		free.wide.give(b.wide)
		*b = spanBlock{base: b.base, n: b.n, from: from, andAll: b.wide != nil}
	}
	mapped.Flush(s.file)
	return nil
}

func (s *spill) write(b []byte) error {
	n, err := s.file.WriteAt(b, s.end)
	s.end += int64(n)
	return err
}

// spilled reports whether a block's rows are in a file.
func (b *spanBlock) spilled() bool { return b.rows == nil && b.n > 0 }

// fetched is a block read from a file, with memory that is reused for the next one.
type fetched struct {
	spanBlock
	narrow *narrowRows
	upper  *wideRows
}

// fetch reads a block that was spilled.
func (f *fetched) fetch(b *spanBlock, file *os.File) error {
	if f.narrow == nil {
		f.narrow, f.upper = new(narrowRows), new(wideRows)
	}
	f.spanBlock = spanBlock{base: b.base, n: b.n, rows: f.narrow}
	from, size := b.from, int64(unsafe.Sizeof(*f.narrow))
	_, err := file.ReadAt(bytesOf(f.narrow), from)
	if err == nil && b.andAll {
		f.wide = f.upper
		_, err = file.ReadAt(bytesOf(f.upper), from+size)
		size += int64(unsafe.Sizeof(*f.upper))
	}
	mapped.Forget(file, from, size)
	return err
}

// bytesOf returns the memory of rows, which have no pointers.
func bytesOf[T narrowRows | wideRows](rows *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(rows)), unsafe.Sizeof(*rows))
}
