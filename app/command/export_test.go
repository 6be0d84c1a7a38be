package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/loader"
)

// exported runs `export … -o -` and returns what it wrote.
func exported(t *testing.T, view, format, file string, options ...string) string {
	t.Helper()
	r := run(t, append(append([]string{"export", "--view", view, "-o", "-", "--format", format}, options...), file)...)
	if r.exit != 0 {
		t.Fatalf("%s of %s %q: exit status %d\n%s", view, file, options, r.exit, r.err)
	}
	return r.out
}

// Every row of a CSV file is the row that go tool pprof prints, under many
// options, which have the same names.
func TestTopAgainstPprof(t *testing.T) {
	path, err := exec.Command("go", "tool", "-n", "pprof").Output()
	if err != nil {
		t.Fatalf("go tool pprof: %v", err)
	}
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
				want := settle(pprofTop(t, strings.TrimSpace(string(path)), file, options), strings.Contains(c.options, "cum"))
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
func pprofTop(t *testing.T, path, file string, options []string) [][]string {
	t.Helper()
	dir := t.TempDir()
	args := []string{"-top", "-unit=" + rawUnit(t, file, options)}
	for _, o := range options {
		for _, ours := range [][2]string{{"--si=", "--sample_index="}, {"--granularity=", "--"}, {"--sort=", "--"}} {
			o = strings.Replace(o, ours[0], ours[1], 1)
		}
		args = append(args, strings.TrimPrefix(o, "-"))
	}
	cmd := exec.Command(path, append(args, file)...)
	cmd.Env = append(os.Environ(), "PPROF_TMPDIR="+dir, "PPROF_BINARY_PATH="+dir, "HOME="+dir, "XDG_CONFIG_HOME="+dir)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("pprof %q: %v\n%s", args, err, errs.String())
	}
	_, body, ok := strings.Cut(string(text), "cum%\n")
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

// Files of figures hold the whole tables; the names of the golden files are the
// options.
func TestExportFigures(t *testing.T) {
	for _, c := range []struct{ view, format, file, options string }{
		{"top", "csv", "mutex", ""},
		{"top", "json", "mutex", ""},
		{"top", "json", "cpu", "--focus=pricing --lines --nodecount=15 --cum"},
		{"top", "csv", "goroutine", "--files --tagfocus=waits"},
		{"top", "csv", "cpu", "--focus=nobody"},
		{"flame", "csv", "threadcreate", ""},
		{"flame", "csv", "cpu", "--focus=json --show=json"},
		{"flame", "json", "cpu", "--focus=json --show=json --sort_siblings=name"},
		{"flame", "csv", "cpu", "--pivot=pricing.*Price --collapse_recursion --show=pricing"},
	} {
		got := exported(t, c.view, c.format, recordings+"/"+c.file+".pprof", strings.Fields(c.options)...)
		name := strings.NewReplacer("--", "", " ", "_", "*", "").Replace(c.options)
		golden(t, strings.TrimSuffix(strings.Join([]string{c.view, c.file, name}, "-"), "-")+"."+c.format, got)
		if c.format == "json" && !json.Valid([]byte(got)) {
			t.Errorf("%v is no JSON", c)
		}
	}
}

// Dashes may stand for underscores.
func TestSpelling(t *testing.T) {
	want := exported(t, "top", "csv", cpu, "--sample_index=samples", "--relative_percentages", "--show_from=shop", "--tagroot=tenant")
	for _, options := range [][]string{
		{"--sample-index=samples", "--relative-percentages", "--show-from=shop", "--tagroot", "tenant"},
		{"--si", "samples", "--relative_percentages=true", "--show-from", "shop", "--tagroot=tenant"},
		{"--si=0", "--relative_percentages", "--show_from=shop", "--tagroot=tenant"},
	} {
		if got := exported(t, "top", "csv", cpu, options...); got != want {
			t.Errorf("%q is another table", options)
		}
	}
}

// SVG files are well formed whatever a name holds, refer to nothing outside and
// run nothing.
func TestSVG(t *testing.T) {
	files := append(profiles(t), hostile(t))
	for _, file := range files {
		for _, view := range views {
			for _, options := range [][]string{{}, {"--theme=dark", "--color=self", "--root=down", "--generics", "--search=.", "--trim=false"}} {
				svg := exported(t, view, "svg", file, options...)
				if err := checkSVG(svg); err != nil {
					t.Errorf("%s of %s %q: %v", view, file, options, err)
				}
			}
		}
	}
}

func checkSVG(svg string) error {
	d := xml.NewDecoder(strings.NewReader(svg))
	texts, titles := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "text":
			texts++
		case "title":
			titles++
		case "script", "image", "use", "foreignObject", "a":
			return fmt.Errorf("it has an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
				return fmt.Errorf("it has an attribute %s", a.Name.Local)
			}
		}
	}
	if texts < 3 || titles < 2 {
		return fmt.Errorf("it has %d texts and %d titles", texts, titles)
	}
	return nil
}

