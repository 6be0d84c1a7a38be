package pricing

import "strings"

// Rates holds the tax rates by SKU.
type Rates struct {
	bySKU map[string]float64
	list  []rate
	slow  bool
}

type rate struct {
	sku   string
	share float64
}

// NewRates gives every SKU a rate. A slow table is searched from its start
// for every item, and both SKUs are normalised each time. This is the regression
// that a comparison between two recordings should find.
func NewRates(skus []string, slow bool) *Rates {
	r := &Rates{bySKU: make(map[string]float64, len(skus)), slow: slow}
	for i, sku := range skus {
		share := [...]float64{0, 0.07, 0.19}[i%3]
		r.bySKU[sku] = share
		r.list = append(r.list, rate{sku, share})
	}
	return r
}

// Of returns a SKU's tax rate as a share of its price, or 0 for an unknown one.
func (r *Rates) Of(sku string) float64 {
	if r.slow {
		return r.scan(sku)
	}
	return r.bySKU[sku]
}

func (r *Rates) scan(sku string) float64 {
	for _, rate := range r.list {
		if plain(rate.sku) == plain(sku) {
			return rate.share
		}
	}
	return 0
}

// plain returns the form in which SKUs are compared.
func plain(sku string) string { return strings.ToLower(strings.TrimSpace(sku)) }
