package series

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"profstation/model"
	"profstation/model/memory"
	"profstation/model/query"
	"profstation/model/units"
)

// maxBytes limits the figures in one series. It is enough for about half an hour with one heap profile per
// second from a large program in full detail, and for totals over days.
const maxBytes = 16 << 20

// maxPoints is roughly the most profiles in a series. The oldest are dropped.
const maxPoints = 100_000

// Series holds profiles of one kind from one source. It is safe for use by several goroutines.
type Series struct {
	mu     sync.Mutex
	query  query.Query
	max    int // limit in bytes
	kind   model.Kind
	types  []model.ValueType
	chosen int // the first profile's default sample type
	by     By  // how figures are summed if nothing is chosen
	points []*point
	byID   map[string]*point
	sorted int // how many points at the beginning are ordered by time
	names  names
	bytes  int
	// thinned says for each of the shares how many points at the beginning have lost figures below it.
	thinned    [len(shares)]int
	period     int64  // in heap profiles: how many bytes are allocated from one sample to the next
	moments    bool   // each profile is the sum of the states at several moments
	recordings bool   // each profile covers its own time, not a process so far
	added      uint64 // how many points were ever added
	marked     bool   // points know whether they begin a run
}

// Point is one profile in a series.
type Point struct {
	ID       string
	Time     time.Time
	Duration time.Duration // 0: a state
	Until    time.Time     // if pooled: the end of the time asked for; what follows is in other profiles, or in none
	Totals   []int64       // Σvalue per sample type; may be negative in differences

	Restarted bool // it comes from a different process than the one before it: the program was started again
	AfterGap  bool // the distance to the one before it is much larger than usual
	Missing   bool // there is no profile: nothing was measured at that time
}

// point is a Point with its profile's packed figures.
type point struct {
	Point
	figures []figures // per sample type
	min     float64   // the share of the total below which it has no figures
	process model.Process
	serial  uint64          // its number, from 1 on
	before  uint64          // the number of the point it was compared with
	fresh   bool            // it comes from a different process than that point
	account *memory.Account // where the process's memory was; nil: not known
}

// New makes an empty series. The query filters each profile before it is summed. The query's sample type,
// granularity, sort and limits have no effect.
func New(q query.Query) *Series {
	return &Series{query: q, max: maxBytes, byID: map[string]*point{},
		names: names{ids: map[group]map[string]uint32{}, text: map[group][]string{}}}
}

// Key returns a text that is equal for profiles which form one series if they come from one source.
func Key(p *model.Profile) string {
	key := []string{string(p.Kind)}
	if p.Delta() {
		key = append(key, "delta")
	}
	for _, t := range p.Types {
		key = append(key, t.Type+"/"+t.Unit)
	}
	if len(p.Mappings) > 0 {
		key = append(key, p.Strings.Raw(p.Mappings[0].File))
	}
	return strings.Join(key, " ")
}

// TimeOf returns a profile's time, or otherwise if it has none.
func TimeOf(p *model.Profile, otherwise time.Time) time.Time {
	if p.Time.IsZero() {
		return otherwise
	}
	return p.Time
}

// Add adds a profile's figures, but does not keep the profile. It replaces a profile with the same id. The
// time is taken from [TimeOf]. It returns the context's error, or an error if a filter cannot be read.
func (s *Series) Add(ctx context.Context, id string, p *model.Profile, otherwise time.Time) error {
	at := TimeOf(p, otherwise)
	sums, err := sum(ctx, p, s.query)
	if err != nil {
		return err
	}
	account, err := accountOf(ctx, p)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.types == nil {
		s.kind, s.types, s.chosen = p.Kind, slices.Clone(p.Types), p.Default
		if units.IsBytes(p.PeriodType.Unit) {
			s.period = p.Period
		}
		s.moments = p.Moments
		s.recordings = p.Kind == model.CPU || p.Kind == model.Wall || p.Duration > 0
		s.by = defaultBy(p, sums)
	}
	s.remove(id)
	s.added++
	pt := &point{
		Point:   Point{ID: id, Time: at, Duration: p.Recorded(), Totals: make([]int64, len(s.types))},
		figures: make([]figures, len(s.types)), min: minShare, process: model.ProcessOf(p), serial: s.added, account: account,
	}
	if p.Pooled {
		pt.Until = at.Add(p.Duration)
	}
	columns := make(map[model.ValueType]int, len(p.Types))
	for j, t := range slices.Backward(p.Types) {
		columns[t] = j
	}
	for i, t := range s.types {
		// Files in one series may have their types in a different order.
		if j, ok := columns[t]; ok {
			pt.Totals[i] = sums[j].total
			pt.figures[i] = s.names.pack(&sums[j])
		}
	}
	if n := len(s.points); s.sorted == n && (n == 0 || inTime(s.points[n-1], pt) < 0) {
		s.sorted++
	}
	s.points = append(s.points, pt)
	s.byID[id] = pt
	s.bytes += pt.size()
	s.marked = false
	s.bound()
	return nil
}

