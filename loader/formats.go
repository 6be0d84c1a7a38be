package loader

import (
	"context"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/loader/pprof"
	"profstation/loader/text"
	tracefile "profstation/loader/trace"
)

// format is a form that inputs have.
type format struct {
	name string
	// sniff reports whether bytes are of this form by how they begin: the first
	// SniffSize bytes of an input, or all of it.
	sniff func(data []byte) bool
	// decode puts the model into the file. An error that is no *Error says that
	// the bytes may be of another form after all.
	decode func(l *loading, in *input.Data) error
	// parse reads one of several profiles that stand end to end into the objects
	// of the pprof library, which can add them up, and names its form. It is nil
	// for traces.
	parse func(l *loading, data []byte) (*profile.Profile, string, error)
}

// formats is the table of all forms, in the order in which they are tried.
// Opening and watching both go by it.
func formats() []format {
	return []format{
		{"execution trace", tracefile.Is, (*loading).memoryTrace, nil},
		{"pprof", pprof.Is, (*loading).protobuf, (*loading).parseProtobuf},
		{"legacy profile", text.IsLegacy, (*loading).legacy, (*loading).parseLegacy},
		{"goroutine dump", text.IsDump, (*loading).dump, (*loading).parseDump},
	}
}

// SniffSize is how many of its first bytes are enough to find out what an input is.
const SniffSize = 4096

// Look is what an input looks like.
type Look struct {
	Format string // "" if it is none that can be opened
	Trace  bool   // it is an execution trace
	Packed bool   // with gzip; if too little is there to see of what, Format is "gzip"
}

// Sniff says what an input looks like by its first bytes, up to [SniffSize] of
// them.
func Sniff(head []byte) Look {
	l := Look{Packed: input.IsGzip(head)}
	if l.Packed {
		if head = input.Peek(head); len(head) == 0 || input.IsGzip(head) {
			l.Format = "gzip"
			return l
		}
	}
	for _, f := range formats() {
		if f.sniff(head) {
			l.Format, l.Trace = f.name, f.parse == nil
			break
		}
	}
	return l
}

// loading is the loading of one input.
type loading struct {
	ctx      context.Context
	f        *File
	o        Options
	limits   Limits // of o, with their defaults
	progress *input.Progress
	warnings []string
}

// decode finds out what the bytes are and decodes them.
func (l *loading) decode(in *input.Data) error {
	l.warnings = in.Warnings
	if len(in.Bytes) == 0 {
		return describe(nil, nil)
	}
	var err error
	for _, f := range formats() {
		if f.sniff(in.Bytes) {
			if err = f.decode(l, in); err == nil || l.final(err) {
				return err
			}
		}
	}
	if err == nil {
		// A protobuf has no mark, and may begin with fields that nobody knows.
		if err = l.protobuf(in); err == nil || l.final(err) {
			return err
		}
	}
	return describe(in.Bytes, err)
}

// memoryTrace decodes a trace that was read to memory: unpacked, or from
// standard input.
func (l *loading) memoryTrace(in *input.Data) error { return l.trace(tracefile.Memory(in.Bytes)) }

func (l *loading) trace(s *tracefile.Source) (err error) {
	if l.o.OnlyProfiles {
		format, err := s.Format()
		if err != nil {
			return err
		}
		return &Error{Found: "a Go execution trace (" + format + "), not a profile", Advice: "open it by itself: profstation shows it as a timeline"}
	}
	l.f.Trace, err = tracefile.Load(l.ctx, s, l.progress, tracefile.Options{Events: l.o.Events, Partial: l.o.Partial})
	return err
}

// protobuf decodes a profile, or several end to end.
func (l *loading) protobuf(in *input.Data) (err error) {
	if l.f.Profile, err = pprof.Decode(in.Bytes, l.limits, l.progress); err == nil || l.final(err) {
		return err
	}
	cuts := in.Members
	if len(cuts) < 2 {
		cuts = pprof.Split(in.Bytes)
	}
	if len(cuts) > 1 {
		if several := l.several(in.Bytes, cuts); several == nil || l.final(several) {
			return several
		}
	}
	return err
}

func (l *loading) parseProtobuf(data []byte) (*profile.Profile, string, error) {
	p, err := pprof.Library(data, l.limits, l.progress)
	return p, "pprof", err
}

func (l *loading) legacy(in *input.Data) error { return l.several(in.Bytes, text.Split(in.Bytes)) }

func (l *loading) parseLegacy(data []byte) (*profile.Profile, string, error) {
	form := text.LegacyOf(data)
	p, err := text.ParseLegacy(data, form, l.limits, l.progress)
	return p, form, err
}

func (l *loading) dump(in *input.Data) error { return l.several(in.Bytes, []int{0}) }

func (l *loading) parseDump(data []byte) (*profile.Profile, string, error) {
	p, warnings, err := text.ParseDump(data, l.limits, l.progress)
	l.warnings = append(l.warnings, warnings...)
	return p, "goroutine debug=2", err
}
