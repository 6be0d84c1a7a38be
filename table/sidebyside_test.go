package table_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/scene"
	"profstation/table"
)

// Both tables are drawn with their names shortened, and written with whole ones.
func TestSideBySide(t *testing.T) {
	f := must.Have(loader.Open(t.Context(), "../testdata/cpu.pprof", loader.Options{}))
	q := query.Default()
	r := must.Have(query.Evaluate(context.Background(), f.Profile, q))
	rows := must.Have(r.Top(context.Background())).Rows[:5]
	p := &table.SideBySide{Names: [2]string{"a.pprof", "b.pprof"}, Theme: &scene.Light, Head: scene.Heading{Title: "a → b"}, Width: 1000, SortColumn: -1}
	for i := range p.Tables {
		p.Tables[i] = table.TopBeside(r, rows)
	}
	var out bytes.Buffer
	w, h := p.Size()
	cv := scene.NewSVG(&out, w, h, scene.Color{}, p.Head.Title, "")
	p.Draw(cv)
	must.Do(cv.Close())
	for _, want := range []string{"base: a.pprof", "new: b.pprof"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the picture has no %q", want)
		}
	}
	if got := p.Tables[0].Cell(0, table.TopName); got != "flate.(*compressor).findMatch" {
		t.Errorf("the first is called %q", got)
	}
	var file strings.Builder
	must.Do(table.WriteSidesCSV(&file, &compare.Pair{}, p.Tables[0], p.Tables[1]))
	if got := file.String(); strings.Count(got, "\n") != 11 || !strings.Contains(got, "\nnew,970000000,") || !strings.Contains(got, "compress/flate.(*compressor).findMatch") {
		t.Errorf("the file is %s", got)
	}
}
