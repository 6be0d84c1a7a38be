package graph_test

import (
	"context"
	"os"

	"profstation/graph"
	"profstation/model"
	"profstation/model/query"
)

// Who calls whom, for how much: the edges of a call graph as a file.
func ExampleGraph_WriteCSV() {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "milliseconds"}})
	location := func(name string) model.LocID {
		f := b.Function(model.Function{Name: b.String(name)})
		return b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
	}
	main, read, parse := location("main"), location("read"), location("parse")
	b.Sample([]model.LocID{read, main}, 0, []int64{30}) // from the leaf to the root
	b.Sample([]model.LocID{parse, main}, 0, []int64{70})
	r, err := query.Evaluate(context.Background(), b.Profile(model.Header{}), query.Default())
	if err != nil {
		panic(err)
	}
	g, err := graph.New(context.Background(), r, graph.DefaultOptions())
	if err != nil {
		panic(err)
	}
	g.WriteCSV(os.Stdout)
	// Output:
	// from,to,weight,weight_percent,residual,inline,from_node,from_flat,from_cum,to_node,to_flat,to_cum
	// main,parse,70,70.0000,false,false,1,0,100,2,70,70
	// main,read,30,30.0000,false,false,1,0,100,3,30,30
}
