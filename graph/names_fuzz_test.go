package graph_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf8"

	"profstation/graph"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
)

// hostile are names that have broken pictures, terminals or spreadsheets.
var hostile = []string{
	"main.main", `a"b`, `a\`, `a\"`, `\`, `"`, `\N\G\E\T\H\L`, `a\nb`, "a\nb", "a\r\nb", "a\x00b", "\x1b[31mred", "\xff\xfe", "a\xc3",
	"<b>&amp;</b>", "a&lt;b", "&#34;] N2 [label=&quot;", "operator<&&>", `"] ; N9 -> N1 [label="`, "]}", "//", "/* x", "#", "<<table></table>>",
	"{a|b}", "\u202egnp.exe", "\u200b", "", ".", "::", "...", "/", "a/", "/v2", "a/v2/b.C", "=1+1", "+1", "@x", "-1", ",", "a,b", "\t", " ",
	strings.Repeat("x", 1000), strings.Repeat("a.", 500), strings.Repeat(`"\`, 500), strings.Repeat("é", 1000), strings.Repeat("a/", 600) + "b.C",
	"main.(*T[go.shape.struct { F string \"json:\\\"f\\\"\" }]).M", "std::vector<int, std::allocator<int> >::operator[](unsigned long)",
}

// profileNamed is a call, partly inlined, with labels, all named after three
// texts.
func profileNamed(caller, callee, file string) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	fn := func(name string) []model.Line {
		return []model.Line{{Func: b.Function(model.Function{Name: b.String(name), File: b.String(file)}), Line: 3}}
	}
	m := b.Mapping(model.Mapping{File: b.String(file), BuildID: b.String(callee)})
	from, to, bare := b.Location(m, 1, fn(caller)), b.Location(m, 2, fn(callee)), b.Location(m, 3, nil)
	labels := b.LabelSet([]model.Label{
		{Key: b.String(caller), Str: b.String(callee)}, {Key: b.String(file), Str: b.String(caller)},
		{Key: b.String("bytes"), Num: 64, Unit: b.String(file), IsNum: true},
	})
	b.Sample([]model.LocID{bare, to, from}, labels, []int64{1000})
	b.Sample([]model.LocID{to, from}, 0, []int64{500})
	return b.Profile(model.Header{Comments: []string{callee}, DocURL: file})
}

// FuzzNames writes any names in every form, and reads what was written.
func FuzzNames(f *testing.F) {
	for i, h := range hostile {
		if underRace && i%3 != 0 {
			continue
		}
		f.Add(h, hostile[(i+7)%len(hostile)], hostile[(i*3+1)%len(hostile)])
		f.Add("main.main", "main.main", h)
	}
	f.Fuzz(func(t *testing.T, caller, callee, file string) {
		p := profileNamed(caller, callee, file)
		for _, gr := range query.Granularities {
			for _, tree := range []bool{false, true} {
				q := query.Default()
				q.Granularity = gr
				r := must.Have(query.Evaluate(context.Background(), p, q))
				g := must.Have(graph.New(context.Background(), r, graph.Options{CallTree: tree}))
				checkDOT(t, g)
				checkCSV(t, g)
			}
		}
	})
}

func checkDOT(t *testing.T, g *graph.Graph) {
	t.Helper()
	text := dot(t, g)
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }) {
		t.Fatalf("not all of it is text: %q", text)
	}
	d, err := parseDOT(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	nodelets := 0
	for i := range g.Nodes {
		n := &g.Nodes[i]
		nodelets += len(n.Tags) + len(n.Numbers)
		for _, tag := range n.Tags {
			nodelets += len(tag.Numbers)
		}
	}
	if len(d.nodes) != len(g.Nodes)+nodelets || len(d.edges) != len(g.Edges)+nodelets {
		t.Fatalf("%d nodes and %d edges, want %d and %d, with %d nodelets, in\n%s",
			len(d.nodes), len(d.edges), len(g.Nodes), len(g.Edges), nodelets, text)
	}
	if lines := strings.Count(text, "\n"); lines != 6+len(d.nodes)+len(d.edges) {
		t.Fatalf("%d lines: a name has broken one of\n%s", lines, text)
	}
}

func checkCSV(t *testing.T, g *graph.Graph) {
	t.Helper()
	var b bytes.Buffer
	must.Do(g.WriteCSV(&b))
	rows := must.Have(csv.NewReader(&b).ReadAll())
	if len(rows) != len(g.Edges)+1 {
		t.Fatalf("%d rows of %d edges", len(rows), len(g.Edges))
	}
	for i, e := range g.Edges {
		want := units.SafeCell(g.Result.Nodes.Node(g.Nodes[e.From].ID).String())
		// The reader takes \r\n within quotes for \n.
		if got := rows[i+1][0]; got != strings.ReplaceAll(want, "\r\n", "\n") {
			t.Fatalf("row %d is from %q, want %q", i, got, want)
		}
	}
}
