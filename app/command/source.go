package command

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/spf13/cobra"

	"profstation/model/safe"
)

// newSource makes the command that editors call.
func newSource(window func(context.Context, Start) error) *cobra.Command {
	return &cobra.Command{
		Use:   "source FILE:LINE",
		Short: "Show what a source line costs, in the window that is open",
		Long: "Show what a source line costs, in the window that is open: for a key in an editor.\n\n" +
			"The line is shown in the first open profile that has the file, the one in front first. Its path may differ\n" +
			"from the one in the profile as far as source folders and trimmed paths explain it; else the file is\n" +
			"the one whose path ends in the same folders. The command prints what the line costs, as the window says it;\n" +
			"if no open profile has the file, it says so, and its status is 1.",
		Example: "  profstation source internal/shop/cart.go:42",
		Args:    args(cobra.ExactArgs(1), "one, with its line: FILE:LINE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, line, err := fileLine(args[0])
			if err != nil {
				return err
			}
			return window(cmd.Context(), Start{Source: file, Line: line, Say: func(text string) error {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), safe.Text(text))
				return err
			}})
		},
	}
}

// lineOf matches FILE:LINE, and FILE:LINE:COLUMN as compilers write it.
var lineOf = regexp.MustCompile(`^(?s:(.+?)):([0-9]+)(?::[0-9]+)?$`)

// fileLine splits a file and its line. The file's path becomes absolute.
func fileLine(text string) (file string, line int64, err error) {
	parts := lineOf.FindStringSubmatch(text)
	if parts != nil {
		line, _ = strconv.ParseInt(parts[2], 10, 64)
	}
	if line < 1 || line == math.MaxInt64 {
		return "", 0, usagef("found %q, expected a file and a line, such as main.go:42", text)
	}
	file, err = filepath.Abs(parts[1])
	return file, line, err
}
