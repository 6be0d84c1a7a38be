package profilestore_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/pprof"
	"profstation/loader/profilestore"
	"profstation/measure/stores"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/explain"
	"profstation/model/query"
)

func TestMain(m *testing.M) {
	time.Local = time.UTC // names and errors have local times
	code := m.Run()
	stores.Remove()
	os.Exit(code)
}

// asking opens addresses with credentials.
func asking(who httpclient.Credentials) loader.Options {
	return loader.Options{Remote: &profilestore.Opener{Who: func(string) (profilestore.Options, error) { return profilestore.Options{Credentials: who}, nil }}}
}

func open(t *testing.T, address string) *loader.File {
	t.Helper()
	f := must.Have(loader.Open(t.Context(), address, asking(httpclient.Credentials{})))
	return f
}

// refused is the line for an address that cannot be opened.
func refused(t *testing.T, address string, o loader.Options) string {
	t.Helper()
	_, err := loader.Open(t.Context(), address, o)
	if err == nil {
		t.Fatalf("%s was opened", address)
	}
	if strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("%q", err)
	}
	return err.Error()
}

// figures are what stands at the ends of the stacks of a profile, by functions.
func figures(p *profile.Profile) map[string]int64 {
	all := map[string]int64{}
	for _, s := range p.Sample {
		all[s.Location[0].Line[0].Function.Name] += s.Value[0]
	}
	return all
}

// shown is a profile of the model as another program would read it.
func shown(t *testing.T, p *model.Profile) *profile.Profile {
	t.Helper()
	var data bytes.Buffer
	r := must.Have(query.Evaluate(t.Context(), p, query.Default()))
	must.Do(pprof.Write(t.Context(), &data, r))
	return must.Have(profile.ParseData(data.Bytes()))
}

// inJSON asks for the merged profile in JSON, and returns its figures. It knows no types but those of
// the answer.
func inJSON(t *testing.T, server, method, fields string) map[string]int64 {
	t.Helper()
	body := fmt.Sprintf(`{"profileTypeID":%q,"labelSelector":"{service_name=\"shop\"}","start":"%d","end":"%d"%s}`,
		stores.CPU, stores.Hour.UnixMilli(), stores.Hour.Add(time.Hour).UnixMilli(), fields)
	answer := must.Have(http.Post(server+"/querier.v1.QuerierService/"+method, "application/json", strings.NewReader(body)))
	defer answer.Body.Close()
	return jsonFigures(t, must.Have(io.ReadAll(answer.Body)))
}

// The old and the new method, in JSON and as protobuf, give the same figures, and those of the
// recordings that were selected.
func TestMethods(t *testing.T) {
	want := map[string]int64{}
	for _, r := range []struct {
		file  string
		times int64
	}{{"cpu.pprof", 5}, {"cpu-slow.pprof", 3}} {
		p := must.Have(profile.ParseData(must.Have(os.ReadFile("../../testdata/" + r.file))))
		for _, s := range p.Sample {
			want[s.Location[0].Line[0].Function.Name] += r.times * s.Value[1]
		}
	}
	params := "?type=" + stores.CPU + `&query={service_name="shop"}` + stores.Interval
	for _, only := range []string{"", "old", "new"} {
		at := stores.Pyroscope(t, "-methods="+only)
		f := open(t, "pyroscope+"+at+params)
		if got := figures(shown(t, f.Profile)); !maps.Equal(got, want) {
			t.Errorf("methods %q: found %d functions, expected %d, or other figures", only, len(got), len(want))
		}
		if only != "new" {
			if got := inJSON(t, at, "SelectMergeProfile", ""); !maps.Equal(got, want) {
				t.Errorf("methods %q: JSON of the old one differs", only)
			}
		}
		if only != "old" {
			if got := inJSON(t, at, "SelectMergeStacktraces", `,"format":"PROFILE_FORMAT_PPROF"`); !maps.Equal(got, want) {
				t.Errorf("methods %q: JSON of the new one differs", only)
			}
		}
	}
}

