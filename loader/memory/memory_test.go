package memory

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model/memory"
)

// mapped writes a mapping as smaps has it.
func mapped(addresses, perms, path string, rss int) string {
	return fmt.Sprintf("%s %s 00000000 00:00 0    %s\nSize:  9 kB\nRss:    %d kB\nAnonymous:   0 kB\nSwap:    1 kB\nVmFlags: rd mr\n", addresses, perms, path, rss)
}

var (
	named = mapped("00400000-004ab000", "r-xp", "/bin/a b", 100) + mapped("004ab000-004b0000", "rw-p", "/bin/a b", 10) + mapped("004b0000-004c0000", "rw-p", "", 20) +
		mapped("c000000000-c000400000", "rw-p", "[anon: Go: heap]", 4000) + mapped("c000400000-c004000000", "---p", "[anon: Go: heap reservation]", 0) +
		mapped("55d0c0000000-55d0c0021000", "rw-p", "[heap]", 30) + mapped("7f0000000000-7f0000040000", "rw-p", "[anon: Go: immortal metadata]", 50) +
		mapped("7f0004000000-7f0008000000", "rw-p", "", 600) + mapped("7f0018000000-7f0018021000", "r--s", "/data/b.db", 7000) +
		mapped("7f0018021000-7f0018031000", "rw-s", "/dev/shm/x", 11) + mapped("7f0018031000-7f0018041000", "rw-s", "/memfd:y (deleted)", 12) +
		mapped("7f0018041000-7f0018051000", "rw-s", "anon_inode:[io_uring]", 2) +
		mapped("7ffcddad7000-7ffcddaf8000", "rw-p", "[stack]", 8) + mapped("7ffcddafa000-7ffcddafc000", "r-xp", "[vdso]", 4)
	// A kernel that keeps no names: a heap at a random address, as of Go 1.26, one of C's arenas, and memory between.
	nameless = mapped("00400000-004ab000", "r-xp", "/bin/a", 100) + mapped("251334000000-251335c00000", "---p", "", 0) +
		mapped("251335c00000-25133c400000", "rw-p", "", 4000) + mapped("25133c400000-251340000000", "---p", "", 0) +
		mapped("251350000000-251350001000", "rw-p", "", 4) + mapped("7f0004000000-7f0004021000", "rw-p", "", 132) +
		mapped("7f0004021000-7f0008000000", "---p", "", 0) + mapped("7ffcddad7000-7ffcddaf8000", "rw-p", "[stack]", 8)
	onARM = mapped("4000000000-4000400000", "rw-p", "", 4000) + mapped("4000400000-4004000000", "---p", "", 0) +
		mapped("700000000000-700004000000", "rw-p", "", 500) + mapped("ffff80000000-ffff84000000", "rw-p", "", 600) + mapped("fffff0000000-fffff0021000", "rw-p", "[stack]", 8)
	rollup = mapped("556acf174000-7ffd65fee000", "---p", "[rollup]", 1624)
	status = "Name:\tshop\nPid:\t7\nVmHWM:\t  2000 kB\nVmRSS:\t  1900 kB\nRssAnon:\t 1500 kB\nRssFile:\t 399 kB\nRssShmem:\t 1 kB\nVmSwap:\t 5 kB\nThreads:\t5\n"
)

// added reads a file into sources of its own.
func added(t *testing.T, name, text string) memory.Sources {
	t.Helper()
	var s memory.Sources
	if err := Add(&s, name, []byte(text)); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return s
}

