package folder

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"profstation/loader/watch"
	"profstation/model/series"
)

// listed is a folder with n files that were there, and of which none is read, without a watcher.
func listed(n int) *Folder {
	f := &Folder{
		Path: "/run", Cache: series.NewCache(nil), runs: map[string]*Run{}, at: map[string]*Run{}, RunOf: map[string]*Run{},
		lists: newLists(), unread: unread{Asked: map[string]bool{}},
	}
	e := watch.Event{Kind: watch.Listed}
	for i := range n {
		e.Entries = append(e.Entries, watch.Entry{Path: path(i), Size: 100, ModTime: time.Unix(int64(i), 0)})
	}
	f.note(e)
	f.Arrivals()
	return f
}

func path(i int) string { return fmt.Sprintf("/run/%07d.trace", i) }

// arriveAll has files found, those of every fifth broken.
func (f *Folder) arriveAll(from, to int) {
	for i := from; i < to; i++ {
		e := watch.Event{Kind: watch.Found, Path: path(i), Size: 200, ModTime: time.Unix(int64(i), 0)}
		if i%5 == 0 {
			e.Kind, e.Err = watch.Broken, fmt.Errorf("cut")
		}
		f.note(e)
	}
	f.Arrivals()
}

// TestArrivalsGrow holds that four times the files take four times the memory, and what arrives in a
// folder as much as in any other.
func TestArrivalsGrow(t *testing.T) {
	all := func(n int) float64 { return testing.AllocsPerRun(1, func() { listed(n).arriveAll(0, n) }) }
	if one, four := all(2_000), all(8_000); four > 4.5*one {
		t.Errorf("2,000 files take %v allocations, 8,000 %v", one, four)
	}
	few := func(n int) float64 {
		f := listed(n)
		f.arriveAll(0, n)
		next := n
		return testing.AllocsPerRun(3, func() {
			f.arriveAll(next, next+10)
			f.arriveAll(n/2, n/2+10)
			next += 10
		})
	}
	if one, four := few(2_000), few(8_000); four > 1.2*one+10 {
		t.Errorf("20 arrivals take %v allocations in a folder of 2,000 files, %v in one of 8,000", one, four)
	}
}

// What the lists of a folder say holds after each kind of event.
func TestArrivals(t *testing.T) {
	f := listed(20)
	f.arriveAll(0, 20)
	if len(f.Files()) != 20 || len(f.Told()) != 4 || f.Unread != 0 || f.Files()[0].Path != path(19) {
		t.Errorf("%d files, %d told, %d unread", len(f.Files()), len(f.Told()), f.Unread)
	}
	r := f.RunOf[path(1)]
	if r.Len() != 16 || r.Newest() != path(19) || r.Index(path(2)) != 1 || r.Index(path(0)) != -1 || f.Index(path(2)) != 17 {
		t.Errorf("%d profiles, the newest %s, %d", r.Len(), r.Newest(), r.Index(path(2)))
	}
	old := f.Files()
	f.note(watch.Event{Kind: watch.Renamed, From: path(19), Path: "/run/other"})
	f.note(watch.Event{Kind: watch.Removed, Path: path(18)})
	f.note(watch.Event{Kind: watch.Writing, Path: path(30), ModTime: time.Unix(30, 0)})
	f.note(watch.Event{Kind: watch.Removed, Path: path(10)}) // which is broken
	if touched := f.Arrivals(); !touched[r] || len(touched) != 1 {
		t.Errorf("%v", touched)
	}
	if r.Len() != 15 || r.Newest() != "/run/other" || r.Index(path(19)) != -1 || f.RunOf["/run/other"] != r {
		t.Errorf("%d profiles, the newest is %s", r.Len(), r.Newest())
	}
	if len(f.Files()) != 19 || len(f.Told()) != 4 || f.Files()[0].Path != path(30) || f.File(path(10)) != nil || f.Told()[0].Path != path(30) {
		t.Errorf("%d files, %d told", len(f.Files()), len(f.Told()))
	}
	if len(old) != 20 || old[0].Path != path(19) {
		t.Error("the list before has changed")
	}
}

// The files of one recorded moment arrive in any order, and are listed in the order of their kinds, below those of
// later moments; and so are the kinds.
func TestMomentsKeepTheirOrder(t *testing.T) {
	name := func(second int, kind string) string {
		return fmt.Sprintf("/run/2026-11-23T15-04-%02d_%s.trace", second, kind)
	}
	for _, arrives := range [][]string{{"cpu", "heap", "mutex"}, {"mutex", "cpu", "heap"}, {"heap", "mutex", "cpu"}} {
		f := listed(0)
		for second := range 2 {
			for i, kind := range arrives {
				f.note(watch.Event{Kind: watch.Found, Path: name(second, kind), Size: 200, ModTime: time.Unix(int64(100-i), 0)})
			}
		}
		f.Arrivals()
		var got []string
		for _, file := range f.Files() {
			got = append(got, file.Path)
		}
		want := []string{name(1, "cpu"), name(1, "heap"), name(1, "mutex"), name(0, "cpu"), name(0, "heap"), name(0, "mutex")}
		if !slices.Equal(got, want) {
			t.Errorf("%v arrive, and %v are listed", arrives, got)
		}
		var kinds []*Run
		for _, n := range []string{"heap", "cpu", "mutex"} {
			kinds = append(kinds, &Run{name: n})
		}
		f.Order = nil
		for _, r := range kinds {
			f.order(r)
		}
		if got := f.Kinds(); !slices.Equal(got, []string{"cpu", "heap", "mutex"}) {
			t.Errorf("the kinds are %q", got)
		}
	}
}
