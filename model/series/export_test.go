package series

import (
	"profstation/model/query"
)

// Bytes is how much memory the packed figures take.
func (s *Series) Bytes() int { return s.bytes }

// Len is how many profiles are kept.
func (c *Cache) Len() int { return len(c.kept) }

// NewWithin makes a series of at most that many bytes.
func NewWithin(bytes int) *Series {
	s := New(query.Query{})
	s.max = bytes
	return s
}
