// Pages writes what shells and man know about the program: a page for each command, and the completions of bash, zsh and
// fish, in the folders that they are installed in. `make pages` calls it.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"profstation/app/command"
	"profstation/assets"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "pages: expected the folder to write into")
		os.Exit(2)
	}
	if err := write(os.Args[1], command.New(nil)); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

// write writes all of it below a folder, in the place of what was there.
func write(folder string, root *cobra.Command) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	root.DisableAutoGenTag = true // it names the day
	for path, made := range map[string]func(io.Writer) error{
		"share/bash-completion/completions/profstation":    func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"share/zsh/site-functions/_profstation":            root.GenZshCompletion,
		"share/fish/vendor_completions.d/profstation.fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) },
	} {
		var text bytes.Buffer
		if err := made(&text); err != nil {
			return err
		}
		if err := put(filepath.Join(folder, path), text.Bytes()); err != nil {
			return err
		}
	}
	return manual(filepath.Join(folder, "share/man/man1"), root)
}

// manual writes the pages of a command and of those below it, which are shown to users. Packed without a time they are
// the same wherever they are made.
func manual(folder string, c *cobra.Command) error {
	var page, packed bytes.Buffer
	c.Long = verbatim(c.Long)
	if !c.HasParent() {
		c.Long += exits
	}
	header := doc.GenManHeader{Section: "1", Source: "profstation " + assets.Version, Manual: "profstation"}
	if err := doc.GenMan(c, &header, &page); err != nil {
		return err
	}
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := page.WriteTo(w); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1.gz"
	if err := put(filepath.Join(folder, name), packed.Bytes()); err != nil {
		return err
	}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() && !below.IsAdditionalHelpTopicCommand() {
			if err := manual(folder, below); err != nil {
				return err
			}
		}
	}
	return nil
}

// exits is the last part of the first page.
const exits = `

# EXIT STATUS
0: done; a warning says if a file was read in part. 1: something could not be read or written. 2: the command line cannot be understood.
130: ended by Ctrl+C.`

// verbatim lets each row of a table stay a line: a page is made of Markdown, which would fill them up. Spaces set the
// columns apart.
func verbatim(help string) string {
	var text strings.Builder
	was := false
	for line := range strings.Lines(help) {
		is := strings.Contains(line, "   ")
		if is != was {
			text.WriteString("\n")
		}
		if is {
			text.WriteString("    ")
		}
		text.WriteString(line)
		was = is
	}
	return text.String()
}

func put(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
