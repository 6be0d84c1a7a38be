package series

// Bytes is how much memory the packed figures take.
func (s *Series) Bytes() int { return s.bytes }

// Len is how many profiles are kept.
func (c *Cache) Len() int { return len(c.kept) }
