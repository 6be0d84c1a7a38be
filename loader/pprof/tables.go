package pprof

import (
	"fmt"
	"net/url"
	"path/filepath"

	"profstation/loader/wire"
	"profstation/model"
)

// tables reads the tables in an order in which each refers only to earlier ones.
func (d *decoder) tables() error {
	d.mappings = newIDTable("mapping", d.n.n[profileMapping])
	d.functions = newIDTable("function", d.n.n[profileFunction])
	d.locations = newIDTable("location", d.n.n[profileLocation])
	d.b.Grow(model.Room{
		Mappings: d.n.n[profileMapping], Functions: d.n.n[profileFunction],
		Locations: d.n.n[profileLocation], Lines: d.n.n[inLocations],
	})
	d.lines = make([]model.Line, 0, d.n.n[maxLines])
	if err := d.each(profileMapping, "mapping", d.mapping); err != nil {
		return err
	}
	if err := d.each(profileFunction, "function", d.function); err != nil {
		return err
	}
	if err := d.each(profileLocation, "location", d.location); err != nil {
		return err
	}
	if d.early != nil {
		return d.earlySamples()
	}
	d.b.Grow(model.Room{Samples: d.n.n[profileSample]})
	d.stack = make([]model.LocID, 0, d.n.n[deepestStack])
	return d.each(profileSample, "sample", d.sample)
}

func (d *decoder) mapping(data []byte) error {
	// Fields 7 to 10 say what was symbolised, which the lines show anyway.
	var v [10]uint64
	if err := d.numbers(ofMapping, data, v[:]); err != nil {
		return err
	}
	file, build := v[4], v[5]
	m := model.Mapping{Start: v[1], Limit: v[2], Offset: v[3], File: d.string(file), BuildID: d.string(build)}
	if d.err != nil {
		return d.err
	}
	if remote(d.raw(int64(file)), d.raw(int64(build))) {
		m.File = 0
	}
	return d.mappings.put(v[0], int32(d.b.Mapping(m)))
}

// remote reports whether a mapping's file is only the profile's address. pprof writes that for lack
// of a name, and drops it again when it loads the profile (unsourceMappings in
// internal/driver/fetch.go).
func remote(file, buildID string) bool {
	if buildID != "" || filepath.VolumeName(file) != "" {
		return false
	}
	u, err := url.Parse(file)
	return err == nil && u.IsAbs()
}

func (d *decoder) function(data []byte) error {
	var v [5]uint64
	if err := d.numbers(ofFunction, data, v[:]); err != nil {
		return err
	}
	id, name, system, file := v[0], v[1], v[2], v[3]
	fn := model.Function{SystemName: d.string(system), File: d.string(file), Name: d.string(name), StartLine: int64(v[4])}
	if d.err != nil {
		return d.err
	}
	was, mangled := d.raw(int64(name)), d.raw(int64(system))
	if was == "" || was == mangled {
		if shown := d.names.name(was, mangled); shown != was {
			fn.Name = d.b.String(shown)
		}
	}
	return d.functions.put(id, int32(d.b.Function(fn)))
}

func (d *decoder) location(data []byte) error {
	var v [5]uint64 // field 5 says that the location stands for several, which no view shows
	d.lines = d.lines[:0]
	more := false
	m := wire.Message{All: data}
	for m.Next() {
		switch {
		case m.Number == locationLine:
			if m.Err = m.Want(wire.TypeBytes); m.Err == nil {
				m.Err = d.line(m.Data)
			}
		case m.Number > 0 && m.Number <= len(v):
			v[m.Number-1], m.Err = m.Num, m.Want(wire.TypeVarint)
		default:
			more = true
		}
	}
	if more {
		d.unknown.of(ofLocation, data)
	}
	if m.Err != nil {
		return m.Err
	}
	id, mapping, address := v[0], model.NoMapping, v[2]
	// A mapping that is not in the file counts as none, as in the library.
	if i := d.mappings.index(v[1]); i >= 0 {
		mapping = model.MappingID(i)
	}
	return d.locations.put(id, int32(d.b.Location(mapping, address, d.lines)))
}

func (d *decoder) line(data []byte) error {
	var v [3]uint64
	if err := d.numbers(ofLine, data, v[:]); err != nil {
		return err
	}
	i := d.functions.index(v[0])
	if i < 0 {
		return fmt.Errorf("a line refers to function %d, which is not in the file", v[0])
	}
	d.lines = append(d.lines, model.Line{Func: model.FuncID(i), Line: int64(v[1]), Column: int64(v[2])})
	return nil
}
