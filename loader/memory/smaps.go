package memory

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/memory"
)

// mapping is a range of addresses in smaps.
type mapping struct {
	start, end     uint64
	perms, path    string
	rss, anonymous int64
	swap           int64
	area           memory.Kind
}

// readSmaps reads /proc/PID/smaps or smaps_rollup: mappings ordered by address, each followed by its sizes.
func readSmaps(data []byte) (*memory.Resident, error) {
	var all []mapping
	var sum int64
	sized := false
	for line := range bytes.Lines(data) {
		line = bytes.TrimRight(line, "\r\n")
		if m := mappingLine.FindSubmatch(line); m != nil {
			next, err := mappingOf(m)
			if err != nil {
				return nil, err
			}
			if n := len(all); n > 0 && next.start < all[n-1].end {
				return nil, nonsense(lang.L("mappings that are not in the order of their addresses"))
			}
			all = append(all, next)
			continue
		}
		name, n, ok, err := kilobytes(line)
		if err != nil {
			return nil, err
		}
		if !ok || len(all) == 0 {
			continue // such as VmFlags
		}
		switch m := &all[len(all)-1]; name {
		case "Rss":
			m.rss, sized = n, true
			sum += n
			if err := plausible(name, sum); err != nil {
				return nil, err
			}
		case anonymousOfMark:
			m.anonymous = n
		case "Swap":
			m.swap = n
		}
	}
	if !sized {
		return nil, &input.Error{Found: lang.L("mappings without their sizes in memory, as in /proc/PID/maps"), Advice: lang.L("save smaps, which has them")}
	}
	if len(all) == 1 && all[0].path == "[rollup]" {
		return rolledUp(&all[0])
	}
	return classify(all), nil
}

func mappingOf(m [][]byte) (mapping, error) {
	start, err1 := strconv.ParseUint(string(m[1]), 16, 64)
	end, err2 := strconv.ParseUint(string(m[2]), 16, 64)
	if err1 != nil || err2 != nil || end <= start {
		return mapping{}, nonsense(lang.L("a mapping with no addresses: {{.Line}}", lang.With{"Line": input.Bounded(string(m[0]), 80)}))
	}
	return mapping{start: start, end: end, perms: string(m[3]), path: string(m[4])}, nil
}

// anonymousOfMark is what smaps calls anonymous memory.
const anonymousOfMark = "Anonymous"

func rolledUp(m *mapping) (*memory.Resident, error) {
	if m.anonymous > m.rss {
		return nil, nonsense(lang.L("more anonymous memory than memory"))
	}
	return &memory.Resident{Bytes: m.rss, Swapped: m.swap, Areas: []memory.Figure{
		{Kind: memory.AllAnonymous, Bytes: m.anonymous, How: anonymousOfMark},
		{Kind: memory.FilesShared, Bytes: m.rss - m.anonymous, How: lang.L("Rss, less Anonymous")},
	}}, nil
}

// The names that the Go runtime gives its mappings since 1.25 (setVMAName), if the kernel keeps them.
const (
	goMark     = "[anon: Go: "
	goHeapMark = goMark + "heap" // with "heap reservation"
	goUserMark = goMark + "user arena chunk"
)

// order is how areas are ordered.
var order = []struct {
	kind memory.Kind
	how  string
}{
	{memory.GoHeap, lang.Later("mappings named Go: heap")},
	{memory.GoRuntime, lang.Later("other mappings named Go")},
	{memory.Binary, lang.Later("the file of the first code")},
	{memory.Files, lang.Later("mappings of files")},
	{memory.Shared, "/dev/shm"},
	{memory.Malloc, "[heap]"},
	{memory.MainStack, "[stack]"},
	{memory.Kernel, "[vdso]"},
	{memory.Anonymous, lang.Later("other anonymous mappings")},
}

