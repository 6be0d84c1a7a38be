package loader

import (
	"bytes"
	"context"
	"errors"

	"profstation/loader/foreign"
	"profstation/loader/input"
	"profstation/loader/memory"
	"profstation/loader/pprof"
	"profstation/loader/text"
	tracefile "profstation/loader/trace"
	"profstation/loader/unwrap"
	"profstation/model"
	"profstation/model/lang"
	account "profstation/model/memory"
	"profstation/model/work"
)

// format is a form that inputs have.
type format struct {
	name string
	// sniff reports whether the first SniffSize bytes, or all there are, have this form. It may say no once the
	// steps' context has ended.
	sniff func(data []byte, steps *work.Steps) bool
	// decode makes the model for a profile, or for several end to end. An error that is no *Error says that the bytes
	// may have another form after all. It is nil for execution traces.
	decode func(l *loading, in *input.Data) (*model.Profile, error)
}

// formats are all forms in the order in which they are tried. Opening and watching go by it.
var formats = []format{
	{"execution trace", func(data []byte, _ *work.Steps) bool { return tracefile.Is(data) }, nil},
	{foreign.OTLPForm.Name, foreign.IsOTLP, of(foreign.OTLP)},
	{"pprof", pprof.Is, protobuf},
	{"legacy profile", text.IsLegacy, legacy},
	{paged, isPaged, page},
	{text.Jemalloc, text.IsJemalloc, jemalloc},
	{"goroutine dump", text.IsDump, dump},
	{"legacy profile", text.IsBelow, legacyBelow},
	{foreign.SpeedscopeForm.Name, foreign.IsSpeedscope, of(foreign.Speedscope)},
	{foreign.OTLPForm.Name, foreign.IsOTLPJSON, of(foreign.OTLPJSON)},
	{foreign.FirefoxForm.Name, foreign.IsFirefox, of(foreign.Firefox)},
	{foreign.V8Form.Name, foreign.IsV8, of(foreign.V8)},
	{logged, isLogged, log},
	{foreign.PerfForm.Name, foreign.IsPerf, of(foreign.Perf)},
	{foreign.CollapsedForm.Name, foreign.IsCollapsed, of(foreign.Collapsed)},
}

// SniffSize is how many bytes at the start show what an input is.
const SniffSize = 4096

// Look describes an input by its first bytes.
type Look struct {
	Format string // "" if it is none that can be opened
	Trace  bool   // it is an execution trace
	Packed bool   // if too few bytes are there to look inside, Format is "gzip" or "zstd"
}

// Sniff says what an input looks like by its first [SniffSize] bytes.
func Sniff(head []byte) Look {
	packing := input.Packing(head)
	l := Look{Packed: packing != ""}
	if l.Packed {
		if head = input.Peek(head); len(head) == 0 || input.Packing(head) != "" {
			l.Format = packing
			return l
		}
	}
	for range maxOff {
		of := formatOf(head)
		if l.Format, l.Trace = of.name, of.name != "" && of.decode == nil; l.Format != "" {
			return l
		}
		off, err := unwrap.Off(head, begins)
		if off == nil || err != nil {
			return l
		}
		l.Packed = false // nothing proves that it is whole
		if head = off.Rest; input.Packing(head) != "" {
			l.Format = input.Packing(head)
			return l
		}
	}
	l.Format = formatOf(head).name
	return l
}

// formatOf returns the form of an input that is not packed, the zero format if it has none.
func formatOf(head []byte) (none format) {
	head = input.Text(head)
	steps := work.StepsUntil(context.Background())
	for _, f := range formats {
		if f.sniff(head, steps) && !unwrap.IsAnswer(head) {
			return f
		}
	}
	return none
}

// begins reports whether the bytes below what came along with a file begin as an input does.
func begins(head []byte) bool {
	head = head[:min(len(head), SniffSize)]
	return input.Packing(head) != "" || unwrap.IsAnswer(head) || formatOf(head).name != ""
}

// loading loads one input.
type loading struct {
	ctx      context.Context
	f        *File
	o        Options
	limits   input.Limits // the options', with their defaults
	progress *input.Progress
	warnings []string
	off      int    // how many things that came along were taken off
	lookedAt string // how much was searched in a log, if not all; "": all was, or it is no log
}

// maxOff is how many things that came along with a file are taken off, one below the other.
const maxOff = 2

func (l *loading) decode(in *input.Data) (err error) {
	l.warnings = append(l.warnings, in.Warnings...)
	if len(in.Bytes) == 0 {
		return describe(nil, nil)
	}
	if unwrap.IsAnswer(in.Bytes) {
		_, err := l.under(in)
		return err
	}
	steps := work.StepsUntil(l.ctx)
	for _, f := range formats {
		is := f.sniff(in.Bytes, steps)
		if err := l.progress.Cancelled(); err != nil {
			return err
		}
		if !is {
			continue
		}
		if f.decode == nil {
			return l.trace(tracefile.Memory(in.Bytes))
		}
		l.f.Profile, err = f.decode(l, in)
		if err == nil && l.f.Profile == nil { // there was nothing in it
			continue
		}
		if err == nil || l.final(err) {
			return err
		}
	}
	if is, fault := l.under(in); is {
		return fault
	}
	if err == nil {
		// A protobuf has no mark, and may begin with fields that nobody knows.
		if l.f.Profile, err = protobuf(l, in); err == nil || l.final(err) {
			return err
		}
	}
	e := describe(in.Bytes, err)
	if l.lookedAt != "" {
		e.Found = lang.L("{{.Problem}}; {{.Advice}}", lang.With{"Problem": e.Found, "Advice": l.lookedAt})
	}
	return e
}

