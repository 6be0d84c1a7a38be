package command

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"profstation/desk/report"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/trace"
	"profstation/timeline/pair"
)

// addBase adds what changed in a file since the base.
func (p *reporting) addBase(cmd *cobra.Command, page *report.Page, f *loader.File, o report.Options) error {
	base, err := openEach(cmd, p.bases())
	if err != nil {
		return err
	}
	if f.Trace != nil && base[0].Trace == nil {
		tell(cmd, "warning: %s: an execution trace is not compared with a profile, and the base is one: %s", f.Name, base[0].Name)
		return nil
	}
	sides, err := pairUp([2][]*loader.File{sideBase: base, sideNew: {f}})
	if err != nil {
		return err
	}
	n, err := p.normalisationOf(sides.groups)
	if err != nil {
		return err
	}
	if sides.pair != nil {
		warnLeft(cmd, sides.pair)
	}
	return sides.add(cmd, page, [2]string{sideBase: sideName(p.bases()), sideNew: f.Name}, n, o)
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
		if sides.pair != nil {
			o.Query = r.asked(o.Query, sides.pair.New)
		}
		return sides.add(cmd, page, [2]string{sideBase: base, sideNew: name}, r.normalisation, o)
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

// opened is two sides that were read: a pair of profiles, or else traces.
type opened struct {
	traces [2]*trace.Trace
	groups [2][]*model.Profile // nil where each side is one recording
	pair   *compare.Pair       // nil of traces
}

// add adds what changed to a page.
func (o *opened) add(cmd *cobra.Command, page *report.Page, names [2]string, n compare.Normalisation, options report.Options) error {
	ctx := cmd.Context()
	if o.pair == nil {
		x, err := pair.New(ctx, o.traces[sideBase], o.traces[sideNew])
		if err == nil {
			page.Contrast(names[sideBase], names[sideNew], x, options)
		}
		return err
	}
	c, g, err := o.pair.EvaluateGroups(o.groups[sideBase], o.groups[sideNew], options.Query, n)
	if err != nil {
		return err
	}
	return page.Comparison(ctx, names[sideBase], names[sideNew], c, g, options)
}

// openSides reads the recordings of both sides and pairs them up.
func openSides(cmd *cobra.Command, paths [2][]string) (*opened, error) {
	var files [2][]*loader.File
	for i, side := range paths {
		var err error
		if files[i], err = openEach(cmd, side); err != nil {
			return nil, err
		}
	}
	return pairUp(files)
}

// openEach reads files one by one.
func openEach(cmd *cobra.Command, paths []string) (all []*loader.File, err error) {
	for _, path := range paths {
		f, err := openAny(cmd, path)
		if err != nil {
			return nil, err
		}
		warnAny(cmd, f)
		all = append(all, f)
	}
	return all, nil
}

// pairUp adds the recordings of each side up and puts both beside each other.
func pairUp(files [2][]*loader.File) (*opened, error) {
	o := &opened{}
	var groups [2][]*model.Profile
	traces, all := 0, 0
	for i, side := range files {
		for _, f := range side {
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
	case traces > len(files):
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
