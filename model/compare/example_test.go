package compare_test

import (
	"context"
	"fmt"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/model/units"
)

// counted is a CPU profile: how many samples of 10 ms each function has.
func counted(samples map[string]int64) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}})
	for _, name := range []string{"json.Decode", "shop.Price"} {
		f := b.Function(model.Function{Name: b.String(name)})
		l := b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
		b.Sample([]model.LocID{l}, 0, []int64{samples[name], samples[name] * 10e6})
	}
	return b.Profile(model.Header{})
}

// Two recordings of a program, before a change and after it.
func ExamplePair_Evaluate() {
	base := counted(map[string]int64{"json.Decode": 600, "shop.Price": 400})
	now := counted(map[string]int64{"json.Decode": 300, "shop.Price": 410})
	pair, err := compare.Join(context.Background(), base, now)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := pair.Evaluate(context.Background(), query.Default(), compare.Normalisation{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range must.Have(c.Rows(context.Background())) {
		fmt.Printf("%s: %s → %s, %s\n", c.Name(row.Node), c.Format(row.Flat.Before), c.Format(row.Flat.After), row.Flat.Verdict.Outcome)
	}
	// Output:
	// json.Decode: 6s → 3s, real
	// shop.Price: 4s → 4.10s, not sure
}

// Profiles of different kinds cannot be compared, and the error says why.
func ExampleJoin() {
	b := model.NewBuilder([]model.ValueType{{Type: "goroutine", Unit: "count"}})
	_, err := compare.Join(context.Background(), counted(nil), b.Profile(model.Header{}))
	fmt.Println(err)
	// Output:
	// a goroutine profile cannot be compared with a cpu profile: the base has samples, cpu, the new one goroutine
}

func ExampleDistributions() {
	base := []int64{10, 11, 12, 12, 13, 14}
	now := []int64{20, 21, 22, 22, 23, 24}
	d := compare.Distributions(base, now)
	fmt.Println(d.Words(func(v int64) string { return units.Format(v, "ms", "ms") }))
	// Output:
	// median 12ms → 22ms (+83.3%), larger in 100% of pairs, by the ranks of all values: more than noise, p = 0.0022
}
