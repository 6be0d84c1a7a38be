package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	account "profstation/model/memory"
	"profstation/testdata/record/planted"
)

// causes are what the memory of a process goes to, and what the account calls it.
var causes = map[string]account.Kind{
	"live":       account.Live,
	"garbage":    account.Unmarked,
	"limit":      account.Unmarked,
	"slots":      account.HeapUnused,
	"peak":       account.HeapFree,
	"map":        account.Live,
	"stacks":     account.Stacks,
	"goroutines": account.Stacks,
	"outside":    account.Anonymous,
	"file":       account.Files,
	"variables":  account.Binary,
	"malloc":     account.Anonymous,
}

// accounts holds that the files about a process have parts that add up to its resident size, and that what was planted is the
// largest and is named.
func accounts(t *testing.T, cause, status string, files ...string) {
	t.Helper()
	kind := causes[cause]
	r := run(t, append([]string{"memory", "--json"}, files...)...)
	var info memoryInfo
	if err := json.Unmarshal([]byte(r.out), &info); r.exit != exitOK || err != nil {
		t.Fatalf("exit status %d, %v: %s", r.exit, err, r.err)
	}
	text := run(t, append([]string{"memory"}, files...)...).out
	resident := residentIn(t, status)
	if off := max(info.Total, resident) - min(info.Total, resident); off > resident/50 {
		t.Errorf("the total is %d, VmRSS is %d", info.Total, resident)
	}
	if sum := sumOf(info.Parts); sum != info.Total {
		t.Errorf("the parts add up to %d, not to %d", sum, info.Total)
	}
	if first := info.Parts[0]; first.Part != kind || first.Bytes < planted.Size*8/10 || first.Bytes > planted.Size*3/2 {
		t.Errorf("the largest part is %s with %d bytes, want %s with about %d:\n%s", first.Part, first.Bytes, kind, planted.Size, text)
	}
	if !strings.Contains(text, "“"+kind.Name()+"”") {
		t.Errorf("the summary does not name %q:\n%s", kind.Name(), text)
	}
	if f := info.Parts[0].Files; (cause == "file") != (len(f) > 0 && filepath.Base(f[0].File) == "mapped" && strings.Contains(text, "  "+f[0].File)) {
		t.Errorf("the largest part has the files %+v:\n%s", f, text)
	}
	limits := slices.DeleteFunc(info.Beside, func(p partInfo) bool { return p.Part != account.MemoryLimit })
	if (cause == "limit") != (len(limits) == 1 && limits[0].Bytes == planted.Limit) {
		t.Errorf("the limits are %+v", limits)
	}
	for _, p := range info.Parts {
		if p.Part == account.Kept && p.Bytes > 4<<20 || p.Part == account.Untouched && p.Bytes < -16<<20 {
			t.Errorf("%d bytes are %s:\n%s", p.Bytes, p.Part, text)
		}
	}
}

// What processes of both releases said of their memory, with the files beside a heap profile that Record saves, accounts
// for it.
func TestMemoryOfRecordings(t *testing.T) {
	for cause := range causes {
		for _, dir := range []string{recordings + "/memory/", recordings + "/go1.27/memory/"} {
			t.Run(dir+cause, func(t *testing.T) { accounts(t, cause, dir+cause+".status", dir+cause+".txt") })
		}
	}
}

