package loader

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/loader/foreign"
	"profstation/model"
	"profstation/model/query"
)

// stackTotals sums a column by stacks, as texts of functions and, if they are asked for, their lines.
func stackTotals(p *model.Profile, column int, lines bool, shown func(string) string) map[string]int64 {
	totals := map[string]int64{}
	read := p.Stacks.Reader()
	for i, id := range p.Samples.Stack {
		var frames []string
		for _, l := range read.Locs(id) {
			loc := p.Locations[l]
			if loc.FirstLine == loc.EndLine {
				frame := fmt.Sprintf("0x%x", loc.Address)
				if loc.Mapping >= 0 && p.Mappings[loc.Mapping].File != 0 {
					frame = "[" + filepath.Base(p.Strings.Raw(p.Mappings[loc.Mapping].File)) + "]"
				}
				if lines {
					frame += " :0:0"
				}
				frames = append(frames, frame)
			}
			for j := loc.EndLine - 1; j >= loc.FirstLine; j-- {
				f := p.Functions[p.Lines[j].Func]
				frame := cmp.Or(shown(p.Strings.Raw(f.Name)), "[unknown]")
				if lines {
					frame += fmt.Sprintf(" %s:%d:%d", p.Strings.Raw(f.File), p.Lines[j].Line, p.Lines[j].Column)
				}
				frames = append(frames, frame)
			}
		}
		if len(frames) == 0 && !lines {
			frames = []string{"[unknown]"}
		}
		totals[strings.Join(frames, ";")] += p.Samples.Values[column][i]
	}
	maps.DeleteFunc(totals, func(_ string, v int64) bool { return v == 0 })
	return totals
}

// TestRoundTrip writes every recording that is a profile in the forms of other tools, and opens it again: it
// has the same stacks and totals, of each sample type.
func TestRoundTrip(t *testing.T) {
	profiles := 0
	for _, path := range pproftool.Recordings(t, "../testdata/*.*") {
		f, err := Open(t.Context(), path, Options{OnlyProfiles: true})
		if err != nil {
			continue
		}
		profiles++
		t.Run(filepath.Base(path), func(t *testing.T) {
			p := f.Profile
			again := func(column int, write func(context.Context, io.Writer, *query.Result) error) *model.Profile {
				r := must.Have(query.Evaluate(t.Context(), p, query.Query{SampleIndex: p.Types[column].Type}))
				var b bytes.Buffer
				must.Do(write(t.Context(), &b, r))
				f, err := Decode(t.Context(), "again", b.Bytes(), Options{})
				if err != nil {
					t.Fatalf("%v: %.300s", err, b.Bytes())
				}
				if len(f.Profile.Warnings) > 0 {
					t.Errorf("%q", f.Profile.Warnings)
				}
				return f.Profile
			}
			same := func(name string) string { return name }
			scope := again(p.Default, foreign.WriteSpeedscope)
			for column, typ := range p.Types {
				want := stackTotals(p, column, true, same)
				if len(want) == 0 {
					continue
				}
				if got := stackTotals(scope, scope.ColumnOf(typ.Type), true, same); !maps.Equal(got, want) {
					t.Errorf("speedscope, %v: %d stacks, not %d", typ, len(got), len(want))
				}
				oneLine := strings.NewReplacer(";", ":")
				got := again(column, foreign.WriteCollapsed)
				if totals, want := stackTotals(got, 0, false, same), stackTotals(p, column, false, oneLine.Replace); !maps.Equal(totals, want) {
					t.Errorf("collapsed, %v: %d stacks, not %d", typ, len(totals), len(want))
				}
			}
		})
	}
	if profiles < 15 {
		t.Errorf("only %d profiles", profiles)
	}
}
