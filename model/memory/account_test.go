package memory

import (
	"slices"
	"strings"
	"testing"
)

const mb = 1 << 20

// goRuntime is a runtime with 200 MB from the system.
func goRuntime(form Form) Runtime {
	r := Runtime{Source: Source{form, string(form) + ".txt"}}
	for _, f := range []Figure{
		{Kind: Objects, Bytes: 100 * mb, How: "HeapAlloc"}, {Kind: HeapUnused, Bytes: 10 * mb, How: ""}, {Kind: HeapFree, Bytes: 20 * mb, How: ""}, {Kind: HeapReleased, Bytes: 40 * mb, How: ""}, {Kind: Stacks, Bytes: 8 * mb, How: ""},
		{Kind: OSStacks, Bytes: mb, How: ""}, {Kind: Spans, Bytes: 2 * mb, How: ""}, {Kind: Caches, Bytes: mb, How: ""}, {Kind: Buckets, Bytes: 3 * mb, How: ""}, {Kind: Collector, Bytes: 10 * mb, How: ""}, {Kind: RuntimeOther, Bytes: 5 * mb, How: ""},
	} {
		r.Parts = append(r.Parts, f)
		r.System += f.Bytes
	}
	return r
}

func resident(form Form, areas ...Figure) Resident {
	p := Resident{Source: Source{form, string(form)}, Areas: areas}
	for _, a := range areas {
		p.Bytes += a.Bytes
	}
	return p
}

func withArenas(p Resident, named bool) Resident {
	p.Arenas, p.Named = 192*mb, named
	return p
}

