package memory

import (
	"cmp"
	"slices"

	"profstation/model/lang"
	"profstation/model/units"
)

// Part is a part of a process's memory.
type Part struct {
	Kind   Kind
	Bytes  int64 // negative: other parts count it, and it is not resident
	Error  int64 // how far off it may be, with 95% probability; 0: it is exact
	AtMost bool  // it is resident up to this: of how much of all such parts is not, [Untouched] says
	Source string
	Files  []Mapped // the largest in it; nil: not known
}

// Account is where a process's memory is.
type Account struct {
	Total    int64
	Resident bool   // Total is the resident size; else it is what the Go runtime has from the system
	Source   string // where Total is from
	Parts    []Part // they add up to Total; largest first
	Beside   []Part // what is known beside it, and in no sum

	division string // by which sources it is divided
}

// Figures by the names that the runtime gives them.
const (
	peakMark = "MaxRSS"
	goalMark = "NextGC"
)

// deviations is how many standard deviations an estimate is off at most, with 95% probability.
const deviations = 1.96

// Account divides the process's memory, or says in an error why the sources contradict each other.
func (s *Sources) Account() (*Account, error) {
	if err := s.contradiction(); err != nil {
		return nil, err
	}
	r, p := s.runtime(), s.resident()
	var profile *Profile
	if len(s.Profiles) > 0 {
		profile = &s.Profiles[0]
	}
	a := &Account{division: division(r, p, profile)}
	switch {
	case p == nil && r.System == 0:
		return nil, lang.Error("nothing here says how much memory the process has: add its smaps, its status, runtime/metrics, /debug/vars or a heap profile with debug=1")
	case p == nil:
		a.Total, a.Source = r.System, r.Form.Name()
		a.runtime(r, profile)
		a.add(HeapReleased, r.of(HeapReleased).Bytes, r.source(HeapReleased))
	case r.System == 0:
		a.Total, a.Resident, a.Source = p.Bytes, true, p.Form.Name()
		a.undivided(p, profile)
	default:
		a.Total, a.Resident, a.Source = p.Bytes, true, p.Form.Name()
		a.runtime(r, profile)
		counted := a.Parts
		a.outside(r, p)
		if not, _ := a.part(Untouched); units.Share(not.Bytes, a.Total) >= noticed {
			for i := range counted {
				a.Parts[i].AtMost = a.Parts[i].Bytes > 0
			}
		}
	}
	a.Parts = slices.DeleteFunc(a.Parts, func(p Part) bool { return p.Bytes == 0 })
	slices.SortStableFunc(a.Parts, func(x, y Part) int { return cmp.Compare(y.Bytes, x.Bytes) })
	a.beside(s, r, p, profile)
	return a, nil
}

// noticed is the share in per cent from which what is not resident matters to those of the parts that have it.
const noticed = 1

// Share writes a part as a share of the total, with ≤ before it if not all of it need be resident.
func (a *Account) Share(p Part) string {
	share := units.Percent(p.Bytes, a.Total)
	switch {
	case p.Bytes < 0:
		return "-" + share
	case p.AtMost:
		return "≤ " + share
	}
	return share
}

// division names the sources that divide an account. MemStats divide the runtime as runtime/metrics do.
func division(r *Runtime, p *Resident, profile *Profile) string {
	var by []string
	if p != nil {
		by = append(by, p.Form.Name())
	}
	if r.System > 0 {
		by = append(by, Metrics.Name())
	}
	if r.Live > 0 || profile != nil {
		by = append(by, Heap.Name())
	}
	return lang.List(by...)
}

func (a *Account) add(k Kind, bytes int64, source string, files ...Mapped) {
	a.Parts = append(a.Parts, Part{Kind: k, Bytes: bytes, Source: source, Files: files})
}

// of returns the figure for a kind; 0 if the source has none.
func (r *Runtime) of(k Kind) Figure {
	for _, f := range r.Parts {
		if f.Kind == k {
			return f
		}
	}
	return Figure{Kind: k}
}

