package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"profstation/loader"
	"profstation/loader/server"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/units"
)

// A question by labels is several: which values they have, and then one for the merged profile of each.
// So samples get labels, which stores do not put into what they merge.
const (
	maxGroups  = 100 // are asked for: those of which there is most
	maxBy      = 8   // labels
	groupParts = 10  // of the time, in which a group is counted
	atATime    = 3   // groups are asked for, and so many profiles are held besides the sum
)

// group is the profiles with the same values of the labels that are asked for.
type group struct {
	labels [][2]string // those that it has
	total  float64
	question
}

// question is one whose answer is a part of another.
type question struct {
	Question
	what string // in errors
}

// by are the names of the labels whose values are asked for one by one.
func (q Question) by() []string {
	if q.By == "" {
		return nil
	}
	return strings.Split(q.By, ",")
}

// labelsIn reads the names of labels: pod, or service_name,version. Each is there once.
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

// of is the question for the profiles that have a value of each label; "" is one that is not there.
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

// groups asks which groups there are, the largest first, and says what is wrong with them.
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

// grouped asks for the profile of each group, and adds them up as they come, in their order. Progress is
// that of the groups: what their answers will be long is not known.
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
		case errors.Is(got.err, loader.ErrEmpty): // which a group without a profile at this very time is
		case got.err != nil:
			return nil, got.err
		default:
			if size += got.file.Size; size > limit {
				return nil, c.explain(ctx, ctx, q.What(), 0, server.TooLargeError{Max: limit})
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