// The question gives a merged profile the time and the duration that the store leaves out.
func TestMergedHeader(t *testing.T) {
	at := stores.Pyroscope(t)
	address := "pyroscope+" + at + "?type=cpu&query={service_name=\"shop\"}" + stores.Interval
	f := open(t, address)
	p := f.Profile
	if !p.Time.Equal(stores.Hour) || p.Duration != time.Hour || p.Kind != model.CPU {
		t.Errorf("%s, %s, %s", p.Time, p.Duration, p.Kind)
	}
	m := must.Have(p.Measurement(t.Context(), 0))
	if m.Size != int64(10*time.Millisecond) || !m.Found {
		t.Errorf("one measurement is %+v, expected 10 ms", m)
	}
	if !strings.Contains(f.Path, "type="+stores.CPU+"&query={service_name=\"shop\"}&from=2026-11-24T12:00:00Z") {
		t.Errorf("the path is %s", f.Path)
	}
	if !slices.ContainsFunc(p.Comments, func(c string) bool { return strings.HasPrefix(c, "Pyroscope "+at+`: cpu {service_name="shop"}`) }) {
		t.Errorf("the comments are %q", p.Comments)
	}
	if len(p.Warnings) > 0 {
		t.Errorf("warnings: %q", p.Warnings)
	}
	for what, want := range map[string]string{
		"type=cpu&max_nodes=5":    "the store cut this profile (max_nodes=5): what it left out is added up in the frame “other”",
		"type=memory:inuse_space": "the figures are sums over all profiles in the time asked for",
	} {
		f := open(t, "pyroscope+"+at+"?"+what+stores.Interval)
		if all := strings.Join(f.Profile.Warnings, "\n"); !strings.Contains(all, want) {
			t.Errorf("%s: %q", what, all)
		}
	}
}

// Of all pods together nobody knows how many cores they had, nor of several questions that are added up or
// compared: there is no word on how busy one core was.
func TestNoBusyCore(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t) + "?type=cpu" + stores.Interval
	first, second := at+`&query={pod="shop-1"}`, at+`&query={pod="shop-2"}`
	o := asking(httpclient.Credentials{})
	sum := must.Have(loader.Merge(t.Context(), []string{first, second}, o)).Profile
	pair := must.Have(compare.Join(t.Context(), open(t, first).Profile, open(t, second).Profile))
	difference := must.Have(pair.Difference(t.Context(), compare.DiffBase, compare.Normalisation{}))
	for name, p := range map[string]*model.Profile{"one": open(t, first).Profile, "groups": open(t, at+"&by=pod").Profile, "sum": sum, "difference": difference} {
		p.Covered = p.Duration                                                             // as if there were profiles all the time
		if u, ok := p.Utilization(p.ColumnOf("cpu")); ok == (p == difference) || u >= 20 { // a difference has none
			t.Errorf("%s: %v%%, so that there is nothing to prove", name, u)
		}
		for _, hint := range must.Have(explain.Hints(t.Context(), p)) {
			if strings.Contains(hint, "one core") {
				t.Errorf("%s: %s", name, hint)
			}
		}
	}
}

// The groups of a label, and the steps, add up to the whole.
func TestParts(t *testing.T) {
	at := stores.Pyroscope(t)
	total := func(params string) (sum int64) {
		f, err := loader.Open(t.Context(), "pyroscope+"+at+"?type="+stores.CPU+params, asking(httpclient.Credentials{}))
		if errors.Is(err, loader.ErrEmpty) {
			return 0
		}
		if err != nil {
			t.Fatal(err)
		}
		return must.Have(query.Evaluate(t.Context(), f.Profile, query.Default())).Total
	}
	whole := total(stores.Interval)
	q, place, err := profilestore.Parse("pyroscope+" + at + "?type=" + stores.CPU + stores.Interval + "&step=15m")
	if err != nil {
		t.Fatal(err)
	}
	c := profilestore.NewClient(q, place, profilestore.Options{})
	defer c.Close()
	sum, pods := int64(0), must.Have(c.LabelValues(t.Context(), q, "pod"))
	for _, pod := range pods {
		sum += total("&query={pod=\"" + pod + "\"}" + stores.Interval)
	}
	if len(pods) != 3 || sum != whole || whole == 0 {
		t.Errorf("pods %q have %d, all of them %d", pods, sum, whole)
	}
	steps, parts := int64(0), must.Have(q.Steps(time.Now()))
	for _, part := range parts {
		_, params, _ := strings.Cut(part.String(), "?type="+stores.CPU)
		steps += total(params)
	}
	if len(parts) != 4 || steps != whole {
		t.Errorf("%d steps have %d, all of them %d", len(parts), steps, whole)
	}
	q.Step = 5 * time.Minute
	points := 0.0
	for _, curve := range must.Have(c.Curves(t.Context(), q, "pod")) {
		if len(curve.Labels) != 1 || curve.Labels[0].Name != "pod" {
			t.Errorf("labels of a curve: %v", curve.Labels)
		}
		for _, p := range curve.Points {
			points += p.Value
		}
	}
	if int64(points) != whole {
		t.Errorf("the curves have %v, the whole %d", points, whole)
	}
}

