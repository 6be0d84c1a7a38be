package profilestore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/units"
)

// A question by labels takes several requests: one for the labels' values, then one for each merged
// profile. This way samples get labels, which stores do not put into merged profiles.
const (
	maxGroups  = 100 // asked for at most: those with the largest totals
	maxBy      = 8   // labels
	groupParts = 10  // steps in the time in which a group is counted
	atATime    = 3   // groups asked for at a time; as many profiles are held besides the sum
)

// group stands for the profiles with the same values for the labels asked for.
type group struct {
	labels [][2]string // only those it has
	total  float64
	question
}

// question is a question whose answer is part of another answer.
type question struct {
	Question
	what string // for errors
}

// by returns the names of the labels whose values are asked for one by one.
func (q Question) by() []string {
	if q.By == "" {
		return nil
	}
	return strings.Split(q.By, ",")
}

// labelsIn reads label names: pod, or service_name,version. The result has each name once.
func labelsIn(text string) (string, bool) {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if !IsLabel(name) {
			return "", false
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ","), len(names) <= maxBy
}

// IsLabel reports whether a text may be the name of a label.
func IsLabel(s string) bool {
	return s != "" && (s[0] < '0' || s[0] > '9') && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// of returns the question for profiles with these label values; "" means that the label is missing.
func (q Question) of(names, values []string) Question {
	inside := strings.TrimSuffix(strings.TrimPrefix(q.Query, "{"), "}")
	inside = strings.TrimRight(inside, ", ")
	var all []string
	if strings.TrimSpace(inside) != "" {
		all = append(all, inside)
	}
	for i, name := range names {
		all = append(all, name+"="+strconv.Quote(values[i]))
	}
	q.Query, q.By = "{"+strings.Join(all, ",")+"}", ""
	return q
}

// groups asks which groups there are, the largest first. Warnings say what is missing or left out.
func (c *Client) groups(ctx context.Context, q Question) (all []group, warnings []string, err error) {
	names := q.by()
	curves, err := list(ctx, c, c.speaks.totals(q.parts(groupParts), names), c.speaks.curvesOf)
	if err != nil {
		return nil, nil, err
	}
	places, found := map[string]int{}, make([]bool, len(names))
	whole := 0.0
	for _, curve := range curves {
		values := make([]string, len(names))
		g := group{}
		for i, name := range names {
			for _, l := range curve.Labels {
				if l.Name == name && l.Value != "" {
					values[i], found[i] = l.Value, true
					g.labels = append(g.labels, [2]string{name, l.Value})
				}
			}
		}
		for _, p := range curve.Points {
			g.total += p.Value
		}
		whole += g.total
		g.question = question{q.of(names, values), q.What() + " " + q.of(names, values).Query}
		at, again := places[g.Query]
		if again {
			all[at].total += g.total
			continue
		}
		places[g.Query] = len(all)
		all = append(all, g)
	}
	for i, name := range names {
		if !found[i] && len(all) > 0 {
			warnings = append(warnings, lang.L("nothing that the store found has the label {{.Label}}", lang.With{"Label": name}))
		}
	}
	slices.SortFunc(all, func(a, b group) int { return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(a.Query, b.Query)) })
	if n := len(all) - maxGroups; n > 0 {
		left := 0.0
		for _, g := range all[maxGroups:] {
			left += g.total
		}
		warnings = append(warnings,
			lang.N(n, "the smallest of {{.All}} groups by {{.Labels}} is left out, {{.Share}} of the total: at most {{.Most}} are asked for; choose fewer with query",
				"the {{.N}} smallest of {{.All}} groups by {{.Labels}} are left out, {{.Share}} of the total: at most {{.Most}} are asked for; choose fewer with query",
				lang.With{"All": units.Count(int64(len(all))), "Labels": strings.Join(names, ", "),
					"Share": units.Percent(int64(left), int64(whole)), "Most": units.Count(maxGroups)}))
		all = all[:maxGroups]
	}
	return all, warnings, nil
}

// grouped asks for each group's profile and adds the profiles up in order as they come. Progress counts
// groups, because the sizes of the answers are not known beforehand.
func (c *Client) grouped(ctx context.Context, q Question, o loader.Options) (*loader.File, error) {
	all, warnings, err := c.groups(ctx, q)
	if err != nil {
		return nil, err
	}
	var asking sync.WaitGroup
	defer asking.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		file *loader.File
		err  error
	}
	answers := make([]chan answer, len(all))
	post, one := o.Progress, o
	one.Progress = nil
	ask := func(i int) {
		if i >= len(all) {
			return
		}
		answers[i] = make(chan answer, 1)
		asking.Go(func() {
			f, err := c.whole(ctx, all[i].question, one)
			answers[i] <- answer{f, err}
		})
	}
	for i := range atATime {
		ask(i)
	}
	var sum compare.Sum
	var size int64
	limit := cmp.Or(max(o.Limits.File, 0), maxProfile)
	for i, g := range all {
		got := <-answers[i]
		ask(i + atATime)
		switch {
		case errors.Is(got.err, loader.ErrEmpty): // the group has no profile at exactly this time
		case got.err != nil:
			return nil, got.err
		default:
			if size += got.file.Size; size > limit {
				return nil, c.explain(ctx, ctx, q.What(), 0, httpclient.TooLargeError{Max: limit})
			}
			if err := c.add(ctx, &sum, model.Labelled(got.file.Profile, g.labels), g); err != nil {
				return nil, err
			}
		}
		if post != nil {
			post(int64(i+1), int64(len(all)))
		}
	}
	p, err := sum.Profile(ctx)
	switch {
	case err != nil:
		return nil, c.explain(ctx, ctx, q.What(), 0, err)
	case p == nil:
		return nil, loader.ErrEmpty
	}
	slices.Sort(p.Warnings)
	p.Warnings = append(slices.Compact(p.Warnings), warnings...)
	return &loader.File{Name: q.String(), Size: size, Profile: p}, nil
}

func (c *Client) add(ctx context.Context, sum *compare.Sum, p *model.Profile, g group) error {
	err := sum.Add(ctx, p)
	if err != nil {
		return c.explain(ctx, ctx, g.what, 0, err)
	}
	return nil
}
