package store_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/internal/stores"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
)

// A merged profile knows how much of the time asked for has profiles, to the minute, and rates are of that.
func TestCovered(t *testing.T) {
	pyroscope, parca := "pyroscope+"+stores.Pyroscope(t)+"?type=cpu", "parca+"+stores.Parca(t)+"?type=cpu"
	part := func(from, until string) string {
		return "&from=2026-11-24T" + from + "Z&until=2026-11-24T" + until + "Z"
	}
	for _, x := range []struct {
		address string
		minutes time.Duration
		caption string
	}{
		{pyroscope + `&query={service_name="shop"}` + stores.Interval, 7, "cpu · covers 7 of 60 minutes · "},
		{pyroscope + `&query={pod="shop-1"}` + stores.Interval, 5, "covers 5 of 60 minutes"},
		{pyroscope + `&query={pod="shop-1"}` + part("12:00:00", "12:03:00"), 3, "cpu · 180s · "},
		{pyroscope + `&query={pod="shop-1"}` + part("12:00:00.007", "12:03:00.1"), 2, "covers 2 of 3 minutes"},
		{pyroscope + `&by=pod` + part("12:00:00", "12:30:00"), 6, "covers 6 of 30 minutes"},
		{pyroscope + part("00:00:00", "23:59:59"), 5 * 6, "covers 0.5 of 24 hours"},
		{parca + stores.Interval, 3, "covers 3 of 60 minutes"},
		{parca + "&query={pod=\"shop-2\"}" + stores.Interval, 2, "covers 2 of 60 minutes"},
	} {
		p := open(t, x.address).Profile
		if got := p.Covered.Round(time.Minute); got != x.minutes*time.Minute {
			t.Errorf("%s covers %s, expected %d minutes", x.address, p.Covered, x.minutes)
		}
		r := must.Have(p.Evaluate(t.Context(), model.DefaultQuery()))
		if got := r.Headline(); !strings.Contains(got, x.caption) {
			t.Errorf("%s: %s", x.address, got)
		}
		u, ok := p.Utilization(p.ColumnOf("cpu"))
		if want := float64(r.Total) / float64(p.Covered) * 100; !ok || u < want*0.999 || u > want*1.001 {
			t.Errorf("%s: it is busy by %v, %v, expected %v", x.address, u, ok, want)
		}
	}
}

// failing is a store whose curves fail.
func failing(t *testing.T, at string) string {
	proxy := httputil.NewSingleHostReverseProxy(must.Have(url.Parse(at)))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/SelectSeries") {
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// A store that does not say what is covered answers all the same, and what is not known is said: there are no rates.
func TestNotCovered(t *testing.T) {
	f := open(t, "pyroscope+"+failing(t, stores.Pyroscope(t))+"?type=cpu"+stores.Interval)
	p := f.Profile
	if _, ok := p.Utilization(0); p.Covered != 0 || ok || !p.Pooled {
		t.Errorf("%s are covered, %v", p.Covered, ok)
	}
	if hints := strings.Join(must.Have(p.Hints(t.Context())), "\n"); !strings.Contains(hints, "how much of the time asked for has profiles is not known") {
		t.Error(hints)
	}
	r := must.Have(p.Evaluate(t.Context(), model.DefaultQuery()))
	if got := r.Headline(); !strings.Contains(got, " asked for · ") || strings.Contains(got, "cores") {
		t.Error(got)
	}
	pair := must.Have(compare.Join(t.Context(), p, p))
	if _, err := pair.Evaluate(t.Context(), model.DefaultQuery(), compare.Normalisation{By: compare.PerSecond}); err == nil || !strings.Contains(err.Error(), "the store did not say") {
		t.Errorf("per second: %v", err)
	}
	c := must.Have(pair.Evaluate(t.Context(), model.DefaultQuery(), compare.Normalisation{}))
	if total := c.Total(); total.Verdict.Finding != compare.Unjudged || !strings.Contains(c.Heading()[0], "Perhaps not covered alike: base an unknown part of 1hrs, new an unknown part of ") {
		t.Errorf("%s: %q", total.Verdict.Finding, c.Heading())
	}
}

// Of two times that are not covered alike, sums are not judged, and that is said first. Rates and shares are.
func TestCoveredDifferently(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t) + `?type=cpu&query={pod="shop-1"}`
	four := open(t, at+"&from=2026-11-24T12:00:00Z&until=2026-11-24T12:30:00Z").Profile
	one := open(t, at+"&from=2026-11-24T12:30:00Z&until=2026-11-24T13:00:00Z").Profile
	pair := must.Have(compare.Join(t.Context(), four, one))
	evaluate := func(pair *compare.Pair, by compare.By) *compare.Comparison {
		return must.Have(pair.Evaluate(t.Context(), model.DefaultQuery(), compare.Normalisation{By: by}))
	}
	c := evaluate(pair, compare.AsRecorded)
	lines := c.Heading()
	if want := "Not covered alike: base 4 of 30 minutes, new 1 of 30 minutes; values per second compare rates"; lines[0] != want {
		t.Errorf("%q", lines)
	}
	if total := c.Total(); total.Percent() != -75 || total.Verdict.Real() || total.Verdict.Finding != compare.Unjudged || !strings.Contains(lines[1], "(-75.0%), not judged · as recorded") {
		t.Errorf("%v%%, %s: %q", total.Percent(), total.Verdict.Finding, lines)
	}
	if tally := c.Tally(); tally.Real+tally.Noise+tally.Few != 0 || tally.Rest == 0 {
		t.Errorf("%+v", tally)
	}
	rows := must.Have(c.Rows(t.Context()))
	for i := range rows {
		if c.NodeVerdict(rows[i].Node, true).Real() || c.Judge([]int64{compare0: 10, compare1: 400}).Verdict.Real() {
			t.Fatal("a function is real")
		}
	}
	var text bytes.Buffer
	s := compare.Summary{Comparison: c, Base: "a", New: "b"}
	if err := s.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if before, _, ok := strings.Cut(text.String(), "Total: "); !ok || !strings.Contains(before, "Not covered alike") || !strings.Contains(text.String(), "The largest changes") {
		t.Error(text.String())
	}
	for by, percent := range map[compare.By]float64{compare.PerSecond: 0, compare.PerTotal: 0} {
		c := evaluate(pair, by)
		if total := c.Total(); total.Percent() != percent || total.Verdict.Finding == compare.Unjudged {
			t.Errorf("%s: %v%%, %s", by, total.Percent(), total.Verdict.Finding)
		}
	}
	alike := must.Have(compare.Join(t.Context(), four, open(t, strings.Replace(at, `pod="shop-1"`, `service_name="shop",pod="shop-1"`, 1)+"&from=2026-11-24T12:00:00Z&until=2026-11-24T12:30:00Z").Profile))
	if c := evaluate(alike, compare.AsRecorded); strings.Contains(c.Heading()[0], "covered") || c.Total().Verdict.Finding == compare.Unjudged {
		t.Errorf("%q", c.Heading())
	}
}

