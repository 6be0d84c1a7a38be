package memory

import (
	"slices"

	"profstation/model/lang"
	"profstation/model/units"
)

// Summary says in a few sentences where most of the memory is: what a heap profile shows, and what it does not.
func (a *Account) Summary() []string {
	out := []string{a.opening()}
	rest := a.Total
	if live, ok := a.part(Live); ok {
		rest -= live.Bytes
		if 2*live.Bytes >= a.Total {
			out = append(out, a.said(live, lang.Later("Most of it is “{{.Part}}”: {{.Bytes}}, {{.Share}}. {{.Advice}}")))
		}
	}
	others := slices.DeleteFunc(slices.Clone(a.Parts), func(p Part) bool { return p.Kind == Live || p.Bytes <= 0 })
	if len(others) == 0 {
		return out
	}
	switch first := others[0]; {
	case 2*first.Bytes >= a.Total:
		out = append(out, a.said(first, lang.Later("Most of it is “{{.Part}}”: {{.Bytes}}, {{.Share}}. {{.Advice}}")))
	case 2*first.Bytes >= rest:
		out = append(out, a.said(first, lang.Later("Most of the rest is “{{.Part}}”: {{.Bytes}}, {{.Share}}. {{.Advice}}")))
	default:
		out = append(out, a.said(first, lang.Later("The largest part of the rest is “{{.Part}}”: {{.Bytes}}, {{.Share}}. {{.Advice}}")))
		if len(others) > 1 {
			out = append(out, a.said(others[1], lang.Later("The next is “{{.Part}}”: {{.Bytes}}, {{.Share}}. {{.Advice}}")))
		}
	}
	if !a.Resident {
		out = append(out, lang.L("What the process has outside the Go runtime is not known: its smaps or its status say so."))
	}
	return out
}

// opening says how much memory the process has, and how much of it a heap profile shows.
func (a *Account) opening() string {
	with := lang.With{"Total": bytes(a.Total)}
	for _, p := range a.Beside {
		if p.Kind != HeapProfile {
			continue
		}
		with["Shown"], with["Share"], with["Error"] = bytes(p.Bytes), units.Percent(p.Bytes, a.Total), bytes(p.Error)
		switch {
		case a.Resident && p.Error > 0:
			return lang.L("The process has {{.Total}} in memory; the heap profile shows {{.Shown}} (± {{.Error}}), {{.Share}}.", with)
		case a.Resident:
			return lang.L("The process has {{.Total}} in memory; the heap profile shows {{.Shown}}, {{.Share}}.", with)
		case p.Error > 0:
			return lang.L("The Go runtime has {{.Total}} from the system; the heap profile shows {{.Shown}} (± {{.Error}}), {{.Share}}.", with)
		}
		return lang.L("The Go runtime has {{.Total}} from the system; the heap profile shows {{.Shown}}, {{.Share}}.", with)
	}
	if a.Resident {
		return lang.L("The process has {{.Total}} in memory.", with)
	}
	return lang.L("The Go runtime has {{.Total}} from the system.", with)
}

func (a *Account) said(p Part, text string) string {
	return lang.L(text, lang.With{
		"Part": p.Kind.Name(), "Bytes": bytes(p.Bytes), "Share": units.Percent(p.Bytes, a.Total), "Advice": p.Kind.Advice(),
	})
}
