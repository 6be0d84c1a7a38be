package series

import (
	"container/list"
	"context"
	"sync"

	"profstation/model"
)

// The usual bounds of a Cache.
const (
	CacheProfiles = 8
	CacheBytes    = 256 << 20
)

// Cache keeps the full profiles that were looked at last, within bounds, and
// reads the others again. It is safe for use by several goroutines.
type Cache struct {
	load     func(ctx context.Context, id string) (*model.Profile, error)
	profiles int
	bytes    int64

	mu    sync.Mutex
	byID  map[string]*list.Element
	order *list.List // of *kept, the one looked at last in front
	held  int64
}

type kept struct {
	id   string
	p    *model.Profile
	size int64
}

// NewCache makes a cache of at most CacheProfiles profiles and about CacheBytes
// bytes, but always one. load reads a profile by its id, from a file for
// instance.
func NewCache(load func(ctx context.Context, id string) (*model.Profile, error)) *Cache {
	return &Cache{load: load, profiles: CacheProfiles, bytes: CacheBytes, byID: map[string]*list.Element{}, order: list.New()}
}

// Get is the profile of an id, read if it is not kept.
func (c *Cache) Get(ctx context.Context, id string) (*model.Profile, error) {
	c.mu.Lock()
	if e, ok := c.byID[id]; ok {
		c.order.MoveToFront(e)
		c.mu.Unlock()
		return e.Value.(*kept).p, nil
	}
	c.mu.Unlock()
	p, err := c.load(ctx, id)
	if err != nil {
		return nil, err
	}
	c.Put(id, p)
	return p, nil
}

// Put keeps a profile that was just read.
func (c *Cache) Put(id string, p *model.Profile) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(id)
	k := &kept{id, p, sizeOf(p)}
	c.byID[id] = c.order.PushFront(k)
	c.held += k.size
	for c.order.Len() > 1 && (c.order.Len() > c.profiles || c.held > c.bytes) {
		c.drop(c.order.Back().Value.(*kept).id)
	}
}

// Drop forgets a profile: its file has changed.
func (c *Cache) Drop(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(id)
}

func (c *Cache) drop(id string) {
	if e, ok := c.byID[id]; ok {
		c.held -= e.Value.(*kept).size
		c.order.Remove(e)
		delete(c.byID, id)
	}
}

// sizeOf is about what a profile takes in memory, what views derive of it left
// aside.
func sizeOf(p *model.Profile) int64 {
	n := int64(len(p.Functions))*32 + int64(len(p.Lines))*24 + int64(len(p.Locations))*24
	n += int64(p.Samples.Len()) * int64(8+8*len(p.Types))
	for i := range p.Strings.Len() {
		n += 32 + int64(len(p.Strings.Raw(model.StringID(i))))
	}
	for i := range p.Stacks.Len() {
		n += 12 + 4*int64(len(p.Stacks.Locs(model.StackID(i))))
	}
	return n
}
