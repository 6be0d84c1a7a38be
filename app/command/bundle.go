package command

import (
	"fmt"
	"io"

	"profstation/loader"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/origin"
)

// listBundle lists a bundle; nil if the file is not one. If it takes long, a terminal shows the progress.
func listBundle(c *call, name string) (*loader.Bundle, error) {
	if origin.Ref(name).Kind() == origin.Input || !origin.Ref(name).IsBundle() {
		return nil, nil
	}
	o := c.reading
	defer showProgress(c, name, &o)()
	b, err := loader.ListBundle(c.ctx, name, o)
	return b, advised(err)
}

// entriesOf returns the bundle entries that look like profiles and traces.
func entriesOf(b *loader.Bundle) (all []*loader.Entry) {
	for _, e := range b.Entries {
		if e.Skipped == "" {
			all = append(all, e)
		}
	}
	return all
}

// visit opens entries of a bundle in one pass, as a packed tar needs, and calls do with each one,
// or with the reason why it could not be opened.
func visit(c *call, b *loader.Bundle, wanted map[string]bool, do func(name string, f *loader.File, err error) error) error {
	o := c.reading
	return advised(loader.VisitBundle(c.ctx, b, o, func(e *loader.Entry) bool { return wanted[e.Path] },
		func(e *loader.Entry, r io.Reader) error {
			f, err := loader.ReadEntry(c.ctx, e, r, o)
			return do(e.Path, f, advised(err))
		}))
}

// visitAll is like visit for all recordings in a bundle.
func visitAll(c *call, b *loader.Bundle, do func(name string, f *loader.File, err error) error) error {
	wanted := map[string]bool{}
	for _, e := range entriesOf(b) {
		wanted[e.Path] = true
	}
	return visit(c, b, wanted, do)
}

// writeBundle describes a bundle before its entries.
func writeBundle(w io.Writer, b *loader.Bundle) {
	fmt.Fprintf(w, "%s: Bundle, %s of %s\n", safe.Text(b.Path), b.Form, units.Plural(len(entriesOf(b)), "recording"))
	for _, fact := range b.Facts {
		if fact.Name == "" { // it continues the text before it
			fmt.Fprintf(w, "    %s\n", fact.Text)
			continue
		}
		fmt.Fprintf(w, "  %s: %s\n", fact.Name, fact.Text)
	}
	for _, warning := range []string{b.SkippedEntries(), b.Damage} {
		if warning != "" {
			fmt.Fprintf(w, "  Warning: %s\n", warning)
		}
	}
}
