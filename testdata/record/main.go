// Record makes the recordings in testdata/: it runs a small order service
// under load, on the loopback interface only, and writes every kind of profile
// that Go programs make, and an execution trace.
//
//	make recordings                     renew testdata/, the way it was made
//	record -o DIR                       write all recordings to DIR
//	record -serve ADDR                  stay under load and serve /debug/pprof/
//	record -busy FILE                   write a trace full of events for benchmarks
//	record -large FILE                  write the large profile for benchmarks
//	record -large DIR -parts N          write N profiles of one program for benchmarks
//	record -scripts DIR                 write profiles and a trace with names in every script, and their source
//	record -native FILE                 write a CPU profile of a program that computes in C, if built with cgo
//	record -foreign DIR                 write parts of the recordings in DIR as other tools do
//	record -dump FILE                   write a debug=2 dump of many goroutines for benchmarks
//	record -wasteful DIR                write profiles of programs that waste time in ways that stand out
//	record -memory DIR                  write what processes say whose memory went to one thing each; -cause chooses one
//	record -crashes DIR                 write what a crashing program prints, with every GOTRACEBACK
//	record -crash panic|quit            crash, at once or when SIGQUIT comes
//
// Build it with -trimpath: otherwise the recordings show where the source was.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"profstation/testdata/record/planted"
)

type options struct {
	dir           string
	duration      time.Duration
	traceDuration time.Duration
	slow          bool
	serve         string
	busy          string
	busySize      int64
	large         large
	scripts       string
	native        string
	foreign       string
	dump          string
	wasteful      string
	memory        string
	cause         string
	plant         string
	crashes       string
	crash         string
	goroutines    int
}

func main() {
	profileEverything()
	var o options
	flag.StringVar(&o.dir, "o", "", "write the recordings to `DIR`")
	flag.DurationVar(&o.duration, "duration", 5*time.Second, "how long to record the CPU profile")
	flag.DurationVar(&o.traceDuration, "trace-duration", 2500*time.Millisecond, "how long to record the trace")
	flag.BoolVar(&o.slow, "slow", false, "make pricing.(*Rates).Of slow, to compare with a run without")
	flag.StringVar(&o.serve, "serve", "", "serve /debug/pprof/ on `ADDR`, or on unix:PATH, under load until interrupted")
	flag.StringVar(&o.large.path, "large", "", "write a profile of many stacks to `FILE`")
	flag.IntVar(&o.large.stacks, "stacks", 200_000, "how many stacks the profile of -large has")
	flag.IntVar(&o.large.parts, "parts", 0, "write that many profiles of the stacks of -large to a folder instead, each with a half of them")
	flag.IntVar(&o.large.labels, "labels", 0, "label the samples of -large: that many tenants, and as many endpoints")
	flag.StringVar(&o.scripts, "scripts", "", "write profiles and a trace with names in every script to `DIR`")
	flag.StringVar(&o.native, "native", "", "write a CPU profile of a program that computes in C to `FILE`")
	flag.StringVar(&o.foreign, "foreign", "", "write parts of the recordings in `DIR` as other tools do")
	flag.StringVar(&o.dump, "dump", "", "write a debug=2 dump of many goroutines to `FILE`")
	flag.StringVar(&o.wasteful, "wasteful", "", "write profiles of programs that waste time in ways that stand out to `DIR`")
	flag.StringVar(&o.memory, "memory", "", "write what processes say of their memory to `DIR`")
	flag.StringVar(&o.cause, "cause", "", "with -memory: only that of one `cause`")
	flag.StringVar(&o.plant, "plant", "", "be such a process: take memory for a `cause`, and write to the folder of -memory")
	flag.StringVar(&o.crashes, "crashes", "", "write what a program writes that crashes to `DIR`")
	flag.StringVar(&o.crash, "crash", "", "crash in a `way`: panic, or quit when SIGQUIT comes")
	flag.IntVar(&o.goroutines, "goroutines", 80_000, "how many goroutines -dump starts")
	flag.StringVar(&o.busy, "busy", "", "write a trace of a program that does little but switch goroutines to `FILE`")
	flag.Int64Var(&o.busySize, "megabytes", 200, "how large the trace of -busy is, roughly")
	flag.Parse()
	some := o.dir + o.serve + o.large.path + o.busy + o.dump + o.scripts + o.foreign + o.native + o.crashes + o.crash + o.wasteful + o.memory
	if flag.NArg() > 0 || some == "" {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.crash != "" {
		crash(o.crash)
	}
	if o.plant != "" {
		return planted.Take(o.plant, o.memory)
	}
	if o.memory != "" {
		if err := writeMemory(ctx, o.memory, o.cause); err != nil {
			return err
		}
	}
	if o.crashes != "" {
		if err := writeCrashes(ctx, o.crashes); err != nil {
			return err
		}
	}
	if o.large.path != "" {
		if err := o.large.write(); err != nil {
			return err
		}
	}
	if o.scripts != "" {
		if err := writeScripts(ctx, o.scripts); err != nil {
			return err
		}
	}
	if o.foreign != "" {
		if err := writeForeign(o.foreign); err != nil {
			return err
		}
	}
	if o.wasteful != "" {
		if err := writeWasteful(ctx, o.wasteful, o.duration); err != nil {
			return err
		}
	}
	if o.native != "" {
		if err := writeNative(ctx, o.native, o.duration); err != nil {
			return err
		}
	}
	if o.dump != "" {
		if err := writeDump(o.dump, o.goroutines); err != nil {
			return err
		}
	}
	if o.dir == "" && o.serve == "" && o.busy == "" {
		return nil
	}
	world, err := start(ctx, o.slow)
	if err != nil {
		return err
	}
	defer world.stop()
	if o.dir != "" {
		if err := record(ctx, world, o); err != nil {
			return err
		}
	}
	if o.busy != "" {
		if err := writeBusy(ctx, world, o.busy, o.busySize*1_000_000); err != nil {
			return err
		}
	}
	if o.serve != "" {
		return world.serveProfiles(ctx, o.serve)
	}
	return nil
}
