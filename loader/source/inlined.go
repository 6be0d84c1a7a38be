package source

import (
	"cmp"
	"context"
	"debug/dwarf"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"regexp"
	"slices"
	"sort"
	"strings"

	"profstation/model"
	"profstation/model/query"
)

// Code is the instructions of some functions, each with the functions that it belongs to.
type Code struct {
	Binary       string // the file
	Instructions []Instruction
	Frames       [][]Frame // for each instruction, the outermost first: that is the one whose symbol it is in
}

// Disassembled takes functions of a profile apart, as [Disassemble] does. What is inlined is known from the profile
// where something was counted, and from the binary's debugging information elsewhere.
func Disassembled(ctx context.Context, binary string, r *query.Result, m model.MappingID, functions []string) (*Code, error) {
	all, err := Disassemble(ctx, binary, r, m, symbols(functions))
	if err != nil {
		return nil, err
	}
	c := &Code{Binary: binary, Instructions: all, Frames: make([][]Frame, len(all))}
	inlined := readInlined(binary, all)
	for i := range all {
		c.Frames[i] = inlined.of(&all[i])
	}
	p, offset := r.Profile, offsetOf(binary, r.Profile.Mappings[m])
	inOrder := slices.IsSortedFunc(all, func(x, y Instruction) int { return cmp.Compare(x.Address, y.Address) })
	for i := range p.Locations {
		l := &p.Locations[i]
		if !inOrder || l.Mapping != m || l.FirstLine == l.EndLine {
			continue
		}
		at := sort.Search(len(all), func(k int) bool { return all[k].end+offset > l.Address })
		if at == len(all) || l.Address < all[at].Address+offset {
			continue
		}
		c.Frames[at] = c.Frames[at][:0]
		for k := l.EndLine; k > l.FirstLine; k-- {
			line := &p.Lines[k-1]
			c.Frames[at] = append(c.Frames[at], Frame{p.Strings.Raw(p.Functions[line.Func].Name), line.Line})
		}
	}
	return c, ctx.Err()
}

// Frame is a function that an instruction belongs to, and the line there: that of a call for all but the innermost.
type Frame struct {
	Function string
	Line     int64
}

// inlining is a call that was replaced by the code of the function.
type inlining struct {
	from, to uint64
	function string
	callLine int64
}

// inlinings has the calls that a binary has inlined, by the symbols of the functions that they are in.
type inlinings map[string][]inlining

// readInlined reads a binary's debugging information about the functions that have the instructions. If there is none,
// as in a stripped binary, nothing is known to be inlined.
func readInlined(binary string, all []Instruction) inlinings {
	in := inlinings{}
	d := debugging(binary)
	if d == nil {
		return in
	}
	for i := range all {
		if i > 0 && all[i].Function == all[i-1].Function {
			continue
		}
		if calls, err := inlinedAt(d, all[i].Address); err == nil {
			in[all[i].Function] = calls
		}
	}
	return in
}

func debugging(binary string) *dwarf.Data {
	if f, err := elf.Open(binary); err == nil {
		defer f.Close()
		d, _ := f.DWARF()
		return d
	}
	if f, err := macho.Open(binary); err == nil {
		defer f.Close()
		d, _ := f.DWARF()
		return d
	}
	if f, err := pe.Open(binary); err == nil {
		defer f.Close()
		d, _ := f.DWARF()
		return d
	}
	return nil
}

// inlinedAt returns the inlined calls in the function at an address, outer ones before those in them.
func inlinedAt(d *dwarf.Data, pc uint64) (calls []inlining, err error) {
	r := d.Reader()
	if _, err = r.SeekPC(pc); err != nil {
		return nil, err
	}
	depth, inside := 0, false
	for {
		e, err := r.Next()
		if err != nil || e == nil {
			return calls, err
		}
		switch {
		case e.Tag == 0:
			if depth--; depth < 0 || inside && depth == 0 {
				return calls, nil
			}
			continue
		case !inside && e.Tag == dwarf.TagSubprogram && holds(d, e, pc):
			inside = true
		case !inside:
			r.SkipChildren()
			continue
		case e.Tag == dwarf.TagInlinedSubroutine:
			name := originName(d, e)
			line, _ := e.Val(dwarf.AttrCallLine).(int64)
			ranges, err := d.Ranges(e)
			if err != nil {
				return calls, err
			}
			for _, x := range ranges {
				calls = append(calls, inlining{x[0], x[1], name, line})
			}
		}
		if e.Children {
			depth++
		} else if inside && depth == 0 {
			return calls, nil
		}
	}
}

func holds(d *dwarf.Data, e *dwarf.Entry, pc uint64) bool {
	ranges, err := d.Ranges(e)
	return err == nil && slices.ContainsFunc(ranges, func(x [2]uint64) bool { return x[0] <= pc && pc < x[1] })
}

func originName(d *dwarf.Data, e *dwarf.Entry) string {
	at, ok := e.Val(dwarf.AttrAbstractOrigin).(dwarf.Offset)
	if !ok {
		return ""
	}
	r := d.Reader()
	r.Seek(at)
	origin, err := r.Next()
	if err != nil || origin == nil {
		return ""
	}
	name, _ := origin.Val(dwarf.AttrName).(string)
	return name
}

// of returns the functions that an instruction belongs to, the outermost first.
func (in inlinings) of(i *Instruction) []Frame {
	frames := []Frame{{plain(i.Function), int64(i.Line)}}
	for _, c := range in[i.Function] {
		if c.from <= i.Address && i.Address < c.to {
			frames[len(frames)-1].Line = c.callLine
			frames = append(frames, Frame{plain(c.function), int64(i.Line)})
		}
	}
	return frames
}

var typeArguments = regexp.MustCompile(`\[.*\]`)

// plain returns a symbol as profiles of Go name the function: with dots in place of its type arguments.
func plain(symbol string) string { return typeArguments.ReplaceAllString(symbol, "[...]") }

// symbols returns a regular expression for the symbols of functions that a profile names.
func symbols(functions []string) *regexp.Regexp {
	var all []string
	for _, f := range functions {
		name := regexp.QuoteMeta(string([]rune(f)))
		all = append(all, strings.ReplaceAll(name, regexp.QuoteMeta("[...]"), `\[.*\]`))
	}
	return regexp.MustCompile("^(?:" + strings.Join(all, "|") + ")$")
}
