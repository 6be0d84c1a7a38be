package bundle

import (
	"profstation/model/lang"
)

// Reason is why an entry is left out.
type Reason string

// Why entries are left out.
const (
	Foreign    Reason = "foreign"    // it is not what is looked for
	Shown      Reason = "shown"      // it is a text that is shown among the facts
	Nested     Reason = "nested"     // it is a bundle itself
	Encrypted  Reason = "encrypted"  // it needs a password
	Special    Reason = "special"    // a link or a device
	Unreadable Reason = "unreadable" // damaged, packed in an unknown way, or its name is too long
)

// reasons are what is counted, in the order in which it is listed. A text that the bundle shows among its facts is not
// counted.
var reasons = []Reason{Foreign, Nested, Encrypted, Special, Unreadable}

// Text says what an entry is that is left out.
func (r Reason) Text() string {
	switch r {
	case Nested:
		return lang.L("a bundle within a bundle")
	case Encrypted:
		return lang.L("an encrypted entry")
	case Special:
		return lang.L("a link or a device, not a file")
	case Unreadable:
		return lang.L("a damaged entry, or one that is packed in an unknown way")
	}
	return lang.L("no profile and no trace")
}

func (r Reason) advice() string {
	switch r {
	case Encrypted:
		return lang.L("unpack the bundle with its password")
	case Foreign, Shown:
		return ""
	}
	return lang.L("unpack the bundle and open a file of it")
}

// count says how many entries are left out for a reason.
func (r Reason) count(n int) string {
	switch r {
	case Nested:
		return lang.N(n, "1 bundle within it", "{{.N}} bundles within it", nil)
	case Encrypted:
		return lang.N(n, "1 encrypted entry", "{{.N}} encrypted entries", nil)
	case Special:
		return lang.N(n, "1 link or device", "{{.N}} links or devices", nil)
	case Unreadable:
		return lang.N(n, "1 unreadable entry", "{{.N}} unreadable entries", nil)
	}
	return lang.N(n, "1 other file", "{{.N}} other files", nil)
}

// SkippedEntries says in one line what is left out and why; "" if nothing is.
func (b *Bundle) SkippedEntries() string {
	if all := b.count(reasons...); all != "" {
		return lang.L("left out: {{.What}}", lang.With{"What": all})
	}
	return ""
}

// Lost lists what may be a recording and is not read; "" if there is nothing.
func (b *Bundle) Lost() string { return b.count(Nested, Encrypted, Unreadable) }

func (b *Bundle) count(reasons ...Reason) string {
	count := map[Reason]int{}
	for _, e := range b.Entries {
		count[e.Skipped]++
	}
	var all []string
	for _, r := range reasons {
		if n := count[r]; n > 0 {
			all = append(all, r.count(n))
		}
	}
	return lang.List(all...)
}
