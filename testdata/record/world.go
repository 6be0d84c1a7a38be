package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof" // for the differences, and for -serve
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"profstation/testdata/record/catalog"
	"profstation/testdata/record/ledger"
	"profstation/testdata/record/shop"
)

// world is the shop, its bank and its customers, all in this process.
type world struct {
	shop  *shop.Shop
	load  *load
	stop  func()
	group *sync.WaitGroup
}

// profileEverything turns on the profiles that are off by default: one block
// event per 10 µs of waiting, every fifth mutex event. Such a small service has
// little memory in use, so allocations are sampled more often than by
// default, once in 32 KiB. It must be called before anything is allocated.
func profileEverything() {
	runtime.MemProfileRate = 32 << 10
	runtime.SetBlockProfileRate(int(10 * time.Microsecond))
	runtime.SetMutexProfileFraction(5)
}

// start opens the shop. It has no customers until its load is set.
func start(ctx context.Context, slow bool) (*world, error) {
	dir, err := os.MkdirTemp("", "record-")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &world{group: new(sync.WaitGroup)}
	w.stop = func() {
		cancel()
		w.group.Wait()
		os.RemoveAll(dir)
	}
	if err := w.open(ctx, dir, slow); err != nil {
		w.stop()
		return nil, err
	}
	return w, nil
}

func (w *world) open(ctx context.Context, dir string, slow bool) error {
	journal, err := ledger.Create(dir)
	if err != nil {
		return err
	}
	w.group.Go(func() {
		if err := journal.Run(ctx, 50*time.Millisecond); err != nil {
			fmt.Fprintln(os.Stderr, "record: ledger:", err)
		}
	})
	bank, err := w.serve(ctx, "127.0.0.1:0", shop.Bank())
	if err != nil {
		return err
	}
	w.shop = shop.New(catalog.New(1500, 1), journal, "http://"+bank, slow)
	front, err := w.serve(ctx, "127.0.0.1:0", w.shop.Handler())
	if err != nil {
		return err
	}
	w.load = newLoad("http://"+front, w.shop.Catalog)
	for i := range 12 {
		w.group.Go(func() { w.load.customer(ctx, uint64(i)) })
	}
	wait(ctx, w.group)
	return nil
}

// serve serves h until ctx ends, and returns the address it listens on: host
// and port, or unix: and a socket's path.
func (w *world) serve(ctx context.Context, addr string, h http.Handler) (string, error) {
	network := "tcp"
	if path, ok := strings.CutPrefix(addr, "unix:"); ok {
		network, addr = "unix", path
	}
	l, err := net.Listen(network, addr)
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: h}
	w.group.Go(func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			fmt.Fprintln(os.Stderr, "record:", err)
		}
	})
	w.group.Go(func() {
		<-ctx.Done()
		server.Close()
	})
	return l.Addr().String(), nil
}

// serveProfiles serves net/http/pprof under full load until ctx ends.
func (w *world) serveProfiles(ctx context.Context, addr string) error {
	w.load.set(0, 12)
	at, err := w.serve(ctx, addr, http.DefaultServeMux)
	if err != nil {
		return err
	}
	if strings.HasPrefix(addr, "unix:") {
		fmt.Fprintf(os.Stderr, "record: serving unix://%s\n", at)
	} else {
		fmt.Fprintf(os.Stderr, "record: serving http://%s/debug/pprof/\n", at)
	}
	<-ctx.Done()
	return w.load.failure()
}
