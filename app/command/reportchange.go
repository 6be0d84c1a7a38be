package command

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"profstation/app/report"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/timeline/contrast"
)

// contrast adds what a trace and the base differ in.
func (p *reporting) contrast(cmd *cobra.Command, page *report.Page, f *loader.File, o report.Options) error {
	base, err := openAny(cmd, p.base+p.diffBase)
	if err != nil {
		return err
	}
	warnAny(cmd, base)
	if base.Trace == nil {
		tell(cmd, "warning: %s: an execution trace is not compared with a profile, and the base is one: %s", f.Name, base.Name)
		return nil
	}
	x, err := contrast.New(cmd.Context(), base.Trace, f.Trace)
	if err == nil {
		page.Contrast(base.Name, f.Name, x, o)
	}
	return err
}

// addChange adds what changed between the two sides of a workspace's comparison.
// What cannot be compared is told in the page too.
func addChange(cmd *cobra.Command, page *report.Page, r *reported, o report.Options) error {
	base, name := sideName(r.sides[sideBase]), sideName(r.sides[sideNew])
	ctx := cmd.Context()
	err := func() error {
		sides, err := openSides(cmd, r.sides)
		if err != nil {
			return err
		}
		if traces := sides.traces; traces[sideBase] != nil {
			x, err := contrast.New(ctx, traces[sideBase], traces[sideNew])
			if err == nil {
				page.Contrast(base, name, x, o)
			}
			return err
		}
		o.Query = r.asked(o.Query, sides.pair.New)
		c, g, err := sides.pair.EvaluateGroups(sides.groups[sideBase], sides.groups[sideNew], o.Query, r.normalisation)
		if err != nil {
			return err
		}
		return page.Comparison(ctx, base, name, c, g, o)
	}()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	tell(cmd, "%s → %s: %s", base, name, err)
	page.Uncompared(base, name, err)
	return errTold
}

// sideName is the name of the recordings of a side.
func sideName(paths []string) string {
	name := nameOf(paths[0])
	if len(paths) > 1 {
		name += fmt.Sprintf(" and %d more", len(paths)-1)
	}
	return name
}

var errTraceGroups = errors.New("traces are compared one with one, not in groups")

// opened is two sides that were read: traces, or else a pair of profiles.
type opened struct {
	traces [2]*model.Trace
	groups [2][]*model.Profile // nil where each side is one recording
	pair   *compare.Pair
}

// openSides reads the recordings of both sides and adds those of each up.
func openSides(cmd *cobra.Command, paths [2][]string) (*opened, error) {
	o := &opened{}
	var groups [2][]*model.Profile
	traces, all := 0, 0
	for i, side := range paths {
		for _, path := range side {
			f, err := openAny(cmd, path)
			if err != nil {
				return nil, err
			}
			warnAny(cmd, f)
			all++
			if f.Trace != nil {
				o.traces[i] = f.Trace
				traces++
				continue
			}
			groups[i] = append(groups[i], f.Profile)
		}
	}
	switch {
	case traces > 0 && traces < all:
		return nil, errors.New("an execution trace cannot be compared with a profile")
	case traces > len(paths):
		return nil, errTraceGroups
	case traces > 0:
		return o, nil
	}
	var sums [2]*model.Profile
	for i, group := range groups {
		var err error
		if sums[i], err = compare.Pool(group); err != nil {
			return nil, err
		}
	}
	if all > len(groups) {
		o.groups = groups
	}
	var err error
	o.pair, err = compare.Join(sums[sideBase], sums[sideNew])
	return o, err
}