// under decodes what something came along with, and reports whether something did. It lets go of the bytes around it.
func (l *loading) under(in *input.Data) (is bool, err error) {
	off, fault := unwrap.Off(in.Bytes, begins)
	switch {
	case fault != nil:
		return true, fault
	case off == nil:
		return false, nil
	case l.off == maxOff:
		return true, &input.Error{Found: lang.L("{{.What}} within others", lang.With{"What": off.Name}),
			Advice: lang.L("unpack it until it is a profile")}
	}
	l.off++
	in.Bytes = nil
	l.warnings = append(l.warnings, off.Done)
	rest, err := input.Within(off.Rest, l.limits, l.progress)
	if err == nil {
		off.Rest = nil
		err = l.decode(rest)
	}
	var e *input.Error
	if errors.As(err, &e) {
		inside := *e
		inside.Found = lang.L("{{.Outer}}: inside, {{.Found}}", lang.With{"Outer": off.Name, "Found": e.Found})
		err = &inside
	}
	return true, err
}

func (l *loading) trace(s *tracefile.Source) (err error) {
	if l.o.OnlyProfiles {
		format, err := s.Format()
		if err != nil {
			return err
		}
		return &input.Error{Found: lang.L("a Go execution trace ({{.Format}}), not a profile", lang.With{"Format": format}),
			Advice: lang.L("open it by itself: profstation shows it as a timeline")}
	}
	l.f.Trace, err = tracefile.Load(l.ctx, s, l.progress, tracefile.Options{
		Limits: l.limits, Events: l.o.Events, Partial: l.o.Partial, Scratch: l.o.MakeScratch,
	})
	return err
}

func (l *loading) decoding(p *input.Progress) pprof.Decoding {
	return pprof.Decoding{Limits: l.limits, AllFrames: l.o.AllFrames, Progress: p}
}

func protobuf(l *loading, in *input.Data) (*model.Profile, error) {
	p, err := pprof.Decode(in.Bytes, l.decoding(l.progress))
	if err == nil || l.final(err) {
		return p, err
	}
	cuts := in.Members
	if len(cuts) < 2 {
		cuts = pprof.Split(in.Bytes, work.StepsUntil(l.ctx))
	}
	if len(cuts) > 1 {
		sum, fault := l.several(in.Bytes, cuts, func(part []byte) (*model.Profile, error) {
			return pprof.Decode(part, l.decoding(input.NewProgress(l.ctx, nil)))
		})
		if fault == nil || l.final(fault) {
			return sum, fault
		}
	}
	return nil, err
}

func legacy(l *loading, in *input.Data) (*model.Profile, error) { return l.legacy(in.Bytes, 1) }

// legacyBelow decodes what stands under other lines.
func legacyBelow(l *loading, in *input.Data) (*model.Profile, error) {
	at := max(text.Below(in.Bytes, work.StepsUntil(l.ctx)), 0)
	return l.legacy(in.Bytes[at:], 1+bytes.Count(in.Bytes[:at], []byte("\n")))
}

// legacy decodes texts end to end. The first begins in the given line.
func (l *loading) legacy(data []byte, line int) (*model.Profile, error) {
	steps := work.StepsUntil(l.ctx)
	return l.several(data, text.Split(data, steps), func(part []byte) (*model.Profile, error) {
		form := text.LegacyOf(part, steps)
		p, warnings, err := text.ParseLegacy(part, form, line, l.limits, l.progress)
		line += bytes.Count(part, []byte("\n"))
		if err != nil {
			return nil, err
		}
		if l.o.AllFrames {
			p.DropFrames, p.KeepFrames = "", ""
		}
		l.warnings = append(l.warnings, warnings...)
		m, err := pprof.FromLibrary(p, form)
		if err != nil {
			return nil, err
		}
		m.Foreign = !text.OfGo(form)
		r, err := memory.Stats(part)
		if r != nil {
			m.Memory = &account.Sources{Runtime: []account.Runtime{*r}}
		}
		if err != nil { // the profile is whole without them
			l.warnings = append(l.warnings, lang.L("the figures of runtime.MemStats at its end are left out: {{.Problem}}", lang.With{"Problem": input.Brief(err)}))
		}
		return m, nil
	})
}

func jemalloc(l *loading, in *input.Data) (*model.Profile, error) {
	p, warnings, err := text.ParseJemalloc(in.Bytes, l.limits, l.progress)
	if err != nil {
		return nil, err
	}
	m, err := pprof.FromLibrary(p, text.Jemalloc)
	if err == nil {
		m.Foreign, m.Warnings = true, append(m.Warnings, warnings...)
	}
	return m, err
}

func dump(l *loading, in *input.Data) (*model.Profile, error) {
	return text.ParseDump(in.Bytes, pprof.Names(), l.limits, l.progress)
}

// of adapts a decoder for another tool's form.
func of(decode func([]byte, foreign.Decoding) (*model.Profile, error)) func(*loading, *input.Data) (*model.Profile, error) {
	return func(l *loading, in *input.Data) (*model.Profile, error) {
		return decode(in.Bytes, foreign.Decoding{Shown: pprof.Names(), Limits: l.limits, Progress: l.progress})
	}
}
