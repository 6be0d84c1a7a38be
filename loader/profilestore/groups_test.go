package profilestore_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/profilestore"
	"profstation/measure/stores"
)

// byLabels adds up a profile by the texts of its labels.
func byLabels(p *profile.Profile, names ...string) map[string]int64 {
	all := map[string]int64{}
	for _, s := range p.Sample {
		var values []string
		for _, name := range names {
			values = append(values, strings.Join(s.Label[name], "+"))
		}
		all[strings.Join(values, " ")] += s.Value[0]
	}
	return all
}

// Groups have the labels that were asked for, and add up to what the store merges by itself, function by
// function; each group is what the store merges under that label.
func TestGroups(t *testing.T) {
	for _, x := range []struct {
		at, by string
		values []string // of those labels
	}{
		{"pyroscope+" + stores.Pyroscope(t), "pod", []string{"pricing-1", "shop-1", "shop-2"}},
		{"pyroscope+" + stores.Pyroscope(t, "-methods=new"), "service_name,version", []string{"pricing v1", "shop v1", "shop v2"}},
		{"parca+" + stores.Parca(t), "pod", []string{"shop-1", "shop-2"}},
	} {
		asked := x.at + "?type=cpu" + stores.Interval
		f := open(t, asked+"&by="+x.by)
		whole, parts := shown(t, open(t, asked).Profile), shown(t, f.Profile)
		if a, b := figures(whole), figures(parts); !maps.Equal(a, b) || len(a) == 0 {
			t.Errorf("%s: the groups have other figures than the whole: %d functions and %d", x.at, len(b), len(a))
		}
		names := strings.Split(x.by, ",")
		groups := byLabels(parts, names...)
		if got := slices.Sorted(maps.Keys(groups)); !slices.Equal(got, x.values) {
			t.Errorf("%s: groups %q, expected %q", x.at, got, x.values)
		}
		for _, value := range x.values {
			var query []string
			for i, v := range strings.Fields(value) {
				query = append(query, fmt.Sprintf("%s=%q", names[i], v))
			}
			one := shown(t, open(t, asked+"&query={"+strings.Join(query, ",")+"}").Profile)
			if want := byLabels(one)[""]; groups[value] != want || want == 0 {
				t.Errorf("%s: %s has %d, expected %d", x.at, value, groups[value], want)
			}
		}
		if p := f.Profile; p.Duration.Hours() != 1 || !p.Time.Equal(stores.Hour) || len(p.Warnings) > 0 {
			t.Errorf("%s: %s from %s, warnings %q", x.at, p.Duration, p.Time, p.Warnings)
		}
		if !strings.Contains(f.Path, "&by="+x.by+"&from=") || !strings.Contains(strings.Join(f.Profile.Comments, "\n"), " by "+strings.Join(names, ", ")) {
			t.Errorf("its path is %s, and it says %q", f.Path, f.Profile.Comments)
		}
		if len(x.values) == 3 {
			again := shown(t, open(t, f.Path+`&query={service_name="shop",}`).Profile)
			if got := byLabels(again, names...); len(got) != 2 {
				t.Errorf("%s: under a selector there are the groups %v", x.at, got)
			}
		}
	}
}

// A warning names a label that no profile has, and all groups are there. Where the store has no profile at all, it says
// so as for other questions.
func TestGroupsWithoutLabel(t *testing.T) {
	asked := "pyroscope+" + stores.Pyroscope(t) + "?type=cpu" + stores.Interval
	f := open(t, asked+"&by=pod,colour")
	if want := []string{"nothing that the store found has the label colour"}; !slices.Equal(f.Profile.Warnings, want) {
		t.Errorf("warnings %q", f.Profile.Warnings)
	}
	if got := byLabels(shown(t, f.Profile), "pod", "colour"); len(got) != 3 {
		t.Errorf("the groups are %v", got)
	}
	if got := refused(t, asked+`&by=pod&query={pod="x"}`, asking(httpclient.Credentials{})); !strings.Contains(got, `there are no profiles for {pod="x"} from 2026-11-24`) {
		t.Error(got)
	}
}

// crowd is a Pyroscope with pods pod-000, pod-001 … of which each has as many samples as its number and one.
type crowd struct {
	pods  int
	fails string        // this pod is refused
	asked func(n int)   // is called while the nth question for a profile is open
	wait  chan struct{} // if not nil, an answer waits for it
	mu    sync.Mutex
	now   int // open questions for profiles
	max   int
	all   int
}

