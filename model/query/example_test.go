package query_test

import (
	"context"
	"fmt"
	"strings"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/labels"
	"profstation/model/names"
	"profstation/model/query"
)

// requests is a small profile: a server that decodes and prices.
func requests() *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	location := map[string]model.LocID{}
	for _, name := range []string{"main.main", "http.serve", "json.Decode", "shop.Price"} {
		f := b.Function(model.Function{Name: b.String(name)})
		location[name] = b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
	}
	sample := func(tenant string, ms int64, leafToRoot ...string) {
		var stack []model.LocID
		for _, name := range leafToRoot {
			stack = append(stack, location[name])
		}
		set := b.LabelSet([]model.Label{{Key: b.String("tenant"), Str: b.String(tenant)}})
		b.Sample(stack, set, []int64{ms * 1e6})
	}
	sample("acme", 30, "json.Decode", "http.serve", "main.main")
	sample("acme", 50, "shop.Price", "http.serve", "main.main")
	sample("other", 20, "json.Decode", "http.serve", "main.main")
	return b.Profile(model.Header{})
}

// A query is a value, and its answer has what pprof prints.
func Example() {
	q := query.Default()
	q.TagFocus = "tenant=acme"
	r, err := query.Evaluate(context.Background(), requests(), q)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range must.Have(r.Top(context.Background())).Rows {
		fmt.Printf("%-12s flat %5s  cum %5s\n", r.Nodes.Node(row.Node), r.Format(row.Flat, "ms"), r.Format(row.Cum, "ms"))
	}
	// Output:
	// shop.Price   flat  50ms  cum  50ms
	// json.Decode  flat  30ms  cum  30ms
	// http.serve   flat     0  cum  80ms
	// main.main    flat     0  cum  80ms
}

// A call tree is what a flame graph draws.
func ExampleResult_CallTree() {
	r, err := query.Evaluate(context.Background(), requests(), query.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode})
	if err != nil {
		fmt.Println(err)
		return
	}
	for b := 1; b < t.Len(); b++ {
		fmt.Printf("%s%s %s\n", strings.Repeat("  ", int(t.Depth[b])-1), r.Nodes.Node(t.Node[b]), r.Format(t.Net[b], "ms"))
	}
	// Output:
	// main.main 100ms
	//   http.serve 100ms
	//     json.Decode 50ms
	//     shop.Price 50ms
}

func Example_labels() {
	r, err := query.Evaluate(context.Background(), requests(), query.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, key := range must.Have(labels.Of(context.Background(), r)) {
		for _, v := range key.Values {
			fmt.Println(key.Axis.Key, v.Value.Text, r.Format(v.Net, "ms"))
		}
	}
	// Output:
	// tenant acme 80ms
	// tenant other 20ms
}

// The same question for go tool pprof.
func ExampleQuery_CommandLine() {
	q := query.Default()
	q.Focus, q.Sort, q.Mean = "json|xml", query.ByCum, true
	line, _ := q.CommandLine("top", query.Sources{Files: []string{"cpu.pprof"}})
	fmt.Println(line)
	fmt.Println(strings.Join(q.Words(nil), "; "))
	// Output:
	// go tool pprof -top '-focus=json|xml' -cum -mean cpu.pprof
	// only samples with a node that matches “json|xml”; values are means per event of the first sample type
}

func Example_names() {
	fmt.Println(names.Short("github.com/acme/shop/v2.(*Cart[go.shape.int]).Price", false))
	fmt.Println(names.PackageOf("net/http.(*conn).serve"))
	// Output:
	// shop/v2.(*Cart[…]).Price
	// net/http
}
