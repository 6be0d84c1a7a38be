package timeline

import "sync"

// cache keeps values that are made when somebody first asks for them, each once.
// Different keys' values are made side by side.
type cache[K comparable, V any] struct {
	mu     sync.Mutex
	values map[K]*cached[V]
}

type cached[V any] struct {
	mu    sync.Mutex
	ready bool
	value V
}

func (c *cache[K, V]) get(k K, make func() V) V {
	v, _ := c.try(k, func() (V, error) { return make(), nil })
	return v
}

// try is get for a value that may fail, as when a context ends: the next one who asks makes it again.
func (c *cache[K, V]) try(k K, make func() (V, error)) (V, error) {
	c.mu.Lock()
	e, ok := c.values[k]
	if !ok {
		if c.values == nil {
			c.values = map[K]*cached[V]{}
		}
		e = &cached[V]{}
		c.values[k] = e
	}
	c.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.ready {
		v, err := make()
		if err != nil {
			return v, err
		}
		e.value, e.ready = v, true
	}
	return e.value, nil
}
