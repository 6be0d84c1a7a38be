//go:build go1.27

package catalog

// Each calls f for each key and returns the results. It is a generic method, which Go has since 1.27. Its symbol
// has two pairs of brackets, as in (*Index[go.shape.string]).Each[go.shape.string].
func (x *Index[K]) Each[T any](f func(key K, at int) T) []T {
	out := make([]T, 0, len(x.keys))
	for _, k := range x.keys {
		out = append(out, f(k, x.at[k]))
	}
	return out
}

// Texts returns a text for each key.
func (x *Index[K]) Texts(f func(key K, at int) string) []string { return x.Each(f) }
