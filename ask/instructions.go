package ask

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"profstation/loader/source"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/table"
)

// disassemble takes a function apart, using the binary that the profile names, if that is allowed.
func (q *Request) disassemble(ctx context.Context, r *query.Result, s *SourceAnswer, function string) error {
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
		s.Note, s.Binary, s.Missing = lang.L("No instructions: {{.Error}}", lang.With{"Error": safe.Text(err.Error())}), named, true
		return nil
	}
	var all []table.Instruction
	best := int64(-1)
	for i := range found {
		if units.Magnitude(found[i].Flat) > best {
			s.First, best = i, units.Magnitude(found[i].Flat)
		}
		all = append(all, instruction(&found[i]))
	}
	lines, rows := make([]query.LineSum, len(all)), map[int64]int{}
	for row, i := range all {
		lines[row] = query.LineSum{Line: int64(i.Address), Row: query.Row{Flat: i.Flat, Cum: i.Cum}}
		rows[int64(i.Address)] = row
	}
	listHot(s, lines, rows)
	s.Note, s.Fine = lang.N(len(all), "1 instruction of {{.Binary}}", "{{.N}} instructions of {{.Binary}}",
		lang.With{"Binary": safe.Text(binary)}), true
	s.Table = table.Instructions(r, all)
	return nil
}

// isHere reports whether a path that a profile names is a file on this machine. It asks no other
// machine, whatever the path says.
func isHere(path string) bool {
	if !filepath.IsAbs(path) || strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//") {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// allowed returns the file that may be read as a function's binary, "" if none may.
func (q *Request) allowed(function string) string {
	m, ok := mappingOf(q.Profile, function)
	if !ok {
		return ""
	}
	return q.Binaries[q.Profile.Strings.Raw(q.Profile.Mappings[m].File)]
}

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

// instruction returns an instruction as a row.
func instruction(i *source.Instruction) table.Instruction {
	place := i.File
	if i.Line > 0 {
		place = fmt.Sprintf("%s:%d", i.File, i.Line)
	}
	return table.Instruction{Address: i.Address, Place: place, Text: i.Text, Flat: i.Flat, Cum: i.Cum}
}

// noCode is the error where a binary was not taken apart. Without a cause, it was not found, or must not be read.
type noCode struct {
	named string // the binary, as the profile names it
	cause error
}

func (e *noCode) Unwrap() error { return e.cause }

func (e *noCode) Error() string {
	if e.cause != nil {
		return e.cause.Error()
	}
	if e.named == "" {
		return lang.L("the profile does not name its binary: give it before the profile")
	}
	return lang.L("the binary {{.Name}} was not found: give it before the profile, or its folder in PPROF_BINARY_PATH",
		lang.With{"Name": safe.Text(e.named)})
}

// codeOf takes those functions apart in which something is counted at calls that are wanted. A call that is inlined
// is part of the function around it. If a binary may not be read, or does not fit, the error is a noCode.
func (q *Request) codeOf(ctx context.Context, r *query.Result, wanted func(*model.Function) bool) ([]*source.Code, error) {
	p := r.Profile
	in := make([]bool, len(p.Functions))
	for i := range in {
		in[i] = wanted(&p.Functions[i])
	}
	functions := make([]map[string]bool, len(p.Mappings))
	counted := make([]map[uint64]bool, len(p.Mappings))
	for i := range p.Locations {
		l := &p.Locations[i]
		if l.Mapping == model.NoMapping || l.FirstLine == l.EndLine ||
			!slices.ContainsFunc(p.Lines[l.FirstLine:l.EndLine], func(line model.Line) bool { return in[line.Func] }) {
			continue
		}
		if counted[l.Mapping] == nil {
			sums, err := r.Addresses(ctx, l.Mapping)
			if err != nil {
				return nil, err
			}
			counted[l.Mapping], functions[l.Mapping] = map[uint64]bool{}, map[string]bool{}
			for _, s := range sums {
				counted[l.Mapping][s.Address] = true
			}
		}
		if counted[l.Mapping][l.Address] {
			functions[l.Mapping][p.Strings.Raw(p.Functions[p.Lines[l.EndLine-1].Func].Name)] = true
		}
	}
	var all []*source.Code
	for m, names := range functions {
		if len(names) == 0 {
			continue
		}
		named := p.Strings.Raw(p.Mappings[m].File)
		binary, ok := q.Binaries[named]
		if !ok {
			return nil, &noCode{named: named}
		}
		c, err := source.Disassembled(ctx, binary, r, model.MappingID(m), slices.Sorted(maps.Keys(names)))
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, &noCode{named, err}
		}
		all = append(all, c)
	}
	return all, nil
}

