package foreign

import (
	"profstation/loader/input"
	"profstation/model/lang"
)

// Form is a form that another tool writes.
type Form struct {
	Name   string // in a profile's header
	called string // what a sentence calls a file, in English
}

// file describes a file within a sentence.
func (f Form) file() string { return lang.L(f.called) }

// nothing returns the error for an input without a sample.
func (f Form) nothing(s *skipped) error {
	found := lang.L("{{.File}} without a sample", lang.With{"File": f.file()})
	if s != nil && s.n > 0 {
		found = lang.L("{{.File}} of which no line can be read, from line {{.Line}} on (“{{.Text}}”)",
			lang.With{"File": f.file(), "Line": s.first, "Text": s.text})
	}
	return input.Damaged(found, nil)
}

// cutOff returns the error for a file that ends after size bytes.
func (f Form) cutOff(size int) error {
	e := input.Damaged(lang.L("{{.File}} that is cut off ({{.Size}} of it are there)",
		lang.With{"File": f.file(), "Size": input.Size(int64(size))}), nil)
	e.Cut = true
	return e
}

// broken returns the error for a file that breaks the form's rules.
func (f Form) broken(err error) error {
	return input.Damaged(lang.L("{{.File}} that cannot be read: {{.Cause}}",
		lang.With{"File": f.file(), "Cause": err}), nil)
}
