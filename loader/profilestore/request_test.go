package profilestore_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader/httpclient"
	"profstation/loader/profilestore"
	"profstation/measure/stores"
	"profstation/model/units"
)

// The requests of the samples that testdata/pyroscope stores: of sample k of a recording, span k modulo 4, and none for 0.
const (
	firstSpan, secondSpan, thirdSpan = "9a517183f26a0891", "9a517183f26a0892", "9a517183f26a0893"
	firstTrace, secondTrace          = "4bf92f3577b34da6a3ce929d0e0e4731", "4bf92f3577b34da6a3ce929d0e0e4732"
)

// ofSpans are the figures of the shop in the hour, of those samples that belong to some spans, by their numbers.
func ofSpans(spans ...int) map[string]int64 {
	all := map[string]int64{}
	for _, r := range []struct {
		file  string
		times int64
	}{{"cpu.pprof", 5}, {"cpu-slow.pprof", 3}} {
		p := must.Have(profile.ParseData(must.Have(os.ReadFile("../../testdata/" + r.file))))
		for k, s := range p.Sample {
			if slices.Contains(spans, k%4) {
				all[s.Location[0].Line[0].Function.Name] += r.times * s.Value[1]
			}
		}
	}
	return all
}

// One request is asked for by its span or its trace, of servers that know both, and of older ones that know spans alone.
func TestRequests(t *testing.T) {
	params := "?type=" + stores.CPU + `&query={service_name="shop"}` + stores.Interval
	for _, x := range []struct {
		methods, params string
		want            map[string]int64
	}{
		{"", "", ofSpans(0, 1, 2, 3)},
		{"", "&span=" + firstSpan, ofSpans(1)},
		{"", "&span=" + secondSpan + "," + thirdSpan, ofSpans(2, 3)},
		{"", "&trace=" + firstTrace, ofSpans(1, 2)},
		{"new", "&trace=" + firstTrace + "," + secondTrace, ofSpans(1, 2, 3)},
		{"new", "&span=" + thirdSpan, ofSpans(3)},
		{"old", "&span=" + firstSpan + "," + thirdSpan, ofSpans(1, 3)},
		{"", "&by=pod&trace=" + secondTrace, ofSpans(3)},
	} {
		f := open(t, "pyroscope+"+stores.Pyroscope(t, "-methods="+x.methods)+params+x.params)
		if got := figures(shown(t, f.Profile)); len(x.want) == 0 || !maps.Equal(got, x.want) {
			t.Errorf("methods %q, %s: found\n%v\nexpected\n%v", x.methods, x.params, got, x.want)
		}
		if x.params != "" && (f.Profile.Covered != 0 || !strings.Contains(f.Path, x.params[strings.LastIndex(x.params, "&"):])) {
			t.Errorf("%s covers %s, and is called %s", x.params, f.Profile.Covered, f.Path)
		}
		if len(f.Profile.Warnings) > 0 {
			t.Errorf("%s: %q", x.params, f.Profile.Warnings)
		}
	}
	at := "pyroscope+" + stores.Pyroscope(t) + params
	old := "pyroscope+" + stores.Pyroscope(t, "-methods=old") + params
	for address, want := range map[string]string{
		old + "&trace=" + firstTrace:                      "the store cannot choose samples by trace " + firstTrace + "; Pyroscope can since version 2.2",
		at + "&span=ffffffffffffffff":                     "there are no samples of span ffffffffffffffff from 2026-11-24 12:00:00–13:00:00; check the ID",
		old + "&span=ffffffffffffffff":                    "there are no samples of span ffffffffffffffff",
		"parca+http://h?span=" + firstSpan:                "Parca does not know to which span or trace a sample belongs",
		stores.Parca(t) + params + "&trace=" + firstTrace: "Parca does not know to which span or trace a sample belongs",
	} {
		if got := refused(t, address, asking(httpclient.Credentials{})); !strings.Contains(got, want) {
			t.Errorf("%s: %s", address, got)
		}
	}
}

// The requests that a store names are proposed, those with most first.
func TestCompleteRequest(t *testing.T) {
	ask := func(at string) ([]profilestore.Request, error) {
		q, place, err := profilestore.Parse(at + "?type=" + stores.CPU + `&query={service_name="shop"}` + stores.Interval)
		if err != nil {
			t.Fatal(err)
		}
		c := profilestore.NewClient(q, place, profilestore.Options{})
		defer c.Close()
		return c.Requests(t.Context(), q)
	}
	all := must.Have(ask("pyroscope+" + stores.Pyroscope(t)))
	total := map[string]int64{}
	for _, r := range all {
		total[r.ID] = r.Value
		if !r.At.Equal(stores.Hour) {
			t.Errorf("%s is of %s", r.ID, r.At)
		}
	}
	sum := func(spans ...int) (n int64) {
		for _, v := range ofSpans(spans...) {
			n += v
		}
		return n
	}
	want := map[string]int64{firstSpan: sum(1), secondSpan: sum(2), thirdSpan: sum(3), firstTrace: sum(1, 2), secondTrace: sum(3)}
	if !maps.Equal(total, want) || all[0].ID != firstTrace || !slices.IsSortedFunc(all, func(a, b profilestore.Request) int { return int(b.Value - a.Value) }) {
		t.Errorf("%v, expected %v", all, want)
	}
	proposed := func(typed string, max int) (ids []string) {
		for _, p := range profilestore.CompleteRequest(typed, stores.CPU, all, max) {
			ids = append(ids, p.Text)
		}
		return ids
	}
	if got := proposed("", 9); len(got) != 5 || got[0] != firstTrace {
		t.Errorf("%q", got)
	}
	if got := proposed("", 2); len(got) != 2 {
		t.Errorf("%q", got)
	}
	if got := proposed(" 0892", 9); !slices.Equal(got, []string{secondSpan}) {
		t.Errorf("%q", got)
	}
	if got := proposed(secondSpan, 9); got != nil {
		t.Errorf("%q", got)
	}
	if got, want := profilestore.CompleteRequest(firstSpan[2:], stores.CPU, all, 1)[0].Show, "span "+firstSpan+" · "+units.Format(sum(1), "nanoseconds", "auto")+" · 12:00:00"; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	if _, err := ask("pyroscope+" + stores.Pyroscope(t, "-methods=old")); err == nil {
		t.Error("an old store knows requests")
	}
	if got, err := ask("parca+" + stores.Parca(t)); err != nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
}
