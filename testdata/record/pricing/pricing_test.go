package pricing

import "testing"

func TestTotal(t *testing.T) {
	skus := []string{"A", "B", "C"} // taxed by 0, 7 and 19 per cent
	for _, c := range []struct {
		name  string
		items []Item
		rule  Rule
		want  int64
	}{
		{"nothing", nil, All{}, 0},
		{"tax", []Item{{SKU: "B", Quantity: 2, Cents: 1000}}, All{}, 2140},
		{"an unknown product is not taxed", []Item{{SKU: "X", Quantity: 1, Cents: 1000}}, All{}, 1000},
		{"a bundle is 2 per cent less", []Item{{Quantity: 3, Parts: []Item{{SKU: "A", Quantity: 1, Cents: 1000}}}}, All{}, 2940},
		{"a bundle in a bundle", []Item{{Quantity: 1, Parts: []Item{{Quantity: 1, Parts: []Item{{SKU: "C", Quantity: 1, Cents: 1000}}}}}}, All{}, 1143},
		{"one after the other", []Item{{SKU: "A", Quantity: 1, Cents: 1000}}, All{Off(0.5), Off(0.5)}, 250},
		{"the best", []Item{{SKU: "A", Quantity: 1, Cents: 1000}}, Best{Off(0.1), Off(0.3), Off(0.2)}, 700},
		{"a condition that does not hold", []Item{{SKU: "A", Quantity: 1, Cents: 1000}}, When{func(*Cart) bool { return false }, Off(1)}, 1000},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, slow := range []bool{false, true} {
				if got := Total(&Cart{Items: c.items}, NewRates(skus, slow), c.rule); got != c.want {
					t.Errorf("slow rates %v: %d cents, want %d", slow, got, c.want)
				}
			}
		})
	}
}
