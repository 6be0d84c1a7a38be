package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/internal/thorough"
)

// Every row of a CSV file is the row that go tool pprof prints, under many
// options, which have the same names.
func TestTopAgainstPprof(t *testing.T) {
	for _, c := range []struct {
		files   string // which recordings
		options string
	}{
		{"*.pprof", ""},
		{"*.pprof", "--cum --nodefraction=0"},
		{"cpu.pprof", "--nodecount=20"},
		{"cpu.pprof", "--trim=false"},
		{"cpu.pprof", "--sample_index=samples --granularity=files"},
		{"cpu.pprof", "--lines --sort=cum"},
		{"cpu.pprof", "--filefunctions --focus=pricing --ignore=regexp"},
		{"cpu.pprof", "--focus=catalog --relative_percentages"},
		{"cpu.pprof", "--noinlines --hide=^runtime"},
		{"cpu.pprof", "--show=profstation --show_from=shop"},
		{"cpu.pprof", "--tagfocus=endpoint=/search --nodefraction=0.02"},
		{"cpu.pprof", "--tagignore=tenant --tagroot=worker"},
		{"allocs.pprof", "--sample_index=alloc_objects --addresses --nodecount=50"},
		{"heap.pprof", "--si=inuse_space --tagfocus=1kb:"},
		{"delta-heap.pprof", "--si=0 --cum"},
	} {
		files, err := filepath.Glob(filepath.Join(recordings, c.files))
		if err != nil || len(files) == 0 {
			t.Fatal(c.files, err)
		}
		for _, file := range files {
			t.Run(filepath.Base(file)+c.options, func(t *testing.T) {
				t.Parallel()
				options := strings.Fields(c.options)
				var b bytes.Buffer
				b.WriteString(exported(t, "top", "csv", file, options...))
				records, err := csv.NewReader(&b).ReadAll()
				if err != nil {
					t.Fatal(err)
				}
				if got := strings.Join(records[0], ","); got != "flat,flat_percent,sum_percent,cum,cum_percent,name" {
					t.Errorf("header %s", got)
				}
				got := settle(records[1:], strings.Contains(c.options, "cum"))
				want := settle(pprofTop(t, file, options), strings.Contains(c.options, "cum"))
				if len(got) != len(want) {
					t.Fatalf("%d rows, want %d", len(got), len(want))
				}
				for i := range got {
					if err := sameRow(got[i], want[i]); err != nil {
						t.Errorf("row %d: %v\n %q\n want %q", i, err, got[i], want[i])
					}
				}
			})
		}
	}
}

// pprofTop is the rows of go tool pprof -top, in whole units.
func pprofTop(t *testing.T, file string, options []string) [][]string {
	t.Helper()
	args := []string{"-top", "-unit=" + rawUnit(t, file, options)}
	for _, o := range options {
		for _, ours := range [][2]string{{"--si=", "--sample_index="}, {"--granularity=", "--"}, {"--sort=", "--"}} {
			o = strings.Replace(o, ours[0], ours[1], 1)
		}
		args = append(args, strings.TrimPrefix(o, "-"))
	}
	text, _ := pproftool.Run(t, pproftool.Command(t, append(args, file)...))
	_, body, ok := strings.Cut(text, "cum%\n")
	if !ok {
		t.Fatalf("pprof printed no table:\n%s", text)
	}
	var rows [][]string
	for _, line := range strings.Split(strings.TrimSuffix(body, "\n"), "\n") {
		f := strings.Fields(line)
		row := append(f[:5:5], strings.Join(f[5:], " "))
		row[5] = strings.TrimSuffix(strings.TrimSuffix(row[5], " (inline)"), " (partial-inline)")
		rows = append(rows, row)
	}
	return rows
}

// rawUnit is the unit in which pprof prints whole numbers.
func rawUnit(t *testing.T, file string, options []string) string {
	t.Helper()
	var i profileInfo
	if err := json.Unmarshal([]byte(run(t, "info", "--json", file).out), &i); err != nil {
		t.Fatal(err)
	}
	name := i.DefaultType
	for _, o := range options {
		if _, v, ok := strings.Cut(o, "--si="); ok {
			name = v
		}
		if _, v, ok := strings.Cut(o, "--sample_index="); ok {
			name = v
		}
	}
	for k, v := range i.SampleTypes {
		if v.Type == name || strconv.Itoa(k) == name {
			return v.Unit
		}
	}
	t.Fatalf("no %s in %s", name, file)
	return ""
}

