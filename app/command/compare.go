package command

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"profstation/loader/profilestore"
	"profstation/model/compare"
	"profstation/origin"
)

func newCompare(window func(context.Context, Start) error) *cobra.Command {
	var before, after []string
	var alone, pairs bool
	var split splitFlag
	cmd := &cobra.Command{
		Use:   "compare BASE NEW | compare FILE --split LABEL=VALUE,VALUE",
		Short: "Open the window on a comparison",
		Long: "Compare opens the window on two profiles beside each other: what became more, what\n" +
			"less, and whether that is more than noise.\n\n" +
			"Several recordings of each side are best, at least four: write them with commas\n" +
			"between (compare a1.pprof,a2.pprof b1.pprof,b2.pprof), or repeat --before and --after.\n" +
			"If they were taken alternately, --pairs sees smaller differences.\n\n" +
			"With --split two parts of one recording are compared: those samples with a value of a\n" +
			"label and those with another (compare cpu.pprof --split tenant=a,b), or with one value\n" +
			"the rest and those that have it (--split tenant=a).",
		Args: args(cobra.MaximumNArgs(2), "BASE and NEW"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s := Start{Base: slices.Clone(before), New: slices.Clone(after), Mode: compare.DiffBase, Pairs: pairs, NewWindow: alone}
			switch {
			case split != "":
				if len(before)+len(after) > 0 || len(args) != 1 {
					return usagef("--split compares parts of one side: give one FILE, or several with commas between")
				}
				s.Base, s.New, s.Split = listed(args[0]), listed(args[0]), string(split)
			case len(args) == 2:
				s.Base, s.New = append(s.Base, listed(args[0])...), append(s.New, listed(args[1])...)
			case len(args) == 1 && len(s.Base) > 0:
				s.New = append(s.New, listed(args[0])...)
			case len(args) == 1:
				return usagef("found 1 file, expected BASE and NEW")
			}
			if len(s.Base) == 0 || len(s.New) == 0 {
				return usagef("a comparison needs a file on each side: compare BASE NEW")
			}
			if err := s.unfold(); err != nil {
				return err
			}
			return window(cmd.Context(), s)
		},
	}
	// Names may have commas: these options take each as it is.
	cmd.Flags().StringArrayVar(&before, "before", nil, "a recording of the base; may be repeated")
	cmd.Flags().StringArrayVar(&after, "after", nil, "a new recording; may be repeated")
	cmd.Flags().BoolVar(&pairs, "pairs", false, pairsHelp)
	cmd.Flags().Var(&split, "split", splitHelp)
	cmd.RegisterFlagCompletionFunc("split", completeSplit)
	cmd.Flags().BoolVar(&alone, "new_window", false, "open a new window even if profstation is already running")
	return cmd
}

// listed splits names at commas, unless a file with the whole name exists. It does not split at
// commas between braces, which belong to a store's question, or between the labels that a question
// is grouped by: what follows those is a label name, not a file.
func listed(names string) []string {
	if _, err := os.Stat(names); err == nil {
		return []string{names}
	}
	var all []string
	begin, deep := 0, 0
	for i, c := range names + "," {
		switch {
		case c == '{' && origin.Ref(names[begin:]).Stored():
			deep++
		case c == '}' && deep > 0:
			deep--
		case c == ',' && deep == 0 && i < len(names) && betweenLabels(names[begin:i], names[i+1:]):
		case c == ',' && (deep == 0 || i == len(names)):
			if i > begin {
				all = append(all, names[begin:i])
			}
			begin = i + 1
		}
	}
	return all
}

// betweenLabels reports whether a comma, with the text before and behind it, separates two labels
// in a store's address.
func betweenLabels(before, behind string) bool {
	parameter := before[strings.LastIndexAny(before, "?&")+1:]
	if !origin.Ref(before).Stored() || !strings.HasPrefix(parameter, "by=") {
		return false
	}
	name := behind
	if end := strings.IndexAny(behind, ",&"); end >= 0 {
		name = behind[:end]
	}
	_, err := os.Stat(name)
	return profilestore.IsLabel(name) && err != nil
}

// againstBase returns a start with pprof's options for a base.
func againstBase(base, diffBase string, files []string) (Start, error) {
	switch {
	case base != "" && diffBase != "":
		return Start{}, usagef("--base and --diff_base exclude each other")
	case len(files) == 0:
		return Start{}, usagef("a base needs a profile to compare it with: profstation --diff_base BASE NEW")
	}
	s := Start{Base: listed(base + diffBase), New: files, Mode: compare.DiffBase}
	if base != "" {
		s.Mode = compare.Base
	}
	return s, s.unfold()
}

// unfold replaces questions with steps, on both sides, by their steps: each makes a group.
func (s *Start) unfold() (err error) {
	if s.Base, err = unfold(s.Base); err == nil {
		s.New, err = unfold(s.New)
	}
	return err
}
