// Package pricing prices the carts in the order service that testdata/record
// puts under load. It finds a price by walking a tree of rules, and prices a
// bundle by pricing its parts: this recursion gives the recordings
// stacks with very different depths.
package pricing

import "math"

// Item is something to be priced. Parts is empty for a single product and
// holds a bundle's contents otherwise. Cents is a single product's list
// price for one item, and is ignored for a bundle.
type Item struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
	Cents    int64  `json:"cents"`
	Parts    []Item `json:"parts,omitempty"`
}

// Cart is what a rule sees: the items, their list price in cents and the
// tenant whose agreement applies.
type Cart struct {
	Tenant string
	Items  []Item
	List   int64
}

// Rule changes a price in cents; it never makes it negative.
type Rule interface {
	Price(cart *Cart, cents int64) int64
}

// Total adds up the list prices in the cart and applies rule.
func Total(cart *Cart, rates *Rates, rule Rule) int64 {
	cart.List = 0
	for i := range cart.Items {
		cart.List += listPrice(&cart.Items[i], rates)
	}
	return rule.Price(cart, cart.List)
}

// listPrice returns an item's price in cents: a bundle costs what its parts
// cost, with the bundle's own rate taken off at each level.
func listPrice(item *Item, rates *Rates) int64 {
	quantity := int64(item.Quantity)
	if len(item.Parts) == 0 {
		return quantity * taxed(item.Cents, rates.Of(item.SKU))
	}
	var sum int64
	for i := range item.Parts {
		sum += listPrice(&item.Parts[i], rates)
	}
	return quantity * less(sum, 0.02)
}

// taxed and less are small enough to be inlined, so that the recordings have
// inlined frames that belong to the program.
func taxed(cents int64, rate float64) int64 {
	return cents + int64(math.Round(float64(cents)*rate))
}

func less(cents int64, share float64) int64 {
	return cents - int64(math.Round(float64(cents)*share))
}
