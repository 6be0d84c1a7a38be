package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/loader/input"
	"profstation/model/safe"
)

// call has what a command's work needs from one call of it, except the options, which the command has as values.
type call struct {
	ctx       context.Context
	in        io.Reader
	out, errs io.Writer
	reading   loader.Options // how files are read
	remote    *addresses     // how addresses are
}

func callOf(cmd *cobra.Command) *call {
	c := &call{cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), reading(cmd), fetching(cmd)}
	c.remote.say = c.say
	return c
}

// say writes a line to standard error. The line is safe on a terminal, wherever it goes.
func (c *call) say(format string, args ...any) {
	line := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	fmt.Fprintln(c.errs, "profstation: "+input.Bounded(safe.Visible(line), maxSaid))
}
