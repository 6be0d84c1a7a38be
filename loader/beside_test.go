package loader_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model/memory"
)

const besideStats = "# runtime.MemStats\n# Sys = 400\n# HeapAlloc = 100\n# HeapIdle = 150\n# HeapInuse = 150\n# HeapReleased = 50\n# Stack = 20 / 25\n" +
	"# MSpan = 1 / 5\n# MCache = 1 / 5\n# BuckHashSys = 10\n# GCSys = 30\n# OtherSys = 25\n"

// What was recorded beside a heap profile is read with it, and is no profile itself.
func TestRecordedBeside(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.Do(os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	known := func(path string) *memory.Sources {
		return must.Have(loader.Open(t.Context(), path, loader.Options{})).Profile.Memory
	}
	heap := file("heap.pb.gz", string(must.Have(os.ReadFile("../testdata/heap.pprof"))))
	cpu := file("cpu.pprof", string(must.Have(os.ReadFile("../testdata/cpu.pprof"))))
	text := file("text.txt", "heap profile: 1: 8 [1: 8] @ heap/1048576\n1: 8 [1: 8] @ 0x1 0x2\n\n"+besideStats)
	if s := known(heap); s != nil {
		t.Errorf("%+v beside nothing", s)
	}
	if s := known(text); s == nil || len(s.Runtime) != 1 || s.Runtime[0].System != 400 {
		t.Errorf("%+v at the end of the profile", s)
	}
	for name, data := range map[string]string{
		"memstats": besideStats, "status": "Name:\tshop\nUmask:\t0022\nPid:\t7\nVmRSS:\t1900 kB\nRssAnon:\t1500 kB\n",
		"smaps":   "00400000-004ab000 r-xp 00000000 00:00 0    /bin/a\nSize:  9 kB\nRss:    90 kB\nAnonymous:   0 kB\n",
		"metrics": "go_memstats_sys_bytes 400\nprocess_resident_memory_bytes 900\n/gc/heap/live:bytes 80\n",
		"vars":    `{"memstats": {"HeapAlloc": 1}}`, "memory.max": "7\n",
	} {
		if look := loader.Sniff([]byte(data)); look.Format != "" {
			t.Errorf("%s is taken for %s", name, look.Format)
		}
		if name == "vars" || name == "metrics" { // these lack something
			continue
		}
		for _, of := range []string{"heap.", "cpu.", "text."} {
			file(of+name, data)
		}
	}
	s := known(heap)
	if s == nil || len(s.Runtime) != 1 || len(s.Resident) != 2 || len(s.Groups) != 1 {
		t.Fatalf("%+v", s)
	}
	if s := known(text); len(s.Runtime) != 1 || s.Runtime[0].File != "" || len(s.Resident) != 2 {
		t.Errorf("the profile's own figures are not kept: %+v", s)
	}
	if s := known(cpu); s != nil {
		t.Errorf("%+v of a CPU profile", s)
	}
	file("heap.vars", "{")
	file("heap.metrics", "go_memstats_sys_bytes 1e30\n")
	p := must.Have(loader.Open(t.Context(), heap, loader.Options{})).Profile
	if w := strings.Join(p.Warnings, "\n"); !strings.Contains(w, "heap.vars beside it is left out") || !strings.Contains(w, "heap.metrics beside it is left out") {
		t.Errorf("%q", w)
	}
}
