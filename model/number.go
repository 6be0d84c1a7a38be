package model

// number returns the number of a key, next if it has none yet.
func number[K comparable, N ~int32](known map[K]N, k K, next int) (n N, fresh bool) {
	n, ok := known[k]
	if !ok {
		n = N(next)
		known[k] = n
	}
	return n, !ok
}