// Mappings are told apart by name, and Go's heap by its addresses where the kernel keeps no names.
func TestMappings(t *testing.T) {
	for _, c := range []struct {
		name, text string
		named      bool
		want       map[memory.Kind]int64 // kB; all others have 0
	}{
		{"names", named, true, map[memory.Kind]int64{
			memory.Binary: 130, memory.GoHeap: 4000, memory.GoRuntime: 50, memory.Malloc: 30, memory.Anonymous: 600, memory.Files: 7000,
			memory.Shared: 23, memory.Kernel: 6, memory.MainStack: 8,
		}},
		{"no names", nameless, false, map[memory.Kind]int64{memory.Binary: 100, memory.GoHeap: 4000, memory.Anonymous: 136, memory.MainStack: 8}},
		{"arm64", onARM, false, map[memory.Kind]int64{memory.GoHeap: 4500, memory.Anonymous: 600, memory.MainStack: 8}},
	} {
		p := added(t, "smaps", c.text).Resident[0]
		var sum int64
		for _, a := range p.Areas {
			sum += a.Bytes
			if a.Bytes != c.want[a.Kind]*1024 {
				t.Errorf("%s: %s has %d kB, want %d", c.name, a.Kind, a.Bytes/1024, c.want[a.Kind])
			}
		}
		if sum != p.Bytes || p.Named != c.named || p.Arenas == 0 || p.Swapped != int64(strings.Count(c.text, "Swap:"))*1024 {
			t.Errorf("%s: areas of %d: %+v", c.name, sum, p)
		}
	}
	if p := added(t, "s", rollup).Resident[0]; p.Bytes != 1624<<10 || len(p.Areas) != 2 || p.Form != memory.Rollup {
		t.Errorf("%+v", p)
	}
	if p := added(t, "s", status).Resident[0]; p.Bytes != 1900<<10 || len(p.Areas) != 3 || p.Peak != 2000<<10 || p.Swapped != 5<<10 {
		t.Errorf("%+v", p)
	}
}

const (
	statsJSON = `{"Alloc": 100, "HeapAlloc": 100, "HeapSys": 300, "HeapIdle": 150, "HeapInuse": 150, "HeapReleased": 50, "Sys": 400,
		"StackInuse": 20, "StackSys": 25, "MSpanInuse": 1, "MSpanSys": 5, "MCacheInuse": 1, "MCacheSys": 5, "BuckHashSys": 10, "GCSys": 30, "OtherSys": 25,
		"NextGC": 200, "PauseNs": [1, 2], "GCCPUFraction": 0.5, "EnableGC": true, "BySize": [{"Size": 8, "Mallocs": 3, "Frees": 1}]}`
	statsText = "heap profile: 0: 0 [0: 0] @ heap/1048576\n\n# runtime.MemStats\n# Alloc = 100\n# TotalAlloc = 5000\n# Sys = 400\n# HeapAlloc = 100\n" +
		"# HeapSys = 300\n# HeapIdle = 150\n# HeapInuse = 150\n# HeapReleased = 50\n# Stack = 20 / 25\n# MSpan = 1 / 5\n# MCache = 1 / 5\n# BuckHashSys = 10\n" +
		"# GCSys = 30\n# OtherSys = 25\n# NextGC = 200\n# PauseNs = [1 2]\n# GCCPUFraction = 0.5\n# MaxRSS = 700\n"
	prometheus = "# HELP go_memstats_sys_bytes x\ngo_memstats_sys_bytes 400\ngo_memstats_heap_alloc_bytes 1e+02\ngo_memstats_heap_idle_bytes 150\n" +
		"go_memstats_heap_inuse_bytes 150\ngo_memstats_heap_released_bytes 50\ngo_memstats_stack_inuse_bytes 20\ngo_memstats_stack_sys_bytes 25\n" +
		"go_memstats_mspan_sys_bytes 5\ngo_memstats_mcache_sys_bytes 5\ngo_memstats_buck_hash_sys_bytes 10\ngo_memstats_gc_sys_bytes 30\n" +
		"go_memstats_other_sys_bytes 25\ngo_memstats_next_gc_bytes 200\nprocess_resident_memory_bytes 900\n"
)

// metricsText has the same figures as the MemStats, and more, with a text between names and values.
func metricsText(line string) string {
	var b strings.Builder
	for name, n := range map[string]int{
		"heap/objects": 100, "heap/unused": 50, "heap/free": 100, "heap/released": 50, "heap/stacks": 20, "os-stacks": 5, "metadata/mspan/inuse": 1,
		"metadata/mspan/free": 4, "metadata/mcache/inuse": 1, "metadata/mcache/free": 4, "profiling/buckets": 10, "metadata/other": 30, "other": 25, "total": 400,
	} {
		fmt.Fprintf(&b, line, "/memory/classes/"+name+":bytes", n)
	}
	fmt.Fprintf(&b, line, "/gc/heap/live:bytes", 80)
	fmt.Fprintf(&b, line, "/gc/gomemlimit:bytes", 1000)
	fmt.Fprintf(&b, line, "/gc/heap/goal:bytes", 200)
	return b.String()
}

