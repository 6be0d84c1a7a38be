package series

import (
	"context"
	"slices"
	"sync"

	"profstation/model"
)

// The limits for a Cache.
const (
	CacheProfiles = 8
	CacheBytes    = 256 << 20
)

// Cache keeps the full profiles that were looked at last, within limits, and reads the others again. It is
// safe for use by several goroutines.
type Cache struct {
	load func(ctx context.Context, id string) (*model.Profile, error)

	mu   sync.Mutex
	kept []kept // the most recently used one first
}

type kept struct {
	id   string
	p    *model.Profile
	size int64
}

// NewCache makes a cache that holds at most CacheProfiles profiles and roughly CacheBytes bytes, but always
// one profile. load reads a profile by its id, for instance from a file.
func NewCache(load func(ctx context.Context, id string) (*model.Profile, error)) *Cache {
	return &Cache{load: load}
}

// Get returns the profile with an id, and reads it if it is not in the cache.
func (c *Cache) Get(ctx context.Context, id string) (*model.Profile, error) {
	c.mu.Lock()
	k, ok := c.take(id)
	if ok {
		c.kept = slices.Insert(c.kept, 0, k)
	}
	c.mu.Unlock()
	if ok {
		return k.p, nil
	}
	p, err := c.load(ctx, id)
	if err != nil {
		return nil, err
	}
	c.Put(id, p)
	return p, nil
}

// Put adds a profile that was just read.
func (c *Cache) Put(id string, p *model.Profile) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.take(id)
	c.kept = slices.Insert(c.kept, 0, kept{id, p, sizeOf(p)})
	held := int64(0)
	for i, k := range c.kept {
		if held += k.size; i > 0 && (i >= CacheProfiles || held > CacheBytes) {
			c.kept = slices.Delete(c.kept, i, len(c.kept))
			break
		}
	}
}

// Drop removes a profile because its file has changed.
func (c *Cache) Drop(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.take(id)
}

func (c *Cache) take(id string) (k kept, ok bool) {
	i := slices.IndexFunc(c.kept, func(k kept) bool { return k.id == id })
	if i < 0 {
		return kept{}, false
	}
	k = c.kept[i]
	c.kept = slices.Delete(c.kept, i, i+1)
	return k, true
}

// sizeOf estimates a profile's size in memory, without what views derive from it.
func sizeOf(p *model.Profile) int64 {
	n := int64(len(p.Functions))*32 + int64(len(p.Lines))*24 + int64(len(p.Locations))*24
	n += int64(p.Samples.Len()) * int64(8+8*len(p.Types))
	for i := range p.Strings.Len() {
		n += 32 + int64(len(p.Strings.Raw(model.StringID(i))))
	}
	return n + p.Stacks.Size()
}
