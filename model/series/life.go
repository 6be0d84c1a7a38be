package series

import (
	"math"
	"strings"

	"profstation/model"
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

// lived sets the lives of rows in heap profiles of one process.
func (s *Series) lived(q Question, rows []Growth) error {
	what := "space"
	if strings.HasSuffix(q.Type, "_objects") {
		what = "objects"
	}
	s.mu.Lock()
	known := !s.recordings && !s.moments && model.FindType(model.Offered(s.types), "collected_"+what) >= 0
	s.mu.Unlock()
	if !known || len(rows) == 0 {
		return nil
	}
	names := make([]string, len(rows))
	for i := range rows {
		names[i] = rows[i].Name
	}
	q.Type = "alloc_" + what
	came, err := s.Lines(q, names...)
	if err != nil {
		return err
	}
	quanta, err := s.quanta(came)
	if err != nil || quanta == nil {
		return err
	}
	all, err := s.Total(q.Type)
	if err != nil {
		return err
	}
	q.Type = "inuse_" + what
	stay, err := s.Lines(q, names...)
	if n := len(came.Points); err != nil || len(all.Points) != n || len(stay.Points) != n {
		return err // a profile came in between: the next ranking knows
	}
	j := judgedOf(came)
	if len(j.at) == 0 {
		return nil
	}
	at := append([]int{j.from}, j.at...)
	first, last := at[0], at[len(at)-1]
	span := came.Points[last].Time.Sub(came.Points[first].Time).Seconds()
	total := float64(all.Lines[0].Values[last] - all.Lines[0].Values[first])
	for i := range rows {
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
		rows[i].Life = l
	}
	return nil
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
