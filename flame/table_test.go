package flame_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/internal/golden"
	"profstation/internal/must"
	"profstation/model/explain"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/scene"
)

// hostile names have what breaks formats: quotes, separators, line ends,
// mark-up, control characters, bytes that are no text, directions.
var hostile = []string{
	`main."quoted",comma;semicolon`, "line\nend", "tab\tand\rreturn", "</text><script>alert(1)</script>&amp;",
	"\x00\x01\x1b[31mred", "\xff\xfe\x80 no text", "\u202egnp.exe", "]]>", " blanks ", "=1+1", strings.Repeat("long", 5000), "\u2028",
}

func hostileChart(t *testing.T) *flame.Chart {
	var stacks []stack
	for i, name := range hostile {
		stacks = append(stacks, stack{[]string{"root", name, "leaf"}, int64(1000 - i)})
	}
	return chartOf(t, evaluate(t, profile(stacks)), whole())
}

func TestWriteCSV(t *testing.T) {
	r := evaluate(t, profile(columns(`
		a a  b
		b c  b
		5 -3 4`)))
	var b bytes.Buffer
	must.Do(chartOf(t, r, whole()).WriteCSV(&b))
	golden.Check(t, "tree.csv", b.String())
	o := whole()
	o.Columns = 2
	b.Reset()
	must.Do(chartOf(t, r, o).WriteCSV(&b))
	golden.Check(t, "tree_merged.csv", b.String())
}

func TestWriteCSVOfHostileNames(t *testing.T) {
	c := hostileChart(t)
	var b bytes.Buffer
	must.Do(c.WriteCSV(&b))
	rows := must.Have(csv.NewReader(&b).ReadAll())
	if len(rows) != 1+c.Down.Len() {
		t.Fatalf("%d rows, want a heading and %d", len(rows), c.Down.Len())
	}
	for i, row := range rows[1:] {
		want := "root"
		if n := c.Down.Node[i]; n != query.NoNode {
			want = units.SafeCell(c.Result.Nodes.Node(n).String())
		}
		if row[5] != want || row[0] != strconv.Itoa(i) {
			t.Errorf("row %d is %q, want the name %q", i, row, want)
		}
	}
}

// jsonBranch is what WriteJSON writes for a branch.
type jsonBranch struct {
	Name     string
	Value    int64
	Self     int64
	Children []jsonBranch
}

func TestWriteJSON(t *testing.T) {
	for name, c := range map[string]*flame.Chart{
		"typed": typed(t, `
			a a  b
			b c  b
			5 -3 4`),
		"hostile": hostileChart(t),
		"empty":   chartOf(t, evaluate(t, profile(nil)), whole()),
	} {
		var b bytes.Buffer
		must.Do(c.WriteJSON(&b))
		var root jsonBranch
		if err := json.Unmarshal(b.Bytes(), &root); err != nil {
			t.Fatalf("%s: %v in\n%s", name, err, b.String())
		}
		compareJSON(t, c, 0, root)
	}
}

func compareJSON(t *testing.T, c *flame.Chart, branch int32, got jsonBranch) {
	t.Helper()
	d := c.Down
	name := "root"
	if n := d.Node[branch]; n != query.NoNode {
		name = strings.ToValidUTF8(c.Result.Nodes.Node(n).String(), "\ufffd")
	}
	// Where bytes are no text, how many replacement characters stand for
	// them is the encoder's affair.
	name, said := strings.ReplaceAll(name, "\ufffd", ""), strings.ReplaceAll(got.Name, "\ufffd", "")
	if said != name || got.Value != d.Net[branch] || got.Self != d.Self[branch] || len(got.Children) != int(d.Count[branch]) {
		t.Fatalf("branch %d is written as %.200q, %d, %d with %d children", branch, got.Name, got.Value, got.Self, len(got.Children))
	}
	for i, child := range got.Children {
		compareJSON(t, c, d.First[branch]+int32(i), child)
	}
}

