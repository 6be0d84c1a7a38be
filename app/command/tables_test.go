package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/internal/pproftool"
)

func init() { needed["pivot"] = []string{"--by=endpoint,tenant"} }

// labelKey is a key of a profile's labels that an option can name, "" where
// there is none.
func labelKey(t *testing.T, file string) string {
	t.Helper()
	var i profileInfo
	if err := json.Unmarshal([]byte(run(t, "info", "--json", file).out), &i); err != nil {
		t.Fatal(err)
	}
	for _, key := range slices.Sorted(maps.Keys(i.Labels)) {
		// JSON has U+FFFD for what is no UTF-8, which then names no key.
		if key != "" && !strings.ContainsAny(key, "\"\n,\uFFFD") {
			return key
		}
	}
	return ""
}

// The tables are well formed in each format, and say what they are asked for.
func TestTables(t *testing.T) {
	heap := recordings + "/heap.pprof"
	for _, c := range []struct {
		view, file, options string
		says                string // somewhere in .svg, .json and .csv
	}{
		{"labels", cpu, "", "endpoint"},
		{"labels", cpu, "--tagshow=^tenant$ --focus=json", "initech"},
		{"labels", heap, "--sample_index=inuse_space", "bytes"},
		{"pivot", cpu, "--by=endpoint,tenant", "/search"},
		{"pivot", cpu, "--by=endpoint", "runtime.mallocgc"},
		{"pivot", heap, "--by=bytes --sort=cum", "main"},
		{"peek", cpu, "--focus=Best.Price$", "pricing.Best.Price"},
		{"tree", cpu, "--nodecount=10 --mean", "regexp"},
		{"list", cpu, "--focus=catalog.*Search --source_path=../..", "catalog.go"},
		{"list", heap, "--focus=ledger --divide_by=1024 --prune_from=nothing", "ledger.go"},
		{"traces", cpu, "--tagfocus=endpoint=/search --prune_from=regexp --show_from=shop", "/search"},
	} {
		for _, format := range formatNames(viewNamed(c.view).Formats()) {
			out := exported(t, c.view, format, c.file, strings.Fields(c.options)...)
			switch format {
			case "svg":
				for d := xml.NewDecoder(strings.NewReader(out)); ; {
					if _, err := d.Token(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						t.Fatalf("%s %s: %v", c.view, c.options, err)
					}
				}
			case "json":
				if !json.Valid([]byte(out)) {
					t.Errorf("%s %s: no JSON", c.view, c.options)
				}
			case "csv":
				if records, err := csv.NewReader(strings.NewReader(out)).ReadAll(); err != nil || len(records) < 2 {
					t.Errorf("%s %s: %d records, %v", c.view, c.options, len(records), err)
				}
			}
			if format != "png" && !strings.Contains(out, c.says) {
				t.Errorf("%s %s as %s does not say %s:\n%.2000s", c.view, c.options, format, c.says, out)
			}
		}
	}
}

// The code stands beside its figures, and what is not found is said.
func TestListSource(t *testing.T) {
	out := exported(t, "list", "txt", cpu, "--focus=pricing\\.Best\\.Price$", "--source_path=../..")
	if !strings.Contains(out, "ROUTINE ======================== profstation/testdata/record/pricing.Best.Price in ") || !strings.Contains(out, "Price(") {
		t.Errorf("no code:\n%s", out)
	}
	nowhere := t.TempDir()
	out = exported(t, "list", "txt", cpu, "--focus=pricing\\.Best\\.Price$", "--source_path="+nowhere)
	if strings.Contains(out, "Price(") || !strings.Contains(out, "Note: source not found in "+nowhere+": name its folder with --source_path") {
		t.Errorf("code of nowhere:\n%s", out)
	}
}

