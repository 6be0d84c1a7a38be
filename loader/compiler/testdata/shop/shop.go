// Package shop allocates on the heap in several ways, and has what the compiler inlines, does not inline, and checks.
package shop

import "fmt"

// Item is what is sold.
type Item struct {
	Name  string
	Price int
}

var last *Item

// New returns the address of a variable.
func New(name string) *Item {
	item := Item{Name: name}
	return &item
}

// Keep keeps a value beyond the call, by way of a second variable.
func Keep(name string, price int) {
	x := &Item{name, price}
	y := x
	last = y
}

// Text boxes a number.
func Text(n int) string { return fmt.Sprint("price ", n) }

// Later returns a function that uses a variable.
func Later(n int) func() int {
	total := 0
	return func() int {
		total += n
		return total
	}
}

// Prices makes a slice of an unknown length.
func Prices(n int) int {
	all := make([]int, n)
	sum := 0
	for i := range 100 {
		sum += all[i*2]
	}
	return sum + len(all[n/2:])
}

// Two is inlined, and so is what it calls.
func Two() (*Item, *Item) { return New("a"), New("b") }

// Grow appends.
func Grow(all []*Item, n int) []*Item {
	for i := range n {
		all = append(all, &Item{Price: i})
	}
	return all
}

// Recursive is not inlined.
func Recursive(n int) int {
	if n < 2 {
		return n
	}
	return Recursive(n-1) + Recursive(n-2)
}

// Stays does not escape.
func Stays() int {
	x := &Item{Price: 1}
	return x.Price
}
