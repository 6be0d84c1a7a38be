package command

import (
	"github.com/spf13/cobra"

	"profstation/graph/graphviz"
	"profstation/graph/layout"
)

// newLayoutGraph is the helper process that lays out call graphs: the program
// starts itself with this command, and nobody else should.
func newLayoutGraph() *cobra.Command {
	return &cobra.Command{
		Use:    layout.Subcommand,
		Short:  "Lay out one graph for another process of this program",
		Args:   cobra.NoArgs,
		Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return graphviz.Serve(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
