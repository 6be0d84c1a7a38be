package model

import (
	"testing"

	"profstation/model/lineage"
)

// Two profiles on common tables keep who started what, and do not mix what was started differently.
func TestJoinLineages(t *testing.T) {
	made := func(creators ...string) *Profile {
		b := NewBuilder([]ValueType{{"goroutine", "count"}})
		work := b.Frame("main.work")
		for _, name := range creators {
			births := []lineage.Birth{{By: -1, At: 0}}
			all, err := lineage.Find(t.Context(), births, func(int32) int { return 1 })
			if err != nil {
				t.Fatal(err)
			}
			id := b.Lineage(all, all.Of[0], func(int32) []LocID { return []LocID{b.Frame(name), b.Frame(lineage.Border("main.work"))} })
			b.Sample([]LocID{work}, b.LabelSetOf(nil, id), []int64{1})
		}
		return b.Profile(Header{})
	}
	union := NewUnion(1)
	for _, p := range []*Profile{made("main.a", "main.b"), made("main.b", "main.c", "main.c")} {
		if err := union.Add(t.Context(), p, p.Samples.Values); err != nil {
			t.Fatal(err)
		}
	}
	p := &Profile{Types: []ValueType{{"goroutine", "count"}}}
	var err error
	if p.Tables, p.Samples, err = union.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	c, err := Continued.Of(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	got, read := map[string]int64{}, c.Stacks.Reader()
	for i, s := range c.Samples.Stack {
		text := ""
		for _, l := range read.Locs(s) {
			text += c.Strings.Raw(c.Functions[c.Lines[c.Locations[l].FirstLine].Func].Name) + ";"
		}
		got[text] += c.Samples.Values[0][i]
	}
	const below = ";go main.work;main.work;"
	if len(got) != 3 || got["main.a"+below] != 1 || got["main.b"+below] != 2 || got["main.c"+below] != 2 {
		t.Errorf("%v", got)
	}
}
