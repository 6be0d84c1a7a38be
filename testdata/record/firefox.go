package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/google/pprof/profile"
)

// firefoxColumns has the data for both forms of a Firefox Profiler profile: a process with a thread, whose
// samples come 10 ms apart and used 9 ms CPU time each. The last function is not symbolised.
type firefoxColumns struct {
	texts            numbering[string]
	ids, prefix      []int // for samples and for stacks; −1: a root
	times            []float64
	cpu, weights     []int64
	frame            []int
	fn, address      []int
	line             []int64
	name, file, zero []int
}

func firefoxOf(samples []*profile.Sample) *firefoxColumns {
	type stack struct{ prefix, frame int }
	var funcs numbering[*profile.Function]
	var frames numbering[profile.Line]
	var stacks numbering[stack]
	c := &firefoxColumns{}
	for i, s := range samples {
		at := -1
		for _, l := range framesOf(s) {
			at = stacks.of(stack{at, frames.of(l)})
		}
		c.ids, c.times = append(c.ids, at), append(c.times, float64(10*i)+0.25)
		c.cpu, c.weights = append(c.cpu, 9000), append(c.weights, s.Value[0])
	}
	for _, s := range stacks.all {
		c.frame, c.prefix = append(c.frame, s.frame), append(c.prefix, s.prefix)
	}
	for _, l := range frames.all {
		i := funcs.of(l.Function)
		c.fn, c.line, c.address = append(c.fn, i), append(c.line, l.Line), append(c.address, 4096+16*i)
	}
	for i, f := range funcs.all {
		text := f.Name
		if i == len(funcs.all)-1 {
			text = fmt.Sprintf("0x%x", 4096+16*i)
		}
		c.name, c.file, c.zero = append(c.name, c.texts.of(text)), append(c.file, c.texts.of(f.Filename)), append(c.zero, 0)
	}
	return c
}

// firefoxMeta returns a profile's metadata in a version of the format.
func firefoxMeta(version int) object {
	return object{
		"interval": 10, "preprocessedProfileVersion": version, "processType": 0, "product": "record",
		"startTime":   1700000000000.0,
		"sampleUnits": object{"time": "ms", "eventDelay": "ms", "threadCPUDelta": "µs"}, "version": 24, "symbolicated": true,
	}
}

// firefox writes what samply did for years: JSON in which each thread has its own tables.
func firefox(samples []*profile.Sample) []byte {
	c := firefoxOf(samples)
	var prefix []any
	for _, i := range c.prefix {
		if i < 0 {
			prefix = append(prefix, nil)
		} else {
			prefix = append(prefix, i)
		}
	}
	return marshal(object{
		"meta": firefoxMeta(49),
		"libs": []object{{"name": "record", "path": "/bin/record", "codeId": "0123456789abcdef"}},
		"threads": []object{{
			"name": "record", "processName": "record", "pid": "4001", "tid": "4001", "isMainThread": true,
			"processType":   "default",
			"frameTable":    object{"length": len(c.fn), "address": c.address, "func": c.fn, "line": c.line},
			"funcTable":     object{"length": len(c.name), "name": c.name, "fileName": c.file, "resource": c.zero},
			"resourceTable": object{"length": 1, "lib": []int{0}, "name": []int{c.texts.of("record")}, "type": []int{1}},
			"samples": object{"length": len(c.ids), "stack": c.ids, "time": c.times, "weight": c.weights,
				"weightType": "samples", "threadCPUDelta": c.cpu},
			"stackTable":  object{"length": len(c.frame), "prefix": prefix, "frame": c.frame},
			"stringArray": c.texts.all,
		}},
	})
}

// firefoxSlabs writes version 70 of the format as a JsonSlabs container: tables that all threads share, and columns
// with numbers, which are stored apart from the JSON.
func firefoxSlabs(samples []*profile.Sample) []byte {
	c, s := firefoxOf(samples), &slabs{}
	var offset []int
	for i, before := range c.prefix {
		if before < 0 {
			before = i
		}
		offset = append(offset, i-before)
	}
	name := c.texts.of("record")
	shared := object{
		"stackTable": object{"length": len(c.frame), "prefixOffset": s.ints(offset), "frame": s.ints(c.frame)},
		"frameTable": object{
			"length": len(c.fn), "address": s.ints(c.address), "func": s.ints(c.fn), "line": c.line, "lib": s.ints(make([]int,
				len(c.fn))),
			"inlineDepth": s.of(uint8Slab, make([]byte, len(c.fn))),
		},
		"funcTable":     object{"length": len(c.name), "name": c.name, "source": c.file, "resource": c.zero},
		"resourceTable": object{"length": 1, "name": []int{name}, "type": []int{1}},
		"sources":       firefoxSources(len(c.texts.all)),
		"stringArray":   s.of(jsonSlab, marshal(c.texts.all)),
	}
	threads := []object{{
		"name": "record", "processName": "record", "pid": "4001", "tid": "4001", "isMainThread": true,
		"processType": "default",
		"samples": object{"length": len(c.ids), "stack": c.ids, "time": s.floats(c.times), "weight": c.weights,
			"weightType": "samples", "threadCPUDelta": c.cpu},
	}}
	return s.container(marshal(object{
		"meta":   firefoxMeta(70),
		"libs":   []object{{"name": "record", "path": "/bin/record", "codeId": "0123456789abcdef"}},
		"shared": shared, "threads": s.of(jsonSlab, marshal(threads)),
	}))
}

// firefoxSources returns a table in which each text may be a source's name.
func firefoxSources(texts int) object {
	all := make([]int, texts)
	for i := range all {
		all[i] = i
	}
	return object{"length": texts, "filename": all, "id": make([]any, texts)}
}

// slabs are the parts of a JsonSlabs container (FORMAT.md in mstange/json-slabs).
type slabs struct {
	types []uint32
	data  [][]byte
}

const (
	uint8Slab   = 1
	int32Slab   = 4
	float64Slab = 7
	jsonSlab    = 10
)

// of adds a slab, and returns the object that stands for it.
func (s *slabs) of(typ uint32, data []byte) object {
	s.types, s.data = append(s.types, typ), append(s.data, data)
	return object{"$s": len(s.data) - 1}
}

func (s *slabs) ints(all []int) object {
	var data []byte
	for _, n := range all {
		data = binary.LittleEndian.AppendUint32(data, uint32(n))
	}
	return s.of(int32Slab, data)
}

func (s *slabs) floats(all []float64) object {
	var data []byte
	for _, f := range all {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(f))
	}
	return s.of(float64Slab, data)
}

// container writes all slabs after the table that says where they are. The root is the last slab.
func (s *slabs) container(root []byte) []byte {
	s.of(jsonSlab, root)
	words := func(to []byte, all ...int) []byte {
		for _, n := range all {
			to = binary.LittleEndian.AppendUint32(to, uint32(n))
		}
		return to
	}
	head := words([]byte("\xdc\xdfJSLB\x01\x00"), 1, len(s.data), len(s.data)-1)
	start := len(head) + 12*len(s.data)
	var body []byte
	for i, data := range s.data {
		for (start+len(body))%8 != 0 {
			body = append(body, 0)
		}
		head = words(head, int(s.types[i]), start+len(body), len(data))
		body = append(body, data...)
	}
	return slices.Concat(head, body)
}
