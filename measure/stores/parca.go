package stores

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

// scrape is a profile that was taken some time after the hour began.
type scrape struct {
	file, pod string
	after     time.Duration
}

func (s scrape) at() time.Time { return Hour.Add(s.after) }

// selected reports whether a selector, without its first brace, matches the scrape.
func (s scrape) selected(selector string) bool {
	return selector == "}" || selector == fmt.Sprintf("pod=%q}", s.pod)
}

// within and upToEnds match Parca: a query excludes both ends, a merge includes them (pkg/parcacol/querier.go).
func (s scrape) within(start, end time.Time) bool { return s.at().After(start) && s.at().Before(end) }
func (s scrape) upToEnds(start, end time.Time) bool {
	return !s.at().Before(start) && !s.at().After(end)
}

// Parca starts a Parca for a test, and returns its address. It has four profiles from two pods.
func Parca(t *testing.T) string {
	t.Helper()
	return parca(t, []scrape{
		{"cpu.pprof", "shop-1", 0}, {"cpu-slow.pprof", "shop-2", 5 * time.Minute},
		{"cpu.pprof", "shop-1", 20 * time.Minute}, {"cpu-slow.pprof", "shop-2", 20 * time.Minute},
	})
}

// Steady starts a Parca with a profile from each of two pods every 15 s for ten minutes. Those after one
// minute are missing.
func Steady(t *testing.T) string {
	t.Helper()
	var all []scrape
	for after := time.Duration(0); after < 10*time.Minute; after += 15 * time.Second {
		if after != time.Minute {
			all = append(all, scrape{"cpu.pprof", "shop-1", after}, scrape{"cpu-slow.pprof", "shop-2", after})
		}
	}
	return parca(t, all)
}

func parca(t *testing.T, scraped []scrape) string {
	t.Helper()
	recordings := filepath.Join(root(), "testdata") // absolute, because the test may change its folder
	mux := http.NewServeMux()
	reply := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(v)
	}
	type list = map[string]any
	mux.HandleFunc("GET /api/profiles/types", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, list{"types": []list{{"name": "process_cpu", "sampleType": "cpu", "sampleUnit": "nanoseconds",
			"periodType": "cpu", "periodUnit": "nanoseconds", "delta": true}}})
	})
	mux.HandleFunc("GET /api/profiles/labels", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, list{"labelNames": []string{"pod"}, "warnings": []string{}})
	})
	mux.HandleFunc("GET /api/profiles/labels/pod/values", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, list{"labelValues": []string{"shop-1", "shop-2"}, "warnings": []string{}})
	})
	mux.HandleFunc("GET /api/profiles/query_range", func(w http.ResponseWriter, r *http.Request) {
		samples, v := map[string][]list{}, r.URL.Query()
		by := slices.Contains(v["sumBy"], "pod")
		start, err := time.Parse(time.RFC3339, v.Get("start"))
		end, err2 := time.Parse(time.RFC3339, v.Get("end"))
		_, selector, _ := strings.Cut(v.Get("query"), "{")
		for _, s := range scraped {
			pod := ""
			if err != nil || err2 != nil || !s.selected(selector) || !s.within(start, end) {
				continue
			}
			if by {
				pod = s.pod
			}
			samples[pod] = append(samples[pod], list{"timestamp": s.at(), "value": "100", "valuePerSecond": 1.5})
		}
		if len(samples) == 0 {
			w.WriteHeader(http.StatusNotFound)
			reply(w, list{"code": 5, "message": "No data found for the query, try a different query or time range", "details": []any{}})
			return
		}
		var series []list
		for pod, samples := range samples {
			labels := []list{}
			if pod != "" {
				labels = []list{{"name": "pod", "value": pod}}
			}
			series = append(series,
				list{"labelset": list{"labels": labels}, "samples": samples, "sampleType": list{"type": "cpu", "unit": "nanoseconds"}})
		}
		reply(w, list{"series": series})
	})
	mux.HandleFunc("GET /api/profiles/query", func(w http.ResponseWriter, r *http.Request) {
		v := r.URL.Query()
		if v.Get("mode") != "MODE_MERGE" || v.Get("reportType") != "REPORT_TYPE_PPROF" {
			w.WriteHeader(http.StatusBadRequest)
			reply(w, list{"code": 3, "message": "requested type is not supported", "details": []any{}})
			return
		}
		start, err := time.Parse(time.RFC3339, v.Get("merge.start"))
		end, err2 := time.Parse(time.RFC3339, v.Get("merge.end"))
		id, selector, ok := strings.Cut(v.Get("merge.query"), "{")
		if err != nil || err2 != nil || !ok || id != CPU+":delta" {
			w.WriteHeader(http.StatusBadRequest)
			reply(w, list{"code": 3, "message": fmt.Sprint("failed to parse query ", v, err, err2), "details": []any{}})
			return
		}
		var all []*profile.Profile
		for _, s := range scraped {
			if !s.selected(selector) || !s.upToEnds(start, end) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(recordings, s.file))
			if err != nil {
				t.Error(err)
			}
			p, err := profile.ParseData(data)
			if err != nil {
				t.Error(err)
				return
			}
			all = append(all, p)
		}
		if len(all) == 0 {
			w.WriteHeader(http.StatusNotFound)
			reply(w, list{"code": 5, "message": "could not find profile at requested time and selectors", "details": []any{}})
			return
		}
		p, err := profile.Merge(all)
		if err != nil {
			t.Error(err)
			return
		}
		p.Period, p.TimeNanos, p.DurationNanos = 0, 0, 0
		var data bytes.Buffer
		if err := p.Write(&data); err != nil {
			t.Error(err)
		}
		reply(w, list{"pprof": data.Bytes(), "total": "1", "filtered": "0"})
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}
