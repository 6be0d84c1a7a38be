package series

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"profstation/model"
)

// mostBytes bounds the figures of one series: about half an hour of one heap profile of a large
// program a second in full detail, and days of totals.
const mostBytes = 16 << 20

// mostPoints is how many profiles a series has at most; the oldest are dropped.
const mostPoints = 100_000

// Series is profiles of one kind from one source. It is safe for use by several goroutines.
type Series struct {
	mu     sync.RWMutex
	query  model.Query
	most   int // bound of bytes
	kind   model.Kind
	types  []model.ValueType
	chosen int // the default sample type of the first profile
	points []*point
	names  names
	bytes  int
}

// Point is one profile of a series.
type Point struct {
	ID       string
	Time     time.Time
	Duration time.Duration // 0: a state
	Totals   []int64       // Σvalue per sample type; may be negative in differences
}

// point is a Point and the packed figures of its profile.
type point struct {
	Point
	figures []figures // per sample type
}

// New makes an empty series. The query filters each profile before it is summed; its sample type,
// granularity, sort and limits are of no effect.
func New(q model.Query) *Series {
	return &Series{query: q, most: mostBytes, names: names{ids: map[group]map[string]uint32{}, text: map[group][]string{}}}
}

// Key is equal for profiles that, from one source, form one series.
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

// Add takes the figures of a profile, and does not keep it. It replaces one of the same id.
// otherwise is its time if it knows none. The errors are the context's and of a filter that cannot be
// read.
func (s *Series) Add(ctx context.Context, id string, p *model.Profile, otherwise time.Time) error {
	at := p.Time
	if at.IsZero() {
		at = otherwise
	}
	sums, err := sum(ctx, p, s.query)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.types == nil {
		s.kind, s.types, s.chosen = p.Kind, slices.Clone(p.Types), p.Default
	}
	s.remove(id)
	pt := &point{Point: Point{ID: id, Time: at, Duration: p.Duration, Totals: make([]int64, len(s.types))}, figures: make([]figures, len(s.types))}
	columns := make(map[model.ValueType]int, len(p.Types))
	for j, t := range slices.Backward(p.Types) {
		columns[t] = j
	}
	for i, t := range s.types {
		// Files of one series may have their types in another order.
		if j, ok := columns[t]; ok {
			pt.Totals[i] = sums[j].total
			pt.figures[i] = s.names.pack(&sums[j])
		}
	}
	i, _ := slices.BinarySearchFunc(s.points, pt, inTime)
	s.points = slices.Insert(s.points, i, pt)
	s.bytes += pt.size()
	s.bound()
	return nil
}

func inTime(a, b *point) int { return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.ID, b.ID)) }

// Remove takes a profile out.
func (s *Series) Remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(id)
}

func (s *Series) remove(id string) {
	if i := slices.IndexFunc(s.points, func(p *point) bool { return p.ID == id }); i >= 0 {
		s.bytes -= s.points[i].size()
		s.points = slices.Delete(s.points, i, i+1)
	}
}

// Rename gives a profile another id.
func (s *Series) Rename(from, to string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.points, func(p *point) bool { return p.ID == from }); i >= 0 {
		s.points[i].ID = to
		slices.SortFunc(s.points, inTime)
	}
}

// bound keeps the figures below their limit: the oldest lose the small ones, then all; totals stay.
func (s *Series) bound() {
	if n := len(s.points) - mostPoints; n > 0 {
		for _, p := range s.points[:n] {
			s.bytes -= p.size()
		}
		s.points = slices.Delete(s.points, 0, n)
	}
	if s.bytes <= s.most {
		return
	}
	// A tenth more than needed goes, so that it is not done for each profile.
	for _, least := range []float64{0.005, 0.02, 2} {
		for _, p := range s.points {
			if s.bytes <= s.most*9/10 {
				return
			}
			s.bytes -= p.size()
			for i := range p.figures {
				p.figures[i].thin(least)
			}
			s.bytes += p.size()
		}
	}
}

func (p *point) size() int {
	n := 0
	for i := range p.figures {
		n += p.figures[i].size()
	}
	return n
}

// Len is the number of profiles.
func (s *Series) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.points)
}

// Kind is the kind of the profiles.
func (s *Series) Kind() model.Kind {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.kind
}

// Types are the sample types, and the index of the default one.
func (s *Series) Types() (types []model.ValueType, standard int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.types), s.chosen
}

// Points are the profiles in order of time.
func (s *Series) Points() []Point {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := make([]Point, len(s.points))
	for i, p := range s.points {
		out[i] = p.Point
	}
	return out
}
