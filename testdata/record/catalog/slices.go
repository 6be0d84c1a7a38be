package catalog

import "slices"

// Filter maps the items for which keep returns true.
func Filter[T, U any](items []T, keep func(T) (U, bool)) []U {
	var out []U
	for _, item := range items {
		if u, ok := keep(item); ok {
			out = append(out, u)
		}
	}
	return out
}

// Map maps every item.
func Map[T, U any](items []T, f func(T) U) []U {
	out := make([]U, 0, len(items))
	for _, item := range items {
		out = append(out, f(item))
	}
	return out
}

// Top returns the first k items in the order given by compare. It sorts
// items in place.
func Top[T any](items []T, k int, compare func(a, b T) int) []T {
	slices.SortFunc(items, compare)
	return items[:min(k, len(items))]
}
