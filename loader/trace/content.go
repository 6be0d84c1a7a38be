package trace

import (
	"io"
	"sort"

	"profstation/model/large"
)

// content is a generation's bytes. In a file, each batch is read when its turn comes: generations may have hundreds
// of megabytes, and the system takes long to provide memory that was never used.
type content struct {
	source *Source // nil: data has the bytes
	pieces []piece // where they are in the source
	starts []int64 // where each piece begins in the content
	data   []byte
	size   int64
}

// contentOf returns the content of pieces of a source.
func contentOf(s *Source, pieces []piece) *content {
	if s.memory != nil && len(pieces) == 1 {
		return contentIn(s.memory[pieces[0].from:pieces[0].to:pieces[0].to])
	}
	c := &content{source: s, pieces: pieces}
	for _, p := range pieces {
		c.starts = append(c.starts, c.size)
		c.size += p.to - p.from
	}
	return c
}

// contentIn returns the content that bytes in memory are.
func contentIn(data []byte) *content { return &content{data: data, size: int64(len(data))} }

// asSource returns a source for the content alone.
func (c *content) asSource() *Source {
	if c.source == nil {
		return Memory(c.data)
	}
	return &Source{r: c, size: c.size}
}

// ReadAt implements [io.ReaderAt] for a content in a source.
func (c *content) ReadAt(b []byte, off int64) (n int, err error) {
	i := sort.Search(len(c.starts), func(i int) bool { return c.starts[i] > off }) - 1
	for ; i < len(c.pieces) && n < len(b); i++ {
		at := c.pieces[i].from + off + int64(n) - c.starts[i]
		part := b[n:min(int64(len(b)), int64(n)+c.pieces[i].to-at)]
		got, err := c.source.readAt(part, at)
		if n += got; got < len(part) {
			return n, err
		}
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// part returns a part of the bytes, if necessary in room, which grows. It panics with an error if reading fails.
func (c *content) part(from, to int64, room *[]byte) []byte {
	if c.source == nil {
		return c.data[from:to:to]
	}
	n := int(to - from)
	if cap(*room) < n {
		*room = make([]byte, n)
	}
	b := (*room)[:n:n]
	if got, err := c.ReadAt(b, from); got < n {
		panic(unreadable{unread(err)})
	}
	return b
}

// whole returns all bytes of a content. The result shares memory with it if possible.
func (c *content) whole() ([]byte, error) {
	if c.source == nil {
		return c.data, nil
	}
	b := large.Make[byte](int(c.size))
	if got, err := c.ReadAt(b, 0); got < len(b) {
		return nil, unread(err)
	}
	return b, nil
}

// unreadable is what part panics with.
type unreadable struct{ error }