// Every account adds up, and has the parts that its sources allow.
func TestAccount(t *testing.T) {
	live := func(r Runtime) Runtime { r.Live = 60 * mb; return r }
	heap := []Profile{{Source{Heap, "heap.pb.gz"}, 50 * mb, 2 * mb}}
	for _, c := range []struct {
		name  string
		s     Sources
		total int64
		want  map[Kind]int64 // in MB; others may have anything
	}{
		{"the runtime alone", Sources{Runtime: []Runtime{goRuntime(Vars)}}, 200, map[Kind]int64{Objects: 100, HeapReleased: 40, Collector: 10}},
		{"and what it marked", Sources{Runtime: []Runtime{live(goRuntime(Metrics))}}, 200, map[Kind]int64{Live: 60, Unmarked: 40, Objects: 0}},
		{"and a profile", Sources{Runtime: []Runtime{goRuntime(Stats)}, Profiles: heap}, 200, map[Kind]int64{Live: 50, Unmarked: 50}},
		{"marked by one, parts by another", Sources{Runtime: []Runtime{goRuntime(Stats), {Source: Source{Metrics, "m"}, Live: 70 * mb}}}, 200, map[Kind]int64{Live: 70, Unmarked: 30}},
		{"a runtime that does not name all", Sources{Runtime: []Runtime{func() Runtime { r := goRuntime(Metrics); r.System += 7 * mb; return r }()}}, 207, map[Kind]int64{RuntimeUnknown: 7}},
		{"named mappings", Sources{
			Runtime:  []Runtime{goRuntime(Metrics)},
			Resident: []Resident{withArenas(resident(Smaps, Figure{Kind: GoHeap, Bytes: 140 * mb, How: ""}, Figure{Kind: GoRuntime, Bytes: 20 * mb, How: ""}, Figure{Kind: Anonymous, Bytes: 500 * mb, How: ""}, Figure{Kind: Binary, Bytes: 9 * mb, How: ""}), true)},
		}, 669, map[Kind]int64{Anonymous: 500, Binary: 9, Objects: 100, HeapReleased: 0, Kept: 0, Untouched: 0}},
		{"huge pages keep what was given back", Sources{
			Runtime:  []Runtime{goRuntime(Metrics)},
			Resident: []Resident{withArenas(resident(Smaps, Figure{Kind: GoHeap, Bytes: 170 * mb, How: ""}, Figure{Kind: GoRuntime, Bytes: 22 * mb, How: ""}), true)},
		}, 192, map[Kind]int64{Kept: 32}},
		{"arenas by address, with work buffers in them", Sources{
			Runtime:  []Runtime{goRuntime(Metrics)},
			Resident: []Resident{withArenas(resident(Smaps, Figure{Kind: GoHeap, Bytes: 142 * mb, How: ""}, Figure{Kind: Anonymous, Bytes: 118 * mb, How: ""}), false)},
		}, 260, map[Kind]int64{Anonymous: 100, Kept: 0, Untouched: 0, Collector: 10}},
		{"nobody has written to it", Sources{
			Runtime:  []Runtime{goRuntime(Metrics)},
			Resident: []Resident{withArenas(resident(Smaps, Figure{Kind: GoHeap, Bytes: 40 * mb, How: ""}, Figure{Kind: Anonymous, Bytes: 22 * mb, How: ""}), false)},
		}, 62, map[Kind]int64{Anonymous: 0, Untouched: -98, Objects: 100}},
		{"a status", Sources{
			Runtime:  []Runtime{goRuntime(Vars)},
			Resident: []Resident{resident(Status, Figure{Kind: AllAnonymous, Bytes: 300 * mb, How: ""}, Figure{Kind: AllFiles, Bytes: 30 * mb, How: ""}, Figure{Kind: Shared, Bytes: mb, How: ""})},
		}, 331, map[Kind]int64{NotGoAnon: 140, AllFiles: 30, Shared: 1}},
		{"a total alone", Sources{Runtime: []Runtime{goRuntime(Vars)}, Resident: []Resident{resident(Status, Figure{Kind: Undivided, Bytes: 300 * mb, How: ""})}}, 300, map[Kind]int64{NotGo: 140}},
		{"smaps without arenas, as on 32 bits", Sources{
			Runtime:  []Runtime{goRuntime(Vars)},
			Resident: []Resident{resident(Smaps, Figure{Kind: Anonymous, Bytes: 170 * mb, How: ""}, Figure{Kind: Binary, Bytes: 5 * mb, How: ""})},
		}, 175, map[Kind]int64{NotGoAnon: 10, Binary: 5}},
		{"smaps alone", Sources{Resident: []Resident{withArenas(resident(Smaps, Figure{Kind: GoHeap, Bytes: 140 * mb, How: ""}, Figure{Kind: Anonymous, Bytes: 20 * mb, How: ""}), false)}}, 160, map[Kind]int64{GoHeap: 140, OutsideHeap: 20, Anonymous: 0}},
		{"smaps and a profile", Sources{
			Resident: []Resident{withArenas(resident(Smaps, Figure{Kind: GoHeap, Bytes: 140 * mb, How: ""}, Figure{Kind: Anonymous, Bytes: 20 * mb, How: ""}), true)}, Profiles: heap,
		}, 160, map[Kind]int64{Live: 50, GoHeapRest: 90, Anonymous: 20}},
		{"a status and a profile", Sources{Resident: []Resident{resident(Status, Figure{Kind: AllAnonymous, Bytes: 140 * mb, How: ""}, Figure{Kind: AllFiles, Bytes: 20 * mb, How: ""})}, Profiles: heap}, 160, map[Kind]int64{Live: 50, AllAnonymous: 90, AllFiles: 20}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := c.s.Account()
			if err != nil {
				t.Fatal(err)
			}
			if a.Total != c.total*mb || a.Sum() != a.Total {
				t.Errorf("the total is %d MB, want %d; the parts add up to %d", a.Total/mb, c.total, a.Sum()/mb)
			}
			for kind, want := range c.want {
				if p, _ := a.part(kind); p.Bytes != want*mb {
					t.Errorf("%s has %d MB, want %d", kind, p.Bytes/mb, want)
				}
			}
			if !slices.IsSortedFunc(a.Parts, func(x, y Part) int { return int(y.Bytes/mb - x.Bytes/mb) }) {
				t.Errorf("the largest is not first: %+v", a.Parts)
			}
			untouched, _ := a.part(Untouched)
			for _, p := range a.Parts {
				inGo := slices.ContainsFunc(c.s.Runtime, func(r Runtime) bool { return r.of(p.Kind).Bytes > 0 })
				if want := inGo && a.Resident && untouched.Bytes < 0; p.AtMost != want || want != strings.HasPrefix(a.Share(p), "≤ ") {
					t.Errorf("%s is at most so much: %v, want %v; %s", p.Kind, p.AtMost, want, a.Share(p))
				}
			}
			for _, p := range slices.Concat(a.Parts, a.Beside) {
				if p.Kind.Name() == "" || p.Kind.Advice() == "" || p.Source == "" || p.Bytes == 0 {
					t.Errorf("a part lacks something: %+v", p)
				}
			}
		})
	}
}

