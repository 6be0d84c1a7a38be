package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"profstation/testdata/record/catalog"
	"profstation/testdata/record/pricing"
	"profstation/testdata/record/shop"
)

// load is the traffic from customers: active customers send requests, with a pause
// after each answer.
type load struct {
	url     string
	catalog *catalog.Catalog
	client  http.Client
	pause   atomic.Int64 // nanoseconds

	mu     sync.Mutex
	turn   *sync.Cond // broadcast when active or closed changes
	active int
	closed bool
	failed error // from the first request that failed while the shop was open
}

func newLoad(url string, c *catalog.Catalog) *load {
	l := &load{url: url, catalog: c, client: http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	l.turn = sync.NewCond(&l.mu)
	return l
}

// set lets the first active customers in and the others wait.
func (l *load) set(pause time.Duration, active int) {
	l.pause.Store(int64(pause))
	l.mu.Lock()
	l.active = active
	l.mu.Unlock()
	l.turn.Broadcast()
}

// customer sends requests until ctx ends; the same id sends the same ones.
func (l *load) customer(ctx context.Context, id uint64) {
	defer context.AfterFunc(ctx, l.close)()
	r := rand.New(rand.NewPCG(id, 2))
	tenants := slices.Sorted(maps.Keys(shop.Tenants))
	for n := 0; l.admitted(int(id)); n++ {
		tenant := tenants[min(r.IntN(4), 2)] // the last one is as busy as the other two together
		if err := l.visit(ctx, r, tenant, fmt.Sprintf("%d-%d", id, n)); err != nil && ctx.Err() == nil {
			l.fail(err)
		}
		if pause := time.Duration(l.pause.Load()); pause > 0 {
			time.Sleep(pause/2 + rand.N(pause))
		}
	}
}

// admitted waits for the customer's turn. It returns false once the shop closes.
func (l *load) admitted(id int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id >= l.active && !l.closed {
		l.turn.Wait()
	}
	return !l.closed
}

func (l *load) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed == nil {
		l.failed = fmt.Errorf("a customer was sent away: %w", err)
	}
}

// failure returns the error from the first request that failed; nil if none has.
func (l *load) failure() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed
}

func (l *load) close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.turn.Broadcast()
}

func (l *load) visit(ctx context.Context, r *rand.Rand, tenant, order string) error {
	switch n := r.IntN(20); {
	case n < 12:
		body, err := json.Marshal(shop.Order{ID: order, Items: l.basket(r, 1+r.IntN(6), r.IntN(14))})
		if err != nil {
			return err
		}
		return l.send(ctx, "POST", "/checkout", tenant, body)
	case n < 19:
		p := &l.catalog.Products[r.IntN(len(l.catalog.Products))]
		query := fmt.Sprintf("%s+%s", p.Tags[r.IntN(2)], p.Tags[1][:3])
		return l.send(ctx, "GET", "/search?q="+query, tenant, nil)
	default:
		return l.send(ctx, "GET", "/report", tenant, nil)
	}
}

// basket fills an order with n items. The first item is a bundle in which bundles are nested,
// depth levels deep.
func (l *load) basket(r *rand.Rand, n, depth int) []pricing.Item {
	items := make([]pricing.Item, 0, n)
	for i := range n {
		p := &l.catalog.Products[r.IntN(len(l.catalog.Products))]
		item := pricing.Item{SKU: p.SKU, Quantity: 1 + r.IntN(4), Cents: p.Cents}
		if i == 0 && depth > 0 {
			item.Parts = l.basket(r, 1+r.IntN(3), depth-1)
		}
		items = append(items, item)
	}
	return items
}

func (l *load) send(ctx context.Context, method, path, tenant string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, method, l.url+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Tenant", tenant)
	answer, err := l.client.Do(req)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, path, answer.Status)
	}
	return nil
}
