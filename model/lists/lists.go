// Package lists has what package slices lacks.
package lists

// Few returns a new list with the first max elements that may be kept.
func Few[T any](all []T, max int, may func(T) bool) []T {
	var kept []T
	for _, x := range all {
		if len(kept) < max && may(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// Map converts the elements in a list; nil stays nil.
func Map[A, B any](all []A, to func(A) B) []B {
	if all == nil {
		return nil
	}
	out := make([]B, len(all))
	for i, x := range all {
		out[i] = to(x)
	}
	return out
}

// Same reports whether two lists are the same elements in memory, so that nothing in them can differ.
func Same[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }
