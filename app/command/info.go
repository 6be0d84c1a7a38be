package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"profstation/loader"
)

func newInfo() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "info FILE...",
		Short: "Say what each file is",
		Long:  "Say what each file is: its kind, sample types, totals, labels, or what a trace holds, and what is wrong with it.\n- is standard input.",
		Args:  args(cobra.MinimumNArgs(1), "files, or - for standard input"),
		RunE: func(cmd *cobra.Command, files []string) error {
			return info(cmd, files, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object a line")
	return cmd
}

// info describes all files, and fails afterwards if one could not be opened.
func info(cmd *cobra.Command, files []string, asJSON bool) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	var result error
	var cards int
	for _, name := range files {
		err := describeFile(cmd, out, name, asJSON, &cards)
		if errors.Is(err, errReported) {
			result = err
			err = nil
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

func describeFile(cmd *cobra.Command, w io.Writer, name string, asJSON bool, cards *int) error {
	f, err := openAny(cmd, name)
	if err != nil {
		if ctx := cmd.Context(); ctx.Err() != nil {
			return ctx.Err()
		}
		tell(cmd, "%s", err)
		if asJSON {
			if err := writeLine(w, unknown{name, "unknown", reason(err)}); err != nil {
				return err
			}
		}
		return errReported
	}
	if f.Trace != nil {
		return describeTraceFile(cmd, w, f, asJSON, cards)
	}
	if asJSON {
		warn(cmd, f)
		p, err := describe(f)
		if err != nil {
			return err
		}
		return writeLine(w, p)
	}
	if *cards++; *cards > 1 {
		fmt.Fprintln(w)
	}
	return writeCard(w, f)
}

// describeTraceFile describes an execution trace.
func describeTraceFile(cmd *cobra.Command, w io.Writer, f *loader.File, asJSON bool, cards *int) error {
	if asJSON {
		warn(cmd, f)
		return writeLine(w, describeTrace(f))
	}
	if *cards++; *cards > 1 {
		fmt.Fprintln(w)
	}
	return writeTraceCard(w, f)
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