// The summary names the largest part that no heap profile shows.
func TestSummary(t *testing.T) {
	heap := []Profile{{Source{Heap, "heap.pb.gz"}, 50 * mb, 2 * mb}}
	for _, c := range []struct {
		s    Sources
		want []string // the beginnings of the sentences
	}{
		{Sources{Runtime: []Runtime{goRuntime(Stats)}, Profiles: heap, Resident: []Resident{resident(Status, Figure{Kind: Undivided, Bytes: 600 * mb, How: ""})}},
			[]string{"The process has 600MB in memory; the heap profile shows 50MB (± 3.92MB), 8.33%.", "Most of it is “Outside the Go runtime, at least this”: 440MB, 73.33%."}},
		{Sources{Runtime: []Runtime{goRuntime(Stats)}},
			[]string{"The Go runtime has 200MB from the system.", "Most of it is “Heap objects, live or garbage”: 100MB, 50.00%.", "What the process has outside"}},
		{Sources{Runtime: []Runtime{goRuntime(Stats)}, Profiles: heap},
			[]string{"The Go runtime has 200MB from the system; the heap profile shows 50MB (± 3.92MB), 25.00%.", "The largest part of the rest is “Garbage, and objects since", "The next is “Heap given back", "What the process has outside"}},
		{Sources{Runtime: []Runtime{goRuntime(Stats)}, Profiles: []Profile{{InUse: 100 * mb}}, Resident: []Resident{resident(Status, Figure{Kind: AllAnonymous, Bytes: 170 * mb, How: ""})}},
			[]string{"The process has 170MB in memory; the heap profile shows 100MB, 58.82%.", "Most of it is “Live objects on the heap”: 100MB, 58.82%.", "The largest part of the rest is “Free pages", "The next is "}},
	} {
		a, err := c.s.Account()
		if err != nil {
			t.Fatal(err)
		}
		got := a.Summary()
		if len(got) != len(c.want) {
			t.Errorf("%q\nwant %q", got, c.want)
			continue
		}
		for i, s := range got {
			if !strings.HasPrefix(s.Text, c.want[i]) || (s.Of != "") != strings.Contains(s.Text, "“") {
				t.Errorf("%+v\nwant %q", s, c.want[i])
			}
			for _, p := range a.Advised() {
				if p.Kind == s.Of {
					t.Errorf("%q has the advice for %s, which is given again", s.Text, p.Kind)
				}
			}
		}
		if len(a.Advised()) == 0 {
			t.Errorf("no other part has advice: %+v", a.Parts)
		}
	}
}

// Of what is known twice, what is there first stays.
func TestJoin(t *testing.T) {
	s := Sources{Runtime: []Runtime{goRuntime(Stats)}, Resident: []Resident{resident(Smaps)}}
	s.Join(&Sources{
		Runtime:  []Runtime{{Source: Source{Stats, "later"}}, goRuntime(Metrics)},
		Resident: []Resident{{Source: Source{Smaps, "later"}}, resident(Metrics), resident(Status)},
		Profiles: []Profile{{Source: Source{Heap, "heap"}}}, Groups: []Group{{Source: Source{Max, "memory.max"}}},
	})
	var got []Form
	for _, f := range s.sources() {
		if got = append(got, f.Form); f.File == "later" {
			t.Errorf("%s was replaced", f.Form)
		}
	}
	if want := []Form{Stats, Metrics, Smaps, Status, Heap, Max}; !slices.Equal(got, want) || len(s.Resident) != 3 {
		t.Errorf("%q, want %q", got, want)
	}
}

