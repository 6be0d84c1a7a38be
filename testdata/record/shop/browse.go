package shop

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"runtime/trace"
	"slices"
	"strings"
	"sync"

	"profstation/testdata/record/catalog"
)

func (s *Shop) search(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	query := r.FormValue("q")
	trace.Log(ctx, "query", query)
	region := trace.StartRegion(ctx, "find")
	found, err := s.Catalog.Search(query, 20)
	region.End()
	if err != nil {
		return err
	}
	return reply(ctx, w, found)
}

// report sends the whole stock list, packed, after hashing each quarter of it
// in a worker.
func (s *Shop) report(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	left := s.stock.snapshot()
	skus := slices.Sorted(maps.Keys(left))
	sums := digest(ctx, skus, left)
	journal, err := s.Ledger.Read()
	if err != nil {
		return fmt.Errorf("read ledger: %w", err)
	}

	defer trace.StartRegion(ctx, "compress").End()
	w.Header().Set("Content-Type", "application/gzip")
	out := gzip.NewWriter(w)
	err = json.NewEncoder(out).Encode(map[string]any{
		"sums": sums, "stock": left, "products": s.Catalog.Products[:len(s.Catalog.Products)/8],
		"journal": journal[:min(len(journal), 16<<10)],
	})
	if err != nil {
		return err
	}
	return out.Close()
}

func digest(ctx context.Context, skus []string, left map[string]int) []string {
	defer trace.StartRegion(ctx, "digest").End()
	sums := make([]string, 4)
	var group sync.WaitGroup
	for i := range sums {
		group.Go(func() {
			part := skus[i*len(skus)/4 : (i+1)*len(skus)/4]
			defer trace.StartRegion(ctx, "part").End()
			lines := catalog.NewIndex(part).Texts(func(sku string, at int) string { return fmt.Sprintf("%d %s=%d", at, sku, left[sku]) })
			sums[i] = fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines, "\n"))))
		})
	}
	group.Wait()
	return sums
}
