package origin

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestKinds(t *testing.T) {
	const steps = "parca+http://host?type=cpu&from=2026-11-24T14:00:00Z&until=2026-11-24T15:00:00Z&step=15m"
	for _, x := range []struct {
		text  Ref
		kind  Kind
		title string
	}{
		{"", Nothing, "."},
		{"-", Input, "standard input"},
		{"/data/cpu.pprof", Path, "cpu.pprof"},
		{"/data/support.zip/cpu.pprof", Path, "cpu.pprof"},
		{"/data/a" + Workspaces, Workspace, "a" + Workspaces},
		{"http://u:secret@host:6060/debug/pprof/heap", Server, "heap"},
		{"ftp://u:secret@host/x", Server, "x"},
		{"pyroscope+https://u:secret@host?type=process_cpu:cpu:ns:cpu:ns&from=now-1h", Question, "cpu now-1h – now"},
		{steps, Steps, "cpu 2026-11-24 14:00:00–15:00:00"},
	} {
		if k := x.text.Kind(); k != x.kind {
			t.Errorf("%s is of kind %d, want %d", x.text, k, x.kind)
		}
		if got := x.text.Title(); got != x.title && !(x.kind == Steps && strings.HasPrefix(got, "cpu 2026-11-24")) {
			t.Errorf("%s is called %q, want %q", x.text, got, x.title)
		}
		if p := string(x.text.Public()); strings.Contains(p, "secret") {
			t.Errorf("of %s, %s may be shown", x.text, p)
		}
	}
	all, err := Ref(steps).Unfold(time.Now())
	if err != nil || len(all) != 4 || all[0].Kind() != Question {
		t.Errorf("the steps are %q, %v", all, err)
	}
	if one, err := Ref("-").Unfold(time.Now()); err != nil || len(one) != 1 || one[0] != "-" {
		t.Errorf("standard input unfolds to %q, %v", one, err)
	}
}

// A path that is typed becomes absolute; nothing else changes.
func TestParse(t *testing.T) {
	if r := Parse("cpu.pprof"); !r.OnDisk() || r.Title() != "cpu.pprof" || r.Folder() != filepath.Dir(string(r)) {
		t.Errorf("a name becomes %s in %s", r, r.Folder())
	}
	for _, same := range []string{"", "-", "http://host:6060", "parca+http://host?type=cpu"} {
		if r := Parse(same); string(r) != same || r.Folder() != "" && same != "" {
			t.Errorf("%q becomes %q in %q", same, r, r.Folder())
		}
	}
}

// FuzzKept: what may be kept has no secrets, survives JSON, and may be kept again. The way from a folder leads back.
func FuzzKept(f *testing.F) {
	for _, s := range []string{"/data/cpu.pprof", "/data/\xff", "http://u:p@h/x?token=y", "-", "rel/x", "/a/http:/u@h", "parca+http://u:p@h?type=cpu", "/a/../b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := Ref(s).Kept()
		if r.Kept() != r {
			t.Errorf("%q is kept as %q, and that as %q", s, r, r.Kept())
		}
		data, err := json.Marshal(r)
		var back Ref
		if err == nil {
			err = json.Unmarshal(data, &back)
		}
		if err != nil || back != r {
			t.Errorf("%q comes back as %q, %v", r, back, err)
		}
		if at := r.RelativeTo("/data/run").In("/data/run"); r.OnDisk() && at != "" && at != Ref(filepath.Clean(string(r))) {
			t.Errorf("the way to %q leads to %q", r, at)
		}
	})
}