// What is no source, and sources that contradict each other, are refused in one line.
func TestMemoryRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.Do(os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	status := file("status", "Name:\tshop\nUmask:\t0022\nPid:\t7\nVmRSS:\t1900 kB\n")
	for _, c := range []struct {
		args []string
		exit int
		want string
	}{
		{nil, exitUsage, "expected files about one process"},
		{[]string{status, status}, exitFailed, "are both status: an account is of one process at one moment"},
		{[]string{status, recordings + "/cpu.pprof"}, exitFailed, "is no heap profile: it has no sample type inuse_space"},
		{[]string{recordings + "/trace.trace"}, exitFailed, "is an execution trace"},
		{[]string{recordings + "/heap.pprof"}, exitFailed, "nothing here says how much memory the process has"},
		{[]string{file("limit", "12\n")}, exitFailed, "limit: a number alone"},
		{[]string{file("maps", "00400000-004ab000 r-xp 00000000 fe:00 7 /bin/a\n")}, exitFailed, "maps: mappings without their sizes"},
		{[]string{filepath.Join(dir, "none")}, exitFailed, "no such file"},
	} {
		r := run(t, append([]string{"memory"}, c.args...)...)
		if r.exit != c.exit || r.out != "" || !strings.Contains(r.err, c.want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%q: exit status %d\n%s%s", c.args, r.exit, r.out, r.err)
		}
	}
	// What was recorded beside a profile is found, and may be named, too.
	heap := file("shop_heap.pb.gz", string(contents(t, recordings+"/heap.pprof")))
	beside := file("shop_heap.status", string(contents(t, status)))
	for _, args := range [][]string{{heap}, {heap, beside}, {beside, heap}} {
		r := run(t, append([]string{"memory"}, args...)...)
		if r.exit != exitOK || !strings.Contains(r.out, "The process has 1.86MB in memory") {
			t.Errorf("%q: exit status %d\n%s%s", args, r.exit, r.out, r.err)
		}
	}
	if r := run(t, "report", "-o", "-", heap); r.exit != exitOK || !strings.Contains(r.out, "The process has 1.86MB in memory") || !strings.Contains(r.out, "Resident memory, not divided</text>") {
		t.Errorf("exit status %d, and the report does not say where the memory is\n%s", r.exit, r.err)
	}
	// Two are compared, and those in a folder one after the other.
	later := file("shop_later.pb.gz", string(contents(t, recordings+"/heap.pprof")))
	file("shop_later.status", strings.Replace(string(contents(t, status)), "1900", "9900", 1))
	for _, args := range [][]string{{"--base", heap, later}, {dir}} {
		r := run(t, append([]string{"memory"}, args...)...)
		if r.exit != exitOK || !strings.Contains(r.out, "The process has 9.67MB in memory, before it had 1.86MB: +7.81MB.\nThe largest change is “Resident memory, not divided”: +7.81MB.") ||
			!strings.Contains(r.out, "1900kB        9900kB       +8000kB  Resident memory, not divided") {
			t.Errorf("%q: exit status %d\n%s%s", args, r.exit, r.out, r.err)
		}
		r = run(t, append([]string{"memory", "--json"}, args...)...)
		var info courseInfo
		if err := json.Unmarshal([]byte(r.out), &info); err != nil || len(info.Total) != 2 || info.Total[1]-info.Total[0] != 8000<<10 || info.Of != "resident" {
			t.Errorf("%q: %+v, %v", args, info, err)
		}
	}
	if r := run(t, "report", "-o", "-", "--nodecount", "3", "--base", heap, later); r.exit != exitOK || !strings.Contains(r.out, "<dt>Memory of the process</dt><dd>The process has 9.67MB") {
		t.Errorf("exit status %d, and the report does not say what changed\n%s", r.exit, r.err)
	}
	for want, args := range map[string][]string{
		"0 heap profiles of which more is known, at least two are needed": {t.TempDir()},
		"known from different sources: status and status, heap profile":   {"--base", status, heap},
	} {
		if r := run(t, append([]string{"memory"}, args...)...); r.exit != exitFailed || !strings.Contains(r.err, want) {
			t.Errorf("%q: exit status %d, %s", args, r.exit, r.err)
		}
	}
	r := runOn(t, string(contents(t, status)), "memory", "-", file("memory.max", "1073741824\n"), recordings+"/heap.pprof")
	if r.exit != exitOK || !strings.Contains(r.out, "Resident memory, not divided") || !strings.Contains(r.out, "Limit of the control group") || !strings.Contains(r.out, "Shown by the heap profile") {
		t.Errorf("exit status %d\n%s%s", r.exit, r.out, r.err)
	}
}

func sumOf(parts []partInfo) (sum int64) {
	for _, p := range parts {
		sum += p.Bytes
	}
	return sum
}

// residentIn returns VmRSS of a status.
func residentIn(t *testing.T, status string) int64 {
	t.Helper()
	for line := range strings.Lines(string(contents(t, status))) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "VmRSS:" {
			return must.Have(json.Number(f[1]).Int64()) * 1024
		}
	}
	t.Fatal("no VmRSS")
	return 0
}
