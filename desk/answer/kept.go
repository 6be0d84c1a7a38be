package answer

// kept is a part of an answer with the key of what it depends on. The next answer
// takes it over while the key stays the same.
type kept[K comparable, V any] struct {
	key  K
	made bool
	v    V
}

// renew makes the part again if its key has changed. A part whose making fails is
// made again next time.
func (k *kept[K, V]) renew(key K, make func() (V, error)) error {
	if k.made && k.key == key {
		return nil
	}
	v, err := make()
	*k = kept[K, V]{key: key, made: err == nil, v: v}
	return err
}
