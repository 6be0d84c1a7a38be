// Package ledger keeps the journal in the order service that testdata/record
// puts under load. One goroutine owns the file; everybody else hands it
// entries over a channel and waits for the receipt.
package ledger

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"time"
)

// Entry is one sale; Cents is what was paid.
type Entry struct {
	Order  string    `json:"order"`
	Tenant string    `json:"tenant"`
	Cents  int64     `json:"cents"`
	Time   time.Time `json:"time"`
}

// ErrClosed is returned by Append after Run has ended.
var ErrClosed = errors.New("ledger is closed")

// Ledger is a chain of entries, each sealed with a hash over all before it.
type Ledger struct {
	entries chan posted
	done    chan struct{}
	file    *os.File
	packed  *gzip.Writer
	seal    [sha256.Size]byte
}

type posted struct {
	entry   Entry
	receipt chan<- string
}

// Create makes a ledger in a new file in dir. It takes entries only while Run
// is running.
func Create(dir string) (*Ledger, error) {
	file, err := os.CreateTemp(dir, "ledger-*.json.gz")
	if err != nil {
		return nil, fmt.Errorf("create ledger: %w", err)
	}
	return &Ledger{
		entries: make(chan posted),
		done:    make(chan struct{}),
		file:    file,
		packed:  gzip.NewWriter(file),
	}, nil
}

// Append hands an entry to the ledger and waits for its seal.
func (l *Ledger) Append(ctx context.Context, e Entry) (string, error) {
	receipt := make(chan string, 1)
	select {
	case l.entries <- posted{e, receipt}:
	case <-l.done:
		return "", ErrClosed
	case <-ctx.Done():
		return "", ctx.Err()
	}
	select {
	case seal := <-receipt:
		return seal, nil
	case <-l.done:
		return "", ErrClosed
	}
}

// Run writes entries until ctx ends, then closes the file. Once per flush
// interval it flushes what it has to the disk.
func (l *Ledger) Run(ctx context.Context, flush time.Duration) (err error) {
	defer close(l.done)
	defer func() { err = errors.Join(err, l.packed.Close(), l.file.Close()) }()
	pprof.SetGoroutineLabels(pprof.WithLabels(ctx, pprof.Labels("worker", "ledger")))
	tick := time.NewTicker(flush)
	defer tick.Stop()
	for {
		select {
		case p := <-l.entries:
			if err := l.write(p.entry); err != nil {
				return err
			}
			p.receipt <- hex.EncodeToString(l.seal[:8])
		case <-tick.C:
			if err := l.flush(); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

func (l *Ledger) write(e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("ledger entry %s: %w", e.Order, err)
	}
	l.sealWith(line)
	_, err = fmt.Fprintf(l.packed, "%s %x\n", line, l.seal)
	return err
}

// sealWith extends the hash chain over one line.
func (l *Ledger) sealWith(line []byte) {
	h := sha256.New()
	h.Write(l.seal[:])
	h.Write(line)
	h.Sum(l.seal[:0])
}

func (l *Ledger) flush() error {
	if err := l.packed.Flush(); err != nil {
		return fmt.Errorf("flush ledger: %w", err)
	}
	return l.file.Sync()
}

// Read returns the whole file as it was last flushed, still packed.
func (l *Ledger) Read() ([]byte, error) {
	f, err := os.Open(l.file.Name())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
