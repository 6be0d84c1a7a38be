package timeline

import "sync"

// cache keeps values that are made when somebody first asks for them, each once.
// Values of different keys are made side by side.
type cache[K comparable, V any] struct {
	mu     sync.Mutex
	values map[K]func() V
}

func (c *cache[K, V]) get(k K, make func() V) V {
	c.mu.Lock()
	value, ok := c.values[k]
	if !ok {
		if c.values == nil {
			c.values = map[K]func() V{}
		}
		value = sync.OnceValue(make)
		c.values[k] = value
	}
	c.mu.Unlock()
	return value()
}