// settle orders rows that pprof leaves in any order: those with the same value
// and the same printed name. Sums down to such rows depend on it.
func settle(rows [][]string, byCum bool) [][]string {
	key := 0
	if byCum {
		key = 3
	}
	for i := 0; i < len(rows); {
		j := i + 1
		for j < len(rows) && digits(rows[j][key]) == digits(rows[i][key]) && rows[j][5] == rows[i][5] {
			j++
		}
		if j-i > 1 {
			slices.SortFunc(rows[i:j], func(a, b []string) int {
				return strings.Compare(digits(a[0])+" "+digits(a[3]), digits(b[0])+" "+digits(b[3]))
			})
			for k := i; k < j; k++ {
				rows[k][2] = "any"
			}
		}
		i = j
	}
	return rows
}

// digits is a number without sign and unit.
func digits(s string) string { return strings.Trim(s, "-nsBcout") }

// sameRow compares exact values, and shares as far as pprof prints them.
func sameRow(got, want []string) error {
	for _, i := range []int{0, 3} {
		if got[i] != strings.TrimRight(want[i], "nsBcout") {
			return fmt.Errorf("value %s", got[i])
		}
	}
	for _, i := range []int{1, 2, 4} {
		if got[i] == "any" && want[i] == "any" {
			continue
		}
		g, err := strconv.ParseFloat(got[i], 64)
		if err != nil || g < 0 || strings.ContainsAny(got[i], "eE") {
			return fmt.Errorf("share %q is no plain number", got[i])
		}
		w, err := strconv.ParseFloat(strings.TrimSuffix(want[i], "%"), 64)
		if err != nil {
			return err
		}
		if math.Abs(g-w) > 0.0501 || w < 99 && math.Abs(g-w) > 0.00501 && math.Abs(g-w) > 0.051*w {
			return fmt.Errorf("share %v", g)
		}
	}
	if got[5] != want[5] {
		return errors.New("name")
	}
	return nil
}

// TestReportsOfPprof holds that pprof's options for reports, with one dash and without an output, print
// what pprof prints.
func TestReportsOfPprof(t *testing.T) {
	for _, options := range []string{
		"-top", "-text -cum -nodecount=10", "-tree -focus=pricing", "-traces -sample_index=samples", "-tags", "-peek=regexp",
		"-peek regexp -focus catalog",
	} {
		args := append(strings.Fields(options), cpu)
		want, _ := pproftool.Run(t, pproftool.Command(t, args...))
		if r := run(t, append([]string{"export"}, args...)...); r.exit != exitOK || sorted(r.out) != sorted(want) {
			t.Errorf("%s: exit status %d, it prints\n%s%s\nwant\n%s", options, r.exit, r.out, r.err, want)
		}
	}
	var got bytes.Buffer
	r := run(t, "export", "-proto", "-o", "-", "-focus=catalog", cpu)
	got.WriteString(r.out)
	if p, err := profile.Parse(&got); err != nil || len(p.Sample) == 0 {
		t.Errorf("-proto writes no profile: %v\n%s", err, r.err)
	}
}

// sorted are the lines of a text in order: pprof leaves those of the same value in any.
func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestAllFrames holds that -all_frames keeps what drop_frames of a profile names, as pprof does.
func TestAllFrames(t *testing.T) {
	p := must.Have(profile.ParseData(must.Have(os.ReadFile(cpu))))
	p.DropFrames, p.KeepFrames = `regexp\..*|runtime\..*`, `regexp\.MatchString`
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "dropping.pprof")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	var tops []string
	for _, options := range []string{"-top", "-top -all_frames", "-traces -all_frames", "-top -all_frames -base " + cpu} {
		args := append(strings.Fields(options), path)
		want, _ := pproftool.Run(t, pproftool.OfNewer(t, args...))
		r := run(t, append([]string{"export"}, args...)...)
		if r.exit != exitOK || sorted(r.out) != sorted(want) {
			t.Errorf("%s: exit status %d, it prints\n%s%s\nwant\n%s", options, r.exit, r.out, r.err, want)
		}
		tops = append(tops, r.out)
	}
	if tops[0] == tops[1] {
		t.Error("no frames were dropped, so that there is nothing to keep")
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, path) }))
	defer s.Close()
	if r := run(t, "export", "-top", "-all_frames", s.URL+"/debug/pprof/heap"); r.exit != exitOK || r.out != tops[1] {
		t.Errorf("-all_frames of an address prints\n%s\nwant\n%s", r.out, tops[1])
	}
	text := filepath.Join(t.TempDir(), "heap.txt")
	legacy := "heap profile: 1: 8 [1: 8] @ heap/1048576\n1: 8 [1: 8] @ 0x10 0x20 0x30\n" +
		"#\t0xf\truntime.malg+0x1\tmalloc.go:1\n#\t0x1f\truntime.mallocgc+0x1\tmalloc.go:2\n#\t0x2f\tmain.main+0x1\tmain.go:3\n"
	if err := os.WriteFile(text, []byte(legacy), 0o666); err != nil {
		t.Fatal(err)
	}
	for option, want := range map[string]bool{"--all_frames": true, "--all_frames=false": false} {
		if r := run(t, "export", "--top", option, text); r.exit != exitOK || strings.Contains(r.out, "runtime.malg") != want {
			t.Errorf("%s of a text: %s%s", option, r.out, r.err)
		}
	}
}

