package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"profstation/ask/page"
	"profstation/ask/write"
	"profstation/model"
	"profstation/model/lang"
	"profstation/scene"
	"profstation/table"
)

// Clips of several pictures on a page keep apart.
func TestClips(t *testing.T) {
	p := New("x", &scene.Light)
	s := p.Section("s")
	d := &write.Drawing{Width: 100, Height: 50, Draw: func(cv scene.Canvas) {
		cv.PushClip(scene.Rect{X1: 50, Y1: 20})
		cv.Text(scene.Point{X: 1, Y: 15}, "wide enough to be clipped by what is around it", scene.NoteFont, scene.Light.Text)
		cv.PopClip()
	}}
	for range 2 {
		var svg bytes.Buffer
		if err := d.SVG(t.Context(), &svg); err != nil {
			t.Fatal(err)
		}
		s.Embed("picture", nil, svg.Bytes())
	}
	if len(s.Parts) != 2 {
		t.Fatalf("%d parts of two pictures", len(s.Parts))
	}
	for i, part := range s.Parts {
		id := `"s1-` + string(rune('0'+i)) + `-c`
		if text := string(part.Picture); strings.Count(text, `<clipPath id=`+id) != 1 || !strings.Contains(text, `clip-path="url(#`+id[1:]) ||
			!strings.HasPrefix(text, "<svg") {
			t.Errorf("picture %d lacks clips named %s:\n%s", i, id, text)
		}
	}
}

// A long table is cut, with a word.
func TestLongTable(t *testing.T) {
	s := New("x", &scene.Light).Section("s")
	s.List("t", nil, &table.Table{
		Columns: []table.Column{{Title: "a"}}, Rows: page.MaxRows + 5,
		Cell: func(int, int) string { return "cell" },
	})
	if r := s.Parts[0].Table; len(r.Cells) != page.MaxRows || r.Note != "Rows that are not shown: 5." {
		t.Errorf("%d rows, %q", len(r.Cells), r.Note)
	}
}

// The page is written until writing fails.
func TestWrite(t *testing.T) {
	p := New("x", &scene.Dark)
	p.Failed("a<b", errors.New("it is no profile"))
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"a&lt;b", "it is no profile", "--ground: #1e1f22", "</html>"} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if err := p.Write(broken{}); err == nil {
		t.Error("writing failed without an error")
	}
}

// What facts one after the other are about is said once.
func TestFactsOfOneName(t *testing.T) {
	p := New("x", &scene.Light)
	p.Section("s").Facts = []model.Fact{{Name: "Total", Text: "1s"}, {Name: "Judged", Text: "so"}, {Name: "Judged", Text: "and so"}, {Name: "Total", Text: "2s"}}
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := "<dl>\n<dt>Total</dt><dd>1s</dd>\n<dt>Judged</dt><dd>so</dd>\n<dd>and so</dd>\n<dt>Total</dt><dd>2s</dd>\n</dl>"
	if !strings.Contains(b.String(), want) {
		t.Errorf("the page lacks\n%s\nin\n%s", want, b.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("full") }

// A page names the fonts of all scripts, and the language where Han letters differ by it.
func TestFontsOfScripts(t *testing.T) {
	var out bytes.Buffer
	p := &page.Page{Theme: &scene.Light, Title: "注文サービス", Sections: []*page.Section{{Title: "main", Facts: []model.Fact{{Name: "File", Text: "订单"}, {Name: "Type", Text: "cpu"}}}}}
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[lang=ja] { font-family: Go, ", "'Noto Sans CJK KR', ", "'Noto Sans Arabic', ", `<h1 lang="ja">注文サービス</h1>`, `<h2>main</h2>`, `<dd lang="zh-Hans">订单</dd>`, "<dd>cpu</dd>"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%.3000s", want, out.String())
		}
	}
}

// A page names the language of its texts.
func TestPageLanguage(t *testing.T) {
	for tag, heading := range map[string]string{"en": "<h3>Notes</h3>", "de": "<h3>Notizen</h3>"} {
		if tag != "en" {
			lang.Use(&lang.Catalogue{Tag: language.German, Texts: map[string]lang.Forms{"Notes": {"other": "Notizen"}}})
			t.Cleanup(func() { lang.Use(nil) })
		} else {
			lang.Use(nil)
		}
		p := New("A page", &scene.Light)
		p.Section("a file").Notes = []page.Noted{{On: "main.main", Lines: []string{"slow"}}}
		var b strings.Builder
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); !strings.Contains(text, `lang="`+tag+`"`) || !strings.Contains(text, heading) {
			t.Errorf("the page in %s: %.200s", tag, text)
		}
	}
}
