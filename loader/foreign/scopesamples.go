package foreign

import (
	"math"
	"slices"

	"profstation/model"
	"profstation/model/units"
)

// Long samples are cut, so that views over time know their parts: into pieces that last a thousandth of their
// profile. All profiles in a file share the number of pieces.
const (
	piecesOfProfile = 1000
	piecesOfFile    = 100_000
)

// scopeList is a list that is read beside another one.
type scopeList struct {
	cursor
	more bool
}

func (s *scope) beside(at int) scopeList {
	l := scopeList{cursor: cursor{data: s.c.data, at: at, tick: s.c.tick}}
	l.more = at > 0 && l.accept('[')
	return l
}

// next goes to an element, by its number, and says whether there is one.
func (l *scopeList) next(i int) bool {
	l.more = l.more && (i == 0 || l.accept(',')) && l.peek() != ']'
	return l.more
}

// fault keeps a list's first error.
func (s *scope) fault(of *scopeList) {
	if of.err != nil && s.c.err == nil {
		s.c.err, s.c.over = of.err, of.over
	}
}

// sampled reads the stacks, which go from root to leaf, and the weights side by side. If weights are times, samples
// follow each other, so each has a time. Profiles that we wrote have a list with times, or none.
func (s *scope) sampled(p scopeProfile) {
	t, times := p.sampleType()
	weight := s.column(t)
	at, cut := p.start, s.cutting(p)
	weights, moments := s.beside(p.weights), s.beside(p.times)
	s.c.at = p.samples
	s.c.array(func(i int) {
		s.stack = s.stack[:0]
		good := true
		s.c.array(func(int) {
			f := s.c.index()
			if f < 0 || int(f) >= len(s.frames) {
				good = false
				return
			}
			s.stack = append(s.stack, s.frames[f])
		})
		if s.c.err != nil {
			return
		}
		w := 1.0
		if p.weights > 0 {
			hasWeight := weights.next(i)
			if hasWeight {
				w = weights.float()
			}
			good = good && hasWeight && weights.err == nil
		}
		clear(s.values)
		time := int64(model.NoTime)
		if p.own {
			if moments.next(i) && !moments.null() {
				if when := moments.int(); units.Magnitude(when) < math.MaxInt64/2 {
					time = when
				}
			}
		} else if t.Unit == "nanoseconds" {
			time = nanoseconds(at * times)
			at += w
		}
		if good {
			s.values[weight], good = s.round.of(w * times)
		}
		if !good {
			s.leave(p)
			return
		}
		if !p.own {
			s.values[s.samples] = 1
		}
		slices.Reverse(s.stack)
		if !p.own && time != model.NoTime {
			s.c.stop(s.lasts(time, weight, cut))
			return
		}
		s.c.stop(s.sample(time, s.stack, s.labels))
	})
	s.fault(&weights)
	s.fault(&moments)
}

// cutting is how a profile's long samples are cut.
type cutting struct {
	max  int64 // a piece's length in nanoseconds; 0: nothing is cut
	left int   // how many pieces more there may be than samples
}

// cutting goes by a profile's stated length. If that is wrong, there are fewer pieces.
func (s *scope) cutting(p scopeProfile) *cutting {
	_, times := p.sampleType()
	span := nanoseconds((p.end - p.start) * times)
	if span == model.NoTime || span <= 0 || s.pieces == 0 {
		return &cutting{}
	}
	return &cutting{max: (span-1)/int64(s.pieces) + 1, left: s.pieces}
}

// lasts adds a sample that lasts as long as its weight, in pieces if that is long. The first has the other values.
func (s *scope) lasts(from int64, weight int, cut *cutting) error {
	s.lasting = timeType.Type
	long, n := s.values[weight], int64(1)
	if cut.max > 0 && long > cut.max {
		n = min((long-1)/cut.max, int64(cut.left)) + 1
		cut.left -= int(n - 1)
	}
	for i := range n {
		s.values[weight] = long / n
		if i < long%n {
			s.values[weight]++
		}
		if err := s.sample(from, s.stack, s.labels); err != nil {
			return err
		}
		from += s.values[weight]
		clear(s.values)
	}
	return nil
}

func (s *scope) leave(p scopeProfile) {
	if s.left++; s.left == 1 {
		s.leftAt = p.name
	}
}

// nanoseconds is a time that samples can have, [model.NoTime] for others.
func nanoseconds(at float64) int64 {
	if !(math.Abs(at) < math.MaxInt64/2) {
		return model.NoTime
	}
	return int64(math.Round(at))
}

// evented reads frames that open and close. What passes between two events is spent in the innermost
// frame that is open then.
func (s *scope) evented(p scopeProfile) {
	t, times := p.sampleType()
	weight := s.column(t)
	s.stack = s.stack[:0] // from the root
	open, cut := map[model.LocID]int{}, s.cutting(p)
	last := p.start * times
	pass := func(until float64) {
		if len(s.stack) == 0 || !(until > last) {
			last = max(last, until)
			return
		}
		clear(s.values)
		// Ends are rounded, so that a frame's parts add up to the whole.
		from, to := nanoseconds(last), nanoseconds(until)
		if from == model.NoTime || to == model.NoTime {
			s.leave(p)
			return
		}
		s.values[weight] = to - from
		time := int64(model.NoTime)
		if t.Unit == "nanoseconds" {
			time = from
		}
		if last = until; to == from {
			return
		}
		slices.Reverse(s.stack)
		if time == model.NoTime {
			s.c.stop(s.sample(time, s.stack, s.labels))
		} else {
			s.c.stop(s.lasts(time, weight, cut))
		}
		slices.Reverse(s.stack)
	}
	s.c.at = p.events
	s.c.array(func(int) {
		kind, frame, at := "", int32(-1), math.NaN()
		s.c.object(func(key string) {
			switch key {
			case "type":
				kind = s.c.string()
			case "frame":
				frame = s.c.index()
			case "at":
				at = s.c.float()
			default:
				s.other(&s.c, "profiles.events", key)
			}
		})
		if s.c.err != nil {
			return
		}
		if frame < 0 || int(frame) >= len(s.frames) || math.IsNaN(at) {
			s.leave(p)
			return
		}
		pass(at * times)
		switch f := s.frames[frame]; kind {
		case "O":
			s.stack = append(s.stack, f)
			open[f]++
		case "C":
			s.close(f, open)
		default:
			s.leave(p)
		}
	})
	if s.c.err == nil && len(s.stack) > 0 {
		s.unclosed += len(s.stack)
		pass(max(p.end*times, last))
	}
}

// close closes the innermost frame that is at f, and those within it. open counts the frames that are.
func (s *scope) close(f model.LocID, open map[model.LocID]int) {
	if open[f] == 0 {
		s.strays++
		return
	}
	for i := len(s.stack) - 1; ; i-- {
		top := s.stack[i]
		s.stack = s.stack[:i]
		open[top]--
		if top == f {
			return
		}
		s.strays++
	}
}
