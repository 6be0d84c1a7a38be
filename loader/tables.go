package loader

import (
	"fmt"
	"net/url"
	"path/filepath"

	"profstation/model"
)

// tables reads mappings and functions.
func (d *protoDecoder) tables() error {
	d.mappings = newIDTable("mapping", d.n.mappings)
	d.functions = newIDTable("function", d.n.functions)
	mappings, functions := 0, 0
	var f field
	for i := 0; i < len(d.data); {
		var err error
		if i, err = next(d.data, i, &f); err != nil {
			return err
		}
		switch f.number {
		case profileMapping:
			if err = d.mapping(f.data); err != nil {
				return fmt.Errorf("mapping %d: %w", mappings, err)
			}
			mappings++
		case profileFunction:
			if err = d.function(f.data); err != nil {
				return fmt.Errorf("function %d: %w", functions, err)
			}
			functions++
			if functions%4096 == 0 {
				if err := d.p.cancelled(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (d *protoDecoder) mapping(data []byte) error {
	var id, start, limit, offset uint64
	var file, build int64
	var f field
	for i := 0; i < len(data); {
		var err error
		if i, err = next(data, i, &f); err != nil {
			return err
		}
		switch f.number {
		case 1:
			id = f.num
		case 2:
			start = f.num
		case 3:
			limit = f.num
		case 4:
			offset = f.num
		case 5:
			file = int64(f.num)
		case 6:
			build = int64(f.num)
		case 7, 8, 9, 10: // what was symbolised: the lines tell
		default:
			continue
		}
		if err := f.want(wireVarint); err != nil {
			return err
		}
	}
	m := model.Mapping{Start: start, Limit: limit, Offset: offset}
	var err error
	if m.File, err = d.string(file); err != nil {
		return err
	}
	if m.BuildID, err = d.string(build); err != nil {
		return err
	}
	if remote(d.raw(file), d.raw(build)) {
		m.File = 0
	}
	return d.mappings.put(id, int32(d.b.Mapping(m)))
}

// remote tells whether a mapping's file is only the address that the profile
// was fetched from, which pprof writes there for want of a name and drops
// again when it loads (unsourceMappings in internal/driver/fetch.go).
func remote(file, buildID string) bool {
	if buildID != "" || filepath.VolumeName(file) != "" {
		return false
	}
	u, err := url.Parse(file)
	return err == nil && u.IsAbs()
}

func (d *protoDecoder) function(data []byte) error {
	var id uint64
	var name, system, file, line int64
	var f field
	for i := 0; i < len(data); {
		var err error
		if i, err = next(data, i, &f); err != nil {
			return err
		}
		switch f.number {
		case 1:
			id = f.num
		case 2:
			name = int64(f.num)
		case 3:
			system = int64(f.num)
		case 4:
			file = int64(f.num)
		case 5:
			line = int64(f.num)
		default:
			continue
		}
		if err := f.want(wireVarint); err != nil {
			return err
		}
	}
	fn := model.Function{StartLine: line}
	var err error
	if fn.SystemName, err = d.string(system); err != nil {
		return err
	}
	if fn.File, err = d.string(file); err != nil {
		return err
	}
	if fn.Name, err = d.string(name); err != nil {
		return err
	}
	if was := d.raw(name); was == "" || was == d.raw(system) {
		if shown := d.names.name(was, d.raw(system)); shown != was {
			fn.Name = d.b.String(shown)
		}
	}
	return d.functions.put(id, int32(d.b.Function(fn)))
}

// locationTable reads locations, which refer to mappings and functions.
func (d *protoDecoder) locationTable() error {
	d.locations = newIDTable("location", d.n.locations)
	locations := 0
	var f field
	for i := 0; i < len(d.data); {
		var err error
		if i, err = next(d.data, i, &f); err != nil {
			return err
		}
		if f.number != profileLocation {
			continue
		}
		if err := d.location(f.data); err != nil {
			return fmt.Errorf("location %d: %w", locations, err)
		}
		locations++
		if locations%4096 == 0 {
			if err := d.p.cancelled(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *protoDecoder) location(data []byte) error {
	var id, mapping, address uint64
	d.lines = d.lines[:0]
	var f field
	for i := 0; i < len(data); {
		var err error
		if i, err = next(data, i, &f); err != nil {
			return err
		}
		switch f.number {
		case 1:
			id = f.num
		case 2:
			mapping = f.num
		case 3:
			address = f.num
		case locationLine:
			if err = f.want(wireBytes); err == nil {
				err = d.line(f.data)
			}
			if err != nil {
				return err
			}
			continue
		case 5: // folded: no view makes a difference
		default:
			continue
		}
		if err := f.want(wireVarint); err != nil {
			return err
		}
	}
	// A mapping that is not in the file counts as none, as in the library.
	m := model.NoMapping
	if i := d.mappings.index(mapping); i >= 0 {
		m = model.MappingID(i)
	}
	return d.locations.put(id, int32(d.b.Location(m, address, d.lines)))
}

func (d *protoDecoder) line(data []byte) error {
	var function uint64
	var l model.Line
	var f field
	for i := 0; i < len(data); {
		var err error
		if i, err = next(data, i, &f); err != nil {
			return err
		}
		switch f.number {
		case 1:
			function = f.num
		case 2:
			l.Line = int64(f.num)
		case 3:
			l.Column = int64(f.num)
		default:
			continue
		}
		if err := f.want(wireVarint); err != nil {
			return err
		}
	}
	i := d.functions.index(function)
	if i < 0 {
		return fmt.Errorf("a line refers to function %d, which is not in the file", function)
	}
	l.Func = model.FuncID(i)
	d.lines = append(d.lines, l)
	return nil
}
