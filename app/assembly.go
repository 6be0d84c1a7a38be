package app

import (
	"context"
	"fmt"
	"regexp"

	"profstation/loader/source"
	"profstation/model"
	"profstation/table"
	"profstation/views"
)

// instructions takes the selected function apart, from the binary that the
// profile names.
func (a *answer) instructions(ctx context.Context, s *views.SourceAnswer, function string) error {
	if function == "" {
		s.Note = "Select a function to see its instructions."
		return nil
	}
	r := a.Result
	m, ok := mappingOf(r.Profile, function)
	if !ok {
		s.Note = "The profile does not say which binary the function belongs to."
		return nil
	}
	binary := r.Profile.Strings.Raw(r.Profile.Mappings[m].File)
	found, err := source.Disassemble(ctx, binary, r, m, regexp.MustCompile("^"+regexp.QuoteMeta(function)+"$"))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		s.Note = "No instructions: " + model.Sanitise(err.Error())
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
			if abs(i.Flat) > best {
				s.First, best = len(all), abs(i.Flat)
			}
			all = append(all, table.Instruction{Address: i.Address, Place: place, Text: i.Text, Flat: i.Flat, Cum: i.Cum})
		}
	}
	s.Note = fmt.Sprintf("%s instructions of %s", model.Count(int64(len(all))), model.Sanitise(binary))
	s.Table = table.Instructions(r, all)
	return nil
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
