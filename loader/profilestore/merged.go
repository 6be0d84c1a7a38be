package profilestore

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
)

// maxProfile is the most bytes taken for a merged profile, unless the limits say otherwise.
const maxProfile = 512 << 20

// Merged asks for the merged profile of everything that a question selects. The file's name and path are the
// question's address with absolute times. If an interval has no profiles, the error wraps [loader.ErrEmpty].
func (c *Client) Merged(ctx context.Context, q Question, o loader.Options) (*loader.File, error) {
	q, err := c.typed(ctx, q.At(time.Now()))
	if err != nil {
		return nil, err
	}
	ask := c.grouped
	if q.By == "" {
		ask = func(ctx context.Context, q Question, o loader.Options) (*loader.File, error) {
			return c.whole(ctx, question{q, q.What()}, o)
		}
	}
	if q.Engine = c.engine; q.Engine == Parca && q.ofRequest() {
		return nil, c.Fault("", &httpclient.Error{Problem: httpclient.BadRequest, Found: errNoRequests.Error()})
	}
	covered := c.beginCovered(ctx, q)
	defer covered.stop()
	file, err := ask(ctx, q, o)
	switch {
	case errors.Is(err, loader.ErrEmpty):
		return nil, c.empty(q)
	case err != nil:
		return nil, err
	}
	file.Path, file.ModTime = q.String(), q.Until.Time(time.Time{})
	c.tell(file.Profile, q, covered.wait())
	file.Profile.Warnings = append(file.Profile.Warnings, c.Notes()...)
	return file, nil
}

// whole asks for one merged profile. The error is [loader.ErrEmpty] itself if there is nothing to merge.
func (c *Client) whole(ctx context.Context, q question, o loader.Options) (*loader.File, error) {
	limited, cancel := httpclient.WithPatience(ctx, cmp.Or(c.o.Timeout, 5*time.Minute))
	defer cancel()
	start := time.Now()
	data, err := c.merged(limited, q.Question, cmp.Or(max(o.Limits.File, 0), maxProfile), o.Progress)
	switch {
	case errors.Is(err, loader.ErrEmpty):
		return nil, loader.ErrEmpty
	case err != nil:
		return nil, c.explain(ctx, limited, q.what, time.Since(start), err)
	}
	file, err := loader.Decode(ctx, q.String(), data, o.OfPart())
	switch {
	case err != nil && ctx.Err() == nil && hasNoSamples(ctx, data, o.Limits):
		return nil, loader.ErrEmpty
	case err != nil:
		if e := new(input.Error); errors.As(err, &e) && e.Beyond {
			return nil, err // it says how to raise the limit
		}
		return nil, c.Fault(q.what, c.Undecoded(ctx, err))
	case file.Profile.Samples.Len() == 0:
		return nil, loader.ErrEmpty
	}
	return file, nil
}

// merged tries one way of asking after another until the server knows one.
func (c *Client) merged(ctx context.Context, q Question, limit int64, progress func(done, total int64)) ([]byte, error) {
	var first, older error
	for _, w := range c.speaks.merged(q) {
		data, err := c.answer(ctx, w.ask, limit, progress)
		var answer *httpclient.AnswerError
		switch {
		case c.empties(err):
			return nil, loader.ErrEmpty
		case errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusNotImplemented):
			first = cmp.Or(first, err)
			continue
		case err != nil:
			return nil, err
		}
		var u unknown
		pprof, err := w.pprofOf(data, &u)
		c.note(&u)
		switch {
		case errors.Is(err, errOlder):
			older = err
			continue
		case err != nil:
			return nil, &httpclient.Error{
				Problem: httpclient.NotAProfile,
				Found:   lang.L("an answer that {{.Store}} does not give", lang.With{"Store": c.engine.Name()}),
				Advice:  lang.L("check the address"), Err: err,
			}
		case len(pprof) == 0:
			return nil, loader.ErrEmpty
		}
		return pprof, nil
	}
	if older != nil {
		return nil, &httpclient.Error{
			Problem: httpclient.BadRequest, Found: lang.L("the store cannot choose samples by {{.Request}}", lang.With{"Request": q.request()}),
			Advice: lang.L("Pyroscope can since version 2.2"), Err: older,
		}
	}
	return nil, first
}

// Field numbers in pprof's Profile message for sample types and samples.
const fieldSampleType, fieldSample = 1, 2

// hasNoSamples reports whether an answer is a pprof message without samples; stores send one if they have nothing.
func hasNoSamples(ctx context.Context, data []byte, l input.Limits) bool {
	in, err := input.Read(bytes.NewReader(data), int64(len(data)), l, input.NewProgress(ctx, nil), nil)
	if err != nil {
		return false
	}
	for _, field := range []int{fieldSampleType, fieldSample} {
		if found, err := messageIn(in.Bytes, field); err != nil || found != nil {
			return field == fieldSample && err == nil && found == nil
		}
	}
	return true
}

