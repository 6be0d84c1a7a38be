package pricing

// All applies its rules one after the other.
type All []Rule

// Price implements Rule.
func (a All) Price(cart *Cart, cents int64) int64 {
	for _, rule := range a {
		cents = rule.Price(cart, cents)
	}
	return cents
}

// Best tries all its rules and keeps the lowest price.
type Best []Rule

// Price implements Rule.
func (b Best) Price(cart *Cart, cents int64) int64 {
	best := cents
	for _, rule := range b {
		best = min(best, rule.Price(cart, cents))
	}
	return best
}

// When applies Then to the carts for which Holds returns true.
type When struct {
	Holds func(*Cart) bool
	Then  Rule
}

// Price implements Rule.
func (w When) Price(cart *Cart, cents int64) int64 {
	if !w.Holds(cart) {
		return cents
	}
	return w.Then.Price(cart, cents)
}

// Off takes a share (0 to 1) off the price.
type Off float64

// Price implements Rule.
func (o Off) Price(_ *Cart, cents int64) int64 { return less(cents, float64(o)) }

// Agreement returns a rule tree as a large customer might have negotiated it:
// depth levels with two alternatives each, under conditions on the cart.
func Agreement(depth int, share float64) Rule {
	if depth == 0 {
		return Off(share)
	}
	return Best{
		When{func(c *Cart) bool { return units(c.Items) > depth }, Agreement(depth-1, share*0.9)},
		All{Off(share / 10), Agreement(depth-1, share*0.7)},
	}
}

// units counts the items in the cart, including those inside bundles.
func units(items []Item) int {
	n := 0
	for i := range items {
		n += items[i].Quantity * max(1, units(items[i].Parts))
	}
	return n
}
