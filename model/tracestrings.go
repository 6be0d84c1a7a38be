package model

// NewStrings makes a table of texts, each of which stands in it once and the
// first of which is empty. It keeps the slice.
func NewStrings(texts []string) *Strings {
	t := &Strings{raw: texts, display: texts}
	for i, s := range texts {
		d := Sanitise(s)
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