// TestEveryOptionOfPprof holds that each option in pprof's help is one of export, or has a line that
// says what is there in its place.
func TestEveryOptionOfPprof(t *testing.T) {
	help, more := pproftool.Run(t, pproftool.OfNewer(t, "-help"))
	options := regexp.MustCompile(`(?m)^ +-(\w+)`).FindAllStringSubmatch(help+more, -1)
	if len(options) < 60 {
		t.Fatalf("pprof's help has %d options:\n%s", len(options), help+more)
	}
	for _, o := range options {
		r := run(t, "export", "-"+o[1]+"=x", "none")
		if strings.Contains(r.err, "unknown flag: --"+o[1]+" (") || strings.Contains(r.err, "shorthand") {
			t.Errorf("-%s: %s", o[1], r.err)
		}
	}
}

// TestReportsAcceptOptionsOfPprof holds that a report takes each option that pprof takes with it: a script has one set
// of options for all its reports.
func TestReportsAcceptOptionsOfPprof(t *testing.T) {
	help, more := pproftool.Run(t, pproftool.OfNewer(t, "-help"))
	slow := recordings + "/cpu-slow.pprof"
	values := map[string]string{ // of options that are no switches
		"divide_by": "2", "edgefraction": "0.01", "focus": "catalog", "hide": "^runtime", "ignore": "regexp", "nodecount": "7",
		"nodefraction": "0.01", "prune_from": "json", "sample_index": "0", "show": "profstation", "show_from": "shop",
		"source_path": ".", "trim_path": "/x", "tagfocus": "endpoint=/search", "taghide": "tenant", "tagignore": "tenant=a", "tagleaf": "tenant",
		"tagroot": "worker", "tagshow": "tenant", "unit": "ms", "buildid": "1", "add_comment": "text", "symbolize": "none", "base": slow, "diff_base": slow,
		"tls_cert": "x", "tls_key": "x", "tls_ca": "x", "tools": "x", "seconds": "1", "timeout": "1",
	}
	var reports, options []string
	// Pprof needs an output for some reports, and a screen or a program for the others.
	for _, r := range strings.Fields("top text tree peek=regexp list=regexp traces tags raw dot proto topproto callgrind comments") {
		reports = append(reports, "-"+r)
	}
	all, _, _ := strings.Cut(help+more, "Environment Variables")
	_, all, _ = strings.Cut(all, "  Options:")
	for _, o := range regexp.MustCompile(`(?m)^ +-(\w+)`).FindAllStringSubmatch(all, -1) {
		if option := "-" + o[1]; !slices.Contains(strings.Fields("output http no_browser"), o[1]) {
			if v := values[o[1]]; v != "" {
				option += "=" + v
			}
			options = append(options, option)
		}
	}
	accepts := func(args ...string) bool {
		args = append(args, "-output="+filepath.Join(t.TempDir(), "out"), cpu)
		return pproftool.OfNewer(t, args...).Run() == nil
	}
	refused := func(o string) bool { return !accepts("-top", o) }
	if reports = slices.DeleteFunc(reports, func(r string) bool { return !accepts(r) }); len(reports) < 13 {
		t.Errorf("pprof makes only %q", reports)
	}
	if options = slices.DeleteFunc(options, refused); len(options) < 44 {
		t.Errorf("pprof accepts only %q", options)
	}
	out := filepath.Join(t.TempDir(), "out")
	for i, report := range reports {
		for k, option := range options {
			if !thorough.One(i+k, 6) {
				continue
			}
			if r := run(t, "export", report, option, "-o", out, cpu); r.exit != exitOK && accepts(report, option) {
				t.Errorf("%s %s: exit status %d, %s", report, option, r.exit, r.err)
			}
		}
	}
}