func TestPNG(t *testing.T) {
	for _, c := range []struct {
		view, options string
		width, height int // 0: any
	}{
		{"flame", "", 1200, 0},
		{"top", "--width=700 --scale=2 --theme=dark", 1400, 0},
		{"flame", "--width=640 --height=480 --scale=1.5 --root=down", 960, 720},
		{"top", "--height=300", 1200, 300},
	} {
		data := exported(t, c.view, "png", cpu, strings.Fields(c.options)...)
		img, err := png.Decode(strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		size := img.Bounds().Size()
		if size.X != c.width || c.height != 0 && size.Y != c.height {
			t.Errorf("%s %s: %v pixels, want %d × %d", c.view, c.options, size, c.width, c.height)
		}
		colors := map[any]bool{}
		for x := range size.X {
			for y := range min(size.Y, 300) {
				colors[img.At(x, y)] = true
			}
		}
		if len(colors) < 10 {
			t.Errorf("%s %s: only %d colours", c.view, c.options, len(colors))
		}
	}
}

// Hostile names survive: raw in CSV, valid in JSON.
func TestHostileNames(t *testing.T) {
	file := hostile(t)
	records, err := csv.NewReader(strings.NewReader(exported(t, "top", "csv", file, "--trim=false"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, r := range records {
		names[r[5]] = true
	}
	f, err := loader.Open(t.Context(), file, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, fn := range f.Profile.Functions {
		// The reader of CSV takes \r\n for a line end; a function without a
		// name is told by its file.
		name := strings.ReplaceAll(f.Profile.Strings.Raw(fn.Name), "\r\n", "\n")
		if name != "" && !names[name] {
			t.Errorf("%q is not in the table", name)
		}
	}
	for _, view := range views {
		if !json.Valid([]byte(exported(t, view, "json", file, "--trim=false"))) {
			t.Errorf("%s: no JSON", view)
		}
	}
	if _, err := csv.NewReader(strings.NewReader(exported(t, "flame", "csv", file))).ReadAll(); err != nil {
		t.Error(err)
	}
}

// What is left of a profile may be nothing at all.
func TestNothingLeft(t *testing.T) {
	for _, view := range views {
		for _, format := range formats {
			r := run(t, "export", "--view", view, "-o", "-", "--format", format, "--focus=nobody", cpu)
			if r.exit != 0 || r.out == "" || !strings.Contains(r.err, "warning: "+cpu+": --focus matches nothing") {
				t.Errorf("%s %s: exit status %d\n%s", view, format, r.exit, r.err)
			}
		}
	}
	if svg := exported(t, "top", "svg", cpu, "--focus=nobody"); !strings.Contains(svg, "No rows are left") {
		t.Error("an empty picture does not say why")
	}
}

func TestHeaviest(t *testing.T) {
	got := exported(t, "flame", "csv", cpu, "--pivot=pricing")
	first := strings.Split(got, "\n")[1]
	want := strings.Split(exported(t, "top", "csv", cpu, "--show=pricing", "--cum"), "\n")[1]
	if name := want[strings.LastIndexByte(want, ',')+1:]; !strings.HasSuffix(first, ","+name) {
		t.Errorf("the pivot is %s, want %s", first, name)
	}
}

func TestStandardInput(t *testing.T) {
	data, err := os.ReadFile(cpu)
	if err != nil {
		t.Fatal(err)
	}
	r := runOn(t, string(data), "export", "--view=top", "-o", "-", "--format=csv", "-")
	if want := exported(t, "top", "csv", cpu); r.exit != 0 || r.out != want {
		t.Errorf("exit status %d\n%s", r.exit, r.err)
	}
	if svg := runOn(t, string(data), "export", "--view=top", "-o", "-", "--format=svg", "-").out; !strings.Contains(svg, ">standard input<") {
		t.Error("the picture does not say where it is from")
	}
}

// Pictures tell the unit that was asked for; files of figures never do.
func TestUnit(t *testing.T) {
	if svg := exported(t, "top", "svg", cpu, "--unit=ms", "--nodecount=1"); !strings.Contains(svg, "ms</text>") {
		t.Error("the picture has no ms")
	}
	if exported(t, "top", "csv", cpu, "--unit=ms") != exported(t, "top", "csv", cpu) {
		t.Error("the unit changes the figures of a file")
	}
}

// The file is the same as what goes to standard output, and its format follows
// from its ending in any case of letters.
func TestExportToFile(t *testing.T) {
	dir := t.TempDir()
	for _, view := range views {
		for _, format := range formats {
			name := filepath.Join(dir, view+"."+strings.ToUpper(format))
			if r := run(t, "export", "--view", view, "-o", name, cpu); r.exit != 0 || r.out != "" {
				t.Errorf("%s: exit status %d\n%s%s", name, r.exit, r.err, r.out)
			}
			got, err := os.ReadFile(name)
			if want := exported(t, view, format, cpu); err != nil || string(got) != want {
				t.Errorf("%s holds %.40q (%v), want %.40q", filepath.Base(name), got, err, want)
			}
		}
	}
	if got := len(entries(t, dir)); got != len(views)*len(formats) {
		t.Errorf("%d files", got)
	}
}