const compare1, compare0 = 0, 1 // New and Base in the order of Comparison.Results

// Profiles that each hold what there was at one moment say that they are added up, and have no period of the store's.
func TestMoments(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t) + "?type="
	heap, allocs := open(t, at+"memory:inuse_space"+stores.Interval).Profile, open(t, at+"memory:alloc_space"+stores.Interval).Profile
	if !heap.Moments || allocs.Moments || heap.Period != 0 || allocs.Period != 0 || heap.Delta() || allocs.Delta() {
		t.Errorf("moments %v %v, periods %d %d, changes %v %v", heap.Moments, allocs.Moments, heap.Period, allocs.Period, heap.Delta(), allocs.Delta())
	}
	r := must.Have(heap.Evaluate(t.Context(), model.DefaultQuery()))
	if got := r.Headline(); !strings.Contains(got, "added up over all profiles of that time") {
		t.Error(got)
	}
	for p, want := range map[*model.Profile]string{heap: "added up over all profiles", allocs: "in the time asked for"} {
		about := p.About()
		if text := about.Measures + about.Sampling + p.Explain(p.Types[0].Type); strings.Count(text, want) != 2 || strings.Contains(text, "since the") || strings.Contains(text, "MemProfileRate") {
			t.Error(text)
		}
	}
	pair := must.Have(compare.Join(t.Context(), allocs, allocs))
	if _, ok := pair.OneProcess(); ok {
		t.Error("what a store added up is taken for one process")
	}
}

// What was asked, and what is known only by that, is in the file that is written, and in no report of pprof.
func TestPooledWritten(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t)
	for _, asked := range []string{"?type=memory:inuse_space", "?type=cpu"} {
		p := open(t, at+asked+stores.Interval).Profile
		q := model.DefaultQuery()
		q.Focus = "main"
		var data bytes.Buffer
		if err := loader.Write(t.Context(), &data, must.Have(p.Evaluate(t.Context(), q))); err != nil {
			t.Fatal(err)
		}
		again := must.Have(loader.Decode(t.Context(), "x.pprof", data.Bytes(), loader.Options{})).Profile
		if again.Pooled != p.Pooled || again.Covered != p.Covered || again.Moments != p.Moments || strings.Join(again.Comments, "\n") != strings.Join(p.Comments, "\n") || len(p.Comments) == 0 {
			t.Errorf("%s: %+v\nwas %+v", asked, again.Header, p.Header)
		}
	}
}
