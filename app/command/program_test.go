package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"github.com/spf13/cobra"

	"profstation/disk"
)

// asProgram is a variable that makes the test binary the program.
const asProgram = "PROFSTATION_TEST_PROGRAM"

// windowAt is a variable with the address at which somebody waits for what the program's window opens. "none" is the
// program without one.
const windowAt = "PROFSTATION_TEST_WINDOW"

// telling is a window that says what it opens.
func telling(_ context.Context, s Start) error {
	at := os.Getenv(windowAt)
	if at == "none" {
		return errors.New("there is no window")
	}
	conn, err := net.Dial("tcp", at)
	if err != nil {
		return err
	}
	defer conn.Close()
	return json.NewEncoder(conn).Encode(s)
}

// program is the program with one command more, "wait", which begins to write a file and does not
// come to an end: with --deaf not even if it is interrupted. With --window it is in the window.
func program() int {
	var deaf, inWindow bool
	ctx, i := interruptible()
	defer disk.Abandon()
	root := New(telling)
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
