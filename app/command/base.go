package command

import (
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"profstation/ask"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/units"
)

// baseFlags are the options for a comparison: pprof's, and other ways to make profiles comparable.
type baseFlags struct {
	base, diffBase string
	steps          []string // the bases, after their steps were unfolded
	split          splitFlag
	normalize      bool
	perSecond      bool
	per            string
	pairs          bool
	width          compare.Width
	noise          bool
	beside         bool // show both sides in views for a single profile, which otherwise show the difference
}

func (b *baseFlags) registerBase(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&b.base, "base", "",
		"`file` to subtract, or several separated by commas; percentages are of the difference. For a trace: the one to compare it with")
	s.StringVar(&b.diffBase, "diff_base", "", "`file` to subtract, or several separated by commas; percentages are of the base")
	s.Var(&b.split, "split", splitHelp)
	cmd.RegisterFlagCompletionFunc("split", completeSplit)
	s.BoolVar(&b.normalize, "normalize", false, "scale the profile to the total of its base")
	s.BoolVar(&b.perSecond, "per_second", false, "compare values per second of recording")
	s.StringVar(&b.per, "per", "", "compare values per unit: `name=base,new`, such as request=12000,12400")
	s.BoolVar(&b.pairs, "pairs", false, pairsHelp)
	choose(cmd, "width_by", "what the width in --view diff shows", words(compare.Widths), func(word string) { b.width = compare.Width(word) })
	s.BoolVar(&b.noise, "noise", true, "include rows within noise in the files of --view diff, and grey boxes; --noise=false omits them")
}

const pairsHelp = "judge the differences within pairs of recordings: the first of each side by time, the second ones, and so on"

func (b *baseFlags) bases() []string {
	if b.steps != nil {
		return b.steps
	}
	return listed(b.base + b.diffBase)
}

// unfoldBases replaces bases that are questions with steps by those steps.
func (b *baseFlags) unfoldBases() (err error) {
	b.steps, err = asked(b.bases())
	return err
}

func (b *baseFlags) checkBase(view, out string) error {
	if b.base != "" && b.diffBase != "" {
		return usagef("--base and --diff_base exclude each other")
	}
	if b.split != "" && b.base+b.diffBase != "" {
		return usagef("--split and a base exclude each other: the base is a part of the profile")
	}
	given := b.base + b.diffBase + string(b.split)
	n, err := b.normalisation()
	if err != nil {
		return err
	}
	v := viewNamed(view)
	switch {
	case b.beside && besideOf(ask.OfComparison, view) == nil:
		return usagef("--beside is for the views %s", either(besides()))
	case given == "" && b.beside:
		return usagef("--beside shows the base too: add --base FILE")
	case given == "" && v != nil && needsBase(v):
		return usagef("the view %s needs a base: add --base FILE", view)
	case given == "" && n.By != compare.AsRecorded:
		return usagef("values are normalised against a base: add --base FILE")
	case given == "" && n.Pairs:
		return usagef("pairs need recordings to compare with: add --base FILE,FILE…")
	}
	return spare("base", b.bases(), out)
}

func (b *baseFlags) normalisation() (compare.Normalisation, error) {
	n := compare.Normalisation{By: compare.AsRecorded, Pairs: b.pairs}
	asked := 0
	if b.normalize {
		n.By = compare.PerTotal
		asked++
	}
	if b.perSecond {
		n.By = compare.PerSecond
		asked++
	}
	if b.per != "" {
		asked++
		name, figures, ok := strings.Cut(b.per, "=")
		first, second, both := strings.Cut(figures, ",")
		x, err := strconv.ParseFloat(strings.TrimSpace(first), 64)
		y, err2 := strconv.ParseFloat(strings.TrimSpace(second), 64)
		if !ok || !both || err != nil || err2 != nil || !(x > 0 && y > 0) || math.IsInf(x+y, 0) || name == "" {
			return n, usagef("--per=%q: expected a name and its counts in the base and in the new profile, such as request=12000,12400", b.per)
		}
		n = compare.Normalisation{By: compare.PerUnit, Base: x, New: y, Unit: name, Pairs: b.pairs}
	}
	if asked > 1 {
		return n, usagef("--normalize, --per_second and --per exclude each other")
	}
	return n, nil
}

// normalisationOf returns what the options ask for. If they ask for nothing, it is the pair's
// default: by recording if a side has several recordings.
func (b *baseFlags) normalisationOf(p *ask.Pair) (compare.Normalisation, error) {
	n, err := b.normalisation()
	if p.Pair != nil && n.By == compare.AsRecorded {
		n = p.Pair.Default()
		n.Pairs = b.pairs
	}
	return n, err
}

// subtraction returns how pprof's views of a difference make the sides comparable, and describes it in
// words. If both sides have equally many recordings, sums are subtracted as in pprof; otherwise the
// averages for one recording are.
func (b *baseFlags) subtraction(before, after int) (n compare.Normalisation, of string, err error) {
	n, err = b.normalisation()
	n.Pairs = false // nothing is judged
	switch {
	case err != nil:
		return n, "", err
	case n.By == compare.AsRecorded && before != after:
		n = compare.PerRecording(before, after)
	case n.By == compare.AsRecorded && before > 1:
		return n, "sums of " + units.Plural(before, "recording") + " each", nil
	case n.By == compare.AsRecorded:
		return n, "", nil
	}
	return n, n.Words(lang.L), nil
}

// mode returns what shares in a difference are based on.
func (b *baseFlags) mode() compare.Mode {
	if b.diffBase != "" || b.split != "" {
		return compare.DiffBase
	}
	return compare.Base
}
