package command

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/model"
	"profstation/model/lists"
)

func complete(cmd *cobra.Command, option string, words []string) {
	cmd.RegisterFlagCompletionFunc(option, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// completeFrom offers words from the profile that is already on the command line.
func completeFrom(words func(p *model.Profile, typed string) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) (all []string, _ cobra.ShellCompDirective) {
		if len(args) == 1 && args[0] != "-" {
			o := reading(cmd)
			if f, err := loader.Open(cmd.Context(), args[0], o.OfPart()); err == nil {
				all = slices.DeleteFunc(words(f.Profile, typed), func(s string) bool { return !plainWord.MatchString(s) })
			}
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
}

// plainWord matches a word that every shell takes as it is: shells insert others without quotes.
var plainWord = regexp.MustCompile(`^[\pL\pN_][\pL\pN_./:,@%+=-]*$`)

func typesOf(p *model.Profile, _ string) []string {
	return lists.Map(p.Types, func(t model.ValueType) string { return t.Type })
}

func keysOf(p *model.Profile, typed string) []string {
	head := typed[:strings.LastIndexByte(typed, ',')+1]
	return slices.Compact(lists.Map(p.LabelAxes(), func(a model.LabelAxis) string { return head + a.Key }))
}
