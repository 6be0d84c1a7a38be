package profilestore_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/httpclient"
	"profstation/loader/profilestore"
	"profstation/measure/stores"
)

// later is a store before which answers are changed as a later version may write them.
func later(t *testing.T, at string, change func(answer []byte, json bool) []byte) string {
	t.Helper()
	to := must.Have(url.Parse(at))
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Header.Del("Accept-Encoding") // which leaves answers unpacked
		},
		ModifyResponse: func(r *http.Response) error {
			data, err := io.ReadAll(r.Body)
			if err != nil || r.StatusCode != http.StatusOK {
				return err
			}
			data = change(data, strings.Contains(r.Header.Get("Content-Type"), "json"))
			r.Body = io.NopCloser(bytes.NewReader(data))
			r.Header.Set("Content-Length", strconv.Itoa(len(data)))
			return nil
		},
	}
	s := httptest.NewServer(proxy)
	t.Cleanup(s.Close)
	return s.URL
}

// What a later version of a store may add to its answers is counted and named; what says nothing is not.
func TestNextVersion(t *testing.T) {
	const tables = "1 table was not understood and is left out, as a newer version may have written it: "
	members := func(member string) func([]byte, bool) []byte {
		return func(answer []byte, json bool) []byte {
			if json {
				return bytes.Replace(answer, []byte("{"), []byte("{"+member+","), 1)
			}
			return answer
		}
	}
	inside := func(name, member string) func([]byte, bool) []byte {
		return func(answer []byte, json bool) []byte {
			if json {
				return bytes.Replace(answer, []byte(`"`+name+`"`), []byte(member+`,"`+name+`"`), 1)
			}
			return answer
		}
	}
	field := func(answer []byte, json bool) []byte {
		if json {
			return answer
		}
		return append(bytes.Clone(answer), "\xa2\x06\x03abc"...) // field 100
	}
	pyroscope, successor, parca := "pyroscope+"+stores.Pyroscope(t), "pyroscope+"+stores.Pyroscope(t, "-methods=new"), "parca+"+stores.Parca(t)
	for name, x := range map[string]struct {
		at     string
		change func([]byte, bool) []byte
		says   string
	}{
		"a list":                {pyroscope, members(`"nextPage":"abc"`), tables + `nextPage: "abc"`},
		"in a list":             {pyroscope, inside("points", `"missing":[{"from":"1"}]`), tables + `missing: [{"from":"1"}]`},
		"Parca's lists":         {parca, members(`"partial":true`), tables + "partial: true"},
		"in Parca's":            {parca, inside("sampleType", `"scale":{"by":2}`), tables + `scale: {"by":2}`},
		"Parca's warnings":      {parca, inside("types", `"warnings":["one node did not answer"]`), tables + `warnings: ["one node did not answer"]`},
		"a profile":             {pyroscope, field, "1 field was not understood and is left out, as a newer version may have written it: field 100 of profile (3B)"},
		"what is round it":      {successor, field, "1 field was not understood and is left out, as a newer version may have written it: field 100 of SelectMergeStacktracesResponse"},
		"nothing":               {pyroscope, members(`"nextPage":""`), ""},
		"as little":             {parca, members(`"partial":false,"warnings":[],"hint":null`), ""},
		"what nobody looks for": {pyroscope, inside("points", `"Labels":[]`), ""},
	} {
		engine, at, _ := strings.Cut(x.at, "+")
		f := open(t, engine+"+"+later(t, at, x.change)+"?type=cpu"+stores.Interval)
		if got := strings.Join(f.Profile.Warnings, "\n"); got != x.says {
			t.Errorf("%s: %q, expected %q", name, got, x.says)
		}
	}
}

// A store that no longer speaks as any that is known says so in a line.
func TestOtherVersion(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(s.Close)
	for engine, version := range map[profilestore.Engine]string{profilestore.Pyroscope: "querier.v1", profilestore.Parca: "parca.query.v1alpha1"} {
		got := refused(t, string(engine)+"+"+s.URL+"?type="+stores.CPU+stores.Interval, asking(httpclient.Credentials{}))
		if !strings.Contains(got, "it is asked by "+version+", which another version of it may not know") {
			t.Errorf("%s: %s", engine, got)
		}
	}
}