// Whoever says it, the Go runtime has the same parts.
func TestRuntime(t *testing.T) {
	stats, err := Stats([]byte(statsText))
	if err != nil || stats == nil || stats.Peak != 700 {
		t.Fatalf("%+v, %v", stats, err)
	}
	object := "{" + strings.TrimSuffix(metricsText("%q: %d, "), ", ") + "}"
	list := "[" + strings.TrimSuffix(metricsText(`{"Name": %q, "Value": %d}, `), ", ") + "]"
	for _, c := range []struct {
		what string
		r    memory.Runtime
		more bool // it says more than MemStats
	}{
		{"MemStats in a profile", *stats, false},
		{"MemStats as JSON", added(t, "s", statsJSON).Runtime[0], false},
		{"/debug/vars", added(t, "s", `{"cmdline": ["/bin/a"], "memstats": `+statsJSON+`}`).Runtime[0], false},
		{"Prometheus", added(t, "s", prometheus).Runtime[0], false},
		{"runtime/metrics, a line each", added(t, "s", metricsText("%s: %d\n")).Runtime[0], true},
		{"with blanks", added(t, "s", metricsText("  %s %d\r\n")).Runtime[0], true},
		{"as an object", added(t, "s", object).Runtime[0], true},
		{"as a list", added(t, "s", list).Runtime[0], true},
		{"within others", added(t, "s", `{"metrics": {"all": `+list+`}, "x": null}`).Runtime[0], true},
	} {
		want := map[memory.Kind]int64{
			memory.Objects: 100, memory.HeapUnused: 50, memory.HeapFree: 100, memory.HeapReleased: 50, memory.Stacks: 20, memory.OSStacks: 5,
			memory.Spans: 5, memory.Caches: 5, memory.Buckets: 10, memory.Collector: 30, memory.RuntimeOther: 25,
		}
		for _, f := range c.r.Parts {
			if f.Bytes != want[f.Kind] || f.How == "" {
				t.Errorf("%s: %+v, want %d", c.what, f, want[f.Kind])
			}
		}
		if len(c.r.Parts) != len(want) || c.r.System != 400 || c.r.Goal != 200 || c.more != (c.r.Live == 80 && c.r.Limit == 1000) {
			t.Errorf("%s: %+v", c.what, c.r)
		}
	}
	if s := added(t, "s", prometheus); len(s.Resident) != 1 || s.Resident[0].Bytes != 900 {
		t.Errorf("%+v", s.Resident)
	}
	// A limit that is none, and the live heap alone beside what others say.
	if s := added(t, "s", "/gc/heap/live:bytes 80\n/gc/gomemlimit:bytes 9223372036854775807\n/gc/heap/goal:bytes 18446744073709551615\n"); s.Runtime[0].Live != 80 ||
		s.Runtime[0].Limit != 0 || s.Runtime[0].Goal != 0 || s.Runtime[0].System != 0 {
		t.Errorf("%+v", s.Runtime)
	}
	for _, none := range []string{"", "heap profile: 0: 0 [0: 0] @ heap/1048576\n", statsText[:len(statsText)-200]} {
		if r, err := Stats([]byte(none)); r != nil || err != nil {
			t.Errorf("%+v, %v of %q", r, err, none)
		}
	}
}

