package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/pproftool"
	"profstation/internal/secrets"
	"profstation/loader/address"
	"profstation/loader/httpclient"
	"profstation/measure/stores"
	"profstation/model/compare"
)

// What a store answers is shown as go tool pprof shows the same bytes.
func TestStoreAsPprof(t *testing.T) {
	at := stores.Pyroscope(t)
	asked := `?type=` + stores.CPU + `&query={service_name="shop"}` + stores.Interval
	// A message of three texts and numbers: type, selector, start, end.
	var body []byte
	for i, text := range []string{stores.CPU, `{service_name="shop"}`} {
		body = append(append(body, byte(i+1)<<3|2, byte(len(text))), text...)
	}
	for i, ms := range []int64{stores.Hour.UnixMilli(), stores.Hour.UnixMilli() + 3_599_999} {
		body = append(body, byte(i+3)<<3)
		for ; ms > 127; ms >>= 7 {
			body = append(body, byte(ms)|0x80)
		}
		body = append(body, byte(ms))
	}
	answer, err := http.Post(at+"/querier.v1.QuerierService/SelectMergeProfile", "application/proto", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	path := filepath.Join(t.TempDir(), "answer.pb")
	if err != nil || answer.StatusCode != http.StatusOK || os.WriteFile(path, data, 0o600) != nil {
		t.Fatalf("%d, %v", answer.StatusCode, err)
	}
	rows := func(text string) string {
		_, rows, ok := strings.Cut(text, "flat  flat%   sum%")
		if !ok {
			t.Errorf("no table in %.300s", text)
		}
		return rows
	}
	for _, more := range [][]string{{"-top"}, {"-top", "-cum"}, {"-top", "-focus=json", "-nodecount=10"}, {"-top", "-lines"}} {
		want, _ := pproftool.Run(t, pproftool.Command(t, append(more, path)...))
		got := run(t, append(append([]string{"export"}, more...), "-o", "-", "pyroscope+"+at+asked)...)
		if got.exit != 0 || rows(got.out) != rows(want) {
			t.Errorf("%s:\n%s%s\nwant\n%s", more, got.err, got.out, want)
		}
	}
}

// A question stands wherever a file may.
func TestStoreAsFile(t *testing.T) {
	cpu := "pyroscope+" + stores.Pyroscope(t) + "?type=cpu" + stores.Interval
	v1, v2 := cpu+`&query={service_name="shop",version="v1"}`, cpu+`&query={version="v2"}`
	parca := "parca+" + stores.Parca(t) + "?type=cpu" + stores.Interval
	page := filepath.Join(t.TempDir(), "page.html")
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"info", v1, parca}, `cpu {service_name="shop",version="v1"} 2026-11-24`},
		{[]string{"info", "--json", v1}, `"duration_ns":3600000000000`},
		{[]string{"info", "--json", v1}, `"covered_ns":75000000000`},
		{[]string{"info", "--json", v1 + "&step=15m"}, `&from=2026-11-24T12:30:00Z&until=2026-11-24T12:45:00Z`},
		{[]string{"export", "--view", "top", "-o", "-", "--format", "csv", v1}, "catalog"},
		{[]string{"export", "--view", "top", "-o", "-", "--format", "csv", v1 + "&step=15m"}, "catalog"},
		{[]string{"export", "--view", "top", "-o", "-", "--format", "csv", "--diff_base", v1, v2}, "catalog"},
		{[]string{"export", "--view", "summary", "-o", "-", "--format", "md", "--base", v1 + "&step=20m", v2 + "&step=20m"}, "shop"},
		{[]string{"export", "--view", "trend", "-o", "-", "--format", "csv", v1 + "&step=20m"}, "2026-11-24T12:20:00Z"},
		{[]string{"export", "--view", "labels", "-o", "-", "--format", "csv", cpu + "&by=pod,version"}, "shop-2"},
		{[]string{"export", "--view", "pivot", "-o", "-", "--format", "csv", "--by", "version", cpu + "&by=pod,version"}, "v2"},
		{[]string{"export", "--view", "trend", "-o", "-", "--format", "csv", "--by", "pod", cpu + "&by=pod&step=20m"}, "shop-2"},
		{[]string{"info", "--json", parca + "&by=pod"}, `"pod":2,`},
		{[]string{"export", "--view", "growth", "-o", "-", "--format", "csv", parca + "&step=20m"}, "catalog"},
		{[]string{"report", "-o", page, v1, "--base", v2}, ""},
		{[]string{"report", "-o", page, v1 + "&step=20m"}, ""},
	} {
		r := run(t, x.args...)
		if r.exit != 0 && !strings.Contains(r.err, "left out") || !strings.Contains(r.out, x.want) {
			t.Errorf("%s: %d\n%s\n%.1500s", x.args, r.exit, r.err, r.out)
		}
	}
	for args, want := range map[string]string{
		"info " + cpu + "&query={pod=\"x\"}":                                                               `there are no profiles for {pod="x"} from 2026-11-24`,
		"info pyroscope+http://127.0.0.1:1?type=" + stores.CPU:                                             "nothing listens at 127.0.0.1:1; check the address",
		"export --view top -o - --format csv pyroscope+http://127.0.0.1:1?type=cpu&from=now-1s&step=1000h": "there is no whole step of 1000h yet",
		"export --view top -o " + cpu + " --format csv " + cpu:                                             "name a file",
	} {
		if r := run(t, strings.Fields(args)...); r.exit == 0 || !strings.Contains(r.err, want) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: %d %s", args, r.exit, r.err)
		}
	}
}

