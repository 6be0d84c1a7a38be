package catalog

import (
	"errors"
	"slices"
	"testing"
)

func TestSearch(t *testing.T) {
	c := New(1500, 1)
	c.Products = append(c.Products, Product{SKU: "ZZ-1", Name: "unique thing", Tags: []string{"unique"}}, Product{SKU: "ZZ-0", Name: "a unique thing"})
	for _, x := range []struct {
		query string
		limit int
		want  []string
	}{
		{"UNIQUE", 5, []string{"ZZ-1", "ZZ-0"}}, // a tag besides the name comes first
		{"thing", 5, []string{"ZZ-0", "ZZ-1"}},  // equal ones by SKU
		{"un.que", 1, []string{"ZZ-1"}},
		{"nothingatall", 5, []string{}},
		{"", 5, []string{}},
	} {
		for range 2 { // found, then from the cache
			found, err := c.Search(x.query, x.limit)
			if got := Map(found, func(p Product) string { return p.SKU }); err != nil || !slices.Equal(got, x.want) {
				t.Errorf("search for %q: %v, %v; want %v", x.query, got, err, x.want)
			}
		}
	}
	if _, err := c.Search("(", 5); err == nil {
		t.Error("a bad expression gave no error")
	}
}

func TestCacheDropsTheLongestUnused(t *testing.T) {
	c := NewCache[string, int](2)
	load := func(key string) (filled bool) {
		t.Helper()
		if v, err := c.Load(key, func() (int, error) { filled = true; return len(key), nil }); err != nil || v != len(key) {
			t.Errorf("loaded %q: %d, %v", key, v, err)
		}
		return filled
	}
	for _, step := range []struct {
		key    string
		filled bool
	}{{"a", true}, {"bb", true}, {"a", false}, {"ccc", true}, {"a", false}, {"bb", true}, {"ccc", true}} {
		if got := load(step.key); got != step.filled {
			t.Errorf("%q was made anew: %v, want %v", step.key, got, step.filled)
		}
	}
	c.Clear()
	if !load("bb") {
		t.Error("a cleared cache still has a value")
	}
}

func TestCacheKeepsNoErrors(t *testing.T) {
	c := NewCache[string, int](2)
	bad := errors.New("bad")
	if _, err := c.Load("a", func() (int, error) { return 0, bad }); !errors.Is(err, bad) {
		t.Errorf("got %v, want %v", err, bad)
	}
	if v, err := c.Load("a", func() (int, error) { return 7, nil }); v != 7 || err != nil {
		t.Errorf("got %d, %v after an error, want 7", v, err)
	}
}
