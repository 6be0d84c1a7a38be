package trace

import (
	"fmt"
	"os"
	"unsafe"

	"profstation/loader/input"
	"profstation/model/mapped"
)

// A trace whose spans are too many for the memory that it may take is decoded with the disk as its
// memory: rows are written to a file as generations are stitched, and read again one block after the
// other when they go into columns; and the columns lie in another file, of which the system keeps in
// memory what is looked at.

// weightOfBytes is what the spans of a byte of a file weigh, if its events are small. Most traces
// have five to six bytes for a span.
const weightOfBytes = spanWeight / 3

// spill is the file of rows.
type spill struct {
	file *os.File
	end  int64
}

// spills begins to spill rows if the spans of the file may be too many.
func (l *load) spills() error {
	if l.o.Scratch == nil || l.old() || l.size*weightOfBytes <= l.budget.limits.Memory {
		return nil
	}
	f, err := l.o.Scratch()
	if err != nil {
		return noScratch(err)
	}
	l.spill = &spill{file: f}
	l.budget.span = mappedSpanWeight
	return nil
}

// noScratch is the error for a file that cannot be made, or has no room.
func noScratch(err error) error {
	return &input.Error{
		Found:  "the trace is too large for the memory that it may take, and its tables have no room on the disk: " + input.Cause(err),
		Advice: "make room in the folder of the user's cache, or raise the limit",
	}
}

// memory makes the memory for columns in a file of its own.
func (l *load) memory(most int64) (*mapped.Memory, error) {
	f, err := l.o.Scratch()
	if err != nil {
		return nil, err
	}
	m, err := mapped.New(f, most)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("making memory of a file: %w", err)
	}
	return m, nil
}

// take writes the rows of a generation, and gives their memory back.
func (s *spill) take(r *spanRows, free *scratch) error {
	r.file = s.file
	for i := range r.blocks {
		b := &r.blocks[i]
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

// spilled reports whether the rows of a block are in a file.
func (b *spanBlock) spilled() bool { return b.rows == nil && b.n > 0 }

// fetch reads a block that was spilled. Its memory is used again for the next.
func (b *spanBlock) fetch(from *spanBlock, file *os.File) error {
	rows, wide := b.rows, b.wide
	if rows == nil {
		rows, wide = new(narrowRows), new(wideRows)
	}
	*b = spanBlock{base: from.base, n: from.n, rows: rows}
	_, err := file.ReadAt(bytesOf(rows), from.from)
	if err == nil && from.andAll {
		b.wide = wide
		_, err = file.ReadAt(bytesOf(wide), from.from+int64(unsafe.Sizeof(*rows)))
	}
	mapped.Forget(file, from.from, int64(unsafe.Sizeof(*rows)+unsafe.Sizeof(*wide)))
	return err
}

// bytesOf returns the memory of rows, which have no pointers.
func bytesOf[T narrowRows | wideRows](rows *T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(rows)), unsafe.Sizeof(*rows))
}
