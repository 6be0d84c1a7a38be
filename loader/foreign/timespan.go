package foreign

// timeSpan reaches from the earliest to the latest time.
type timeSpan struct {
	first, end int64
	known      bool
}

func (s *timeSpan) add(at int64) {
	if !s.known {
		s.first, s.end, s.known = at, at, true
	}
	s.first, s.end = min(s.first, at), max(s.end, at)
}