// deep is a stack of 100,000 calls.
func deep(t *testing.T) *flame.Chart {
	names := make([]string, 100_000)
	for i := range names {
		names[i] = string(rune('a' + i%7))
	}
	return chartOf(t, evaluate(t, profile([]stack{{names, 1}, {names[:50_000], 2}})), whole())
}

// The library refuses to check more than 10,000 levels at once, but not to
// read them piece by piece.
func TestWriteJSONOfDeepStacks(t *testing.T) {
	var b bytes.Buffer
	must.Do(deep(t).WriteJSON(&b))
	d := json.NewDecoder(&b)
	depth, deepest, objects := 0, 0, 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token {
		case json.Delim('{'):
			depth++
			objects++
			deepest = max(deepest, depth)
		case json.Delim('}'):
			depth--
		}
	}
	if depth != 0 || deepest != 100_001 || objects != 100_001 {
		t.Errorf("%d objects, %d deep, %d left open", objects, deepest, depth)
	}
}

// broken is a writer that fails after some bytes.
type broken int

var errBroken = errors.New("no space left on device")

func (b *broken) Write(p []byte) (int, error) {
	if len(p) > int(*b) {
		return 0, errBroken
	}
	*b -= broken(len(p))
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	c := deep(t)
	for _, room := range []int{0, 100_000} {
		w := broken(room)
		if err := c.WriteCSV(&w); !errors.Is(err, errBroken) {
			t.Errorf("CSV with space for %d: %v", room, err)
		}
		w = broken(room)
		if err := c.WriteJSON(&w); !errors.Is(err, errBroken) {
			t.Errorf("JSON with space for %d: %v", room, err)
		}
	}
}

func TestPictureHeading(t *testing.T) {
	p := profile(columns(goProfile))
	q := query.Default().Whole()
	q.Focus, q.Ignore = "main", "strings\nToUpper"
	r := must.Have(query.Evaluate(context.Background(), p, q))
	c := chartOf(t, r, flame.Options{Pivot: node(t, r, "main.handle")})
	lines := (&flame.Picture{Chart: c, Style: light}).Heading()
	if len(lines) != 3 || lines[0] != explain.Headline(r) || !strings.Contains(lines[1], "matches “main”; no samples with a node that matches “strings") ||
		strings.Contains(lines[1], "\n") || lines[2] != "callers and callees of main.handle" {
		t.Errorf("%q", lines)
	}
	if lines := (&flame.Picture{Chart: typed(t, goProfile), Style: light}).Heading(); len(lines) != 1 {
		t.Errorf("without filters: %q", lines)
	}
}

// recorder is a canvas of the size that a picture needs.
func recorder(p scene.Picture) *scene.Recorder {
	w, h := p.Size()
	return &scene.Recorder{Width: w, Height: h}
}

func TestPicture(t *testing.T) {
	for _, c := range []struct {
		name     string
		text     string
		rootDown bool
		lower    float64 // how much lower the canvas is than the picture
	}{{"picture", goProfile, false, 0}, {"picture_flame_cut", goProfile, true, 30}, {"picture_empty", "\n\t0", false, 0}} {
		style := light
		style.RootDown = c.rootDown
		p := &flame.Picture{Chart: typed(t, c.text), Style: style, Head: scene.Heading{Title: "cpu.pprof"}, Width: 400}
		rec := recorder(p)
		rec.Height -= c.lower
		p.Draw(rec)
		golden.Check(t, c.name+".txt", rec.String())
	}
}

