package foreign

import (
	"fmt"
	"strings"
	"testing"

	"profstation/loader/input"
	"profstation/model"
)

// rowsOf writes each sample of a profile in a line: its stack from the root, the values, labels and time.
func rowsOf(p *model.Profile) []string {
	var rows []string
	text, read := p.Strings.Raw, p.Stacks.Reader()
	for i, id := range p.Samples.Stack {
		var frames []string
		for _, l := range read.Locs(id) {
			loc := p.Locations[l]
			if loc.FirstLine == loc.EndLine {
				name := fmt.Sprintf("%#x", loc.Address)
				if loc.Mapping != model.NoMapping {
					name += "[" + text(p.Mappings[loc.Mapping].File) + "]"
				}
				frames = append(frames, name)
			}
			for j := loc.EndLine - 1; j >= loc.FirstLine; j-- {
				line := p.Lines[j]
				f := p.Functions[line.Func]
				name := text(f.Name)
				if f.File != 0 || line.Line != 0 {
					name += fmt.Sprintf(" %s:%d", text(f.File), line.Line)
				}
				if j < loc.EndLine-1 {
					name += " (inlined)"
				}
				frames = append(frames, name)
			}
		}
		row := strings.Join(frames, ";")
		for _, column := range p.Samples.Values {
			row += fmt.Sprintf(" %d", column[i])
		}
		for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
			if l.IsNum {
				row += fmt.Sprintf(" %s=%d%s", text(l.Key), l.Num, text(l.Unit))
			} else {
				row += fmt.Sprintf(" %s=%s", text(l.Key), text(l.Str))
			}
		}
		if p.Samples.Times != nil && p.Samples.Times[i] != model.NoTime {
			row += fmt.Sprintf(" @%d", p.Samples.Times[i])
		}
		rows = append(rows, row)
	}
	return rows
}

func decoding(t testing.TB) Decoding {
	shown := func(name string) string { return "shown " + name }
	limits := input.Limits{File: 1 << 24, Uncompressed: 1 << 24, Memory: 256 << 20}
	return Decoding{Shown: shown, Limits: limits, Progress: input.NewProgress(t.Context(), nil)}
}

// wantRows compares a profile with what is expected, line by line.
func wantRows(t *testing.T, p *model.Profile, want ...string) {
	t.Helper()
	got := rowsOf(p)
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("there is no %q", want[i])
		case i >= len(want):
			t.Errorf("there is %q", got[i])
		case got[i] != want[i]:
			t.Errorf("row %d is\n%s, not\n%s", i, got[i], want[i])
		}
	}
}