// ordered returns the points ordered by time. Points that were added out of order are sorted when the order
// is needed, not at each addition.
func (s *Series) ordered() []*point {
	if s.sorted == len(s.points) {
		return s.points
	}
	late := slices.Clone(s.points[s.sorted:])
	slices.SortFunc(late, inTime)
	last := s.sorted - 1 // the last ordered point that may still have to move
	for at := len(s.points) - 1; len(late) > 0; at-- {
		if p := late[len(late)-1]; last < 0 || inTime(s.points[last], p) < 0 {
			s.points[at], late = p, late[:len(late)-1]
			continue
		}
		s.points[at] = s.points[last]
		last--
	}
	s.sorted = len(s.points)
	s.rethin(last + 1)
	return s.points
}

// rethin notes that the points from an index on may have changed.
func (s *Series) rethin(from int) {
	for i, n := range s.thinned {
		s.thinned[i] = min(n, from)
	}
}

func inTime(a, b *point) int { return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.ID, b.ID)) }

// Remove removes a profile.
func (s *Series) Remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(id)
}

func (s *Series) remove(id string) {
	p := s.byID[id]
	if p == nil {
		return
	}
	i, _ := slices.BinarySearchFunc(s.ordered(), p, inTime)
	s.points = slices.Delete(s.points, i, i+1)
	s.sorted--
	s.marked = false
	s.rethin(i)
	s.forget(p)
}

func (s *Series) forget(p *point) {
	delete(s.byID, p.ID)
	s.bytes -= p.size()
}

// Rename gives a profile another id.
func (s *Series) Rename(from, to string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.byID[from]
	if p == nil || from == to {
		return
	}
	s.remove(to)
	delete(s.byID, from)
	i, _ := slices.BinarySearchFunc(s.ordered(), p, inTime)
	s.points = append(slices.Delete(s.points, i, i+1), p)
	s.sorted--
	s.marked = false
	s.rethin(i)
	p.ID, s.byID[to] = to, p
}

// bound keeps the figures below their limit: the oldest points lose their small figures, then all. Totals
// stay.
func (s *Series) bound() {
	if n := len(s.points) - maxPoints; n > maxPoints/64 { // not for each profile
		for i, p := range s.ordered()[:n] {
			s.forget(p)
			s.points[i] = nil
		}
		s.points, s.sorted, s.marked = s.points[n:], s.sorted-n, false
		s.rethin(0)
	}
	if s.bytes <= s.max {
		return
	}
	// It frees a tenth more than needed, so that it does not run for each profile.
	points := s.ordered()
	for level, lowest := range shares {
		for ; s.thinned[level] < len(points); s.thinned[level]++ {
			if s.bytes <= s.max*9/10 {
				return
			}
			p := points[s.thinned[level]]
			s.bytes -= p.size()
			for i := range p.figures {
				p.figures[i].thin(lowest)
			}
			if lowest > 1 {
				p.account = nil
			}
			p.min = max(p.min, lowest)
			s.bytes += p.size()
		}
	}
}

// shares are the levels for leaving figures out, one after the other: figures below a share of their profile,
// and finally all.
var shares = [...]float64{0.005, 0.02, 2}

func (p *point) size() int {
	n := accountBytes(p.account)
	for i := range p.figures {
		n += p.figures[i].size()
	}
	return n
}

// Len returns the number of profiles.
func (s *Series) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.points)
}

// Kind returns the profiles' kind.
func (s *Series) Kind() model.Kind {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kind
}

// DefaultBy returns how figures are summed if nothing is chosen. It follows the first profile that was added, so that
// it does not change while a folder grows.
func (s *Series) DefaultBy() By {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.by
}

// Types returns the sample types and the default one's index.
func (s *Series) Types() (types []model.ValueType, standard int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.types), s.chosen
}

// Moments reports whether each value is the sum of the states at several moments.
func (s *Series) Moments() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.moments
}

// Points returns the profiles ordered by time.
func (s *Series) Points() []Point {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mark()
	out := make([]Point, len(s.points))
	for i, p := range s.ordered() {
		out[i] = p.Point
	}
	return out
}
