package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/loader/address"
)

func newInfo() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "info FILE...",
		Short: "Describe each file",
		Long:  "Describe each file: its kind, sample types, totals and labels, or the contents of a trace, and any problems.\n- is standard input.",
		Args:  args(cobra.MinimumNArgs(1), "files, or - for standard input"),
		RunE: func(cmd *cobra.Command, files []string) error {
			return info(cmd, files, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object per line")
	boundFiles(cmd)
	return cmd
}

// info describes all files, and fails afterwards if one could not be opened.
func info(cmd *cobra.Command, files []string, asJSON bool) error {
	files, err := unfold(files)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	var result error
	cards := 0
	for _, name := range files {
		f, err := openAny(cmd, name)
		switch ctx := cmd.Context(); {
		case err != nil && ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, loader.ErrEmpty) && len(files) > 1:
			say(cmd, "warning: left out: %s", err)
			err = nil
		case err != nil:
			say(cmd, "%s", err)
			result = errReported
			if asJSON {
				err = writeLine(out, unknown{address.Public(name), "unknown", reason(err)})
			} else {
				err = nil
			}
		case asJSON:
			warn(cmd, f)
			var about any
			if about, err = describe(ctx, f); err == nil {
				err = writeLine(out, about)
			}
		default:
			if cards++; cards > 1 {
				fmt.Fprintln(out)
			}
			err = writeCard(ctx, out, f)
		}
		if err == nil {
			err = out.Flush() // file by file: the next may take long
		}
		if err != nil {
			return err
		}
	}
	return result
}

// unknown is what `info --json` says of a file that could not be opened.
type unknown struct {
	File  string `json:"file"`
	Kind  string `json:"kind"`
	Error string `json:"error"`
}

func writeLine(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
