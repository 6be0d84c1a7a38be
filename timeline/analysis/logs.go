package analysis

import (
	"context"
	"regexp"

	"profstation/model"
	"profstation/model/trace"
)

// Logs lists the messages from runtime/trace.Log in an interval, as indices into Trace.Logs, in the order of time. If
// match is not nil, it must match the category, the message, or both with ": " between them.
func (a *Analysis) Logs(ctx context.Context, iv trace.Interval, match *regexp.Regexp) ([]int, error) {
	iv = a.Within(iv)
	// The same texts come again and again.
	type text struct{ category, message model.StringID }
	known := map[text]bool{}
	matches := func(l *trace.Log) bool {
		key := text{l.Category, l.Message}
		ok, seen := known[key]
		if !seen {
			c, m := a.t.Strings.Raw(l.Category), a.t.Strings.Raw(l.Message)
			ok = match.MatchString(m) || match.MatchString(c) || match.MatchString(c+": "+m)
			known[key] = ok
		}
		return ok
	}
	var found []int
	for i := range a.t.Logs {
		l := &a.t.Logs[i]
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if a.holds(iv, l.Time) && (match == nil || matches(l)) {
			found = append(found, i)
		}
	}
	return found, nil
}
