package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"profstation/ask/write"
	"profstation/disk"
)

// grace is how long work may take to end in order after Ctrl+C.
const grace = 50 * time.Millisecond

// interruption handles Ctrl+C and requests to terminate. It ends the command's context. Work that
// does not end soon after that is given up, wherever it is: in a long drawing, or waiting for a
// pipe. A second Ctrl+C gives everything up at once. Temporary files are removed in any case; the
// processes that lay out graphs end with this one.
type interruption struct {
	signals chan os.Signal
	orderly atomic.Bool // the command ends by itself, however long that takes
}

// interruptible returns the command's context, which ends at the first signal.
func interruptible() (context.Context, *interruption) {
	i := &interruption{signals: make(chan os.Signal, 2)}
	ctx, cancel := context.WithCancel(context.Background())
	signal.Notify(i.signals, os.Interrupt, syscall.SIGTERM)
	go i.wait(cancel)
	return ctx, i
}

func (i *interruption) wait(cancel context.CancelFunc) {
	<-i.signals
	cancel()
	var late <-chan time.Time
	if !i.orderly.Load() {
		late = time.After(grace)
	}
	select {
	case <-late:
	case <-i.signals:
	}
	disk.Abandon()
	if _, ok := write.OnTerminal(os.Stderr).(*write.Terminal); ok {
		fmt.Fprint(os.Stderr, clearLine)
	}
	os.Exit(exitInterrupted)
}
