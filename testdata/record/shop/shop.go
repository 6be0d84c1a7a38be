// Package shop is the order service that testdata/record puts under load. Its
// requests carry profiler labels (endpoint, tenant), trace tasks, nested
// regions and log lines, and wait for each other in all the ways that Go
// programs do.
package shop

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime/pprof"
	"runtime/trace"
	"sync"

	"profstation/testdata/record/catalog"
	"profstation/testdata/record/ledger"
	"profstation/testdata/record/pricing"
)

// Shop answers the requests. Its methods may be called concurrently.
type Shop struct {
	Catalog *catalog.Catalog
	Ledger  *ledger.Ledger
	Bank    string // the payment service's base URL

	rates      *pricing.Rates
	agreements map[string]pricing.Rule
	stock      stock
	client     http.Client
}

// Tenants are the shop's customers, with the depth of each one's price
// agreement: a deep one costs more to evaluate.
var Tenants = map[string]int{"acme": 6, "globex": 9, "initech": 11}

// New makes a shop. A slow one looks up tax rates inefficiently.
func New(c *catalog.Catalog, l *ledger.Ledger, bank string, slow bool) *Shop {
	s := &Shop{
		Catalog: c, Ledger: l, Bank: bank,
		rates:      pricing.NewRates(catalog.Map(c.Products, func(p catalog.Product) string { return p.SKU }), slow),
		agreements: make(map[string]pricing.Rule),
		stock:      stock{left: make(map[string]int)},
		client:     http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
	for tenant, depth := range Tenants {
		s.agreements[tenant] = pricing.Agreement(depth, 0.2)
	}
	return s
}

// Handler serves /checkout, /search and /report.
func (s *Shop) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /checkout", labelled("/checkout", s.checkout))
	mux.Handle("GET /search", labelled("/search", s.search))
	mux.Handle("GET /report", labelled("/report", s.report))
	return mux
}

// labelled runs every request to an endpoint under its labels and in its own
// task, and turns errors into answers.
func labelled(endpoint string, serve func(context.Context, http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		labels := pprof.Labels("endpoint", endpoint, "tenant", r.Header.Get("Tenant"))
		pprof.Do(r.Context(), labels, func(ctx context.Context) {
			ctx, task := trace.NewTask(ctx, endpoint)
			defer task.End()
			trace.Log(ctx, "tenant", r.Header.Get("Tenant"))
			if err := serve(ctx, w, r); err != nil {
				trace.Logf(ctx, "error", "%v", err)
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		})
	})
}

func reply(ctx context.Context, w http.ResponseWriter, v any) error {
	defer trace.StartRegion(ctx, "encode").End()
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(v)
}

// stock is how many there are of every product. Its lock is held while a whole
// order is reserved.
type stock struct {
	mu   sync.RWMutex
	left map[string]int
}

func (s *stock) reserve(items []pricing.Item) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.take(items)
}

func (s *stock) take(items []pricing.Item) {
	for i := range items {
		s.left[items[i].SKU] -= items[i].Quantity
		if s.left[items[i].SKU] < 0 {
			s.left[items[i].SKU] += 10_000
		}
		s.take(items[i].Parts)
	}
}

func (s *stock) snapshot() map[string]int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	left := make(map[string]int, len(s.left))
	for sku, n := range s.left {
		left[sku] = n
	}
	return left
}
