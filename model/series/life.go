package series

import (
	"cmp"
	"context"
	"math"
	"strings"
	"time"

	"profstation/model"
	"profstation/model/lists"
	"profstation/model/statistics"
)

// Lasting says how long what a name allocates surely lives, measured by the series.
type Lasting string

// LongLived is longer than the profiles that are judged cover. Churn is less than the time from one to the next, where the
// name allocates at least a hundredth of everything.
const (
	LongLived Lasting = "long-lived"
	Churn     Lasting = "churn"
)

const minChurn = 0.01

// Life says how long what a name allocates is in use on average, in seconds, up to the collection that finds that it is
// not. In sizes it is the life of a byte, in objects that of an object.
type Life struct {
	statistics.Life
	Lasting Lasting // "": neither is sure
}

// Lives has how long what names allocate lives, in heap profiles of one process.
type Lives struct {
	Of     map[string]*Life
	Covers time.Duration // from the first profile that is judged to the last
}

// Lives returns the lives of what names allocate, or nil if none is known. It returns the context's error, or an error if
// the sample type does not exist.
func (s *Series) Lives(ctx context.Context, q Question) (*Lives, error) {
	what, known := s.allocated(q)
	if !known {
		return nil, nil
	}
	q.Type, q.Cum = "alloc_"+what, false
	none, err := s.Lines(q)
	if err != nil {
		return nil, err
	}
	out := &Lives{Of: map[string]*Life{}}
	if n, from := len(none.Points), judgedOf(none).from; from < n {
		out.Covers = none.Points[n-1].Time.Sub(none.Points[from].Time)
	}
	choose := func(g group, c int) []string { return s.heaviest(g, c, false) }
	err = s.inBlocks(ctx, q, choose, func(lines *Lines) error {
		names := lists.Map(lines.Lines, func(l Line) string { return l.Name })
		lives, err := s.livesOf(q, names)
		for i, l := range lives {
			if l != nil {
				out.Of[names[i]] = l
			}
		}
		return cmp.Or(ctx.Err(), err)
	})
	if err != nil || len(out.Of) == 0 {
		return nil, err
	}
	return out, nil
}

// allocated returns "space" or "objects", what a question is about. known is false if the series has no lives of that.
func (s *Series) allocated(q Question) (what string, known bool) {
	what = "space"
	if strings.HasSuffix(q.Type, "_objects") {
		what = "objects"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return what, !s.recordings && !s.moments && model.FindType(model.Offered(s.types), "collected_"+what) >= 0
}

// lived sets the lives of rows.
func (s *Series) lived(q Question, rows []Growth) error {
	lives, err := s.livesOf(q, lists.Map(rows, func(g Growth) string { return g.Name }))
	for i, l := range lives {
		rows[i].Life = l
	}
	return err
}

// livesOf returns the life for each name, nil where it is not known. It returns nil if none is.
func (s *Series) livesOf(q Question, names []string) ([]*Life, error) {
	what, known := s.allocated(q)
	if !known || len(names) == 0 {
		return nil, nil
	}
	q.Type = "alloc_" + what
	came, err := s.Lines(q, names...)
	if err != nil {
		return nil, err
	}
	quanta, err := s.quanta(came)
	if err != nil || quanta == nil {
		return nil, err
	}
	all, err := s.Total(q.Type)
	if err != nil {
		return nil, err
	}
	q.Type = "inuse_" + what
	stay, err := s.Lines(q, names...)
	if n := len(came.Points); err != nil || len(all.Points) != n || len(stay.Points) != n {
		return nil, err // a profile came in between: the next ranking knows
	}
	j := judgedOf(came)
	if len(j.at) == 0 {
		return nil, nil
	}
	at := append([]int{j.from}, j.at...)
	first, last := at[0], at[len(at)-1]
	span := came.Points[last].Time.Sub(came.Points[first].Time).Seconds()
	total := float64(all.Lines[0].Values[last] - all.Lines[0].Values[first])
	lives := make([]*Life, len(names))
	for i := range names {
		l := lifeOf(at, came, stay, i, quanta[i])
		if l == nil {
			continue
		}
		part := float64(came.Lines[i].Values[last]-came.Lines[i].Values[first]) / total
		switch {
		case l.Low > span:
			l.Lasting = LongLived
		case l.High < span/float64(len(j.at)) && part >= minChurn:
			l.Lasting = Churn
		}
		lives[i] = l
	}
	return lives, nil
}

// lifeOf returns the life for a name at some points, given what it allocated until then and had in use, or nil if that is
// not known for two of them.
func lifeOf(at []int, came, stay *Lines, name int, one float64) *Life {
	var times, alive, most, ended []float64
	before := int64(0)
	for _, p := range at {
		if !came.Lines[name].Known[p] {
			continue
		}
		use := stay.Lines[name].Values[p]
		times, alive, most = append(times, came.Points[p].Time.Sub(came.Points[at[0]].Time).Seconds()), append(alive, float64(use)), append(most, float64(use))
		if n := len(most) - 1; !stay.Lines[name].Known[p] {
			most[n] = stay.bounds[p]
		}
		gone := came.Lines[name].Values[p] - use
		if len(times) > 1 {
			ended = append(ended, float64(gone-before)) // less than 0 by what was not kept
		}
		before = gone
	}
	if len(ended) == 0 || one == 0 {
		return nil
	}
	l := Life{Life: statistics.LifeOf(times, alive, ended, one)}
	l.High = max(l.High, statistics.LifeOf(times, most, ended, one).High)
	if math.IsNaN(l.Mean) {
		return nil
	}
	return &l
}
