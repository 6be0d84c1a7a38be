package answer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/loader/source"
	"profstation/model"
	"profstation/table"
)

// disassemble takes a function apart, from the binary that the profile names, if
// that is allowed.
func (q *Request) disassemble(ctx context.Context, r *model.Result, s *screen.SourceAnswer, function string) error {
	if function == "" {
		s.Note = lang.L("Select a function to see its instructions.")
		return nil
	}
	m, ok := mappingOf(r.Profile, function)
	if !ok {
		s.Note = lang.L("The profile does not say which binary the function belongs to.")
		return nil
	}
	named := r.Profile.Strings.Raw(r.Profile.Mappings[m].File)
	binary, ok := q.Binaries[named]
	if !ok {
		s.Binary = named
		s.Missing = !isHere(named)
		return nil
	}
	found, err := source.Disassemble(ctx, binary, r, m, regexp.MustCompile(exactly(function)))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		s.Note, s.Binary, s.Missing = lang.L("No instructions: {{.Error}}", lang.With{"Error": model.Sanitise(err.Error())}), named, true
		return nil
	}
	var all []table.Instruction
	best := int64(-1)
	for _, f := range found {
		for _, i := range f.Instructions {
			place := i.File
			if i.Line > 0 {
				place = fmt.Sprintf("%s:%d", i.File, i.Line)
			}
			if model.Magnitude(i.Flat) > best {
				s.First, best = len(all), model.Magnitude(i.Flat)
			}
			all = append(all, table.Instruction{Address: i.Address, Place: place, Text: i.Text, Flat: i.Flat, Cum: i.Cum})
		}
	}
	lines, rows := make([]model.LineSum, len(all)), map[int64]int{}
	for row, i := range all {
		lines[row] = model.LineSum{Line: int64(i.Address), Row: model.Row{Flat: i.Flat, Cum: i.Cum}}
		rows[int64(i.Address)] = row
	}
	listHot(s, lines, rows)
	s.Note, s.Fine = lang.L("{{.N}} instructions of {{.Binary}}",
		lang.With{"N": model.Count(int64(len(all))), "Binary": model.Sanitise(binary)}), true
	s.Table = table.Instructions(r, all)
	return nil
}

// isHere reports whether a path that a profile names is a file of this machine. It
// asks no other machine, whatever the path says.
func isHere(path string) bool {
	if !filepath.IsAbs(path) || strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//") {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// allowed is the file that may be read for the binary of a function, "" if none
// may.
func (q *Request) allowed(function string) string {
	m, ok := mappingOf(q.Profile, function)
	if !ok {
		return ""
	}
	return q.Binaries[q.Profile.Strings.Raw(q.Profile.Mappings[m].File)]
}

// mappingOf is the binary that a function belongs to.
func mappingOf(p *model.Profile, function string) (model.MappingID, bool) {
	for i := range p.Locations {
		l := &p.Locations[i]
		if l.Mapping == model.NoMapping {
			continue
		}
		for _, line := range p.Lines[l.FirstLine:l.EndLine] {
			if p.Strings.Raw(p.Functions[line.Func].Name) == function {
				return l.Mapping, true
			}
		}
	}
	return 0, false
}
