package catalog

import "sync"

// Cache keeps up to a fixed number of values. It holds its only mutex during
// lookups and evictions, so requests queue up and the mutex profile has
// something to show.
type Cache[K comparable, V any] struct {
	mu      sync.Mutex
	size    int
	clock   int64
	entries map[K]*entry[V]
}

type entry[V any] struct {
	value V
	used  int64
}

// NewCache makes a cache for size values.
func NewCache[K comparable, V any](size int) *Cache[K, V] {
	return &Cache[K, V]{size: size, entries: make(map[K]*entry[V])}
}

// Load returns the value for key. If the cache has none, fill makes it. An error
// from fill is returned and not kept.
func (c *Cache[K, V]) Load(key K, fill func() (V, error)) (V, error) {
	if v, ok := c.get(key); ok {
		return v, nil
	}
	v, err := fill()
	if err == nil {
		c.put(key, v)
	}
	return v, err
}

// Clear drops all values.
func (c *Cache[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.entries)
}

func (c *Cache[K, V]) get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	e, ok := c.entries[key]
	if !ok {
		var none V
		return none, false
	}
	e.used = c.clock
	return e.value, true
}

func (c *Cache[K, V]) put(key K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= c.size {
		c.evict()
	}
	c.entries[key] = &entry[V]{v, c.clock}
}

// evict drops the value that was not used for the longest time. It looks at
// all values while everybody waits.
func (c *Cache[K, V]) evict() {
	var oldest K
	used := c.clock + 1
	for key, e := range c.entries {
		if e.used < used {
			oldest, used = key, e.used
		}
	}
	delete(c.entries, oldest)
}
