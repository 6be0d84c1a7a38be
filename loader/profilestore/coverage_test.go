package profilestore_test

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
	"profstation/loader"
	"profstation/loader/pprof"
	"profstation/measure/stores"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
)

// between are the times of an address, of the day that the stores of tests have profiles of.
func between(from, until string) string {
	return "&from=2026-11-24T" + from + "Z&until=2026-11-24T" + until + "Z"
}

// A merged profile knows about how much of the time asked for has profiles. Only if that is nearly all there are rates,
// which are of the time asked for.
func TestCovered(t *testing.T) {
	pyroscope, parca, steady := "pyroscope+"+stores.Pyroscope(t)+"?type=cpu", "parca+"+stores.Parca(t)+"?type=cpu", "parca+"+stores.Steady(t)+"?type=cpu"
	for _, x := range []struct {
		address  string
		covered  time.Duration
		recorded time.Duration // 0: not known
		caption  string
	}{
		{pyroscope + `&query={service_name="shop"}` + stores.Interval, 7 * 15 * time.Second, 0, "cpu · covers about 2 of 60 minutes · "},
		{pyroscope + `&query={pod="shop-1"}` + stores.Interval, 5 * 15 * time.Second, 0, "covers about 1 of 60 minutes"},
		{pyroscope + `&query={pod="shop-1"}` + between("12:00:00", "12:03:00"), 3 * 15 * time.Second, 0, "cpu · covers about 0.8 of 3 minutes · "},
		{pyroscope + `&query={pod="shop-1"}` + between("12:00:00.007", "12:03:00.1"), 30 * time.Second, 0, "covers about 0.5 of 3 minutes"},
		{pyroscope + `&query={pod="shop-1"}` + between("12:19:00", "12:21:00"), 15 * time.Second, 0, "covers about 15 of 120 seconds"},
		{pyroscope + `&query={pod="shop-1"}` + between("12:39:55", "12:40:05"), 10 * time.Second, 10 * time.Second, "cpu · 10s · "},
		{pyroscope + `&query={pod="shop-1"}` + between("12:00:00", "12:00:15"), 15 * time.Second, 15 * time.Second, "cpu · 15s · "},
		{pyroscope + `&by=pod` + between("12:00:00", "12:30:00"), 6 * 15 * time.Second, 0, "covers about 2 of 30 minutes"},
		{pyroscope + between("00:00:00", "23:59:59"), 30 * time.Minute, 0, "covers about 0.5 of 24 hours"},
		{parca + stores.Interval, 3 * 15 * time.Second, 0, "covers about 0.8 of 60 minutes"},
		{parca + "&query={pod=\"shop-2\"}" + stores.Interval, 30 * time.Second, 0, "covers about 0.5 of 60 minutes"},
		{steady + between("12:02:00", "12:06:00"), 4 * time.Minute, 4 * time.Minute, "cpu · 240s · "},
		{steady + between("12:00:00", "12:06:00"), 345 * time.Second, 6 * time.Minute, "cpu · 360s · "}, // one profile did not come
		{steady + between("12:00:00", "12:10:30"), 585 * time.Second, 630 * time.Second, "cpu · 630s · "},
		{steady + between("12:00:00", "12:12:00"), 585 * time.Second, 0, "cpu · covers about 10 of 12 minutes · "},
	} {
		p := open(t, x.address).Profile
		if got := p.Covered.Round(5 * time.Second); got != x.covered || p.Recorded() != x.recorded {
			t.Errorf("%s covers %s, expected %s; %s were recorded, expected %s", x.address, p.Covered, x.covered, p.Recorded(), x.recorded)
		}
		r := must.Have(query.Evaluate(t.Context(), p, query.Default()))
		if got := explain.Headline(r); !strings.Contains(got, x.caption) || strings.Contains(got, "cores") != (x.recorded > 0) {
			t.Errorf("%s: %s", x.address, got)
		}
		said := false
		for _, f := range explain.Facts(r, lang.English, "auto") {
			said = said || f.Name == "Utilization"
		}
		u, ok := p.Utilization(p.ColumnOf("cpu"))
		if ok != (x.recorded > 0) || said != ok {
			t.Errorf("%s: how busy it is is known: %v, said: %v", x.address, ok, said)
		}
		if want := float64(r.Total) / float64(x.recorded) * 100; ok && (u < want*0.999 || u > want*1.001) {
			t.Errorf("%s: it is busy by %v, expected %v", x.address, u, want)
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
	if hints := strings.Join(must.Have(explain.Hints(t.Context(), p)), "\n"); !strings.Contains(hints, "how much of the time asked for has profiles is not known") {
		t.Error(hints)
	}
	r := must.Have(query.Evaluate(t.Context(), p, query.Default()))
	if got := explain.Headline(r); !strings.Contains(got, " asked for · ") || strings.Contains(got, "cores") {
		t.Error(got)
	}
	pair := must.Have(compare.Join(t.Context(), p, p))
	if _, err := pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{By: compare.PerSecond}); err == nil || !strings.Contains(err.Error(), "it is not known that all of the base's time has profiles") {
		t.Errorf("per second: %v", err)
	}
	c := must.Have(pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{}))
	if total := c.Total(); total.Verdict.Outcome != compare.Unjudged || !strings.Contains(c.Heading()[0], "Perhaps not covered alike: base an unknown part of 1hrs, new an unknown part of ") {
		t.Errorf("%s: %q", total.Verdict.Outcome, c.Heading())
	}
}

