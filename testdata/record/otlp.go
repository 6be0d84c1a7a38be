package main

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/google/pprof/profile"
)

// otlp is an OpenTelemetry message with two profiles from one run, the number of samples and the CPU
// time that they stand for, and a third with the same samples and their times.
type otlp struct {
	texts     numbering[string]
	functions numbering[*profile.Function]
	lines     numbering[profile.Line] // for each location, which has only one
	stacks    [][]int                 // locations from the leaf
	endpoints []int                   // each sample's attribute, 0: none
	names     numbering[string]       // the attributes' values
	samples   []*profile.Sample
}

const otlpStart = 1_700_000_000_000_000_000

func otlpOf(samples []*profile.Sample) *otlp {
	o := &otlp{samples: samples, stacks: [][]int{nil}}
	o.texts.of("")
	o.functions.of(&profile.Function{})
	o.lines.of(profile.Line{Function: o.functions.all[0]})
	o.names.of("")
	for _, s := range samples {
		var stack []int
		for _, l := range slices.Backward(framesOf(s)) {
			o.functions.of(l.Function)
			o.texts.of(l.Function.Name)
			o.texts.of(l.Function.Filename)
			stack = append(stack, o.lines.of(l))
		}
		o.stacks = append(o.stacks, stack)
		endpoint := 0
		if e := s.Label["endpoint"]; len(e) > 0 {
			endpoint = o.names.of(e[0])
		}
		o.endpoints = append(o.endpoints, endpoint)
	}
	for _, text := range []string{"samples", "count", "cpu", "nanoseconds", "endpoint", "/bin/record"} {
		o.texts.of(text)
	}
	return o
}

// profiles calls begin for each profile, with its type and unit, and sample for each sample, with its value and time.
// One of these two is −1.
func (o *otlp) profiles(begin func(typ, unit int), sample func(i int, value, time int64)) {
	for i, t := range [][2]string{{"samples", "count"}, {"cpu", "nanoseconds"}, {"samples", "count"}} {
		begin(o.texts.of(t[0]), o.texts.of(t[1]))
		for j, s := range o.samples {
			if i < 2 {
				sample(j, s.Value[i], -1)
			} else {
				sample(j, -1, otlpStart+int64(j)*10_000_000)
			}
		}
	}
}

func (o *otlp) json() object {
	var functions, locations, stacks, attributes, profiles []object
	for _, f := range o.functions.all {
		functions = append(functions, object{"nameStrindex": o.texts.of(f.Name), "filenameStrindex": o.texts.of(f.Filename), "startLine": fmt.Sprint(f.StartLine)})
	}
	for i, l := range o.lines.all {
		location := object{}
		if i > 0 {
			location = object{"mappingIndex": 1, "address": fmt.Sprint(4096 + 16*i), "lines": []object{{"functionIndex": o.functions.of(l.Function), "line": fmt.Sprint(l.Line)}}}
		}
		locations = append(locations, location)
	}
	for _, s := range o.stacks {
		stacks = append(stacks, object{"locationIndices": s})
	}
	for i, name := range o.names.all {
		attribute := object{}
		if i > 0 {
			attribute = object{"keyStrindex": o.texts.of("endpoint"), "value": object{"stringValue": name}}
		}
		attributes = append(attributes, attribute)
	}
	o.profiles(func(typ, unit int) {
		profiles = append(profiles, object{
			"sampleType": object{"typeStrindex": typ, "unitStrindex": unit}, "timeUnixNano": fmt.Sprint(otlpStart), "durationNano": "400000000",
			"periodType": object{"typeStrindex": o.texts.of("cpu"), "unitStrindex": o.texts.of("nanoseconds")}, "period": "10000000", "samples": []object{},
		})
	}, func(i int, value, time int64) {
		s := object{"stackIndex": i + 1}
		if e := o.endpoints[i]; e > 0 {
			s["attributeIndices"] = []int{e}
		}
		if value >= 0 {
			s["values"] = []string{fmt.Sprint(value)}
		} else {
			s["timestampsUnixNano"] = []string{fmt.Sprint(time)}
		}
		p := profiles[len(profiles)-1]
		p["samples"] = append(p["samples"].([]object), s)
	})
	scopes := []object{{"profiles": profiles[:2]}, {"profiles": profiles[2:]}}
	return object{
		"resourceProfiles": []object{{"resource": object{"attributes": []object{{"key": "service.name", "value": object{"stringValue": "record"}}}}, "scopeProfiles": scopes}},
		"dictionary": object{
			"mappingTable": []object{{}, {"filenameStrindex": o.texts.of("/bin/record")}}, "linkTable": []object{{}}, "stringTable": o.texts.all,
			"functionTable": functions, "locationTable": locations, "stackTable": stacks, "attributeTable": attributes,
		},
	}
}

// These encode protocol buffers. A zero is not written.

func number[T int | int64](field int, v T) []byte {
	if v == 0 {
		return nil
	}
	return binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3), uint64(v))
}

func part(field int, parts ...[]byte) []byte {
	data := slices.Concat(parts...)
	return append(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3|2), uint64(len(data))), data...)
}

func fixed(v int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(v)) }

func packed[T int | int64](field int, all ...T) []byte {
	var data []byte
	for _, v := range all {
		data = binary.AppendUvarint(data, uint64(v))
	}
	return part(field, data)
}

func (o *otlp) wire() []byte {
	var dictionary, profile []byte
	var profiles [][]byte
	add := func(field int, parts ...[]byte) { dictionary = append(dictionary, part(field, parts...)...) }
	add(1)
	add(1, number(4, o.texts.of("/bin/record")))
	for i, l := range o.lines.all {
		if i == 0 {
			add(2)
			continue
		}
		add(2, number(1, 1), number(2, 4096+16*i), part(3, number(1, o.functions.of(l.Function)), number(2, l.Line)))
	}
	for _, f := range o.functions.all {
		add(3, number(1, o.texts.of(f.Name)), number(3, o.texts.of(f.Filename)), number(4, f.StartLine))
	}
	add(4)
	for _, text := range o.texts.all {
		add(5, []byte(text))
	}
	for i, name := range o.names.all {
		if i == 0 {
			add(6)
			continue
		}
		add(6, number(1, o.texts.of("endpoint")), part(2, part(1, []byte(name))))
	}
	for _, s := range o.stacks {
		add(7, packed(1, s...))
	}
	o.profiles(func(typ, unit int) {
		profiles = append(profiles, nil)
		profile = slices.Concat(part(1, number(1, typ), number(2, unit)), []byte{3<<3 | 1}, fixed(otlpStart), number(4, 400_000_000),
			part(5, number(1, o.texts.of("cpu")), number(2, o.texts.of("nanoseconds"))), number(6, 10_000_000))
		profiles[len(profiles)-1] = profile
	}, func(i int, value, time int64) {
		s := number(1, i+1)
		if e := o.endpoints[i]; e > 0 {
			s = append(s, packed(2, e)...)
		}
		if value >= 0 {
			s = append(s, packed(4, value)...)
		} else {
			s = append(s, part(5, fixed(time))...)
		}
		last := len(profiles) - 1
		profiles[last] = append(profiles[last], part(2, s)...)
	})
	resource := part(1, part(1, part(1, []byte("service.name")), part(2, part(1, []byte("record")))))
	return slices.Concat(part(1, resource, part(2, part(2, profiles[0]), part(2, profiles[1])), part(2, part(2, profiles[2]))), part(2, dictionary))
}