// A filtered profile is one that pprof reads with the numbers of the filters.
func TestFilteredProfile(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"-o", "NAME.pprof"}, {"-o", "NAME.pb.gz"}, {"--view", "top", "-o", "NAME.PPROF"}, {"--view", "profile", "-o", "NAME", "--format", "pprof"},
	} {
		name := filepath.Join(dir, "out")
		for i, a := range args {
			args[i] = strings.ReplaceAll(a, "NAME", name)
			if strings.HasPrefix(args[i], name) {
				name = args[i]
			}
		}
		filters := []string{"--focus=pricing", "--tagfocus=tenant=globex", "--hide=^runtime"}
		if r := run(t, append(append(append([]string{"export"}, args...), filters...), cpu)...); r.exit != 0 {
			t.Fatalf("%q: exit status %d\n%s", args, r.exit, r.err)
		}
		top := func(args ...string) string {
			out, _ := pproftool.Run(t, pproftool.Command(t, append([]string{"-top"}, args...)...))
			_, table, _ := strings.Cut(out, "cum%\n")
			return table
		}
		want := top("-focus=pricing", "-tagfocus=tenant=globex", "-hide=^runtime", "-relative_percentages", cpu)
		if got := top(name); got != want || got == "" {
			t.Errorf("%q: pprof reads\n%swant\n%s", args, got, want)
		}
	}
}

// Every key has its values, and what is without it.
func TestLabelsOfCPU(t *testing.T) {
	records, err := csv.NewReader(strings.NewReader(exported(t, "labels", "csv", cpu))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, r := range records[1:] {
		kinds[r[0]+" "+r[1]]++
	}
	for _, k := range []string{"endpoint text", "endpoint none", "tenant text", "worker text"} {
		if kinds[k] == 0 {
			t.Errorf("no row of %s: %v", k, kinds)
		}
	}
}

// TestCodeBesideProfile holds that list prints the code of a program whose folder or module the profile or the command is in, as
// pprof does, and elsewhere names the option to read it with.
func TestCodeBesideProfile(t *testing.T) {
	dir := t.TempDir()
	code := filepath.Join(dir, "app", "main.go")
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "cpu", Unit: "nanoseconds"}}, PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 1,
		Function: []*profile.Function{{ID: 1, Name: "main.work", SystemName: "main.work", Filename: code, StartLine: 3}},
	}
	p.Location = []*profile.Location{{ID: 1, Address: 1, Line: []profile.Line{{Function: p.Function[0], Line: 4}}}}
	p.Sample = []*profile.Sample{{Location: p.Location, Value: []int64{1e9}}}
	var b bytes.Buffer
	must.Do(p.Write(&b))
	for _, path := range []string{"app/cpu.pprof", "elsewhere/cpu.pprof"} {
		path = filepath.Join(dir, path)
		must.Do(os.Mkdir(filepath.Dir(path), 0o777))
		must.Do(os.WriteFile(path, b.Bytes(), 0o666))
	}
	must.Do(os.WriteFile(code, []byte("package main\n\nfunc work() {\n\tspin() // here\n}\n"), 0o666))
	must.Do(os.MkdirAll(filepath.Join(dir, "app", "cmd", "load"), 0o777))
	must.Do(os.WriteFile(filepath.Join(dir, "app", "go.mod"), []byte("module example.com/app\n"), 0o666))
	for _, c := range []struct{ in, file, says string }{
		{"app/cmd/load", "../../../elsewhere/cpu.pprof", "spin() // here"}, // elsewhere in its module
		{"elsewhere", "../app/cpu.pprof", "spin() // here"},
		{"app", "../elsewhere/cpu.pprof", "spin() // here"},
		{"elsewhere", "cpu.pprof", "is outside the folders that may be read: add --source_path=" + filepath.Dir(code)},
	} {
		t.Chdir(filepath.Join(dir, c.in))
		if r := run(t, "export", "--list", "work", c.file); r.exit != exitOK || !strings.Contains(r.out, c.says) {
			t.Errorf("in %s: exit status %d, %s%s", c.in, r.exit, r.out, r.err)
		}
	}
}
