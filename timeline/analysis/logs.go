package analysis

import (
	"context"
	"regexp"

	"profstation/model"
	"profstation/model/trace"
)

// LogQuery chooses messages of runtime/trace.Log. The zero value is all.
type LogQuery struct {
	Interval trace.Interval
	// Match, if not nil, must match the category, the message, or both with ": " between them.
	Match *regexp.Regexp
	// Tasks, if not nil, are the tasks that messages must belong to; NoTask is the background.
	Tasks []trace.TaskIndex
}

// Logs lists the messages of a query, as indices into Trace.Logs, in the order of time.
func (a *Analysis) Logs(ctx context.Context, q LogQuery) ([]int, error) {
	iv := a.Within(q.Interval)
	tasks := setOf(q.Tasks)
	// The same texts come again and again.
	type text struct{ category, message model.StringID }
	known := map[text]bool{}
	var found []int
	for i := range a.t.Logs {
		l := &a.t.Logs[i]
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !a.holds(iv, l.Time) || tasks != nil && !tasks[l.Task] {
			continue
		}
		if q.Match != nil {
			key := text{l.Category, l.Message}
			ok, seen := known[key]
			if !seen {
				c, m := a.t.Strings.Raw(l.Category), a.t.Strings.Raw(l.Message)
				ok = q.Match.MatchString(m) || q.Match.MatchString(c) || q.Match.MatchString(c+": "+m)
				known[key] = ok
			}
			if !ok {
				continue
			}
		}
		found = append(found, i)
	}
	return found, nil
}
