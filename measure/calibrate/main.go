// Calibrate counts how often the program's conclusions are wrong: it compares simulated recordings
// for which it is known what changed, and writes a table in Markdown.
//
//	make calibrate              write the tables of docs/statistics.md
//	make calibrate TIMES=100    the same in a tenth of the time, less exact
//	go run -tags migrated_fynedo,no_emoji ./measure/calibrate -rows '1 : 100'    some rows, to the screen
//
// Each section has its own file.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"regexp"
	"strings"

	"profstation/disk"
)

// section is one table. A simulation is repeated for each row.
type section struct {
	title, about string
	columns      []string
	rows         []row
}

type row struct {
	name  string
	cells func(s *simulation) ([]string, error)
}

// simulation is what a row is made with. Its random numbers are the same at each run.
type simulation struct {
	context.Context
	*rand.Rand
	times int
}

var sections = []section{quiet, found, detectable, quietPairs, foundPairs, traces, standing, worked, overTime}

func main() {
	times := flag.Int("times", 1000, "how many comparisons each row is made of")
	rows := flag.String("rows", "", "only the rows whose name matches `REGEXP`")
	out := flag.String("o", "", "write the tables to `FILE`; without it, to the screen")
	flag.Parse()
	only, err := regexp.Compile(*rows)
	if err != nil {
		fmt.Fprintln(os.Stderr, "calibrate: "+err.Error())
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, only, *times, *out); err != nil {
		fmt.Fprintln(os.Stderr, "calibrate: "+err.Error())
		os.Exit(1)
	}
}

const head = `# How often conclusions are wrong

Made by ` + "`make calibrate`" + `: recordings of programs are simulated of which it is known what changed
(` + "`measure/simulate`" + `), and compared as the window and the command line compare them. Each row is of
%d comparisons, so a share of 5 %% is known to ± %.1f.

`

// before returns the text before a file's tables, which explains the methods; "" for a new file.
func before(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	title, _, _ := strings.Cut(head, "\n")
	explained, _, _ := strings.Cut(string(text), title)
	return explained, nil
}

func run(ctx context.Context, only *regexp.Regexp, times int, out string) error {
	var b strings.Builder
	fmt.Fprintf(&b, head, times, 196*math.Sqrt(0.05*0.95/float64(times)))
	for _, s := range sections {
		if err := s.write(ctx, &b, only, times); err != nil {
			return err
		}
	}
	if out == "" {
		_, err := io.WriteString(os.Stdout, b.String())
		return err
	}
	explained, err := before(out)
	if err != nil {
		return err
	}
	return disk.Write(ctx, out, 0o666, disk.Bytes([]byte(explained+b.String())))
}

func (s *section) write(ctx context.Context, b *strings.Builder, only *regexp.Regexp, times int) error {
	fmt.Fprintf(b, "## %s\n\n%s\n\n| | %s |\n|---|%s\n", s.title, s.about, strings.Join(s.columns, " | "),
		strings.Repeat("--:|", len(s.columns)))
	for i, r := range s.rows {
		if !only.MatchString(r.name) {
			continue
		}
		fmt.Fprintln(os.Stderr, s.title+": "+r.name)
		cells, err := r.cells(&simulation{ctx, rand.New(rand.NewPCG(uint64(i), uint64(len(s.title)))), times})
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		fmt.Fprintf(b, "| %s | %s |\n", r.name, strings.Join(cells, " | "))
	}
	b.WriteString("\n")
	return nil
}

func perCent(x float64) string { return fmt.Sprintf("%.1f %%", x*100) }