// What was recorded beside a profile has its name. What cannot be read is left out with a line.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	profile := filepath.Join(dir, "a.b", "2026_heap.pb.gz")
	must.Do(os.Mkdir(filepath.Dir(profile), 0o777))
	write := func(ending, text string) {
		must.Do(os.WriteFile(filepath.Join(dir, "a.b", "2026_heap")+ending, []byte(text), 0o600))
	}
	s, left := Beside(profile)
	if !s.Empty() || left != nil {
		t.Errorf("%+v, %q beside nothing", s, left)
	}
	write(SmapsEnding, named)
	write(StatusEnding, "Name: x\nPid: 7\n")
	write(StatsEnding, statsText[strings.Index(statsText, statsMark):])
	write(VarsEnding, statsJSON)
	write(GroupEnding+"max", "2000000\n")
	must.Do(os.Mkdir(filepath.Join(dir, "a.b", "2026_heap"+MetricsEnding), 0o777))
	write("2"+RollupEnding, rollup) // of another profile
	s, left = Beside(profile)
	if len(s.Resident) != 1 || s.Resident[0].Form != memory.Smaps || len(s.Runtime) != 2 || s.Runtime[1].Form != memory.Stats || s.Runtime[1].System != 400 || len(s.Groups) != 1 {
		t.Errorf("%+v", s)
	}
	if len(left) != 1 || !strings.HasPrefix(left[0], "2026_heap.status beside it is left out: a status without VmRSS") {
		t.Errorf("%q", left)
	}
}

