package command

import (
	"github.com/spf13/cobra"

	"profstation/ask"
	"profstation/ask/report"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
)

func sideName(paths []string) string {
	name := report.Title(paths[0])
	if len(paths) > 1 {
		name += " and " + model.Count(int64(len(paths)-1)) + " more"
	}
	return name
}

func openSides(cmd *cobra.Command, paths [2][]string, o loader.Options) (*ask.Pair, error) {
	var files [2][]*loader.File
	var names [2]string
	for i, side := range paths {
		var err error
		if files[i], err = openAll(cmd, side, o); err != nil {
			return nil, err
		}
		names[i] = sideName(side)
	}
	return pairUp(cmd, files, names)
}

// sayNames says which functions of a comparison are one under other names.
func sayNames(cmd *cobra.Command, p *compare.Pair) {
	for _, l := range p.Names() {
		say(cmd, "%s", l)
	}
}

// pairUp puts the recordings of both sides on common tables, and warns of what only one side has.
func pairUp(cmd *cobra.Command, files [2][]*loader.File, names [2]string) (*ask.Pair, error) {
	var sides [2][]ask.Recording
	for i, side := range files {
		for _, f := range side {
			sides[i] = append(sides[i], ask.Recording{Profile: f.Profile, Trace: f.Trace})
		}
	}
	p, err := ask.NewPair(cmd.Context(), sides, names)
	if err == nil && p.Pair != nil {
		for _, l := range p.Pair.Left {
			say(cmd, "warning: %s", l)
		}
	}
	return p, err
}
