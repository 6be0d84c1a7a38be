package figures

import (
	"context"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/work"
)

// Setting is what goes on around a span. It takes more than a look at the span, so only the details of a selected one
// have it.
type Setting struct {
	Held   []Holder          // who had the Ps while it waited for one, those that had them longest first; nil of any other span
	Note   string            // that the world was stopped in that wait, or that a P was idle; "" of any other span
	Region trace.RegionIndex // the innermost region that it stands in; NoRegion: none
	Task   trace.TaskIndex   // the task that it is a part of; NoTask: none
}

// Setting finds out what goes on around a span. Its only error is the context's.
func (s *Source) Setting(ctx context.Context, span trace.SpanIndex) (*Setting, error) {
	region, task, err := s.Analysis.StandsIn(ctx, span)
	if err != nil {
		return nil, err
	}
	e := s.ending(work.StepsUntil(ctx), span)
	return &Setting{Held: e.held, Note: s.besides(lang.L, e), Region: region, Task: task}, ctx.Err()
}