// A control group's limit is a number alone, so the file's name says what it is.
func TestLimit(t *testing.T) {
	for text, want := range map[string]int64{"1073741824\n": 1 << 30, "max\n": 0, "9223372036854771712\n": 0} {
		var got int64
		for _, g := range added(t, "/sys/fs/cgroup/memory.max", text).Groups {
			got = g.Figures[0].Bytes
		}
		if got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}

// What a control group uses has the name of its file, also behind that of a profile.
func TestGroup(t *testing.T) {
	for name, want := range map[string]memory.Kind{"memory.current": memory.GroupUsed, "heap.memory.current": memory.GroupUsed, "a/memory.usage_in_bytes": memory.GroupUsed, "x.memory.max": memory.GroupLimit} {
		if g := added(t, name, "4096\n").Groups[0]; g.Figures[0].Kind != want || g.Figures[0].Bytes != 4096 {
			t.Errorf("%s is %+v, want %s", name, g, want)
		}
	}
	g := added(t, "memory.stat", "anon 100\nfile 200\nkernel 30\nshmem 5\nfile_dirty 7\n").Groups[0]
	var got []string
	for _, f := range g.Figures {
		got = append(got, fmt.Sprint(f.Kind, f.Bytes))
	}
	if want := "cgroup_file200 cgroup_kernel30 cgroup_shmem5"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The largest mapped files are named, largest first, with all of their mappings.
func TestLargestFiles(t *testing.T) {
	text := mapped("00400000-004ab000", "r-xp", "/bin/a", 100)
	for i := range 9 {
		text += mapped(fmt.Sprintf("7f00%d0000000-7f00%d0001000", i, i), "r--s", fmt.Sprintf("/data/%d.db", i), 10+i)
	}
	text += mapped("7f0100000000-7f0100001000", "r--s", "/data/0.db", 50) + mapped("7f0200000000-7f0200001000", "rw-s", "/dev/shm/x", 8) +
		mapped("7f0300000000-7f0300001000", "rw-s", "/gone (deleted)", 0)
	p := added(t, "smaps", text).Resident[0]
	for kind, want := range map[memory.Kind]string{memory.Files: "/data/0.db 60, /data/8.db 18, /data/7.db 17, /data/6.db 16, /data/5.db 15", memory.Shared: "/dev/shm/x 8", memory.Binary: ""} {
		var got []string
		for _, a := range p.Areas {
			for _, f := range a.Largest {
				if a.Kind == kind {
					got = append(got, fmt.Sprint(f.File, " ", f.Bytes/1024))
				}
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("the largest of %s are %q, want %s", kind, got, want)
		}
	}
}

// Nonsense is refused in one line that says what is wrong.
func TestNonsense(t *testing.T) {
	replaced := func(text, old, by string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not in the text", old)
		}
		return strings.Replace(text, old, by, 1)
	}
	for _, c := range []struct{ text, want string }{
		{"", "nothing about the memory of a process"},
		{"\x00\x01", "nothing about the memory of a process"},
		{"12\n", "a number alone; name the file memory.max"},
		{replaced(status, "VmRSS", "VmXSS"), "a status without VmRSS; kernel threads have none"},
		{replaced(status, "1900 kB", "x kB"), `"x" where a number of bytes was expected`},
		{replaced(status, "1900 kB", "99999999999999999999 kB"), "VmRSS is 8,192PB, more memory"},
		{replaced(status, "1900 kB", "1 kB"), "add up to 1.86MB, and its VmRSS is 1kB"},
		{status + "VmRSS: 3 kB\n", "two lines with VmRSS"},
		{replaced(rollup, "Anonymous:   0", "Anonymous:   9999"), "more anonymous memory than memory"},
		{strings.ReplaceAll(named, "Rss:", "Xss:"), "mappings without their sizes in memory, as in /proc/PID/maps; save smaps"},
		{mapped("00400000-00300000", "r-xp", "", 1), "a mapping with no addresses: 00400000-00300000"},
		{named + mapped("00400000-00500000", "r-xp", "", 1), "not in the order of their addresses"},
		{replaced(statsJSON, `"Sys": 400`, `"Sys": 4`), "parts of 400B in a Go runtime that has 4B from the system"},
		{replaced(statsJSON, `"HeapAlloc": 100`, `"HeapAlloc": 200`), "MemStats in which HeapAlloc is larger than HeapInuse"},
		{replaced(statsJSON, `"GCSys": 30, `, ""), "MemStats without GCSys"},
		{replaced(statsJSON, `"GCSys": 30`, `"GCSys": -30`), `"-30" where a number of bytes was expected`},
		{replaced(statsJSON, `"GCSys": 30`, `"GCSys": 1e18`), "GCSys is 888PB, more memory than any machine has"},
		{replaced(statsJSON, "}]}", ""), "broken JSON"},
		{"[" + statsJSON + "," + replaced(statsJSON, "25,\n", "26,\n") + "]", "several values of OtherSys; an account is of one process"},
		{metricsText("%s %d\n") + "/gc/heap/live:bytes 81\n", "several values of /gc/heap/live:bytes"},
		{statsText[strings.Index(statsText, statsMark) : len(statsText)-200], "MemStats that are cut off"},
		{"/memory/classes/x:bytes 7\n", "no metric of the memory of a process"},
	} {
		var s memory.Sources
		err := Add(&s, "file", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v; want %q of %q", err, c.want, c.text[:min(len(c.text), 100)])
		}
		if len(s.Runtime)+len(s.Resident)+len(s.Groups) > 0 {
			t.Errorf("%q: refused, and %+v is kept", c.want, s)
		}
	}
	if _, err := Stats([]byte(replaced(statsText, "HeapAlloc = 100", "HeapAlloc = 200"))); err == nil {
		t.Error("nonsense in a profile is read")
	}
}

// Profiles of other forms are not taken for files about memory.
func TestOthers(t *testing.T) {
	for _, name := range []string{"heap.pprof", "cpu.speedscope.json", "cpu.otlp.json", "cpu.perf.txt", "goroutine.debug1.txt", "goroutine.debug2.txt", "heap.jemalloc.txt"} {
		if form := FormOf(must.Have(os.ReadFile("../../testdata/" + name))); form != "" {
			t.Errorf("%s is taken for %s", name, form)
		}
	}
	if form := FormOf([]byte(statsText)); form != "" {
		t.Errorf("a heap profile is taken for %s", form)
	}
}

// Whatever the bytes are, what is read has parts that add up, and makes an account that adds up.
func FuzzAdd(f *testing.F) {
	for _, seed := range []string{named, nameless, rollup, status, statsJSON, statsText, prometheus, metricsText("%s: %d\n"), "12\n", `[{"name":"/gc/heap/live:bytes","value":{"x":3}}]`} {
		f.Add("memory.max", []byte(seed))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		var s memory.Sources
		err := Add(&s, name, data)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("an error of several lines: %v", err)
		}
		if r, err := Stats(data); err == nil && r != nil {
			s.Runtime = append(s.Runtime, *r)
		}
		for _, p := range s.Resident {
			var sum int64
			for _, a := range p.Areas {
				sum += a.Bytes
			}
			if p.Bytes < 0 || p.Form == memory.Smaps && sum != p.Bytes {
				t.Errorf("areas of %d bytes in %+v", sum, p)
			}
		}
		a, err := s.Account()
		if err == nil && a.Sum() != a.Total {
			t.Errorf("the parts add up to %d, not to %d", a.Sum(), a.Total)
		}
		if err == nil {
			a.Summary()
		}
	})
}
