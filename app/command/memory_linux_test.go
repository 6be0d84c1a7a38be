package command

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"profstation/internal/must"
	account "profstation/model/memory"
)

// Where a process for the tests finds what its memory is to go to, and where it writes.
const (
	planted     = "PROFSTATION_PLANTED"
	plantedInto = "PROFSTATION_PLANTED_INTO"
)

// init makes this process one of those whose memory is known, if a test has started it for that.
func init() {
	if cause := os.Getenv(planted); cause != "" {
		plant(cause, os.Getenv(plantedInto))
		os.Exit(0)
	}
}

const plantedSize = 96 << 20

// causes are what the memory of a process goes to, and what the account calls it.
var causes = map[string]account.Kind{
	"live":      account.Live,
	"garbage":   account.Unmarked,
	"slots":     account.HeapUnused,
	"free":      account.HeapFree,
	"stacks":    account.Stacks,
	"outside":   account.Anonymous,
	"file":      account.Files,
	"variables": account.Binary,
}

// variable is memory of the program itself.
var variable [plantedSize]byte

func touch(b []byte) {
	for i := 0; i < len(b); i += os.Getpagesize() {
		b[i] = 1
	}
}

// plant takes memory for a cause, and writes what the process says of itself, all at one moment.
func plant(cause, dir string) {
	debug.SetGCPercent(-1) // collections come where they are asked for
	var keep [][]byte
	fill := func(size int) [][]byte {
		var all [][]byte
		for range plantedSize / size {
			b := make([]byte, size)
			touch(b)
			all = append(all, b)
		}
		return all
	}
	stop, running := make(chan bool), make(chan bool)
	switch cause {
	case "live":
		keep = fill(1 << 20)
		runtime.GC()
	case "garbage":
		runtime.GC()
		fill(1 << 20)
	case "slots":
		for i, b := range fill(1 << 10) {
			if i%8 == 0 {
				keep = append(keep, b)
			}
		}
		runtime.GC()
	case "free":
		fill(1 << 20)
		runtime.GC()
	case "stacks":
		for range 1500 {
			go func() { deep(running, stop, 0) }()
		}
		for range 1500 {
			<-running
		}
		runtime.GC()
	case "outside":
		touch(must.Have(syscall.Mmap(-1, 0, plantedSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)))
	case "file":
		f := must.Have(os.Create(filepath.Join(dir, "mapped")))
		must.Do(f.Truncate(plantedSize))
		touch(must.Have(syscall.Mmap(int(f.Fd()), 0, plantedSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)))
	case "variables":
		touch(variable[:])
	}
	var heap, figures bytes.Buffer
	must.Do(pprof.Lookup("heap").WriteTo(&heap, 1))
	all := metrics.All()
	samples := make([]metrics.Sample, len(all))
	for i, d := range all {
		samples[i].Name = d.Name
	}
	metrics.Read(samples)
	smaps, status := must.Have(os.ReadFile("/proc/self/smaps")), must.Have(os.ReadFile("/proc/self/status"))
	rollup := must.Have(os.ReadFile("/proc/self/smaps_rollup"))
	values := map[string]uint64{}
	for _, s := range samples {
		if s.Value.Kind() == metrics.KindUint64 {
			values[s.Name] = s.Value.Uint64()
		}
	}
	must.Do(json.NewEncoder(&figures).Encode(values))
	for name, data := range map[string][]byte{
		"heap.txt": heap.Bytes(), "metrics.json": figures.Bytes(), "smaps": smaps, "status": status, "smaps_rollup": rollup,
	} {
		must.Do(os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	runtime.KeepAlive(keep)
	close(stop)
}

// deep holds a stack of more than 32kB until it may return.
func deep(running, stop chan bool, n int) byte {
	var room [1 << 10]byte
	if n < 56 {
		return deep(running, stop, n+1) + room[n]
	}
	running <- true
	<-stop
	return room[n]
}

// The parts of a process add up to its resident size, and what was planted is the largest.
func TestMemoryOfProcesses(t *testing.T) {
	for cause, kind := range causes {
		t.Run(cause, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.CommandContext(t.Context(), must.Have(os.Executable()))
			cmd.Env = append(os.Environ(), planted+"="+cause, plantedInto+"="+dir)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			in := func(names ...string) (all []string) {
				for _, name := range names {
					all = append(all, filepath.Join(dir, name))
				}
				return all
			}
			r := run(t, append([]string{"memory", "--json"}, in("smaps", "status", "metrics.json", "heap.txt")...)...)
			var info memoryInfo
			if err := json.Unmarshal([]byte(r.out), &info); r.exit != exitOK || err != nil {
				t.Fatalf("exit status %d, %v: %s", r.exit, err, r.err)
			}
			text := run(t, append([]string{"memory"}, in("smaps", "status", "metrics.json", "heap.txt")...)...).out
			resident := residentIn(t, in("status")[0])
			if off := max(info.Total, resident) - min(info.Total, resident); off > resident/50 {
				t.Errorf("the total is %d, VmRSS is %d", info.Total, resident)
			}
			if sum := sumOf(info.Parts); sum != info.Total {
				t.Errorf("the parts add up to %d, not to %d", sum, info.Total)
			}
			if first := info.Parts[0]; first.Part != kind || first.Bytes < plantedSize*8/10 || first.Bytes > plantedSize*13/10 {
				t.Errorf("the largest part is %s with %d bytes, want %s with about %d:\n%s", first.Part, first.Bytes, kind, plantedSize, text)
			}
			if !strings.Contains(text, "“"+kind.Name()+"”") {
				t.Errorf("the summary does not name %q:\n%s", kind.Name(), text)
			}
			if f := info.Parts[0].Files; (cause == "file") != (len(f) > 0 && filepath.Base(f[0].File) == "mapped" && strings.Contains(text, "  "+f[0].File)) {
				t.Errorf("the largest part has the files %+v:\n%s", f, text)
			}
			for _, p := range info.Parts {
				if p.Part == account.Kept && p.Bytes > 4<<20 || p.Part == account.Untouched && p.Bytes < -16<<20 {
					t.Errorf("%d bytes are %s:\n%s", p.Bytes, p.Part, text)
				}
			}
			for _, some := range [][]string{in("smaps"), in("status"), in("smaps_rollup"), in("heap.txt"), in("metrics.json"), in("heap.txt", "status"), in("smaps_rollup", "metrics.json"), in("heap.txt", "smaps")} {
				r := run(t, append([]string{"memory", "--json"}, some...)...)
				var info memoryInfo
				if err := json.Unmarshal([]byte(r.out), &info); r.exit != exitOK || err != nil || sumOf(info.Parts) != info.Total {
					t.Errorf("%q: exit status %d, %v, parts of %d add up to %d: %s", some, r.exit, err, info.Total, sumOf(info.Parts), r.err)
				}
			}
		})
	}
}

// A process that runs is asked by its number. What has such a name is a file.
func TestMemoryOfRunningProcess(t *testing.T) {
	number := strconv.Itoa(os.Getpid())
	heap := filepath.Join(t.TempDir(), "heap.txt")
	var b bytes.Buffer
	must.Do(pprof.Lookup("heap").WriteTo(&b, 1))
	must.Do(os.WriteFile(heap, b.Bytes(), 0o600))
	for _, args := range [][]string{{number}, {"/proc/" + number}, {"/proc/" + number + "/", heap}} {
		r := run(t, append([]string{"memory", "--json"}, args...)...)
		var info memoryInfo
		if err := json.Unmarshal([]byte(r.out), &info); r.exit != exitOK || err != nil || r.err != "" {
			t.Fatalf("%q: exit status %d, %v: %s", args, r.exit, err, r.err)
		}
		resident := residentIn(t, "/proc/self/status")
		if sumOf(info.Parts) != info.Total || info.Of != "resident" || info.Total < resident/2 || info.Total > 2*resident || info.Source != "smaps" {
			t.Errorf("%q: parts of %d add up to %d %s, and VmRSS is %d", args, info.Total, sumOf(info.Parts), info.Of, resident)
		}
	}
	t.Chdir(t.TempDir())
	must.Do(os.WriteFile("1", []byte("Name:\tshop\nPid:\t7\nVmRSS:\t1900 kB\n"), 0o600))
	if r := run(t, "memory", "1"); r.exit != exitOK || !strings.Contains(r.out, "The process has 1.86MB in memory") {
		t.Errorf("exit status %d\n%s%s", r.exit, r.out, r.err)
	}
	if r := run(t, "memory", "999999999"); r.exit != exitFailed || !strings.Contains(r.err, "/proc/999999999: no such process; give the number") {
		t.Errorf("exit status %d\n%s", r.exit, r.err)
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
