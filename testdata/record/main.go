// Record makes the recordings in testdata/: it runs a small order service
// under load, on the loopback interface only, and writes every kind of profile
// that Go programs make, and an execution trace.
//
//	make recordings                     renew testdata/, the way it was made
//	record -o DIR                       write all recordings to DIR
//	record -serve ADDR                  stay under load and serve /debug/pprof/
//	record -busy FILE                   write a trace full of events for benchmarks
//	record -large FILE                  write the large profile for benchmarks
//
// Build it with -trimpath: otherwise the recordings show where the source stood.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

type options struct {
	dir           string
	duration      time.Duration
	traceDuration time.Duration
	slow          bool
	serve         string
	large         string
	busy          string
}

func main() {
	profileEverything()
	var o options
	flag.StringVar(&o.dir, "o", "", "write the recordings to `DIR`")
	flag.DurationVar(&o.duration, "duration", 5*time.Second, "how long to record the CPU profile")
	flag.DurationVar(&o.traceDuration, "trace-duration", 2500*time.Millisecond, "how long to record the trace")
	flag.BoolVar(&o.slow, "slow", false, "make pricing.(*Rates).Of slow, to compare with a run without")
	flag.StringVar(&o.serve, "serve", "", "serve /debug/pprof/ on `ADDR`, or on unix:PATH, under load until interrupted")
	flag.StringVar(&o.large, "large", "", "write a profile of 200,000 stacks to `FILE`")
	flag.StringVar(&o.busy, "busy", "", "write a trace of a program that does little but switch goroutines to `FILE`")
	flag.Parse()
	if flag.NArg() > 0 || o.dir == "" && o.serve == "" && o.large == "" && o.busy == "" {
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
	if o.large != "" {
		if err := writeLarge(o.large); err != nil {
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
		if err := writeBusy(ctx, world, o.busy, o.traceDuration); err != nil {
			return err
		}
	}
	if o.serve != "" {
		return world.serveProfiles(ctx, o.serve)
	}
	return nil
}