// TestCallgrind compares files for KCachegrind with those of go tool pprof, byte for byte.
func TestCallgrind(t *testing.T) {
	dir := t.TempDir()
	profiles := pproftool.Recordings(t, recordings+"/*.pprof")
	for i, profile := range profiles {
		for k, options := range []string{"", "-cum", "-noinlines -unit=ms", "-focus=regexp|json|Mutex", "-sample_index=0", "-hide=^runtime", "-lines -nodecount=3"} {
			if !thorough.One(i+k, 3) {
				continue
			}
			want, out := filepath.Join(dir, "want"), filepath.Join(dir, "out")
			args := append([]string{"-callgrind"}, strings.Fields(options)...)
			pproftool.Run(t, pproftool.OfNewer(t, append(args, "-output="+want, profile)...))
			r := run(t, append(append([]string{"export"}, args...), "-o", out, profile)...)
			a, b := string(must.Have(os.ReadFile(out))), string(must.Have(os.ReadFile(want)))
			if r.exit != exitOK || a != b {
				at := 0
				for at < min(len(a), len(b)) && a[at] == b[at] {
					at++
				}
				from := max(0, at-200)
				t.Errorf("%s of %s: %s differs\n%s\nwant\n%s", options, profile, r.err, a[from:min(len(a), at+200)], b[from:min(len(b), at+200)])
			}
		}
	}
}

// TestTablesOfPprof holds that the reports with a profile's own tables have what pprof's have.
func TestTablesOfPprof(t *testing.T) {
	dir := t.TempDir()
	// Flags of a mapping say which symbols pprof need not look for; files here have all of them.
	flags := regexp.MustCompile(`(?m)( (\[(FN|FL|LN|IN)\])+| )$`)
	for _, options := range []string{
		"-raw", "-raw -tagshow=tenant -divide_by=2", "-comments -add_comment=first", "-topproto", "-topproto -cum -nodecount=10 -focus=regexp", "-topproto -lines -sample_index=0",
		"-topproto -unit=ms -divide_by=3", "-top -add_comment=first -nodecount=5",
	} {
		var texts [2]string
		for i, out := range []string{filepath.Join(dir, "want"), filepath.Join(dir, "got")} {
			args := append(strings.Fields(options), "-output="+out, cpu)
			if i == 0 {
				pproftool.Run(t, pproftool.Command(t, args...))
			} else if r := run(t, append([]string{"export"}, args...)...); r.exit != exitOK {
				t.Fatalf("%s: exit status %d, %s", options, r.exit, r.err)
			}
			data := must.Have(os.ReadFile(out))
			if strings.HasPrefix(options, "-topproto") {
				p := must.Have(profile.ParseData(data))
				data = []byte(p.String())
				if len(p.Sample) < 5 {
					t.Errorf("%s: only %d rows", options, len(p.Sample))
				}
			}
			texts[i] = flags.ReplaceAllString(string(data), "")
		}
		if texts[0] == "" || sorted(texts[1]) != sorted(texts[0]) {
			t.Errorf("%s prints\n%.3000s\nwant\n%.3000s", options, texts[1], texts[0])
		}
	}
	if r := run(t, "export", "-raw", "-tls_cert=x", "http://host.invalid:1"); r.exit != exitUsage || !strings.Contains(r.err, "--tls_cert") {
		t.Errorf("a certificate of the user: exit status %d, %s", r.exit, r.err)
	}
}

// TestLongOptions holds which words get a second dash: none that is a value or a file.
func TestLongOptions(t *testing.T) {
	for line, want := range map[string]string{
		"export -top -cum a":              "export --top --cum a",
		"export -o -top a":                "export -o -top a",
		"export --focus -cum a":           "export --focus -cum a",
		"export -focus=-cum -si=1 a":      "export --focus=-cum --si=1 a",
		"export -oX -x -nope - -- -top":   "export -oX -x -nope - -- -top",
		"export -relative-percentages a":  "export --relative-percentages a",
		"__complete export -cum":          "__complete export -cum",
		"-http=:1 -new_window -base -cum": "--http=:1 --new_window --base -cum",
		"info -json a":                    "info --json a",
		"export -help":                    "export --help",
	} {
		if got := strings.Join(longOptions(New(nil), strings.Fields(line)), " "); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}