func (c *Client) empty(q Question) error {
	if q.ofRequest() {
		return c.Fault(q.What(), &httpclient.Error{
			Problem: httpclient.NotFound,
			Found:   lang.L("there are no samples of {{.Request}} from {{.Interval}}", lang.With{"Request": q.request(), "Interval": q.when()}),
			Advice:  lang.L("check the ID, the labels and the time; a program has to link its profiles with its traces"), Err: loader.ErrEmpty,
		})
	}
	return c.Fault(q.What(), &httpclient.Error{
		Problem: httpclient.NotFound,
		Found: lang.L("there are no profiles for {{.Labels}} from {{.Interval}}",
			lang.With{"Labels": cmp.Or(q.Query, "{}"), "Interval": q.when()}),
		Advice: lang.L("check the labels and the time"), Err: loader.ErrEmpty,
	})
}

// typesAround is how far around a time types are looked for.
const typesAround = 24 * time.Hour

// typesLike returns all types at the question's time, and those that the question's type may mean.
func (c *Client) typesLike(ctx context.Context, q Question) (all, found []Type, err error) {
	if all, err = c.Types(ctx, q); err != nil {
		return nil, nil, err
	}
	return all, slices.DeleteFunc(slices.Clone(all), func(t Type) bool {
		return q.Type != t.Name && q.Type != t.SampleType && q.Type != t.Name+":"+t.SampleType
	}), nil
}

// typed replaces an abbreviated type by its full name: cpu becomes process_cpu:cpu:… if it is the only match. If a
// short time has no profiles of the type, the types in the time around it are used to find the name.
func (c *Client) typed(ctx context.Context, q Question) (Question, error) {
	if strings.Count(q.Type, ":") >= 4 {
		return q, nil
	}
	all, found, err := c.typesLike(ctx, q)
	if err != nil {
		return q, err
	}
	if len(found) == 0 && q.Type != "" {
		wide := q
		wide.From, wide.Until = Absolute(q.From.Time(time.Time{}).Add(-typesAround)), Absolute(q.Until.Time(time.Time{}).Add(typesAround))
		if _, around, _ := c.typesLike(ctx, wide); len(around) == 1 {
			found = around
		}
	}
	if len(found) == 1 {
		q.Type = found[0].ID
		return q, nil
	}
	if len(found) == 0 {
		found = all
	}
	var ids []string
	for _, t := range found {
		ids = append(ids, t.ID)
	}
	slices.Sort(ids)
	e := &httpclient.Error{Problem: httpclient.BadRequest, Found: lang.L("no type of profiles was chosen"),
		Advice: lang.L("add &type= and one of {{.Types}}", lang.With{"Types": lang.List(ids...)})}
	switch {
	case len(ids) == 0:
		e.Err = loader.ErrEmpty
		e.Found, e.Advice = lang.L("the store has no profiles at this time"), lang.L("check the time, and the tenant if it has several")
	case len(found) < len(all):
		e.Found = lang.L("{{.Type}} may be several types of profiles", lang.With{"Type": q.Type})
	case q.Type != "":
		e.Found = lang.L("there is no type {{.Type}}", lang.With{"Type": q.Type})
	}
	return q, c.Fault("", e)
}

// other is the frame that stands for what Pyroscope cut off (Pyroscope: pkg/model/tree.go).
const other = "other"

// tell records in a profile what was asked, and what only the question says about it. A merged profile covers the
// interval, and its period is not that of a measurement: Pyroscope says 1 s for samples every 10 ms, and 1 GB for
// heaps. [model.Measurement] finds out what one measurement is.
func (c *Client) tell(p *model.Profile, q Question, covered time.Duration) {
	from, until := q.From.Time(time.Time{}), q.Until.Time(time.Time{})
	p.Time, p.Duration, p.Pooled = from, until.Sub(from), true
	p.Covered, p.Moments, p.Period = covered, q.moments(p.Kind), 0
	p.Comments = append(p.Comments, fmt.Sprintf("%s %s: %s", q.Engine.Name(), c.Name, q.Title()))
	cut := slices.ContainsFunc(p.Functions, func(f model.Function) bool { return p.Strings.Raw(f.Name) == other })
	switch {
	case cut && q.MaxNodes > 0:
		p.Warnings = append(p.Warnings,
			lang.L("the store cut this profile (max_nodes={{.Limit}}): what it left out is added up in the frame “other”",
				lang.With{"Limit": units.Count(q.MaxNodes)}))
	case cut:
		p.Warnings = append(p.Warnings,
			lang.L("the store cut this profile: what it left out is added up in the frame “other”; ask for more with max_nodes"))
	}
	if p.Moments {
		p.Warnings = append(p.Warnings, lang.L("the figures are sums over all profiles in the time asked for, not what was in use at one moment"))
	}
}

// moments reports whether each profile of the type holds what there was at one moment, or since its process started.
// For counters, Pyroscope keeps what was added since the previous profile; Parca says in the type which it is.
func (q Question) moments(k model.Kind) bool {
	switch k {
	case model.CPU, model.Wall:
		return false
	case model.Goroutine, model.GoroutineLeak, model.ThreadCreate:
		return true
	}
	if q.Engine == Parca {
		return !strings.HasSuffix(q.Type, ":delta")
	}
	return strings.Contains(q.Type, "inuse_")
}
