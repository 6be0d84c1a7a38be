package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"profstation/desk/answer"
	"profstation/desk/lang"
	"profstation/desk/screen"
)

// join puts the two sides of a comparison together in the background, as soon as
// both are read. What was shown of it stays until then.
func (d *Desk) join(doc *document) {
	c := doc.comparison
	if doc.Cancel != nil {
		doc.Cancel()
		doc.Cancel = nil
	}
	c.round++
	doc.state, doc.err = screen.Loading, nil
	for _, files := range c.sides {
		for _, f := range files {
			if f.profile != nil || f.trace != nil {
				continue
			}
			of := d.document(f.doc)
			switch {
			case of == nil:
				doc.state, doc.err = screen.Failed, fmt.Errorf("%s was closed before it was read", f.name())
			case of.folder != nil:
				doc.state, doc.err = screen.Failed, fmt.Errorf("%s is a folder: compare its files", f.name())
			case of.state == screen.Ready:
				doc.state, doc.err = screen.Failed, fmt.Errorf("%s is no profile", f.name())
			case of.state == screen.Failed:
				doc.state, doc.err = screen.Failed, fmt.Errorf("%s could not be read: %w", f.name(), of.err)
			}
			if doc.state == screen.Failed {
				return
			}
			if of.waiting {
				d.load(of)
			}
			doc.wait = f.name()
			return
		}
	}
	doc.wait = ""
	if err := c.check(); err != nil {
		doc.state, doc.err = screen.Failed, err
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	doc.Cancel = cancel
	round, sides, names := c.round, c.recordings(), c.names()
	go func() {
		j, err := answer.NewPair(ctx, sides, names)
		d.Post(func() {
			if c.round != round || !slices.Contains(d.Docs, doc) {
				return
			}
			doc.Cancel()
			doc.Cancel = nil
			d.joinedUp(doc, j, err)
		})
	}()
}

// recordings are the recordings of both sides.
func (c *comparison) recordings() (sides [2][]answer.Recording) {
	for i, files := range c.sides {
		for _, f := range files {
			sides[i] = append(sides[i], answer.Recording{Path: f.path, Profile: f.profile, Trace: f.trace})
		}
	}
	return sides
}

func (d *Desk) joinedUp(doc *document, j *answer.Pair, err error) {
	doc.state = screen.Ready
	if err != nil {
		doc.state, doc.err = screen.Failed, err
		if errors.Is(err, context.Canceled) {
			doc.err = errors.New("stopped while the two were put together; read it again from its menu")
		}
		j = nil
	}
	doc.comparison.joined = j
	if j != nil && j.Pair != nil {
		d.returnTo(doc) // both files may have been closed
	}
	if t := doc.comparison.timelines(); j != nil && j.Traces != nil && t[screen.BaseSide] != nil {
		doc.comparison.traces = newTracePair(t, doc.comparison.traces)
	}
	if doc == d.active {
		d.prepare()
		return
	}
	d.Publish()
}

// joinAgain tells the comparisons that hold a document what became of it.
func (d *Desk) joinAgain(of *document) {
	for _, doc := range d.Docs {
		if doc.comparison == nil {
			continue
		}
		c, holds, fresh := doc.comparison, false, false
		for i, files := range c.sides {
			files = slices.Clone(files)
			for k := range files {
				f := &files[k]
				if f.doc != of.id {
					continue
				}
				holds = true
				f.note = ""
				if p := of.profile(); p != nil && p != f.profile {
					f.profile, f.trace, f.timeline, fresh = p, nil, nil, true
				}
				if t := of.wholeTrace(); t != nil && t != f.trace {
					f.profile, f.trace, f.timeline, fresh = nil, t, of.wholeTimeline(), true
				}
			}
			c.sides[i] = files
		}
		if holds && (fresh || c.joined == nil) {
			d.join(doc)
		}
	}
}

// leaveSides tells the comparisons that hold a document that it is closed: they
// keep what was read of it.
func (d *Desk) leaveSides(of *document) {
	for _, doc := range d.Docs {
		if doc.comparison == nil {
			continue
		}
		c, holds := doc.comparison, false
		for i, files := range c.sides {
			files = slices.Clone(files)
			for k := range files {
				if files[k].doc == of.id {
					files[k].note, holds = lang.L("is closed; what was read of it is kept"), true
				}
			}
			c.sides[i] = files
		}
		if holds && c.joined == nil {
			d.join(doc)
		}
	}
}

// reloadSides reads both sides of a comparison again.
func (d *Desk) reloadSides(doc *document) {
	c := doc.comparison
	for i, files := range c.sides {
		files = slices.Clone(files)
		for k := range files {
			f := &files[k]
			if of := d.document(f.doc); of != nil {
				d.reload(of)
				continue
			}
			if f.path != "" {
				f.doc = d.opened(f.path).id
			}
		}
		c.sides[i] = files
	}
	d.Publish()
}
