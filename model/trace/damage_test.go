package trace

import "testing"

// A table warns of damage that its figures touch, and of no other.
func TestDamage(t *testing.T) {
	cut := &Trace{Header: Header{End: 1000, Warnings: []string{"1 of 3 generations were lost", "generation 2 was lost"}, Generations: []Generation{
		{Number: 1, End: 400}, {Number: 2, Start: 400, End: 600, Lost: "a batch is cut off"}, {Number: 3, Start: 600, End: 1000},
	}}}
	ends := &Trace{Header: Header{End: 1000, Warnings: []string{"its end was lost"}, Generations: []Generation{{Number: 1, End: 1000}, {Number: 2, Start: 1000, End: 1000, Lost: "the file ends within it"}}}}
	odd := &Trace{Header: Header{End: 1000, Warnings: []string{"3 goroutines are in another state"}, Generations: []Generation{{Number: 1, End: 1000}}}}
	for _, c := range []struct {
		name string
		t    *Trace
		of   Interval
		want string
	}{
		{"whole", cut, Interval{0, 1000}, "1 of 3 generations were lost"},
		{"before it", cut, Interval{0, 300}, ""},
		{"behind it", cut, Interval{700, 900}, ""},
		{"a part of it", cut, Interval{500, 700}, "1 of 3 generations were lost"},
		{"the whole without its end", ends, Interval{0, 1000}, "its end was lost"},
		{"far from the end", ends, Interval{0, 100}, ""},
		{"no loss, anywhere", odd, Interval{0, 10}, "3 goroutines are in another state"},
		{"sound", &Trace{Header: Header{End: 1000}}, Interval{0, 1000}, ""},
	} {
		if got := c.t.Damage(c.of); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
