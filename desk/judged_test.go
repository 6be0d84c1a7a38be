package desk

import (
	"os"
	"strings"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/desktest"
	"profstation/desk/folder"
	"profstation/desk/screen"
	"profstation/internal/fixture"
)

// What stands out in the newest profile of a followed folder and in none before it is news, once.
func TestNewsOfAFolder(t *testing.T) {
	r, dir := followed(t)
	// judged reports whether the newest profile is judged, and has that name at its end.
	judged := func(name string) bool {
		f := r.followed()
		if f == nil || f.judging.Running() || len(f.Order) == 0 {
			return false
		}
		newest := f.Order[0].Newest()
		s := f.seen[f.Order[0]]
		return s != nil && s.newest == newest && strings.HasSuffix(newest, name)
	}
	put := func(name string, minute, news int, stacks ...string) *screen.Snapshot {
		putProfile(t, dir, name, fixture.Minute(minute), stacks...)
		r.await(name, func(s *screen.Snapshot) bool {
			return desktest.Shows(s, name) && judged(name) && len(s.Series.News) == news
		})
		return r.Snapshot() // news are published a little later
	}
	r.await("the first to be judged", func(*screen.Snapshot) bool { return judged("") })
	if s := r.shown; len(s.Series.News) > 0 || s.Series.Fresh > 0 {
		t.Fatalf("the first profiles have the news %+v", s.Series.News)
	}
	const collecting = "runtime.gcBgMarkWorker,runtime.gcDrain 400"
	s := put("cpu-40.pprof", 3, 1, "main.main,main.serve 600", collecting)
	if len(s.Series.News) != 1 || s.Series.Fresh != 1 || s.Series.News[0].Finding.Rule != "gc" || !s.Series.News[0].Time.Equal(fixture.Minute(3)) {
		t.Fatalf("the news are %+v", s.Series.News)
	}
	if s = put("cpu-50.pprof", 4, 1, "main.main,main.serve 610", collecting); len(s.Series.News) != 1 || s.Series.Fresh != 1 {
		t.Errorf("it is said again: %+v", s.Series.News)
	}
	if s = put("cpu-60.pprof", 5, 2, "main.main,main.serve 600", collecting, "main.main,main.fill,runtime.growslice 300"); len(s.Series.News) != 2 || s.Series.Fresh != 2 ||
		s.Series.News[0].Finding.Rule != "slices" {
		t.Errorf("the news are %+v", s.Series.News)
	}
	if s = r.do(screen.Jump{Tab: ask.OverviewTab}); s.Series.Fresh != 0 || len(s.Series.News) != 2 {
		t.Errorf("after they were shown, %d of %d are fresh", s.Series.Fresh, len(s.Series.News))
	}
	if s = put("cpu-70.pprof", 6, 3, collecting, "main.main,panics,runtime.gopanic 300"); s.Series.Fresh != 0 || len(s.Series.News) != 3 {
		t.Errorf("where they are listed, %d of %d are fresh", s.Series.Fresh, len(s.Series.News))
	}
	s = r.do(screen.ShowNews{News: s.Series.News[2]})
	if !desktest.Shows(s, "cpu-40.pprof") || s.Tab != ask.TopTab || len(s.Place.Filters) == 0 {
		t.Errorf("it leads to %s, %v with %v", s.Answer.Name, s.Tab, s.Place.Filters)
	}
}

// What stands out in the first profile that can be judged is no news, whatever came before it and could not be read.
func TestNothingIsNewAtFirst(t *testing.T) {
	var f watched
	r, found := &folder.Run{}, []ask.Finding{{Rule: "gc"}}
	for _, c := range []struct {
		path  string
		found []ask.Finding
		err   error
		news  int
	}{
		{"gone.pprof", nil, os.ErrNotExist, 0}, {"first.pprof", found, nil, 0}, {"next.pprof", found, nil, 0},
		{"worse.pprof", append(found, ask.Finding{Rule: "regexp"}), nil, 1},
	} {
		if fresh := f.take(r, c.path, time.Time{}, c.found, c.err); fresh != (c.news > 0) || len(f.news) != c.news {
			t.Errorf("after %s there are %d news, fresh: %t", c.path, len(f.news), fresh)
		}
	}
}
