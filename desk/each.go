package desk

// each converts the elements of a list; nil stays nil.
func each[A, B any](all []A, to func(A) B) []B {
	if all == nil {
		return nil
	}
	out := make([]B, len(all))
	for i, x := range all {
		out[i] = to(x)
	}
	return out
}
