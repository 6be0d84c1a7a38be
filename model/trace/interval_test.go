package trace

import (
	"slices"
	"testing"
)

func TestInterval(t *testing.T) {
	iv := Interval{10, 20}
	for _, c := range []struct {
		o       Interval
		overlap Time
		meets   bool
	}{
		{Interval{0, 5}, 0, false},
		{Interval{0, 10}, 0, false},
		{Interval{0, 11}, 1, true},
		{Interval{12, 15}, 3, true},
		{Interval{19, 30}, 1, true},
		{Interval{20, 30}, 0, false},
		{Interval{0, 30}, 10, true},
	} {
		if got := iv.Overlap(c.o); got != c.overlap {
			t.Errorf("overlap with %v: %d, want %d", c.o, got, c.overlap)
		}
		if got := iv.Meets(c.o); got != c.meets {
			t.Errorf("meets %v: %v", c.o, got)
		}
	}
	if got := (Interval{20, 10}); !got.Empty() || got.Len() != 0 || got.Ordered() != iv {
		t.Errorf("%v: empty %v, length %d, ordered %v", got, got.Empty(), got.Len(), got.Ordered())
	}
}

func TestUnion(t *testing.T) {
	all := []Interval{{8, 9}, {1, 3}, {3, 4}, {0, 2}, {5, 6}, {5, 8}}
	if got, want := Union(all), []Interval{{0, 4}, {5, 9}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestIntersection(t *testing.T) {
	a := []Interval{{0, 4}, {6, 10}, {12, 14}}
	b := []Interval{{2, 7}, {8, 9}, {10, 12}}
	want := []Interval{{2, 4}, {6, 7}, {8, 9}}
	if got := Intersection(a, b); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Intersection(b, a); !slices.Equal(got, want) {
		t.Errorf("the other way round %v, want %v", got, want)
	}
}

func TestBetween(t *testing.T) {
	tr := &Trace{Header: Header{End: 100}}
	for _, c := range []struct {
		start, end Time
		want       Interval
	}{{1, 2, Interval{1, 2}}, {NoTime, 2, Interval{0, 2}}, {1, NoTime, Interval{1, 100}}, {NoTime, NoTime, tr.Whole()}} {
		if got := tr.Between(c.start, c.end); got != c.want {
			t.Errorf("%d to %d: %v, want %v", c.start, c.end, got, c.want)
		}
	}
}
