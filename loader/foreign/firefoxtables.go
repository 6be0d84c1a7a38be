package foreign

import (
	"strings"

	"profstation/model"
)

// firefoxTables are the tables that samples refer to.
type firefoxTables struct {
	strings                          []string
	prefix, frame                    []int32 // for each stack
	funcs, lines, columns, origins   []int32 // for each frame
	addresses                        []int64
	frameLibs                        []int32       // for each frame, from version 70 on
	names, files, sources, resources []int32       // for each function
	libs                             []int32       // for each resource, before version 70
	sourceFiles                      []int32       // for each source
	origin                           firefoxOrigin // places in the source that was compiled, from version 64 on
	locations                        []model.LocID // for each frame, made when needed: index + 1
}

// firefoxOrigin says where code came from that a source map belongs to.
type firefoxOrigin struct{ sources, lines, columns []int32 }

// readTables reads the tables in a thread, or the shared ones. It calls members, which may be nil, for members that
// are not such tables, and counts those that it does not know.
func (f *firefox) readTables(members func(key string) bool) *firefoxTables {
	c, t := &f.c, &firefoxTables{}
	c.object(func(key string) {
		switch key {
		case "stringArray", "stringTable":
			c.array(func(int) {
				s := c.string()
				t.strings = append(t.strings, s)
				f.kept += int64(len(s) + 16)
			})
		case "stackTable":
			var offsets []int32
			f.columns(key, map[string]*[]int32{"prefix": &t.prefix, "prefixOffset": &offsets, "frame": &t.frame})
			if len(offsets) > 0 {
				t.prefix = prefixes(offsets)
			}
		case "frameTable":
			c.object(func(column string) {
				if column != "address" {
					f.read(key, column, map[string]*[]int32{
						"func": &t.funcs, "lib": &t.frameLibs, "line": &t.lines, "column": &t.columns, "originalLocation": &t.origins,
					})
					return
				}
				c.array(func(int) { t.addresses = append(t.addresses, c.int()) })
				f.kept += int64(4 * len(t.addresses))
			})
		case "funcTable":
			f.columns(key, map[string]*[]int32{"name": &t.names, "fileName": &t.files, "source": &t.sources,
				"resource": &t.resources})
		case "resourceTable":
			f.columns(key, map[string]*[]int32{"lib": &t.libs})
		case "sources":
			f.columns(key, map[string]*[]int32{"filename": &t.sourceFiles})
		case "sourceLocationTable":
			f.columns(key, map[string]*[]int32{"source": &t.origin.sources, "line": &t.origin.lines,
				"column": &t.origin.columns})
		default:
			if members == nil || !members(key) {
				f.other(c, f.place, key)
			}
		}
	})
	t.locations = make([]model.LocID, len(t.frame))
	return t
}

// columns reads a table's columns.
func (f *firefox) columns(table string, known map[string]*[]int32) {
	f.c.object(func(column string) { f.read(table, column, known) })
}

// read reads a table's column, if it is known.
func (f *firefox) read(table, column string, known map[string]*[]int32) {
	to := known[column]
	if to == nil {
		f.other(&f.c, f.place+"."+table, column)
		return
	}
	*to = f.c.indices()
	f.kept += int64(2 * len(*to))
}

// prefixes returns which stack each stack continues, −1 for a root. The offsets say how far before it that one is, as
// the table has them from version 66 on. A stack whose offset is out of range continues itself, which is refused
// later.
func prefixes(offsets []int32) []int32 {
	for i, back := range offsets {
		switch {
		case back == 0:
			offsets[i] = -1
		case back < 0 || int(back) > i:
			offsets[i] = int32(i)
		default:
			offsets[i] = int32(i) - back
		}
	}
	return offsets
}

// cell returns a column's entry, −1 if there is none.
func cell(column []int32, i int32) int32 {
	if i < 0 || int(i) >= len(column) {
		return -1
	}
	return column[i]
}

func (t *firefoxTables) string(i int32) string {
	if i < 0 || int(i) >= len(t.strings) {
		return ""
	}
	return t.strings[i]
}

// or takes shared tables where a thread lacks its own.
func (t *firefoxTables) or(shared *firefoxTables) *firefoxTables {
	if shared == nil {
		return t
	}
	if len(t.frame) == 0 {
		return shared
	}
	if len(t.strings) == 0 { // the texts were shared first
		t.strings = shared.strings
	}
	if len(t.sourceFiles) == 0 {
		t.sourceFiles = shared.sourceFiles
	}
	return t
}

// location returns a frame's location. Unknown symbols have their address as a name.
func (f *firefox) location(t *firefoxTables, frame int32) model.LocID {
	fn := cell(t.funcs, frame)
	name := t.string(cell(t.names, fn))
	in := model.NoMapping
	if lib := t.lib(frame, fn); lib >= 0 && int(lib) < len(f.libs) {
		l := &f.libs[lib]
		if !l.made {
			l.mapping, l.made = f.mapping(l.name, l.id), true
		}
		in = l.mapping
	}
	var address uint64
	if frame >= 0 && int(frame) < len(t.addresses) && t.addresses[frame] >= 0 {
		address = uint64(t.addresses[frame])
	}
	if digits, ok := strings.CutPrefix(name, "0x"); ok && isHex([]byte(digits)) && in != model.NoMapping {
		return f.builder.location(in, address, nil)
	}
	file, line, column := t.source(frame, fn)
	f.line[0] = model.Line{Func: f.function(name, file, 0), Line: line, Column: column}
	return f.builder.location(in, address, f.line[:])
}

// lib returns a frame's library.
func (t *firefoxTables) lib(frame, fn int32) int32 {
	if len(t.frameLibs) > 0 {
		return cell(t.frameLibs, frame)
	}
	return cell(t.libs, cell(t.resources, fn))
}

// source returns a frame's place in the source: where the source map says, or else in what was run.
func (t *firefoxTables) source(frame, fn int32) (file string, line, column int64) {
	at := func(lines, columns []int32, i int32) (line, column int64) {
		return int64(max(0, cell(lines, i))), int64(max(0, cell(columns, i)))
	}
	if from := cell(t.origins, frame); from >= 0 {
		line, column = at(t.origin.lines, t.origin.columns, from)
		return t.string(cell(t.sourceFiles, cell(t.origin.sources, from))), line, column
	}
	file = t.string(cell(t.files, fn))
	if file == "" {
		file = t.string(cell(t.sourceFiles, cell(t.sources, fn)))
	}
	line, column = at(t.lines, t.columns, frame)
	return file, line, column
}

// stack follows a stack from its leaf to the root. An entry stands behind the one that it continues.
func (f *firefox) stack(t *firefoxTables, id int32, to []model.LocID) ([]model.LocID, bool) {
	for id >= 0 {
		if int(id) >= len(t.frame) {
			return to, false
		}
		if t.locations[id] == 0 {
			t.locations[id] = f.location(t, t.frame[id]) + 1
		}
		to = append(to, t.locations[id]-1)
		before := cell(t.prefix, id)
		if before >= id {
			return to, false
		}
		id = before
	}
	return to, true
}
