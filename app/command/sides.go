package command

import (
	"slices"

	"profstation/ask"
	"profstation/ask/report"
	"profstation/loader"
	"profstation/model/compare"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/units"
)

func sideName(paths []string) string {
	name := report.Title(paths[0])
	if len(paths) > 1 {
		name += " and " + units.Count(int64(len(paths)-1)) + " more"
	}
	return name
}

// openSides opens the recordings of two sides. parts has for each what of it counts, nil for all; a nil side is all of
// each.
func openSides(c *call, paths [2][]string, parts [2][]*labels.Part, o loader.Options) (*ask.Pair, error) {
	var files [2][]*loader.File
	var names [2]string
	for i, side := range paths {
		var err error
		if files[i], err = openAll(c, side, o); err != nil {
			return nil, err
		}
		names[i] = sideName(side)
	}
	counts := func(side int) *labels.Part {
		if parts[side] == nil {
			return nil
		}
		return parts[side][0]
	}
	base, now := counts(ask.BaseSide), counts(ask.NewSide)
	if base != nil && now != nil && slices.Equal(paths[ask.BaseSide], paths[ask.NewSide]) {
		names = ask.PartNames(lang.English, base, now, names[ask.NewSide])
	} else {
		names = [2]string{ask.BaseSide: ask.PartName(lang.English, base, names[ask.BaseSide]), ask.NewSide: ask.PartName(lang.English, now, names[ask.NewSide])}
	}
	return pairUp(c, files, parts, names)
}

// sayNames says which functions have another name on the other side of a comparison.
func sayNames(c *call, p *compare.Pair) {
	for _, l := range p.Names() {
		c.say("%s", l)
	}
}

// pairUp puts both sides' recordings on common tables, and warns about what only one side has.
func pairUp(c *call, files [2][]*loader.File, parts [2][]*labels.Part, names [2]string) (*ask.Pair, error) {
	var sides [2][]ask.Recording
	for i, side := range files {
		for k, f := range side {
			r := ask.Recording{Path: f.Name, Profile: f.Profile, Trace: f.Trace}
			if parts[i] != nil {
				r.Part = parts[i][k]
			}
			sides[i] = append(sides[i], r)
		}
	}
	p, err := ask.NewPair(c.ctx, sides, names)
	if err == nil && p.Pair != nil {
		for _, l := range p.Pair.Left {
			c.say("warning: %s", l)
		}
	}
	return p, err
}