// source returns where a figure is from, in the source's own names.
func (r *Runtime) source(k Kind) string { return sourceOf(r.Form, r.of(k).How) }

func sourceOf(f Form, how string) string {
	if how == "" {
		return f.Name()
	}
	return lang.L("{{.Source}}: {{.How}}", lang.With{"Source": f.Name(), "How": how})
}

// runtime adds what the Go runtime has, without what was given back.
func (a *Account) runtime(r *Runtime, profile *Profile) {
	rest := r.System
	for _, f := range r.Parts {
		rest -= f.Bytes
		switch f.Kind {
		case HeapReleased:
		case Objects:
			a.objects(r, f, profile)
		default:
			a.add(f.Kind, f.Bytes, r.source(f.Kind))
		}
	}
	a.add(RuntimeUnknown, rest, r.Form.Name())
}

// objects divides the heap's objects into those that the last collection marked, and all others.
func (a *Account) objects(r *Runtime, f Figure, profile *Profile) {
	live := Part{Kind: Live, Source: sourceOf(Metrics, "/gc/heap/live:bytes")}
	switch {
	case r.Live > 0:
		live.Bytes = min(r.Live, f.Bytes)
	case profile != nil:
		live.Bytes, live.Error, live.Source = min(profile.InUse, f.Bytes), profile.error(), sourceOf(Heap, "inuse_space")
	default:
		a.add(Objects, f.Bytes, r.source(Objects))
		return
	}
	rest := Part{
		Kind: Unmarked, Bytes: f.Bytes - live.Bytes, Error: live.Error,
		Source: lang.L("{{.All}}, less the live ones", lang.With{"All": r.source(Objects)}),
	}
	a.Parts = append(a.Parts, live, rest)
}

// error returns how far off the profile's sum may be, with 95% probability.
func (p *Profile) error() int64 { return int64(deviations * float64(p.Deviation)) }

// area returns the bytes of an area, and how it was found.
func (p *Resident) area(k Kind) Figure {
	for _, f := range p.Areas {
		if f.Kind == k {
			return f
		}
	}
	return Figure{Kind: k}
}

// isGo reports whether an area has Go's memory, alone or with others.
func isGo(k Kind) bool {
	switch k {
	case GoHeap, GoRuntime, Anonymous, AllAnonymous, Undivided:
		return true
	}
	return false
}

// outside adds what is resident besides the runtime's parts, and what of those is not resident. The sum becomes the
// resident size.
func (a *Account) outside(r *Runtime, p *Resident) {
	for _, f := range p.Areas {
		if !isGo(f.Kind) {
			a.add(f.Kind, f.Bytes, sourceOf(p.Form, f.How), f.Largest...)
		}
	}
	heap, anonymous := p.area(GoHeap), p.area(Anonymous)
	inArenas := r.of(Objects).Bytes + r.of(HeapUnused).Bytes + r.of(HeapFree).Bytes + r.of(Stacks).Bytes
	counted := r.System - r.of(HeapReleased).Bytes
	less := func(from, what string) string {
		return lang.L("{{.All}}, less {{.Counted}}", lang.With{"All": sourceOf(p.Form, from), "Counted": sourceOf(r.Form, what)})
	}
	var kept, untouched int64
	divide := func(diff int64) {
		kept, untouched = kept+max(0, diff), untouched+min(0, diff)
	}
	arenas := heap.How
	switch {
	case p.Arenas > 0 && p.Named:
		divide(heap.Bytes + p.area(GoRuntime).Bytes - counted)
		a.add(Anonymous, anonymous.Bytes, sourceOf(p.Form, anonymous.How))
	case p.Arenas > 0:
		// Work buffers of the collector are in arenas, and counted with its metadata.
		buffers := min(max(0, heap.Bytes-inArenas), r.of(Collector).Bytes)
		divide(heap.Bytes - inArenas - buffers)
		out := anonymous.Bytes - (counted - inArenas - buffers)
		a.add(Anonymous, max(0, out), less(anonymous.How, lang.L("the runtime's own data")))
		divide(min(0, out))
	default:
		kind, from := NotGoAnon, p.area(AllAnonymous)
		switch {
		case p.area(Undivided).Bytes > 0:
			kind, from = NotGo, p.area(Undivided)
		case from.Bytes == 0:
			from = anonymous
		}
		diff := from.Bytes - counted
		a.add(kind, max(0, diff), less(from.How, lang.L("all that Go has not given back")))
		divide(min(0, diff))
		arenas = from.How
	}
	a.add(Kept, kept, less(arenas, lang.L("its count")))
	a.add(Untouched, untouched, less(arenas, lang.L("its count")))
	a.add(NotDivided, p.Bytes-p.sum(), p.Form.Name())
}

