package command

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"profstation/disk"
)

// asProgram is a variable that makes the test binary the program.
const asProgram = "PROFSTATION_TEST_PROGRAM"

// program is the program with one command more, "wait", which begins to write a file and does not
// come to an end: with --deaf not even if it is interrupted. With --window it is in the window.
func program() int {
	var deaf, inWindow bool
	ctx, i := interruptible()
	defer disk.Abandon()
	root := New(nil)
	wait := &cobra.Command{Use: "wait", RunE: func(cmd *cobra.Command, args []string) error {
		i.orderly.Store(inWindow)
		return disk.Write(cmd.Context(), args[0], 0o666, func(w io.Writer) error {
			fmt.Fprintln(os.Stderr, "waiting")
			if deaf {
				select {}
			}
			<-cmd.Context().Done()
			fmt.Fprintln(os.Stderr, "interrupted")
			return context.Cause(cmd.Context())
		})
	}}
	wait.Flags().BoolVar(&deaf, "deaf", false, "")
	wait.Flags().BoolVar(&inWindow, "window", false, "")
	root.AddCommand(wait)
	return Execute(ctx, root, os.Args[1:])
}