func (c *crowd) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if strings.HasSuffix(r.URL.Path, "/SelectSeries") {
		var series []map[string]any
		for i := range c.pods {
			series = append(series, map[string]any{
				"labels": []map[string]string{{"name": "pod", "value": fmt.Sprintf("pod-%03d", i)}},
				"points": []map[string]any{{"timestamp": "1", "value": i + 1}},
			})
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"series": series})
		return
	}
	c.mu.Lock()
	c.now++
	c.all++
	c.max = max(c.max, c.now)
	n := c.all
	c.mu.Unlock()
	defer func() { c.mu.Lock(); c.now--; c.mu.Unlock() }()
	if c.asked != nil {
		c.asked(n)
	}
	if c.wait != nil {
		select {
		case <-c.wait:
		case <-r.Context().Done():
			return
		}
	}
	_, pod, _ := bytes.Cut(body, []byte(`pod="`))
	pod, _, _ = bytes.Cut(pod, []byte(`"`))
	if string(pod) == c.fails {
		w.WriteHeader(http.StatusInternalServerError)
		io.WriteString(w, `{"code":"internal","message":"boom"}`)
		return
	}
	var number int64
	fmt.Sscanf(string(pod), "pod-%d", &number)
	f := &profile.Function{ID: 1, Name: "main.work"}
	l := &profile.Location{ID: 1, Line: []profile.Line{{Function: f}}}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "cpu", Unit: "nanoseconds"}}, PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 1e9,
		Function: []*profile.Function{f}, Location: []*profile.Location{l}, Sample: []*profile.Sample{{Location: []*profile.Location{l}, Value: []int64{(number + 1) * 1e7}}},
	}
	p.WriteUncompressed(w)
}

func (c *crowd) address(t *testing.T) string {
	s := httptest.NewServer(c)
	t.Cleanup(s.Close)
	return "pyroscope+" + s.URL + "?by=pod&type=" + stores.CPU + stores.Interval
}

// A time without profiles has no groups.
func TestNoGroups(t *testing.T) {
	for _, at := range []string{"pyroscope+" + stores.Pyroscope(t), "parca+" + stores.Parca(t)} {
		_, err := loader.Open(t.Context(), at+"?by=pod&type="+stores.CPU+between("12:55:00", "13:00:00"), asking(httpclient.Credentials{}))
		if !errors.Is(err, loader.ErrEmpty) {
			t.Errorf("%s: %v", at, err)
		}
	}
}

// Of very many groups the largest are asked for, a few at a time, and what is left out is said.
func TestManyGroups(t *testing.T) {
	c := &crowd{pods: 130}
	var done, total int64
	o := asking(httpclient.Credentials{})
	o.Progress = func(d, of int64) { done, total = d, of }
	f := must.Have(loader.Open(t.Context(), c.address(t), o))
	groups := byLabels(shown(t, f.Profile), "pod")
	if len(groups) != 100 || groups["pod-129"] != 130e7 || groups["pod-030"] != 31e7 || groups["pod-029"] != 0 {
		t.Errorf("%d groups: %v", len(groups), groups)
	}
	// 1 + … + 30 of 1 + … + 130
	if want := []string{"the 30 smallest of 130 groups by pod are left out, 5.46% of the total: at most 100 are asked for; choose fewer with query"}; !slices.Equal(f.Profile.Warnings, want) {
		t.Errorf("warnings: %q", f.Profile.Warnings)
	}
	if c.max > 3 || c.all != 100 {
		t.Errorf("%d questions at a time, %d in all", c.max, c.all)
	}
	if done != 100 || total != 100 {
		t.Errorf("progress ends with %d of %d", done, total)
	}
	c = &crowd{pods: 5, fails: "pod-002"}
	if got := refused(t, c.address(t), o); !strings.Contains(got, `cpu {pod="pod-002"}: the server answered 500 Internal Server Error (“boom”)`) {
		t.Error(got)
	}
	o.Limits.File = 300 // of all answers
	if got := refused(t, (&crowd{pods: 50}).address(t), o); !strings.Contains(got, "the answer is larger than the limit of 300B") {
		t.Error(got)
	}
}

// Who cancels waits for no group.
func TestCancelledGroups(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := &crowd{pods: 50, wait: make(chan struct{})}
	c.asked = func(n int) {
		if n == 3 {
			cancel()
		}
	}
	_, err := loader.Open(ctx, c.address(t), asking(httpclient.Credentials{}))
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil || !strings.Contains(err.Error(), "stopped by the user") || c.all > 3 {
		t.Errorf("%v after %d questions", err, c.all)
	}
}

// What nobody calls a label is refused before anybody is asked.
func TestGroupsParsed(t *testing.T) {
	for in, want := range map[string]string{
		"by=pod": "by=pod", "by=%20pod%20,service_name,pod": "by=pod,service_name", "by=": "",
		"by=a.b": "“a.b” are no names of labels", "by=pod,": "“pod,” are no names", "by=1a": "“1a” are no names", "by=a,b,c,d,e,f,g,h,i": "up to 8 with commas",
	} {
		q, _, err := profilestore.Parse("pyroscope+http://h?type=cpu&" + in)
		switch {
		case err != nil && (want == "" || strings.HasPrefix(want, "by=") || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v", in, err)
		case err == nil && !strings.Contains(q.String(), "cpu&"+strings.TrimPrefix(want+"&from", "&")):
			t.Errorf("%s became %s", in, q)
		}
	}
}
