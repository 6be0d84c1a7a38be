package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/origin"
)

func newInfo() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "info FILE...",
		Short: "Describe each file",
		Long:  "Describe each file: its kind, sample types, totals and labels, or the contents of a trace, and any problems.\nOf a bundle (zip, tar, tar.gz, tar.zst) every entry. - is standard input.",
		Args:  args(cobra.MinimumNArgs(1), "files, or - for standard input"),
		RunE: func(cmd *cobra.Command, files []string) error {
			return info(callOf(cmd), files, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object per line")
	readsFiles(cmd)
	return cmd
}

// describing is one call of the info command.
type describing struct {
	*call
	out     *bufio.Writer
	asJSON  bool
	several bool // it describes more than one file
	cards   int
	result  error
	empty   []error // errors from store addresses that have nothing
}

// info describes all files, and then fails if one could not be opened.
func info(c *call, files []string, asJSON bool) error {
	files, err := asked(files)
	if err != nil {
		return err
	}
	d := &describing{call: c, out: bufio.NewWriter(c.out), asJSON: asJSON, several: len(files) > 1}
	for _, name := range files {
		b, err := listBundle(c, name)
		switch {
		case b != nil && err == nil:
			err = d.bundle(b)
		case err != nil:
			err = d.file(name, nil, err)
		default:
			f, failed := openAny(c, name)
			err = d.file(name, f, failed)
		}
		if err != nil {
			return err
		}
	}
	leftOut(c, d.empty, files)
	return d.result
}

// bundle describes a bundle, and every entry in it that looks like a profile or a trace.
func (d *describing) bundle(b *loader.Bundle) error {
	if d.asJSON {
		for _, e := range b.Entries {
			if e.Skipped != "" {
				if err := writeLine(d.out, unknown{e.Path, "unknown", e.Skipped.Text()}); err != nil {
					return err
				}
			}
		}
	} else {
		d.card()
		writeBundle(d.out, b)
	}
	if b.Damage != "" {
		d.say("warning: %s: %s", b.Path, b.Damage)
	}
	if err := visitAll(d.call, b, d.file); err != nil {
		return d.file(b.Path, nil, err)
	}
	return d.out.Flush()
}

// card leaves an empty line between two cards.
func (d *describing) card() {
	if d.cards++; d.cards > 1 {
		fmt.Fprintln(d.out)
	}
}

// file describes a file that was opened, or says why it could not be.
func (d *describing) file(name string, f *loader.File, err error) error {
	switch {
	case err != nil && d.ctx.Err() != nil:
		return d.ctx.Err()
	case errors.Is(err, loader.ErrEmpty) && d.several:
		d.empty, err = append(d.empty, err), nil
	case err != nil:
		d.say("%s", err)
		d.result = errReported
		if d.asJSON {
			err = writeLine(d.out, unknown{string(origin.Ref(name).Public()), "unknown", reason(err)})
		} else {
			err = nil
		}
	case d.asJSON:
		warn(d.call, f)
		var about any
		if about, err = describe(d.ctx, f); err == nil {
			err = writeLine(d.out, about)
		}
	default:
		d.card()
		err = writeCard(d.ctx, d.out, f)
	}
	if err == nil {
		err = d.out.Flush() // after each file, because the next may take long
	}
	return err
}

// unknown is what `info --json` says about a file that could not be opened.
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
