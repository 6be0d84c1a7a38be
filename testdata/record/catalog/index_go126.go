//go:build !go1.27

package catalog

// Texts returns a text for each key.
func (x *Index[K]) Texts(f func(key K, at int) string) []string {
	return Map(x.keys, func(k K) string { return f(k, x.at[k]) })
}