// Of two times that are not covered whole, sums are not judged, and there are no rates. That is said first. Shares
// are judged, and that is how such a comparison begins.
func TestCoveredDifferently(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t) + `?type=cpu&query={pod="shop-1"}`
	four, one := open(t, at+between("12:00:00", "12:30:00")).Profile, open(t, at+between("12:30:00", "13:00:00")).Profile
	pair := must.Have(compare.Join(t.Context(), four, one))
	if got := pair.Default().By; got != compare.PerTotal {
		t.Errorf("it begins %s", got)
	}
	c := must.Have(pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{}))
	lines := c.Heading()
	if want := "Not covered alike: base about 1 of 30 minutes, new about 0.3 of 30 minutes; shares (per total) can be compared"; lines[0] != want {
		t.Errorf("%q", lines)
	}
	if total := c.Total(); total.Percent() != -75 || total.Verdict.Real() || total.Verdict.Outcome != compare.Unjudged || !strings.Contains(lines[1], "(-75.0%), not judged · as recorded") {
		t.Errorf("%v%%, %s: %q", total.Percent(), total.Verdict.Outcome, lines)
	}
	if tally := c.Tally(); len(tally) != 1 || tally[compare.Unjudged] == 0 {
		t.Errorf("%+v", tally)
	}
	rows := must.Have(c.Rows(t.Context()))
	for i := range rows {
		if rows[i].Cum.Verdict.Real() || c.Judge([]int64{compare0: 10, compare1: 400}).Verdict.Real() {
			t.Fatal("a function is real")
		}
	}
	var text bytes.Buffer
	s := compare.Summary{Comparison: c, Base: "a", New: "b"}
	must.Do(s.WriteText(t.Context(), &text))
	if before, _, ok := strings.Cut(text.String(), "Total: "); !ok || !strings.Contains(before, "Not covered alike") || !strings.Contains(text.String(), "The largest changes") {
		t.Error(text.String())
	}
	if _, err := pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{By: compare.PerSecond}); err == nil {
		t.Error("there are values per second")
	}
	perRequest := must.Have(pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{By: compare.PerUnit, Base: 4, New: 5, Unit: "request"}))
	if got := perRequest.Total().Verdict.Outcome; got != compare.Unjudged {
		t.Errorf("per request: %s", got)
	}
	shares := must.Have(pair.Evaluate(t.Context(), query.Default(), pair.Default()))
	if total := shares.Total(); total.Percent() != 0 || total.Verdict.Outcome != compare.Unchanged || strings.Contains(shares.Heading()[0], "shares") {
		t.Errorf("%v%%, %s: %q", total.Percent(), total.Verdict.Outcome, shares.Heading())
	}
	alike := must.Have(compare.Join(t.Context(), four, open(t, strings.Replace(at, `pod="shop-1"`, `service_name="shop",pod="shop-1"`, 1)+between("12:00:00", "12:30:00")).Profile))
	if c := must.Have(alike.Evaluate(t.Context(), query.Default(), compare.Normalisation{})); !strings.HasPrefix(c.Heading()[0], "Perhaps not covered alike: base about 1 of 30 minutes, new about 1 of 30 minutes") || c.Total().Verdict.Outcome != compare.Unjudged {
		t.Errorf("%q", c.Heading())
	}
}

