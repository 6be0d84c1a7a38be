package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"profstation/loader"
)

// complete offers fixed words for an option.
func complete(cmd *cobra.Command, option string, words []string) {
	cmd.RegisterFlagCompletionFunc(option, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// completeTypes offers the sample types of the file that is on the line already.
func completeTypes(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var types []string
	if len(args) == 1 && args[0] != "-" {
		if f, err := loader.Open(cmd.Context(), args[0], loader.Options{OnlyProfiles: true}); err == nil {
			for _, t := range f.Profile.Types {
				types = append(types, t.Type)
			}
		}
	}
	return types, cobra.ShellCompDirectiveNoFileComp
}

// completeKeys offers the label keys of the file that is on the line already.
func completeKeys(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	var keys []string
	if len(args) == 1 && args[0] != "-" {
		head := typed[:strings.LastIndexByte(typed, ',')+1]
		if f, err := loader.Open(cmd.Context(), args[0], loader.Options{OnlyProfiles: true}); err == nil {
			for _, a := range f.Profile.LabelAxes() {
				keys = append(keys, head+a.Key)
			}
		}
	}
	return slices.Compact(keys), cobra.ShellCompDirectiveNoFileComp
}
