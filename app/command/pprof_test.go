package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/pproftool"
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
