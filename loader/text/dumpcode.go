package text

import (
	"encoding/binary"

	"profstation/model"
)

// dumpCode is the code where a dump's goroutines are: functions, lines and locations, each made once.
type dumpCode struct {
	b         *model.Builder
	shown     func(name string) string // the name as pprof shows it
	functions map[[2]model.StringID]model.FuncID
	lines     map[model.Line]int32 // indices into made
	calls     map[string]int32     // the same, by the texts of a call
	creators  map[string]model.StringID
	inlined   map[string]model.LocID // locations with several lines, by their indices in made
	made      []dumpLine
	key       []byte // scratch
	kept      int    // bytes in all keys and names
}

// dumpLine is a line and its location, or −1 if no location has just this line.
type dumpLine struct {
	line  model.Line
	alone model.LocID
}

func newDumpCode(b *model.Builder, shown func(name string) string) *dumpCode {
	return &dumpCode{
		b: b, shown: shown, functions: map[[2]model.StringID]model.FuncID{}, lines: map[model.Line]int32{},
		calls: map[string]int32{}, creators: map[string]model.StringID{}, inlined: map[string]model.LocID{},
	}
}

// memory estimates what the code takes, including the tables for finding it.
func (c *dumpCode) memory() int64 {
	return 2*int64(c.kept) + 400*int64(len(c.functions)) + 100*int64(len(c.calls)+len(c.creators)) + 140*int64(len(c.made)) + 90*int64(len(c.inlined))
}

// line returns the index of a call's line, given its texts: "main.f" and "/src/main.go:12".
func (c *dumpCode) line(name, place []byte) int32 {
	c.key = append(append(append(c.key[:0], name...), '\n'), place...)
	if i, ok := c.calls[string(c.key)]; ok {
		return i
	}
	file, n := splitLine(string(place))
	l := model.Line{Func: c.function(name, file), Line: n}
	i, ok := c.lines[l]
	if !ok {
		i = int32(len(c.made))
		c.lines[l] = i
		c.made = append(c.made, dumpLine{l, -1})
	}
	c.calls[string(c.key)] = i
	c.kept += len(c.key)
	return i
}

func (c *dumpCode) function(name []byte, file string) model.FuncID {
	system := string(name)
	key := [2]model.StringID{c.b.String(system), c.b.String(file)}
	f, ok := c.functions[key]
	if !ok {
		f = c.b.Function(model.Function{Name: c.b.String(c.shown(system)), SystemName: key[0], File: key[1]})
		c.functions[key] = f
		c.kept += len(system) + len(file)
	}
	return f
}

// creator returns the text of a function with a go statement.
func (c *dumpCode) creator(name []byte) model.StringID {
	id, ok := c.creators[string(name)]
	if !ok {
		text := string(name)
		id = c.b.String(text)
		c.creators[text] = id
		c.kept += len(text)
	}
	return id
}

// location returns the location for some lines. All but the last of them were inlined.
func (c *dumpCode) location(lines []int32) model.LocID {
	if len(lines) == 1 {
		l := &c.made[lines[0]]
		if l.alone < 0 {
			l.alone = c.b.Location(model.NoMapping, 0, []model.Line{l.line})
		}
		return l.alone
	}
	c.key = c.key[:0]
	for _, i := range lines {
		c.key = binary.AppendUvarint(c.key, uint64(i))
	}
	l, ok := c.inlined[string(c.key)]
	if !ok {
		all := make([]model.Line, len(lines))
		for k, i := range lines {
			all[k] = c.made[i].line
		}
		l = c.b.Location(model.NoMapping, 0, all)
		c.inlined[string(c.key)] = l
		c.kept += len(c.key) + 24*len(all)
	}
	return l
}
