package command

import (
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
		if f, err := loader.Open(cmd.Context(), args[0], loader.Options{}); err == nil {
			for _, t := range f.Profile.Types {
				types = append(types, t.Type)
			}
		}
	}
	return types, cobra.ShellCompDirectiveNoFileComp
}
