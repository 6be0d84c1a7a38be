package memory

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/memory"
)

// File is what something says about a process.
type File struct {
	Name   string // where it is from
	Ending string // of its name beside a profile
	Data   []byte
}

// Saved returns the ending and the bytes with which the file is saved beside a profile. Many mappings are packed.
func (f *File) Saved() (ending string, data []byte) {
	if f.Ending != SmapsEnding {
		return f.Ending, f.Data
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(f.Data) // to memory, which does not fail
	w.Close()
	return f.Ending + input.PackedEnding, b.Bytes()
}

// OfProcess reads what the system says about a running process of this machine: its mappings, or their sum if they are
// not to be had, its status, and its control group. An error says what could not be read, besides what was.
func OfProcess(ctx context.Context, pid int) (all []File, err error) {
	dir := filepath.Join("/proc", strconv.Itoa(pid))
	if _, err := os.Stat(dir); err != nil {
		return nil, &input.Error{Name: dir, Found: lang.L("no such process"), Advice: lang.L("give the number of one that runs on this machine, which needs Linux")}
	}
	read := func(name, ending string) {
		data, fault := readProc(ctx, name)
		switch {
		case len(data) > 0 && fault == nil:
			all = append(all, File{name, ending, data})
		case fault != nil && err == nil:
			err = &input.Error{Name: name, Found: lang.L("it could not be read: {{.Cause}}", lang.With{"Cause": input.Cause(fault)}),
				Advice: lang.L("only the user of a process and root may read it"), Err: fault}
		}
	}
	read(filepath.Join(dir, "smaps"), SmapsEnding)
	if len(all) == 0 {
		read(filepath.Join(dir, "smaps_rollup"), RollupEnding)
	}
	read(filepath.Join(dir, "status"), StatusEnding)
	return append(all, ofGroup(ctx, dir)...), err
}

// groups is where control groups of version 2 are.
const groups = "/sys/fs/cgroup"

// ofGroup reads what the nearest control group with a limit says, or if none has one that of the process. Not every
// process has one that may be read.
func ofGroup(ctx context.Context, process string) (found []File) {
	line, err := readProc(ctx, filepath.Join(process, "cgroup"))
	path, ok := strings.CutPrefix(string(bytes.TrimSpace(line)), "0::/")
	if err != nil || !ok || strings.Contains(path, "..") {
		return nil
	}
	for at := filepath.Join(groups, path); len(at) > len(groups); at = filepath.Dir(at) {
		var all []File
		for _, name := range []string{"max", "current", "stat"} {
			file := filepath.Join(at, "memory."+name)
			if data, err := readProc(ctx, file); err == nil {
				all = append(all, File{file, GroupEnding + name, data})
			}
		}
		if found == nil {
			found = all
		}
		if len(all) > 0 && string(bytes.TrimSpace(all[0].Data)) != "max" {
			return all
		}
	}
	return found
}

// readProc reads a file of /proc, which has no size there.
func readProc(ctx context.Context, name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(&stopping{ctx, f}, MostBeside+1))
	if err == nil && len(data) > MostBeside {
		err = lang.Error("the file is larger than the limit of {{.Size}}", lang.With{"Size": input.Size(MostBeside)})
	}
	return data, err
}

// stopping is a reader that ends with the context.
type stopping struct {
	ctx context.Context
	r   io.Reader
}

func (s *stopping) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(b)
}

// Figures returns what of a server's answer an account needs, in the answer's form: the rest may hold secrets, as a
// command line does. It returns nil if the answer has nothing of it.
func Figures(answer []byte) []byte {
	if form := FormOf(answer); form != memory.Vars && form != memory.Metrics {
		return nil
	}
	if !isJSON(answer) {
		var out []byte
		for line := range bytes.Lines(answer) {
			if m := metricLine.FindSubmatch(line); m != nil && isKept(string(m[1])) {
				out = append(out, line...)
			}
		}
		return out
	}
	f, err := readJSON(answer)
	if err != nil || len(f.stats)+len(f.metrics) == 0 {
		return nil
	}
	all := map[string]any{}
	for name, n := range f.metrics {
		all[name] = n
	}
	if len(f.stats) > 0 {
		all["memstats"] = f.stats
	}
	out, _ := json.Marshal(all) // which has numbers only
	return out
}

// StatsOf returns the MemStats at the end of a heap profile with debug=1; nil: there are none.
func StatsOf(text []byte) []byte {
	if r, err := Stats(text); r == nil || err != nil {
		return nil
	}
	return text[bytes.LastIndex(text, []byte(statsMark)):]
}