// disasmReport covers the functions that a script names; without names, all in which something is counted.
func disasmReport(ctx context.Context, a *Answer) (table.Report, error) {
	re, err := regexp.Compile(a.functions())
	if err != nil {
		return nil, err
	}
	all, err := a.Request.codeOf(ctx, a.Result, func(f *model.Function) bool {
		return re.MatchString(a.Result.Profile.Strings.Raw(f.Name))
	})
	if err != nil {
		return nil, err
	}
	t := &table.DisasmReport{File: a.Name, Result: a.Result}
	for _, c := range all {
		var last *table.Disassembled
		for i := range c.Instructions {
			in := &c.Instructions[i]
			if last == nil || last.Name != in.Function {
				t.Functions = append(t.Functions, table.Disassembled{Name: in.Function})
				last = &t.Functions[len(t.Functions)-1]
			}
			last.Code = append(last.Code, instruction(in))
		}
	}
	// A function around an inlined one may not match itself.
	t.Functions = slices.DeleteFunc(t.Functions, func(d table.Disassembled) bool { return !re.MatchString(d.Name) })
	if len(t.Functions) == 0 {
		return nil, a.noMatch()
	}
	return t, nil
}

// weblistReport is the report of list with the instructions of each line.
func weblistReport(ctx context.Context, a *Answer) (table.Report, error) {
	t, err := a.listings(ctx)
	if err != nil {
		return nil, err
	}
	text := a.Result.Profile.Strings
	listed := map[[2]string]bool{}
	for i := range t.Listings {
		listed[[2]string{t.Listings[i].Name, t.Listings[i].File}] = true
	}
	all, err := a.Request.codeOf(ctx, a.Result, func(f *model.Function) bool {
		return listed[[2]string{text.Raw(f.Name), filepath.Clean(text.Raw(f.File))}]
	})
	if err != nil {
		return nil, err
	}
	for i := range t.Listings {
		s := &t.Listings[i]
		s.Code = lineCode(all, func(function string) bool { return function == s.Name })
	}
	t.Assembled = true
	return t, nil
}

// addCode puts the instructions below the lines of the shown file, or says which binary they would come from. Lines
// with a figure are open.
func (q *Request) addCode(ctx context.Context, r *query.Result, s *SourceAnswer) error {
	text := r.Profile.Strings
	names := map[string]bool{}
	all, err := q.codeOf(ctx, r, func(f *model.Function) bool {
		in := filepath.Clean(text.Raw(f.File)) == s.File
		if in {
			names[text.Raw(f.Name)] = true
		}
		return in
	})
	var none *noCode
	switch {
	case errors.As(err, &none):
		s.Binary, s.Missing = none.named, none.cause != nil || !isHere(none.named)
		if none.cause != nil {
			s.Note = lang.L("No instructions: {{.Error}}", lang.With{"Error": safe.Text(none.cause.Error())})
		}
		return nil
	case err != nil:
		return err
	}
	counted := map[int64]bool{}
	for i := range s.Source.Lines {
		counted[s.Source.Lines[i].Line] = true
	}
	s.Source.Code = lineCode(all, func(function string) bool { return names[function] })
	s.Source.Open = func(line int64) bool { return counted[line] }
	return nil
}

// lineCode returns the instructions that were made from the lines of functions, by address. A line of a call that was
// inlined has those of the called function, with their own place, and so has the line that they were made from.
func lineCode(all []*source.Code, wanted func(function string) bool) map[int64][]table.Instruction {
	lines := map[int64][]table.Instruction{}
	for _, c := range all {
		for i := range c.Instructions {
			for depth, f := range c.Frames[i] {
				below := lines[f.Line]
				if !wanted(f.Function) || len(below) > 0 && below[len(below)-1].Address == c.Instructions[i].Address {
					continue
				}
				in := instruction(&c.Instructions[i])
				if last := len(c.Frames[i]) - 1; depth == last {
					in.Place = ""
				} else {
					in.Place = strings.TrimSpace(c.Frames[i][last].Function + " " + in.Place)
				}
				lines[f.Line] = append(below, in)
			}
		}
	}
	return lines
}