// A legend that is too wide to stand beside the title stands in lines of its own,
// between what the heading says and the chart.
func TestNarrowPicture(t *testing.T) {
	style := light
	style.Coloring = flame.ByKind
	c := typed(t, goProfile)
	for name, p := range map[string]scene.Picture{
		"picture_narrow": &flame.Picture{Head: scene.Heading{Title: "cpu.pprof"}, Chart: c, Style: style, Width: 300},
		"sidebyside_narrow": &flame.SideBySide{
			Head:   scene.Heading{Title: "a → b", Lines: []string{"cpu, as recorded"}},
			Charts: [2]*flame.Chart{c, c}, Names: [2]string{"a", "b"}, Style: style, Width: 300,
		},
	} {
		rec := recorder(p)
		p.Draw(rec)
		golden.Check(t, name+".txt", rec.String())
	}
	// A legend of one line does not hide the title either.
	for _, title := range []string{"cpu.pprof", "cpu-of-the-other-machine.pprof"} {
		style.Coloring = flame.BySelf
		p := &flame.Picture{Chart: c, Style: style, Head: scene.Heading{Title: title}, Width: 400}
		rec := recorder(p)
		p.Draw(rec)
		at := map[string]float64{}
		for _, line := range rec.Lines() {
			var x, y float64
			var text string
			if _, err := fmt.Sscanf(strings.TrimSpace(line), "text %g %g %q", &x, &y, &text); err == nil {
				at[text] = y
			}
		}
		h, beside := at["self"], title == "cpu.pprof"
		if h == 0 || at[title] == 0 || (h < at[title]+10) != beside {
			t.Errorf("%s stands at %g, its legend at %g", title, at[title], h)
		}
	}
}

// Where filters leave nothing the picture says so, within its height.
func TestPictureOfNothing(t *testing.T) {
	q := query.Default().Whole()
	q.Focus = "nobody"
	r := must.Have(query.Evaluate(context.Background(), profile(columns(goProfile)), q))
	p := &flame.Picture{Chart: chartOf(t, r, whole()), Style: light, Head: scene.Heading{Title: "cpu.pprof"}, Width: 600}
	rec := recorder(p)
	p.Draw(rec)
	last := rec.Lines()[len(rec.Lines())-1]
	var at scene.Point
	if _, err := fmt.Sscanf(last, "text %g %g", &at.X, &at.Y); err != nil || !strings.Contains(last, "No samples match") || at.Y > rec.Height {
		t.Errorf("the last of a picture %v high is %s", rec.Height, last)
	}
}

func TestPictureOfHostileNamesIsXML(t *testing.T) {
	c := hostileChart(t)
	p := &flame.Picture{Chart: c, Style: light, Head: scene.Heading{Title: strings.Join(hostile, "")}, Width: 1200}
	var b bytes.Buffer
	w, h := p.Size()
	svg := scene.NewSVG(&b, w, h, scene.Light.Background, p.Head.Title, strings.Join(p.Heading(), "\n"))
	p.Draw(svg)
	must.Do(svg.Close())
	d := xml.NewDecoder(&b)
	groups := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "script":
				t.Error("a name became a script")
			case "title":
				groups++
			}
		}
	}
	if groups < c.Down.Len() {
		t.Errorf("%d titles for %d boxes", groups, c.Down.Len())
	}
}

// The text about a box is safe for a screen, whatever its name.
func TestDescribe(t *testing.T) {
	c := typed(t, goProfile)
	if got, want := c.Describe(box(t, c, "main.main", "net/http.(*conn).serve")), "net/http.(*conn).serve\n600ns (60.00%)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := c.Describe(box(t, c, "main.main", "main.sum[int,string]")), "main.sum[int,string]\n250ns (25.00%)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	odd := hostileChart(t)
	for _, ref := range refs(odd) {
		for _, r := range odd.Describe(ref) {
			if r < ' ' && r != '\n' || r == '\u202e' || r == '\x7f' {
				t.Fatalf("%U is told", r)
			}
		}
	}
	o := whole()
	o.Columns = 2
	c = chartOf(t, evaluate(t, profile(columns(`
		a b c
		9 1 1`))), o)
	if got, want := c.Describe(flame.Ref{Branch: 2}), "2 smaller calls\n2ns (18.18%)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
