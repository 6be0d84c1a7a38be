package model

import (
	"iter"
	"slices"

	"profstation/model/safe"
	"profstation/model/work"
)

// StringID is an index into a profile's [Strings]. 0 is the empty string.
type StringID int32

// Strings is the table of all texts in a profile, each once. Raw is the text in the file, which filters match
// and exports write. Display is safe for a screen.
type Strings struct {
	raw     []string
	display []string // shares raw's strings unless one had to be sanitised
}

// Len returns the number of strings, including the empty one.
func (t *Strings) Len() int { return len(t.raw) }

// Raw returns the bytes as in the file.
func (t *Strings) Raw(id StringID) string { return t.raw[id] }

// Find returns a text's id, or −1 if the table does not have it. It searches all texts.
func (t *Strings) Find(raw string) StringID { return StringID(slices.Index(t.raw, raw)) }

// Display returns the text made safe for a screen.
func (t *Strings) Display(id StringID) string { return t.display[id] }

// Displayed iterates over all texts, made safe for a screen.
func (t *Strings) Displayed() iter.Seq[string] { return slices.Values(t.display) }

// NewStrings makes a table from different texts, the first of which is empty. It keeps the slice.
func NewStrings(texts []string) *Strings {
	t := &Strings{raw: texts, display: texts}
	for i, s := range texts {
		d := safe.Text(s)
		if d == s {
			continue
		}
		if &t.display[0] == &t.raw[0] {
			t.display = append([]string(nil), t.raw...)
		}
		t.display[i] = d
	}
	return t
}

// Interner assigns texts their ids in a table. It adds new ones at the end.
type Interner struct {
	*Strings
	ids map[string]StringID
}

// Extend returns an interner for a copy of a table.
func Extend(t *Strings) *Interner {
	in := &Interner{&Strings{raw: slices.Clip(t.raw), display: slices.Clip(t.display)}, make(map[string]StringID, t.Len())}
	for i, s := range t.raw {
		in.ids[s] = StringID(i)
	}
	return in
}

// IDOf returns a text's id. It copies the text only if it is new.
func (in *Interner) IDOf(s []byte) StringID {
	if id, ok := in.ids[string(s)]; ok {
		return id
	}
	return in.ID(string(s))
}

// ID returns a text's id. It adds the text if the table does not have it.
func (in *Interner) ID(s string) StringID {
	id, fresh := work.Number(in.ids, s, len(in.raw))
	if fresh {
		in.raw = append(in.raw, s)
		in.display = append(in.display, safe.Text(s))
	}
	return id
}