// The steps of a question, and the profiles of a bundle, begin with the trend of their series.
func TestReportTrend(t *testing.T) {
	cpu := "pyroscope+" + stores.Pyroscope(t) + "?type=cpu" + stores.Interval
	r := run(t, "report", "-o", "-", "--nodecount=3", cpu+"&step=20m", recordings+"/heap.pprof")
	p := readPage(t, r.out)
	if at := slices.Index(p.headings, "Trend"); r.exit != exitOK || at != 1 || slices.Index(p.headings, "Flame graph") < at || strings.Count(strings.Join(p.headings, "\n"), "Trend") != 1 {
		t.Errorf("%d %s: %q", r.exit, r.err, p.headings)
	}
}

// How many samples there are does not depend on the labels that they are asked by.
func TestStoreSamplesBy(t *testing.T) {
	counted := regexp.MustCompile(`"samples":\d+`)
	for engine, at := range map[string]string{"pyroscope+": stores.Pyroscope(t), "parca+": stores.Parca(t)} {
		cpu := engine + at + "?type=cpu" + stores.Interval
		want := counted.FindString(run(t, "info", "--json", cpu).out)
		if got := counted.FindString(run(t, "info", "--json", cpu+"&by=pod").out); got != want || got == "" {
			t.Errorf("%s by pod: %s, not %s", engine, got, want)
		}
	}
}

// A window is given groups of the steps, and commas between the names of labels part nothing.
func TestStoreSides(t *testing.T) {
	const base = `pyroscope+http://h?type=cpu&query={a="1",b="2"}&from=2026-11-24T12:00:00Z&until=2026-11-24T13:00:00Z`
	var got Start
	root := New(func(_ context.Context, s Start) error { got = s; return nil })
	root.SetArgs([]string{"compare", base + "&step=30m,old.pprof", "new.pprof"})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`pyroscope+http://h?type=cpu&query={a="1",b="2"}&from=2026-11-24T12:00:00Z&until=2026-11-24T12:30:00Z`,
		`pyroscope+http://h?type=cpu&query={a="1",b="2"}&from=2026-11-24T12:30:00Z&until=2026-11-24T13:00:00Z`, "old.pprof",
	}
	if !slices.Equal(got.Base, want) || !slices.Equal(got.New, []string{"new.pprof"}) || got.Mode != compare.DiffBase {
		t.Errorf("%q %q", got.Base, got.New)
	}
}

// A report on two groups says once which steps have nothing, and what is lost of a file.
func TestStoreGroupsReported(t *testing.T) {
	cpu := "pyroscope+" + stores.Pyroscope(t) + "?type=cpu" + stores.Interval
	r := run(t, "report", "-o", filepath.Join(t.TempDir(), "page.html"), "--base", cpu+`&query={pod="shop-1"}&step=15m`, cpu+`&query={pod="shop-2"}&step=15m`)
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	slices.Sort(lines)
	if r.exit != 0 || len(lines) != 2 || len(slices.Compact(lines)) != 2 || !strings.HasPrefix(lines[0], "profstation: warning: left out: ") {
		t.Errorf("%d:\n%s", r.exit, r.err)
	}
}

