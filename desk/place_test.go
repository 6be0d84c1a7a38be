package desk

import (
	"testing"

	"profstation/ask"
	"profstation/model/query"
)

// A session keeps every option of a query.
func TestOptionsAreKept(t *testing.T) {
	for _, o := range query.Options {
		p := ask.Place{Query: usualQuery()}
		text := "3"
		switch o.Kind {
		case query.SwitchOption:
			text = "true"
		case query.ChoiceOption:
			text = o.Choices[1]
		case query.ShareOption:
			text = "0.5"
		}
		if err := o.Set(&p.Query, text); err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Query.Filters() {
			p.Filters = append(p.Filters, query.Refining{Name: f.Name, Text: f.Text})
		}
		if got := restorePlace(keepPlace(p, "")); got.Query != p.Query {
			t.Errorf("%s: %+v was kept as %+v", o.Name, p.Query, got.Query)
		}
	}
	k := keepPlace(ask.Place{Query: usualQuery()}, "")
	k.Options["granularity"], k.Options["mean"] = "nonsense", "perhaps"
	if got := restorePlace(k).Query; got != usualQuery() {
		t.Errorf("nonsense was restored: %+v", got)
	}
}