// The part that changed most is named, in the direction of the sum, and not where chance may have made the change.
func TestCourse(t *testing.T) {
	account := func(s Sources) *Account {
		t.Helper()
		a, err := s.Account()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	at := func(anonymous, inUse, deviation int64) *Account {
		return account(Sources{
			Runtime: []Runtime{goRuntime(Vars)}, Profiles: []Profile{{Source: Source{Heap, "heap"}, InUse: inUse * mb, Deviation: deviation * mb}},
			Resident: []Resident{withArenas(resident(Smaps, Figure{Kind: GoHeap, Bytes: 140 * mb}, Figure{Kind: GoRuntime, Bytes: 20 * mb}, Figure{Kind: Anonymous, Bytes: anonymous * mb}), true)},
		})
	}
	for _, c := range []struct {
		all         []*Account
		first, then string
	}{
		{[]*Account{at(100, 40, 0), at(160, 50, 0)}, "The process has 320MB in memory, before it had 260MB: +60MB.", "The largest change is “Anonymous memory outside Go (mmap, malloc of C)”: +60MB. No profile"},
		{[]*Account{at(100, 40, 0), at(103, 70, 30)}, "The process has 263MB in memory, before it had 260MB: +3MB.", "The largest change is “Anonymous memory outside Go"},
		{[]*Account{at(100, 40, 0), at(95, 40, 0), at(150, 40, 0), at(170, 40, 0)}, "The process has 330MB in memory, before it had 260MB: +70MB.", "The largest change is “Anonymous memory outside Go (mmap, malloc of C)”: +70MB; it grew in 2 of 3 steps."},
		{[]*Account{at(100, 40, 0), at(100, 40, 0)}, "The process has 260MB in memory, before it had 260MB: 0.", ""},
	} {
		course, err := CourseOf(c.all)
		if err != nil {
			t.Fatal(err)
		}
		got := append(course.Summary(), "")
		if got[0] != c.first || !strings.HasPrefix(got[1], c.then) || c.then == "" && got[1] != "" {
			t.Errorf("%q, want %q, %q", got, c.first, c.then)
		}
		var sum int64
		for i := range course.Parts {
			sum += course.Parts[i].Delta()
		}
		if total := course.Total; sum != total[len(total)-1]-total[0] {
			t.Errorf("the changes add up to %d", sum)
		}
		rows := course.Rows()
		if c.then != "" && (len(rows) < 2 || !strings.Contains(strings.Join(rows, "\n"), "+")) || c.then == "" && len(rows) != 1 {
			t.Errorf("%q", rows)
		}
	}
	_, err := CourseOf([]*Account{at(1, 1, 0), account(Sources{Runtime: []Runtime{goRuntime(Vars)}})})
	if err == nil || !strings.Contains(err.Error(), "known from different sources") {
		t.Errorf("%v", err)
	}
}

// Sources that are not of one process at one moment are refused in one line.
func TestContradictions(t *testing.T) {
	smaps := withArenas(resident(Smaps, Figure{Kind: GoHeap, Bytes: 140 * mb, How: ""}), false)
	tight := smaps
	tight.Arenas = 64 * mb
	double := goRuntime(Vars)
	double.System *= 2
	for want, s := range map[string]Sources{
		"nothing here says how much memory":                               {Profiles: []Profile{{InUse: mb}}},
		"smaps and smaps are both smaps":                                  {Resident: []Resident{smaps, smaps}},
		"smaps has 140MB and status 900MB":                                {Resident: []Resident{smaps, resident(Status, Figure{Kind: Undivided, Bytes: 900 * mb, How: ""})}},
		"expvar.txt has 400MB and runtime.MemStats.txt 200MB":             {Runtime: []Runtime{double, goRuntime(Stats)}},
		"says that Go's heap has 178MB, but smaps has addresses for 64MB": {Runtime: []Runtime{goRuntime(Vars)}, Resident: []Resident{tight}},
		"heap has 900MB and expvar.txt 200MB":                             {Runtime: []Runtime{goRuntime(Vars)}, Profiles: []Profile{{Source: Source{Heap, "heap"}, InUse: 900 * mb}}},
	} {
		a, err := s.Account()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, %v; want %q", a, err, want)
		}
	}
}