// Of one recording each, in two minutes and in ten seconds, nothing says that one has more.
func TestCoveredByOne(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t) + `?type=cpu&query={pod="shop-1"}`
	pair := must.Have(compare.Join(t.Context(), open(t, at+between("12:19:00", "12:21:00")).Profile, open(t, at+between("12:39:55", "12:40:05")).Profile))
	if _, err := pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{By: compare.PerSecond}); err == nil || !strings.Contains(err.Error(), "the base's time") {
		t.Errorf("per second: %v", err)
	}
	c := must.Have(pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{}))
	if want := "Not covered alike: base about 15 of 120 seconds, new 10s; "; !strings.HasPrefix(c.Heading()[0], want) || c.Total().Verdict.Outcome != compare.Unjudged {
		t.Errorf("%q", c.Heading())
	}
}

// Times that are covered whole are judged as recordings are. Of two lengths, rates are judged, and sums are not.
func TestCoveredWhole(t *testing.T) {
	at := "parca+" + stores.Steady(t) + "?type=cpu"
	four, other := open(t, at+between("12:02:00", "12:06:00")).Profile, open(t, at+between("12:06:00", "12:10:00")).Profile
	evaluate := func(pair *compare.Pair, by compare.By) *compare.Comparison {
		return must.Have(pair.Evaluate(t.Context(), query.Default(), compare.Normalisation{By: by}))
	}
	alike := must.Have(compare.Join(t.Context(), four, other))
	if c := evaluate(alike, alike.Default().By); alike.Default().By != compare.AsRecorded || strings.Contains(c.Heading()[0], "covered") || c.Total().Verdict.Outcome == compare.Unjudged {
		t.Errorf("%q", c.Heading())
	}
	longer := must.Have(compare.Join(t.Context(), four, open(t, at+between("12:02:00", "12:08:00")).Profile))
	c := evaluate(longer, compare.AsRecorded)
	if want := "Not covered alike: base 240s, new 360s; shares (per total) can be compared"; c.Heading()[0] != want || c.Total().Verdict.Outcome != compare.Unjudged || longer.Default().By != compare.PerTotal {
		t.Errorf("%s: %q", longer.Default().By, c.Heading())
	}
	if total := evaluate(longer, compare.PerSecond).Total(); total.Percent() != 0 || total.Verdict.Outcome != compare.NotSure {
		t.Errorf("per second: %v%%, %s", total.Percent(), total.Verdict.Outcome)
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
	r := must.Have(query.Evaluate(t.Context(), heap, query.Default()))
	if got := explain.Headline(r); !strings.Contains(got, "added up over all profiles of that time") {
		t.Error(got)
	}
	for p, want := range map[*model.Profile]string{heap: "added up over all profiles", allocs: "in the time asked for"} {
		about := explain.About(p)
		if text := about.Measures + about.Sampling + explain.SampleType(p, p.Types[0].Type); strings.Count(text, want) != 2 || strings.Contains(text, "since the") || strings.Contains(text, "MemProfileRate") {
			t.Error(text)
		}
	}
	pair := must.Have(compare.Join(t.Context(), allocs, allocs))
	if pair.Apart != 0 {
		t.Error("what a store added up is taken for one process")
	}
}

// What was asked, and what is known only by that, is in the file that is written, and in no report of pprof.
func TestPooledWritten(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t)
	for _, asked := range []string{"?type=memory:inuse_space", "?type=cpu"} {
		p := open(t, at+asked+stores.Interval).Profile
		q := query.Default()
		q.Focus = "main"
		var data bytes.Buffer
		must.Do(pprof.Write(t.Context(), &data, must.Have(query.Evaluate(t.Context(), p, q))))
		again := must.Have(loader.Decode(t.Context(), "x.pprof", data.Bytes(), loader.Options{})).Profile
		if again.Pooled != p.Pooled || again.Covered != p.Covered || again.Moments != p.Moments || strings.Join(again.Comments, "\n") != strings.Join(p.Comments, "\n") || len(p.Comments) == 0 {
			t.Errorf("%s: %+v\nwas %+v", asked, again.Header, p.Header)
		}
	}
}
