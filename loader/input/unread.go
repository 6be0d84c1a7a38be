package input

import (
	"cmp"
	"slices"

	"profstation/model/lang"
)

// Unread counts what a reader met and did not understand. A reader that silently drops what it does not know is worse
// than one that refuses. So each reader has an Unread, and adds its warnings to the header of what it reads. The zero
// value is ready to use.
type Unread struct {
	kinds [unreadKinds]struct {
		n, of   int
		example string
	}
}

// UnreadKind is a kind of thing that a reader may not understand.
type UnreadKind int

// The kinds of things that a reader may not understand.
const (
	UnreadGoroutines UnreadKind = iota // in a dump, left out
	UnreadHeaders                      // of goroutines in a dump; the goroutines are there with what was understood
	UnreadLines                        // in a text
	UnreadFields                       // in a protobuf, with data in them
	UnreadTables                       // JSON members that hold tables for the format
	UnreadEvents                       // in a trace
	UnreadBatches                      // in a trace
	UnreadUnits                        // for values, which are read as plain numbers
	UnreadParts                        // damaged parts of a file
	unreadKinds
)

// longestExample is how many bytes a warning shows of what was not understood.
const longestExample = 120

// Add counts one thing. example is called only for the first one. It says where the thing is and what it is:
// "line 41: goroutine 7 {running}".
func (u *Unread) Add(kind UnreadKind, example func() string) {
	k := &u.kinds[kind]
	if k.n++; k.n == 1 {
		k.example = Bounded(OneLine(example()), longestExample)
	}
}

// Of sets how many things of a kind there are, understood or not. Without it, a warning gives only the
// number not understood.
func (u *Unread) Of(kind UnreadKind, all int) { u.kinds[kind].of = all }

// Join adds what was counted elsewhere, after what was counted here.
func (u *Unread) Join(other *Unread) {
	for kind := range u.kinds {
		k, o := &u.kinds[kind], &other.kinds[kind]
		k.example = cmp.Or(k.example, o.example)
		k.n, k.of = k.n+o.n, k.of+o.of
	}
}

// Len returns how many things of a kind were not understood.
func (u *Unread) Len(kind UnreadKind) int { return u.kinds[kind].n }

// Warnings returns a line for each kind with something that was not understood.
func (u *Unread) Warnings() []string {
	var all []string
	for kind := range unreadKinds {
		if k := &u.kinds[kind]; k.n > 0 {
			all = append(all, kind.warning(k.n, lang.With{"Example": k.example, "All": max(k.n, k.of)}))
		}
	}
	return slices.Clip(all)
}

func (kind UnreadKind) warning(n int, with lang.With) string {
	switch kind {
	case UnreadGoroutines:
		return lang.N(n, "1 of {{.All}} goroutines was not understood and is left out: {{.Example}}",
			"{{.N}} of {{.All}} goroutines were not understood and are left out: {{.Example}}", with)
	case UnreadHeaders:
		return lang.N(n, "the header of 1 of {{.All}} goroutines was not understood whole, as a newer version may have written it, but its stack was read: {{.Example}}",
			"the headers of {{.N}} of {{.All}} goroutines were not understood whole, as a newer version may have written them, but their stacks were read: {{.Example}}",
			with)
	case UnreadLines:
		return lang.N(n, "1 line was not understood and is left out: {{.Example}}",
			"{{.N}} lines were not understood and are left out: {{.Example}}", with)
	case UnreadFields:
		return lang.N(n, "1 field was not understood and is left out, as a newer version may have written it: {{.Example}}",
			"{{.N}} fields were not understood and are left out, as a newer version may have written them: {{.Example}}", with)
	case UnreadTables:
		return lang.N(n, "1 table was not understood and is left out, as a newer version may have written it: {{.Example}}",
			"{{.N}} tables were not understood and are left out, as a newer version may have written them: {{.Example}}", with)
	case UnreadBatches:
		return lang.N(n, "1 batch was not understood and is left out, as a newer version may have written it: {{.Example}}",
			"{{.N}} batches were not understood and are left out, as a newer version may have written them: {{.Example}}", with)
	case UnreadParts:
		return lang.N(n, "1 part of the file is damaged and is left out: {{.Example}}",
			"{{.N}} parts of the file are damaged and are left out: {{.Example}}", with)
	case UnreadUnits:
		return lang.N(n, "1 unit was not understood, and its values are read as plain numbers: {{.Example}}",
			"{{.N}} units were not understood, and their values are read as plain numbers: {{.Example}}", with)
	}
	return lang.N(n, "1 event was not understood and is left out: {{.Example}}",
		"{{.N}} events were not understood and are left out: {{.Example}}", with)
}

// Newer returns the warning for a file in a version newer than those on which the reader was tried.
func Newer(form, version, known string) string {
	return lang.L("{{.Form}} in version {{.Version}}, which is newer than {{.Known}}, the newest that is known: figures may be wrong or missing",
		lang.With{"Form": form, "Version": OneLine(version), "Known": known})
}
