package pricing

import "strings"

// Rates are the tax rates by SKU.
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
// for every item, with both SKUs brought into one form each time: the regression
// that a comparison of two recordings is to find.
func NewRates(skus []string, slow bool) *Rates {
	r := &Rates{bySKU: make(map[string]float64, len(skus)), slow: slow}
	for i, sku := range skus {
		share := [...]float64{0, 0.07, 0.19}[i%3]
		r.bySKU[sku] = share
		r.list = append(r.list, rate{sku, share})
	}
	return r
}

// Of is the tax rate of a SKU, as a share of its price; 0 for an unknown one.
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

// plain is how a SKU is compared.
func plain(sku string) string { return strings.ToLower(strings.TrimSpace(sku)) }