// classify says what each mapping is, and adds them up.
func classify(all []mapping) *memory.Resident {
	p := &memory.Resident{}
	binary := binaryOf(all)
	for i := range all {
		m := &all[i]
		m.area = areaOf(m, binary)
		if m.area == memory.Anonymous && m.path == "" && i > 0 && all[i-1].area == memory.Binary && all[i-1].end == m.start {
			m.area = memory.Binary // its variables that begin as zero
		}
		p.Named = p.Named || strings.HasPrefix(m.path, goMark)
	}
	if !p.Named {
		findArenas(all)
	}
	bytes, files := map[memory.Kind]int64{}, map[memory.Kind]map[string]int64{memory.Files: {}, memory.Shared: {}}
	for _, m := range all {
		bytes[m.area] += m.rss
		if of := files[m.area]; of != nil && m.rss > 0 {
			of[m.path] += m.rss
		}
		p.Bytes, p.Swapped = p.Bytes+m.rss, p.Swapped+m.swap
		if m.area == memory.GoHeap {
			p.Arenas += int64(min(m.end-m.start, mostBytes))
		}
	}
	p.Arenas = min(p.Arenas, mostBytes)
	for _, a := range order {
		how := lang.L(a.how)
		if a.kind == memory.GoHeap && !p.Named {
			how = lang.L("anonymous memory at addresses of Go's arenas")
		}
		p.Areas = append(p.Areas, memory.Figure{Kind: a.kind, Bytes: bytes[a.kind], How: how, Largest: largest(files[a.kind])})
	}
	return p
}

// largest returns the largest files.
func largest(files map[string]int64) (all []memory.Mapped) {
	const few = 5
	for name, n := range files {
		all = append(all, memory.Mapped{File: name, Bytes: n})
	}
	slices.SortFunc(all, func(a, b memory.Mapped) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.File, b.File))
	})
	return all[:min(len(all), few)]
}

// binaryOf returns the program's file: the one with the first code, by address. Libraries and the
// loader lie higher.
func binaryOf(all []mapping) string {
	for _, m := range all {
		if strings.HasPrefix(m.path, "/") && m.perms[2] == 'x' {
			return m.path
		}
	}
	return ""
}

// areaOf returns what a mapping is by its name.
func areaOf(m *mapping, binary string) memory.Kind {
	has := func(prefixes ...string) bool {
		for _, prefix := range prefixes {
			if strings.HasPrefix(m.path, prefix) {
				return true
			}
		}
		return false
	}
	switch {
	case m.path == "":
		return memory.Anonymous
	case has(goHeapMark, goUserMark):
		return memory.GoHeap
	case has(goMark):
		return memory.GoRuntime
	case m.path == "[heap]":
		return memory.Malloc
	case has("[stack"):
		return memory.MainStack
	case has("[anon:"):
		return memory.Anonymous
	case has("[anon_shmem:", "/dev/shm/", "/memfd:", "/SYSV", "/dev/zero"):
		return memory.Shared
	case m.path == binary:
		return memory.Binary
	case has("/dev/"), !has("/"):
		return memory.Kernel
	}
	return memory.Files
}

// arena is how large an arena in Go's heap is on 64-bit systems, and what its address is a multiple of (heapArenaBytes
// in Go's runtime/malloc.go).
const arena = 64 << 20

// findArenas finds Go's arenas by their addresses, where no names say it. Go asks for addresses in the lower half of
// those that a program may have: at 0xc000000000 on amd64 and 0x4000000000 on arm64, and at random ones since 1.26
// (mallocinit). Kernels choose from the upper half, where they put libraries, stacks and what C maps. An arena is
// reserved whole, so anonymous mappings beside each other begin and end at such multiples.
func findArenas(all []mapping) {
	upper := uint64(1) << 46 // of 47 bits, on amd64
	for _, m := range all {
		if m.path == "[stack]" && m.start >= 1<<47 {
			upper = 1 << 47 // of 48 bits, on arm64
		}
	}
	for first := 0; first < len(all); {
		next := first + 1
		if all[first].area != memory.Anonymous {
			first = next
			continue
		}
		for next < len(all) && all[next].area == memory.Anonymous && all[next].start == all[next-1].end {
			next++
		}
		if end := all[next-1].end; all[first].start%arena == 0 && end%arena == 0 && end <= upper {
			for i := first; i < next; i++ {
				all[i].area = memory.GoHeap
			}
		}
		first = next
	}
}
