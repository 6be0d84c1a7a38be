package command

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"profstation/loader"
)

// openAny loads a file, or standard input for "-". If that takes long, a terminal
// shows how far it is.
func openAny(cmd *cobra.Command, name string) (*loader.File, error) {
	return openSum(cmd, []string{name}, loader.Options{})
}

// openSum loads a file, or adds several profiles up.
func openSum(cmd *cobra.Command, names []string, o loader.Options) (*loader.File, error) {
	if len(names) > 1 {
		return loader.Merge(cmd.Context(), names, o)
	}
	name := names[0]
	p := progressOn(cmd.ErrOrStderr(), name)
	defer p.clear()
	o.Progress = p.tell
	if name == "-" {
		return loader.Read(cmd.Context(), name, cmd.InOrStdin(), o)
	}
	return loader.Open(cmd.Context(), name, o)
}

// patience is how long a file may take to load without a word.
const patience = 500 * time.Millisecond

// progress is a line on a terminal that is written over again and again.
type progress struct {
	w     io.Writer // nil: nobody is looking
	name  string
	since time.Time
	shown bool
}

func progressOn(w io.Writer, name string) *progress {
	p := &progress{name: name, since: time.Now()}
	if isTerminal(w) {
		p.w = w
	}
	return p
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

const clearLine = "\r\x1b[K"

func (p *progress) tell(done, total int64) {
	if p.w == nil || time.Since(p.since) < patience {
		return
	}
	p.shown = true
	if total > 0 {
		fmt.Fprintf(p.w, clearLine+"reading %q: %d%%", p.name, 100*done/total)
	} else {
		fmt.Fprintf(p.w, clearLine+"reading %q: %d MB", p.name, done>>20)
	}
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, clearLine)
	}
}

// warn says on standard error what was lost or mended while a file was read.
func warn(cmd *cobra.Command, f *loader.File) {
	var all []string
	if f.Trace != nil {
		all = f.Trace.Warnings
	} else {
		all = f.Profile.Warnings
	}
	for _, w := range all {
		tell(cmd, "warning: %s: %s", f.Name, w)
	}
}
