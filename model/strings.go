package model

import (
	"iter"
	"slices"

	"profstation/model/safe"
	"profstation/model/work"
)

// StringID is an index into a profile's [Strings]. 0 is the empty string.
type StringID int32

// Strings is the table of all texts of a profile, each once.
// Raw is what stood in the file, what filters match and exports write; Display is safe for a screen.
type Strings struct {
	raw     []string
	display []string // shares raw's strings unless one had to be sanitised
}

// Len is the number of strings, the empty one included.
func (t *Strings) Len() int { return len(t.raw) }

// Raw returns the bytes as they stood in the file.
func (t *Strings) Raw(id StringID) string { return t.raw[id] }

// Find returns the place of a text, −1 if the table has none such. It looks at all texts.
func (t *Strings) Find(raw string) StringID { return StringID(slices.Index(t.raw, raw)) }

// Display returns the text made safe for a screen.
func (t *Strings) Display(id StringID) string { return t.display[id] }

// Displayed goes over all texts, made safe for a screen.
func (t *Strings) Displayed() iter.Seq[string] { return slices.Values(t.display) }

// NewStrings makes a table of different texts, the first of which is empty. It keeps the slice.
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

// Interner gives texts their places in a table, new ones at its end.
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

// IDOf is the place of a text, which it copies only if it is new.
func (in *Interner) IDOf(s []byte) StringID {
	if id, ok := in.ids[string(s)]; ok {
		return id
	}
	return in.ID(string(s))
}

// ID is the place of a text, a new one if the table has none.
func (in *Interner) ID(s string) StringID {
	id, fresh := work.Number(in.ids, s, len(in.raw))
	if fresh {
		in.raw = append(in.raw, s)
		in.display = append(in.display, safe.Text(s))
	}
	return id
}
