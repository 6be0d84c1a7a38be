package ledger

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestChain checks every line of the journal against the seal of the line
// before it, and the receipts against the journal.
func TestChain(t *testing.T) {
	l, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- l.Run(ctx, time.Millisecond) }()
	var receipts []string
	for i := range 20 {
		seal, err := l.Append(ctx, Entry{Order: fmt.Sprint(i), Cents: int64(i)})
		if err != nil {
			t.Fatal(err)
		}
		receipts = append(receipts, seal)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if _, err := l.Append(t.Context(), Entry{}); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed ledger took an entry: %v", err)
	}

	data, err := l.Read()
	if err != nil {
		t.Fatal(err)
	}
	journal, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var seal [sha256.Size]byte
	lines := bufio.NewScanner(journal)
	for _, receipt := range receipts {
		if !lines.Scan() {
			t.Fatalf("the journal ends before the receipt %s: %v", receipt, lines.Err())
		}
		entry, got, _ := strings.Cut(lines.Text(), " ")
		seal = sha256.Sum256(append(seal[:], entry...))
		if want := fmt.Sprintf("%x", seal); got != want || !strings.HasPrefix(want, receipt) {
			t.Fatalf("entry %s: seal %s, receipt %s, want %s", entry, got, receipt, want)
		}
	}
	if lines.Scan() {
		t.Errorf("the journal goes on with %q", lines.Text())
	}
}
