// Package catalog holds the products in the order service that testdata/record
// puts under load: a table that is searched, behind a cache that every
// request fights for.
package catalog

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Product is a line in the catalog; Cents is its price.
type Product struct {
	SKU   string   `json:"sku"`
	Name  string   `json:"name"`
	Tags  []string `json:"tags"`
	Cents int64    `json:"cents"`
}

// Catalog is a list of products that does not change once it is made, and a
// cache for searches in it.
type Catalog struct {
	Products []Product
	results  *Cache[string, []Product]
}

var (
	adjectives = strings.Fields("amber brisk calm dusty early faint gentle hollow ivory jolly keen lunar misty noble olive plain quiet rapid silver tidy")
	nouns      = strings.Fields("anchor basket candle drawer engine folder garden hammer island jacket kettle ladder mirror needle oven pillow quilt ribbon saddle teapot")
)

// New makes a catalog with n products; the same seed makes the same one.
func New(n int, seed uint64) *Catalog {
	r := rand.New(rand.NewPCG(seed, 1))
	c := &Catalog{results: NewCache[string, []Product](256)}
	for i := range n {
		a, b := adjectives[r.IntN(len(adjectives))], nouns[r.IntN(len(nouns))]
		c.Products = append(c.Products, Product{
			SKU:   fmt.Sprintf("%c%c-%05d", a[0]-32, b[0]-32, i),
			Name:  a + " " + b,
			Tags:  []string{a, b, fmt.Sprint("shelf ", r.IntN(40))},
			Cents: 100 + r.Int64N(20_000),
		})
	}
	return c
}

// Search returns the limit products that fit the query best, best first. The
// query is a list of words, each a regular expression.
func (c *Catalog) Search(query string, limit int) ([]Product, error) {
	return c.results.Load(query, func() ([]Product, error) {
		words, err := compile(query)
		if err != nil {
			return nil, err
		}
		scored := Filter(c.Products, func(p Product) (hit, bool) {
			s := score(&p, words)
			return hit{p, s}, s > 0
		})
		best := Top(scored, limit, func(a, b hit) int {
			return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.SKU, b.SKU))
		})
		return Map(best, func(h hit) Product { return h.Product }), nil
	})
}

// Forget empties the cache, so that a heap profile's difference has freed
// memory to show.
func (c *Catalog) Forget() { c.results.Clear() }

type hit struct {
	Product
	score float64
}

func compile(query string) ([]*regexp.Regexp, error) {
	var words []*regexp.Regexp
	for word := range strings.FieldsSeq(query) {
		re, err := regexp.Compile("(?i)" + word)
		if err != nil {
			return nil, fmt.Errorf("search for %q: %w", query, err)
		}
		words = append(words, re)
	}
	return words, nil
}

// score is 2 for each word in the name and 1 for each in a tag.
func score(p *Product, words []*regexp.Regexp) float64 {
	s := 0.0
	for _, word := range words {
		if word.MatchString(p.Name) {
			s += 2
		}
		if slices.ContainsFunc(p.Tags, word.MatchString) {
			s++
		}
	}
	return s
}
