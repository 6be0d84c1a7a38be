// Bench measures how long the program's works take, how that grows with the input, and what
// the same costs a library or another program. It writes everything as one table in Markdown.
//
//	make bench            print it
//	make performance      write docs/performance.md
//
// Each figure is from a separate process, so that no work finds what another has left in memory.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"

	"profstation/disk"
)

// prefix begins every message from this program.
const prefix = "bench: "

type options struct {
	program string  // profstation, which is measured
	out     string  // the file to write; "": standard output
	scale   float64 // scales all inputs
	rounds  int
	only    string // a regular expression for the works' names
	measure string // the work that this process is to measure
	n       int    // its input's size
}

func main() {
	var o options
	flag.StringVar(&o.program, "program", "build/profstation", "the `program` to measure")
	flag.StringVar(&o.out, "o", "", "write the table to `FILE`")
	flag.Float64Var(&o.scale, "scale", 1, "make all inputs that many times as large")
	flag.IntVar(&o.rounds, "rounds", 3, "how often each figure is measured; the table has the medians")
	flag.StringVar(&o.only, "only", "", "measure only works whose names match `regexp`, and what they are compared with")
	flag.StringVar(&o.measure, "measure", "", "measure one `work` in this process, for another process of this program")
	flag.IntVar(&o.n, "n", 0, "the size of the input, with -measure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, prefix+err.Error())
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, files []string) error {
	if o.measure != "" {
		f, err := measureHere(ctx, o.measure, given{files: files, n: o.n, program: o.program})
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(f)
	}
	only, err := regexp.Compile(o.only)
	if err != nil {
		return err
	}
	t, err := measureAll(ctx, o, only)
	if err != nil {
		return err
	}
	var b strings.Builder
	t.write(&b)
	if o.out == "" {
		_, err = io.WriteString(os.Stdout, b.String())
		return err
	}
	return disk.Write(ctx, o.out, 0o666, disk.Bytes([]byte(b.String())))
}
