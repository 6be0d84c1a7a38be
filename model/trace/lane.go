package trace

// Lanes are rows of spans: lane i is Spans[First[i]:First[i+1]], the spans of
// goroutines that ran, or were in a system call, and began on one P or thread,
// in the order of time.
//
// The spans of a lane do not overlap, but for one case: a system call that
// begins on a P stays in its lane, also where the P is taken away and another
// goroutine runs on it. There the next span of the lane begins before it ends.
type Lanes struct {
	First []int32
	Spans []SpanIndex
}

// Len is the number of lanes.
func (l *Lanes) Len() int { return len(l.First) - 1 }

// Lane returns the spans of one. It must not be changed.
func (l *Lanes) Lane(i int) []SpanIndex { return l.Spans[l.First[i]:l.First[i+1]] }