func TestLists(t *testing.T) {
	for engine, at := range map[string]string{"pyroscope": stores.Pyroscope(t), "parca": stores.Parca(t)} {
		q, place, err := profilestore.Parse(engine + "+" + at + "?type=" + stores.CPU + stores.Interval)
		if err != nil {
			t.Fatal(err)
		}
		c := profilestore.NewClient(q, place, profilestore.Options{})
		defer c.Close()
		types := must.Have(c.Types(t.Context(), q))
		if !slices.ContainsFunc(types, func(x profilestore.Type) bool { return strings.HasPrefix(x.ID, stores.CPU) && x.SampleType == "cpu" }) {
			t.Errorf("%s: types %v", engine, types)
		}
		if names := must.Have(c.LabelNames(t.Context(), q)); !slices.Contains(names, "pod") {
			t.Errorf("%s: labels %q", engine, names)
		}
		if values := must.Have(c.LabelValues(t.Context(), q, "pod")); !slices.Contains(values, "shop-2") {
			t.Errorf("%s: pods %q", engine, values)
		}
		q.Step = time.Minute
		if curves := must.Have(c.Curves(t.Context(), q, "")); len(curves) != 1 || len(curves[0].Points) < 4 || !curves[0].Points[0].Time.Equal(stores.Hour) {
			t.Errorf("%s: curves %v", engine, curves)
		}
		if which := must.Have(profilestore.Which(t.Context(), place, profilestore.Options{})); string(which) != engine {
			t.Errorf("%s is taken for %s", engine, which)
		}
	}
}

func TestParca(t *testing.T) {
	at := stores.Parca(t)
	f := open(t, "parca+"+at+"?type=cpu"+stores.Interval)
	if f.Profile.Duration != time.Hour || !f.Profile.Time.Equal(stores.Hour) || !strings.Contains(f.Path, stores.CPU+":delta") {
		t.Errorf("%s %s %s", f.Path, f.Profile.Time, f.Profile.Duration)
	}
	plain := open(t, at+"?type=cpu&query={pod=\"shop-1\"}"+stores.Interval)
	if !strings.HasPrefix(plain.Path, "parca+http://") {
		t.Errorf("a plain address became %s", plain.Path)
	}
	if got := refused(t, "parca+"+at+"?type=cpu&query={pod=\"x\"}"+stores.Interval, asking(httpclient.Credentials{})); !strings.Contains(got, `there are no profiles for {pod="x"} from 2026-11-24`) {
		t.Error(got)
	}
}

// Credentials come from headers or from the address, and no error and no name has them.
func TestCredentials(t *testing.T) {
	at := stores.Pyroscope(t, "-token=t0ps3cret", "-tenant=acme-77")
	address := "pyroscope+" + at + "?type=cpu" + stores.Interval
	who := httpclient.Credentials{Header: http.Header{"Authorization": {"Bearer t0ps3cret"}, "X-Scope-Orgid": {"acme-77"}}}
	f := must.Have(loader.Open(t.Context(), address, asking(who)))
	texts := append([]string{f.Name, f.Path}, f.Profile.Comments...)
	texts = append(texts, refused(t, address, asking(httpclient.Credentials{})))
	if want := `the server denies access (401) (“no valid token in ""”); give a user and a password, a header with a token, or the tenant (X-Scope-OrgID)`; !strings.HasSuffix(texts[len(texts)-1], want) {
		t.Error(texts[len(texts)-1])
	}
	who.Header.Set("Authorization", "Bearer s3cretoo")
	texts = append(texts, refused(t, address, asking(who)))
	who.Header.Set("Authorization", "Bearer t0ps3cret")
	who.Header.Set("X-Scope-OrgID", "s3cret-org")
	texts = append(texts, refused(t, address, asking(who)))
	u := must.Have(url.Parse(at))
	u.User = url.UserPassword("ann", "s3cret")
	texts = append(texts, refused(t, "pyroscope+"+u.String()+"?type=cpu&api_key=s3cret", asking(httpclient.Credentials{})))
	for _, s := range texts {
		if strings.Contains(s, "s3cret") || strings.Contains(s, "acme-77") {
			t.Errorf("%q", s)
		}
	}
}

func jsonFigures(t *testing.T, data []byte) map[string]int64 {
	t.Helper()
	number := func(v any) int64 {
		switch v := v.(type) {
		case string:
			return must.Have(strconv.ParseInt(v, 10, 64))
		case float64:
			return int64(v)
		}
		return 0
	}
	p := decoded(t, data)
	if inner, ok := p["pprof"].(map[string]any); ok {
		p = inner["profile"].(map[string]any)
	}
	byID := func(list string) map[int64]map[string]any {
		all := map[int64]map[string]any{}
		items, _ := p[list].([]any)
		for _, x := range items {
			m := x.(map[string]any)
			all[number(m["id"])] = m
		}
		return all
	}
	functions, locations, texts := byID("function"), byID("location"), p["stringTable"].([]any)
	figures := map[string]int64{}
	for _, x := range p["sample"].([]any) {
		s := x.(map[string]any)
		line := locations[number(s["locationId"].([]any)[0])]["line"].([]any)[0].(map[string]any)
		name := texts[number(functions[number(line["functionId"])]["name"])].(string)
		figures[name] += number(s["value"].([]any)[0])
	}
	return figures
}
