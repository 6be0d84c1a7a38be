package memory

import (
	"slices"

	"profstation/model/lang"
	"profstation/model/units"
)

// Statement is a sentence in a summary.
type Statement struct {
	Text string
	Of   Kind // the part that it names, with its advice; "": none
}

// Summary says in a few sentences where most of the memory is: what a heap profile shows, and what it does not.
func (a *Account) Summary() []Statement {
	out := []Statement{{Text: a.opening()}}
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
		out = append(out, Statement{Text: lang.L("What the process has outside the Go runtime is not known: its smaps or its status say so.")})
	}
	return out
}

// adviceFrom is the share in per cent from which a part's advice is given.
const adviceFrom = 5

// Advised returns the parts that are large enough for advice, without those whose advice the summary has.
func (a *Account) Advised() (all []Part) {
	summary := a.Summary()
	for _, p := range slices.Concat(a.Parts, a.Beside) {
		said := slices.ContainsFunc(summary, func(s Statement) bool { return s.Of == p.Kind })
		if !said && units.Share(p.Bytes, a.Total) >= adviceFrom {
			all = append(all, p)
		}
	}
	return all
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

func (a *Account) said(p Part, text string) Statement {
	return Statement{Of: p.Kind, Text: lang.L(text, lang.With{
		"Part": p.Kind.Name(), "Bytes": bytes(p.Bytes), "Share": a.Share(p), "Advice": p.Kind.Advice(),
	})}
}
