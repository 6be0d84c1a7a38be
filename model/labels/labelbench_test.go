package labels_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/complete"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/testdata/record/synthetic"
)

// labelledLarge is the large profile of a service whose samples have two keys
// of 1,000 values each, one of 10,000 and a number.
func labelledLarge() (*model.Profile, []byte) {
	src := synthetic.Huge["service"]()
	rnd := rand.New(rand.NewPCG(5, 6))
	out := src.Copy()
	out.Sample = nil
	for _, s := range src.Copy().Sample {
		c := &profile.Sample{Value: s.Value}
		for _, l := range s.Location {
			c.Location = append(c.Location, out.Location[l.ID-1])
		}
		c.Label = map[string][]string{
			"tenant":   {fmt.Sprint("tenant-", rnd.IntN(1000))},
			"endpoint": {fmt.Sprint("/endpoint/", rnd.IntN(1000))},
			"trace":    {fmt.Sprint("trace-", rnd.IntN(10_000))},
		}
		c.NumLabel = map[string][]int64{"bytes": {int64(1) << rnd.IntN(30)}}
		out.Sample = append(out.Sample, c)
	}
	var b bytes.Buffer
	if err := out.Write(&b); err != nil {
		panic(err)
	}
	d := newLabelledBuilder(out)
	return d.Profile(model.Header{}), b.Bytes()
}

// newLabelledBuilder is builder with labels.
func newLabelledBuilder(p *profile.Profile) *model.Builder {
	samples := p.Sample
	p.Sample = nil
	b := typed.Builder(p)
	p.Sample = samples
	locations := map[*profile.Location]model.LocID{}
	for i, l := range p.Location {
		locations[l] = model.LocID(i)
	}
	var stack []model.LocID
	for _, s := range p.Sample {
		stack = stack[:0]
		for _, l := range s.Location {
			stack = append(stack, locations[l])
		}
		var labels []model.Label
		for _, k := range []string{"tenant", "endpoint", "trace"} {
			labels = append(labels, model.Label{Key: b.String(k), Str: b.String(s.Label[k][0])})
		}
		labels = append(labels, model.Label{Key: b.String("bytes"), Num: s.NumLabel["bytes"][0], IsNum: true})
		b.Sample(stack, b.LabelSet(labels), s.Value)
	}
	return b
}

// BenchmarkLabelled asks a profile of 200,000 samples, each with labels of its
// own. Every figure is also given as a part of what profile.Parse takes in the
// same run.
func BenchmarkLabelled(b *testing.B) {
	p, file := labelledLarge()
	parse := time.Duration(1<<63 - 1)
	for range 3 {
		begin := time.Now()
		must.Have(profile.ParseData(file))
		parse = min(parse, time.Since(begin))
	}
	tenant, endpoint, trace := model.LabelAxis{Key: "tenant"}, model.LabelAxis{Key: "endpoint"}, model.LabelAxis{Key: "trace"}
	r := reference.Evaluate(b, p, query.Default())
	completer := complete.New(r)
	tree := func(q query.Query) {
		r := reference.Evaluate(b, p, q)
		must.Have(r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode, Min: r.Total / 3200}))
	}
	ofTree := query.TreeOptions{Pivot: query.NoNode, Min: r.Total / 3200}
	drawn := must.Have(r.CallTree(context.Background(), ofTree))
	for _, c := range []struct {
		name string
		do   func(i int)
	}{
		{"Labels", func(int) { must.Have(labels.Of(context.Background(), r)) }},
		{"Pivot", func(int) { must.Have(labels.NewPivot(context.Background(), r, tenant, endpoint)) }},
		{"PivotFunctions", func(int) { must.Have(labels.PivotFunctions(context.Background(), r, nil, tenant)) }},
		{"LabelTree", func(int) {
			must.Have(labels.OfTree(context.Background(), r, drawn, ofTree, tenant))
		}},
		{"CompleteFunctions", func(i int) {
			must.Have(completer.Complete(context.Background(), "focus", []string{"s", "serv", "jsn"}[i%3], 12))
		}},
		{"CompleteLabels", func(i int) {
			must.Have(completer.Complete(context.Background(), "tagfocus", fmt.Sprint("trace=race-", i%100), 12))
		}},
		{"TagFocus", func(i int) {
			tree(query.Default().With("tagfocus", labels.SelectValue(p, trace, model.LabelValue{Text: fmt.Sprint("trace-", i%10_000)}).Text))
		}},
		{"PruneFrom", func(i int) { q := query.Default(); q.PruneFrom = fmt.Sprintf("Read|flush|p%d", i%7); tree(q) }},
		{"TagRoot", func(i int) { q := query.Default(); q.TagRoot = []string{"tenant", "endpoint"}[i%2]; tree(q) }},
		{"Mean", func(i int) {
			q := query.Default()
			q.Mean, q.Focus = true, fmt.Sprintf("F%d|encod", i%7)
			must.Have(reference.Evaluate(b, p, q).Top(context.Background()))
		}},
		{"Peek", func(i int) { must.Have(r.Peek(context.Background(), regexp.MustCompile(fmt.Sprintf("serve%d", i%10)))) }},
		{"List", func(i int) { must.Have(r.List(context.Background(), regexp.MustCompile(fmt.Sprintf("serve%d", i%10)))) }},
		{"FirstList", func(i int) {
			must.Have(reference.Evaluate(b, p, query.Default()).List(context.Background(), regexp.MustCompile(fmt.Sprintf("serve%d", i%10))))
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				c.do(i)
				i++
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/parse.Seconds(), "parses")
		})
	}
}
