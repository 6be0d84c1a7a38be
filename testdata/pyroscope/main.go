// Pyroscope is a small store of profiles for tests. What it speaks is not our reading of the protocol:
// the handler is the one that is generated from Pyroscope's own files. What it holds are the
// recordings of testdata, under invented services and pods.
//
//	pyroscope -recordings ../ [-token t0ken] [-tenant shop] [-methods old|new]
//
// It prints its address, and ends when its standard input does. It has a module of its own, so that
// the program does not depend on Pyroscope's.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"connectrpc.com/connect"
	"github.com/google/pprof/profile"
	"github.com/grafana/pyroscope/api/gen/proto/go/querier/v1/querierv1connect"
)

func main() {
	recordings := flag.String("recordings", "..", "the `folder` of the recordings")
	token := flag.String("token", "", "the bearer token that is asked for, as a proxy does")
	tenant := flag.String("tenant", "", "the tenant that has the profiles")
	methods := flag.String("methods", "", "old or new: the server has only that method for merged profiles, or is older than requests")
	flag.Parse()
	s := &store{methods: *methods}
	if err := s.fill(*recordings); err != nil {
		log.Fatal(err)
	}
	page, handler := querierv1connect.NewQuerierServiceHandler(s)
	mux := http.NewServeMux()
	mux.Handle(page, guard(*token, *tenant, handler))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", l.Addr())
	go func() { log.Fatal(http.Serve(l, mux)) }()
	io.Copy(io.Discard, os.Stdin)
}

// guard asks for a token and a tenant, in the words of the protocol.
func guard(token, tenant string, next http.Handler) http.Handler {
	writer := connect.NewErrorWriter()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case token != "" && r.Header.Get("Authorization") != "Bearer "+token:
			writer.Write(w, r, connect.NewError(connect.CodeUnauthenticated, fmt.Errorf("no valid token in %q", r.Header.Get("Authorization"))))
		case tenant != "" && r.Header.Get("X-Scope-OrgID") != tenant:
			writer.Write(w, r, connect.NewError(connect.CodeUnauthenticated, fmt.Errorf("no org id")))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// recorded says under which labels, and of which minutes of the hour, a recording is stored.
var recorded = []struct {
	file, name, sampleType, labels string
	minutes                        []int
}{
	{"cpu.pprof", "process_cpu", "cpu", "service_name=shop pod=shop-1 version=v1", []int{0, 1, 2, 20, 40}},
	{"cpu-slow.pprof", "process_cpu", "cpu", "service_name=shop pod=shop-2 version=v2", []int{5, 20, 50}},
	{"cpu.pprof", "process_cpu", "cpu", "service_name=pricing pod=pricing-1 version=v1", []int{10}},
	{"heap.pprof", "memory", "inuse_space", "service_name=shop pod=shop-1 version=v1", []int{0, 30}},
	{"heap.pprof", "memory", "alloc_space", "service_name=shop pod=shop-1 version=v1", []int{0, 30}},
}

// hour is when the profiles were recorded.
const hour = 1795521600000 // ms since 1970: 2026-11-24T12:00:00Z

func (s *store) fill(folder string) error {
	for _, r := range recorded {
		data, err := os.ReadFile(filepath.Join(folder, r.file))
		if err != nil {
			return err
		}
		p, err := profile.ParseData(data)
		if err != nil {
			return err
		}
		one, err := ofType(p, r.sampleType)
		if err != nil {
			return fmt.Errorf("%s: %w", r.file, err)
		}
		labels := map[string]string{}
		for pair := range strings.FieldsSeq(r.labels) {
			name, value, _ := strings.Cut(pair, "=")
			labels[name] = value
		}
		t := one.SampleType[0]
		id := strings.Join([]string{r.name, t.Type, t.Unit, p.PeriodType.Type, p.PeriodType.Unit}, ":")
		for _, m := range r.minutes {
			s.all = append(s.all, stored{id, labels, hour + int64(m)*60_000, one})
		}
	}
	return nil
}

// The labels by which samples belong to requests.
const (
	spanLabel  = "span_id"
	traceLabel = "trace_id"
)

// requestOf are the labels of sample k of a recording: three of four are of a span, and the first two spans of one trace.
// The tests of package profilestore count on it.
func requestOf(k int) map[string][]string {
	span := k % 4
	if span == 0 {
		return nil
	}
	return map[string][]string{
		spanLabel:  {fmt.Sprintf("9a517183f26a089%x", span)},
		traceLabel: {fmt.Sprintf("4bf92f3577b34da6a3ce929d0e0e473%x", (span+1)/2)},
	}
}

// ofType leaves one sample type in a profile: Pyroscope stores each by itself.
func ofType(p *profile.Profile, name string) (*profile.Profile, error) {
	for i, t := range p.SampleType {
		if t.Type != name {
			continue
		}
		one := p.Copy()
		one.SampleType, one.DefaultSampleType = []*profile.ValueType{one.SampleType[i]}, ""
		kept := one.Sample[:0]
		for k, x := range one.Sample {
			if x.Value[i] != 0 {
				x.Value = []int64{x.Value[i]}
				x.Label = requestOf(k)
				kept = append(kept, x)
			}
		}
		one.Sample = kept
		return one, nil
	}
	return nil, fmt.Errorf("there is no sample type %s", name)
}