// Of many steps without profiles, and of a comparison of sums of different times, there is a line each.
func TestStoreStepsLeftOut(t *testing.T) {
	cpu := "pyroscope+" + stores.Pyroscope(t) + `?type=cpu&query={pod="shop-1"}`
	const first, last = "&from=2026-11-24T12:00:00Z&until=2026-11-24T12:30:00Z", "&from=2026-11-24T12:30:00Z&until=2026-11-24T13:00:00Z"
	r := run(t, "export", "--view", "summary", "-o", "-", "--format", "md", "--base", cpu+first+"&step=5m", cpu+last+"&step=5m&from=2026-11-24T12:40:00Z")
	if want := "profstation: warning: left out: 4 of 6 steps of cpu {pod=\"shop-1\"} have no profiles\n"; r.exit != 0 || !strings.Contains(r.err, want) || strings.Count(r.err, "left out: ") != 2 {
		t.Errorf("%d: %s", r.exit, r.err)
	}
	r = run(t, "export", "--view", "summary", "-o", "-", "--format", "md", "--base", cpu+first, cpu+last)
	if before, _, ok := strings.Cut(r.out, "Total: "); r.exit != 0 || !ok || !strings.Contains(before, "**Not covered alike: base about 1 of 30 minutes, new about 0.3 of 30 minutes") || !strings.Contains(r.out, "0 of 91 functions changed by more than noise (by flat), 61 not sure, 30 too few") {
		t.Errorf("%d: %s%s", r.exit, r.err, r.out)
	}
	const heapAlone = "&from=2026-11-24T12:25:00Z&until=2026-11-24T12:35:00Z&step=5m" // and nothing in the first
	r = run(t, "export", "--view", "summary", "-o", "-", "--format", "md", "--base", cpu+first+"&step=1m", cpu+last+"&step=1m")
	if r.exit != 0 || !strings.Contains(r.err, "26 of 30 steps") || !strings.Contains(r.err, "29 of 30 steps") {
		t.Errorf("%d: %s", r.exit, r.err)
	}
	if r = run(t, "info", cpu+heapAlone); r.exit != 0 || !strings.Contains(r.err, "2 of 2 steps") {
		t.Errorf("%d: %s", r.exit, r.err)
	}
	if r = run(t, "info", cpu+stores.Interval+"&step=1m"); r.exit != 0 || !strings.Contains(r.err, "55 of 60 steps of cpu") || strings.Count(r.err, "\n") != 1 || strings.Count(r.out, "Covered: about 15 of 60 seconds") != 5 {
		t.Errorf("%d: %s%s", r.exit, r.err, r.out)
	}
}

// The labels that a store is asked by have commas between them, too.
func TestStoreSidesByLabels(t *testing.T) {
	const store = "pyroscope+http://h?type=cpu&by=pod,version"
	for in, want := range map[string][]string{
		store + ",old.pprof":                            {store, "old.pprof"},
		"old.pprof," + store + "&max_nodes=3,new.pprof": {"old.pprof", store + "&max_nodes=3", "new.pprof"},
		store + "," + store + ",x.pprof":                {store, store, "x.pprof"},
		"by=a,b":                                        {"by=a", "b"},
		"store_test.go," + store:                        {"store_test.go", store},
		store + `&query={a="1",b="2"}`:                  {store + `&query={a="1",b="2"}`},
	} {
		if got := listed(in); !slices.Equal(got, want) {
			t.Errorf("%s: %q", in, got)
		}
	}
}

