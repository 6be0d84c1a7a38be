package report

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"profstation/flame"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/loader"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/scene"
)

// FuzzNames makes pages with any name in every place: each is well formed, has the elements of a page
// with harmless names, and nothing that runs or leads elsewhere.
func FuzzNames(f *testing.F) {
	for _, name := range []string{
		"main.main", `<&>"'`, "]]>", "--><script>alert(1)</script>", "</title></style></svg>", "\x00\x01\x1b[2J\x7f", "a\r\nb\tc", "\xff\xfe\xed\xa0\x80",
		"\ufffe\uffff\u009b\u2028", "abc\u202edef", "javascript:alert(1)", "{{.Title}}", "&#0;&nosuch;", " ", "url(#c0)", ` clip-path="url(#c`, "/*", "=1+1",
	} {
		f.Add(name, name)
		f.Add("main.main", name)
	}
	want := elements(f, "main.main", "main.go")
	f.Fuzz(func(t *testing.T, name, other string) {
		// How many lines and facts there are may depend on what is empty.
		if strings.TrimSpace(safe.Visible(name)) == "" || strings.TrimSpace(safe.Visible(other)) == "" {
			elements(t, name, other)
			return
		}
		if got := elements(t, name, other); !slices.Equal(got, want) {
			t.Errorf("with %q and %q the elements are\n%q, want\n%q", name, other, got, want)
		}
	})
}

// elements are the names of the elements of a page outside its pictures.
func elements(t testing.TB, name, other string) (all []string) {
	t.Helper()
	page := written(t, name, other)
	if i := strings.IndexFunc(page, func(r rune) bool {
		return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
	}); i >= 0 {
		t.Errorf("%q has %q", name, page[i:min(len(page), i+20)])
	}
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.Entity = true, xml.HTMLEntity
	pictures := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%q, %q: %v", name, other, err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if !known.MatchString(e.Name.Local) {
				t.Errorf("%q, %q: the element %s", name, other, e.Name.Local)
			}
			for _, a := range e.Attr {
				refers := a.Name.Local == "href" || a.Name.Local == "src"
				if refers && !strings.HasPrefix(a.Value, "#") && a.Value != "data:," || strings.HasPrefix(strings.ToLower(a.Name.Local), "on") {
					t.Errorf("%q, %q: the attribute %s=%q", name, other, a.Name.Local, a.Value)
				}
			}
			if e.Name.Local == "svg" {
				pictures++
			}
			if pictures == 0 {
				all = append(all, e.Name.Local)
			}
		case xml.EndElement:
			if e.Name.Local == "svg" {
				pictures--
			}
		case xml.ProcInst:
			t.Errorf("%q, %q: %s", name, other, e.Target)
		}
	}
}

var known = regexp.MustCompile(`^(html|details|summary|head|meta|link|title|style|body|h1|h2|h3|nav|ul|li|a|section|p|dl|dt|dd|span|br|figure|table|thead|tbody|tr|th|td|` +
	`svg|g|rect|path|text|tspan|desc|clipPath|defs|circle|line|polygon|polyline|ellipse)$`)

func written(t testing.TB, name, other string) string {
	t.Helper()
	b := model.NewBuilder([]model.ValueType{{Type: name, Unit: other}})
	fn := func(name, file string) []model.Line {
		return []model.Line{{Func: b.Function(model.Function{Name: b.String(name), File: b.String(file)}), Line: 3}}
	}
	m := b.Mapping(model.Mapping{File: b.String(other), BuildID: b.String(name)})
	from, to := b.Location(m, 1, fn("x"+name, other)), b.Location(m, 2, fn("y"+other, name))
	labels := b.LabelSet([]model.Label{{Key: b.String("k" + name), Str: b.String(other)}})
	b.Sample([]model.LocID{to, from}, labels, []int64{1000})
	p := b.Profile(model.Header{Comments: []string{name}, DocURL: other})
	p.Warnings = []string{name}
	page := New(name, &scene.Light)
	err := page.Add(context.Background(), Document{
		File: &loader.File{Name: name + ".pprof", Profile: p}, Query: query.Default(), Notes: []origin.Note{{On: name, Text: "a note"}},
	}, Options{Width: 600, Style: flame.Style{Theme: &scene.Light}, Layout: quick})
	if err != nil {
		t.Fatal(err)
	}
	page.Failed(other, errors.New(name))
	var out strings.Builder
	if err := page.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func quick(ctx context.Context, g *graph.Graph) (*graph.Chart, error) {
	figure := graph.NewFigure(g)
	positions, err := layout.Quick(ctx, figure.Sizes())
	if err != nil {
		return nil, err
	}
	return graph.NewChart(figure, positions)
}
