package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime/trace"
	"time"

	"profstation/testdata/record/ledger"
	"profstation/testdata/record/pricing"
)

// Order is the body in a checkout request.
type Order struct {
	ID    string         `json:"id"`
	Items []pricing.Item `json:"items"`
}

type receipt struct {
	Order string `json:"order"`
	Cents int64  `json:"cents"`
	Seal  string `json:"seal"`
}

func (s *Shop) checkout(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	order, err := decode(ctx, r.Body)
	if err != nil {
		return err
	}
	trace.Log(ctx, "order", order.ID)
	tenant := r.Header.Get("Tenant")

	cents := s.price(ctx, tenant, order)
	trace.WithRegion(ctx, "reserve", func() { s.stock.reserve(order.Items) })

	// The payment is made while the parcel is packed.
	paid := make(chan error, 1)
	go func() { paid <- s.pay(ctx, order.ID, cents) }()
	pack(ctx, order.Items)
	if err := <-paid; err != nil {
		return fmt.Errorf("order %s: %w", order.ID, err)
	}

	region := trace.StartRegion(ctx, "ledger")
	seal, err := s.Ledger.Append(ctx, ledger.Entry{Order: order.ID, Tenant: tenant, Cents: cents, Time: time.Now()})
	region.End()
	if err != nil {
		return err
	}
	return reply(ctx, w, receipt{order.ID, cents, seal})
}

func decode(ctx context.Context, body io.Reader) (*Order, error) {
	defer trace.StartRegion(ctx, "decode").End()
	var order Order
	if err := json.NewDecoder(body).Decode(&order); err != nil {
		return nil, fmt.Errorf("decode order: %w", err)
	}
	return &order, nil
}

func (s *Shop) price(ctx context.Context, tenant string, order *Order) int64 {
	defer trace.StartRegion(ctx, "price").End()
	cart := &pricing.Cart{Tenant: tenant, Items: order.Items}
	var cents int64
	trace.WithRegion(ctx, "rules", func() {
		cents = pricing.Total(cart, s.rates, s.agreements[tenant])
	})
	trace.Logf(ctx, "price", "%d of %d cents", cents, cart.List)
	return cents
}

// pay asks the payment service: the request waits for the network.
func (s *Shop) pay(ctx context.Context, order string, cents int64) error {
	ctx, task := trace.NewTask(ctx, "pay")
	defer task.End()
	defer trace.StartRegion(ctx, "bank").End()
	body := fmt.Appendf(nil, `{"order":%q,"cents":%d}`, order, cents)
	req, err := http.NewRequestWithContext(ctx, "POST", s.Bank+"/charge", bytes.NewReader(body))
	if err != nil {
		return err
	}
	answer, err := s.client.Do(req)
	if err != nil {
		return fmt.Errorf("charge %d cents: %w", cents, err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("charge %d cents: bank says %s", cents, answer.Status)
	}
	return nil
}

// pack fits an order's parts into boxes with 12 units, the largest first,
// each as a nested region.
func pack(ctx context.Context, items []pricing.Item) int {
	defer trace.StartRegion(ctx, "pack").End()
	boxes := 0
	for len(items) > 0 {
		trace.WithRegion(ctx, "box", func() {
			room := 12
			for len(items) > 0 && room > 0 {
				room -= max(1, items[0].Quantity)
				items = items[1:]
			}
		})
		boxes++
	}
	return boxes
}