func (p *Resident) sum() (sum int64) {
	for _, f := range p.Areas {
		sum += f.Bytes
	}
	return sum
}

// undivided adds the areas of a process of whose runtime nothing is known but perhaps a heap profile.
func (a *Account) undivided(p *Resident, profile *Profile) {
	of := AllAnonymous
	if p.area(GoHeap).Bytes > 0 {
		of = GoHeap
	}
	for _, f := range p.Areas {
		source := sourceOf(p.Form, f.How)
		if profile == nil || f.Kind != of {
			kind := f.Kind
			if kind == Anonymous && !p.Named {
				kind = OutsideHeap
			}
			a.add(kind, f.Bytes, source, f.Largest...)
			continue
		}
		live := min(profile.InUse, f.Bytes)
		rest := Part{
			Kind: GoHeapRest, Bytes: f.Bytes - live, Error: profile.error(),
			Source: lang.L("{{.All}}, less the live ones", lang.With{"All": source}),
		}
		if of == AllAnonymous {
			rest.Kind = AllAnonymous
		}
		a.Parts = append(a.Parts, Part{Kind: Live, Bytes: live, Error: profile.error(), Source: sourceOf(Heap, "inuse_space")}, rest)
	}
	a.add(NotDivided, p.Bytes-p.sum(), p.Form.Name())
}

// beside adds what is known and in no sum.
func (a *Account) beside(s *Sources, r *Runtime, p *Resident, profile *Profile) {
	known := func(k Kind, bytes int64, source string) {
		if bytes > 0 {
			a.Beside = append(a.Beside, Part{Kind: k, Bytes: bytes, Source: source})
		}
	}
	if profile != nil {
		a.Beside = append(a.Beside, Part{Kind: HeapProfile, Bytes: profile.InUse, Error: profile.error(), Source: sourceOf(Heap, "inuse_space")})
	}
	if p != nil {
		if r.System > 0 {
			known(HeapReleased, r.of(HeapReleased).Bytes, r.source(HeapReleased))
		}
	}
	first := func(k Kind, of func(*Resident) int64) bool {
		i := slices.IndexFunc(s.Resident, func(p Resident) bool { return of(&p) > 0 })
		if i >= 0 {
			known(k, of(&s.Resident[i]), s.Resident[i].Form.Name())
		}
		return i >= 0
	}
	first(SwappedOut, func(p *Resident) int64 { return p.Swapped })
	if !first(PeakResident, func(p *Resident) int64 { return p.Peak }) {
		known(PeakResident, r.Peak, sourceOf(Stats, peakMark))
	}
	known(NextGoal, r.Goal, goalMark)
	known(MemoryLimit, r.Limit, sourceOf(Metrics, "/gc/gomemlimit:bytes"))
	for _, g := range s.Groups {
		for _, f := range g.Figures {
			known(f.Kind, f.Bytes, sourceOf(g.Form, f.How))
		}
	}
}

// part returns the part of a kind; false: there is none.
func (a *Account) part(k Kind) (Part, bool) {
	for _, p := range a.Parts {
		if p.Kind == k {
			return p, true
		}
	}
	return Part{}, false
}

// Sum returns what the parts add up to: the total.
func (a *Account) Sum() (sum int64) {
	for _, p := range a.Parts {
		sum = units.Plus(sum, p.Bytes)
	}
	return sum
}
