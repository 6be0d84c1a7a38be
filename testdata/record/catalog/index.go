package catalog

// Index finds items by keys.
type Index[K comparable] struct {
	keys []K
	at   map[K]int
}

// NewIndex makes an index of keys.
func NewIndex[K comparable](keys []K) *Index[K] {
	x := &Index[K]{keys: keys, at: make(map[K]int, len(keys))}
	for i, k := range keys {
		x.at[k] = i
	}
	return x
}