// The environment says who asks. It is sent to the store that the command line names, not to those of
// a workspace, and stands in nothing that is written.
func TestStoreCredentials(t *testing.T) {
	cpu := "pyroscope+" + stores.Pyroscope(t, "-token=t0ps3cret", "-tenant=s3cret-org") + "?type=cpu" + stores.Interval
	t.Setenv(httpclient.EnvHeader, "Authorization: Bearer t0ps3cret\nX-Scope-OrgID: s3cret-org")
	dir := t.TempDir()
	page, kept := filepath.Join(dir, "page.html"), filepath.Join(dir, "other.profstation")
	if err := os.WriteFile(kept, []byte(`{"version":1,"documents":[{"kind":"file","path":"`+strings.ReplaceAll(address.Public(cpu), `"`, `\"`)+`"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, works := range map[string]bool{
		"info --json " + cpu: true, "report -o " + page + " " + cpu: true, "export --view top -o - --format json " + cpu: true,
		"report -o " + page + " " + kept: false, "info " + cpu + "&query={pod=\"s\"}": false,
		"info " + strings.Replace(cpu, "http://", "http://ann:pas3cret@", 1) + "&api=s3cret": true,
		"info " + strings.Replace(cpu, "?type=cpu", "?type=s", 1) + "&step=15m":              false,
	} {
		r := run(t, strings.Fields(args)...)
		data, _ := os.ReadFile(page)
		if (r.exit == 0) != works {
			t.Errorf("%s: %d %s", args, r.exit, r.err)
		}
		if all := r.out + r.err + string(data); strings.Contains(all, "s3cret") {
			t.Errorf("%s: %.500s", args, all[max(0, strings.Index(all, "s3cret")-200):])
		}
	}
}

// What a command reads, writes, says and leaves behind has no credentials in it, whether the store takes them or
// not: a search of the home folder, in which all is written, finds none.
func TestStoreLeavesNoSecret(t *testing.T) {
	all := []string{"t0ps3cret-token", "s3cret-tenant", "s3cret-password", "s3cret-key"}
	good := "Authorization: Bearer t0ps3cret-token\nX-Scope-OrgID: s3cret-tenant"
	public := "pyroscope+" + stores.Pyroscope(t, "-token=t0ps3cret-token", "-tenant=s3cret-tenant") + "?type=cpu" + stores.Interval
	home := secrets.Home(t) // of the program alone: the store was built in another
	typed := strings.Replace(public, "://", "://ann:s3cret-password@", 1) + "&api=s3cret-key"
	written := func(name string) string { return filepath.Join(home, name) }
	commands := [][]string{
		{"info", typed}, {"info", "--json", typed + "&by=pod"}, {"info", "--json", typed + "&step=15m"},
		{"export", "--view", "flame", "-o", written("flame.svg"), typed + "&by=pod"}, {"export", "--view", "top", "-o", written("top.json"), typed},
		{"export", "--view", "trend", "-o", written("trend.csv"), typed + "&step=15m"}, {"export", "--view", "flame", "-o", written("all.pprof"), typed},
		{"export", "--view", "diff", "-o", written("diff.svg"), "--diff_base", typed + `&query={pod="shop-1"}`, typed + `&query={pod="shop-2"}`},
		{"export", "--view", "summary", "-o", written("summary.md"), "--base", typed + "&step=20m", typed + "&step=20m"},
		{"report", "-o", written("page.html"), typed, "--base", typed + `&query={pod="shop-1"}`},
		{"compare", typed, typed + "&step=20m"}, {"export", "--view", "top", "-o", typed, typed}, {"info", typed + "&from=x"},
		{"info", strings.Replace(typed, "password", "pass/word", 1)}, {"info", typed + `&query={pod="nobody"}`}, {"info", strings.Replace(typed, "type=cpu", "type=nothing", 1)},
	}
	for i, header := range []string{good, strings.Replace(good, "token", "token-of-another", 1), ""} {
		t.Setenv(httpclient.EnvHeader, header)
		worked := 0
		for j, args := range commands {
			r := run(t, args...)
			if r.exit == 0 {
				worked++
			}
			if err := os.WriteFile(written(fmt.Sprintf("said-%d-%d.txt", i, j)), []byte(r.out+r.err), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want := []int{11, 1, 1}[i]; worked != want {
			t.Errorf("with the header %d, %d commands worked, expected %d", i, worked, want)
		}
	}
	secrets.NoneIn(t, home, 3*len(commands)+8, all...)
}

// What the environment says is no header is said without the header.
func TestStoreHeaderUnread(t *testing.T) {
	t.Setenv(httpclient.EnvHeader, "Authorization Bearer t0ps3cret-token")
	r := run(t, "info", "pyroscope+http://127.0.0.1:1?type=cpu")
	if r.exit == 0 || !strings.Contains(r.err, httpclient.EnvHeader+": a line is not a header") {
		t.Errorf("%d %s", r.exit, r.err)
	}
	secrets.NoneOf(t, "the error", r.out+r.err, "t0ps3cret-token")
}
