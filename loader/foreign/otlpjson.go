package foreign

import (
	"bytes"
	"encoding/base64"
	"slices"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/work"
)

// IsOTLPJSON reports whether a text begins as OpenTelemetry profiles in JSON do.
func IsOTLPJSON(data []byte, _ *work.Steps) bool {
	if !isJSON(data) {
		return false
	}
	head := data[:min(len(data), headSize)]
	has := func(key string) bool { return bytes.Contains(head, []byte(`"`+key+`"`)) }
	return has("resourceProfiles") || has("dictionary") && slices.ContainsFunc([]string{
		"mappingTable", "locationTable", "functionTable", "linkTable", "stringTable", "attributeTable", "stackTable"}, has)
}

// OTLPJSON decodes messages in JSON, one after the other, as the Collector writes them to a file.
func OTLPJSON(data []byte, d Decoding) (*model.Profile, error) {
	o := &otlp{making: d.begin(len(data))}
	c := &cursor{data: withoutMark(data), tick: o.at}
	for c.peek() != 0 && c.err == nil {
		c.stop(o.json(c))
	}
	if c.err == errCut {
		c.err = o.cutWithin()
	}
	if c.over {
		if err := o.fault(c.err); err != nil {
			return nil, err
		}
	}
	if err := c.fault(OTLPName); err != nil {
		return nil, err
	}
	return o.profile()
}

// otlpPassed are members that are left out on purpose, sorted: they say nothing about samples and their stacks.
var otlpPassed = []string{
	"arrayValue", "droppedAttributesCount", "entityRefs", "fileOffset", "kvlistValue", "memoryLimit",
	"memoryStart", "originalPayload", "originalPayloadFormat", "profileId", "schemaUrl", "scope",
}

// unknownMember counts a member of JSON that is not known, if it has data.
func (o *otlp) unknownMember(c *cursor, message, key string) {
	if _, ok := slices.BinarySearch(otlpPassed, key); !ok && c.given() {
		o.unread.Add(input.UnreadFields, func() string { return message + ": " + key })
	}
}

// json reads a message. Its tables may stand behind what refers to them.
func (o *otlp) json(c *cursor) error {
	dict := &dictionary{}
	resources := 0
	var values []int // of attributes, which may refer to texts behind them
	c.object(func(key string) {
		switch key {
		case "resourceProfiles":
			resources = c.at
		case "dictionary":
			o.jsonDictionary(c, dict, &values)
		default:
			o.unknownMember(c, "message", key)
		}
	})
	if c.err != nil {
		return nil
	}
	for i, at := range values {
		a, err := o.jsonAttribute(&cursor{data: c.data, at: at, tick: c.tick}, dict)
		if err := o.leave(attributeAt(i), err); err != nil {
			return err
		}
		a.shown = a.shown && err == nil
		dict.attributes[i] = a
	}
	o.use(dict)
	if resources == 0 {
		return nil
	}
	r := &cursor{data: c.data, at: resources, tick: c.tick}
	r.array(func(int) { r.stop(o.jsonResource(r)) })
	if r.err != nil {
		c.err, c.over = r.err, r.over
	}
	return nil
}

func (o *otlp) jsonDictionary(c *cursor, d *dictionary, attributes *[]int) {
	var older bool
	each := func(take func()) {
		c.array(func(int) {
			o.kept += 16
			take()
		})
	}
	c.object(func(key string) {
		switch key {
		case "stringTable":
			each(func() { d.strings = append(d.strings, c.string()) })
		case "mappingTable":
			each(func() {
				var m otlpMapping
				c.object(func(key string) {
					switch key {
					case "filenameStrindex":
						m.file = c.index()
					case "attributeIndices":
						m.attributes = c.indices()
					default:
						o.unknownMember(c, "mapping", key)
					}
				})
				d.mappings = append(d.mappings, m)
			})
		case "functionTable":
			each(func() {
				var f otlpFunction
				c.object(func(key string) {
					switch key {
					case "nameStrindex":
						f.name = c.index()
					case "systemNameStrindex":
						f.system = c.index()
					case "filenameStrindex":
						f.file = c.index()
					case "startLine":
						f.start = c.int()
					default:
						o.unknownMember(c, "function", key)
					}
				})
				d.functions = append(d.functions, f)
			})
		case "locationTable":
			each(func() { o.jsonLocation(c, d, &older) })
		case "linkTable":
			each(func() {
				var l otlpLink
				c.object(func(key string) {
					switch key {
					case "traceId":
						l.trace = c.string()
					case "spanId":
						l.span = c.string()
					default:
						o.unknownMember(c, "link", key)
					}
				})
				o.kept += int64(len(l.trace) + len(l.span))
				d.links = append(d.links, l)
			})
		case "attributeTable":
			each(func() {
				*attributes = append(*attributes, c.at)
				d.attributes = append(d.attributes, otlpAttribute{})
			})
		case "stackTable":
			each(func() {
				c.object(func(key string) {
					if key == "locationIndices" {
						d.stacks = append(d.stacks, c.indices()...)
					} else {
						o.unknownMember(c, "stack", key)
					}
				})
				d.ends = append(d.ends, int32(len(d.stacks)))
			})
		case "attributeUnits":
			older = true
		default:
			o.unknownMember(c, "dictionary", key)
		}
	})
	if older {
		c.stop(errOlder)
	}
}

func (o *otlp) jsonLocation(c *cursor, d *dictionary, older *bool) {
	l := otlpLocation{from: int32(len(d.lines))}
	c.object(func(key string) {
		switch key {
		case "mappingIndex":
			l.mapping = c.index()
		case "address":
			l.address = uint64(c.int())
		case "line":
			*older = true
		case "lines":
			c.array(func(int) {
				var line otlpLine
				c.object(func(key string) {
					switch key {
					case "functionIndex":
						line.function = c.index()
					case "line":
						line.line = c.int()
					case "column":
						line.column = c.int()
					default:
						o.unknownMember(c, "line", key)
					}
				})
				o.kept += 12
				d.lines = append(d.lines, line)
			})
		case "attributeIndices": // of no use here
		default:
			o.unknownMember(c, "location", key)
		}
	})
	l.to = int32(len(d.lines))
	d.locations = append(d.locations, l)
}

// jsonAttribute reads an attribute whose key is itself or a text of the dictionary.
func (o *otlp) jsonAttribute(c *cursor, d *dictionary) (a otlpAttribute, err error) {
	var key, unit int32
	c.object(func(name string) {
		switch name {
		case "key":
			a.key = c.string()
		case "keyStrindex":
			key = c.index()
		case "unitStrindex":
			unit = c.index()
		case "value":
			c.object(func(name string) {
				a.shown = true
				switch name {
				case "stringValue":
					a.text = c.string()
				case "boolValue":
					a.text = string(c.word())
				case "intValue":
					a.num, a.isNum = c.int(), true
				case "doubleValue":
					a.text = otlpNumber(c.float())
				case "bytesValue":
					a.text = c.string()
					if b, err := base64.StdEncoding.DecodeString(a.text); err == nil {
						a.text = otlpBytes(b)
					}
				case "stringValueStrindex":
					var e error
					a.text, e = d.string(c.index())
					c.stop(e)
				default:
					a.shown = false
					o.unknownMember(c, "value", name)
				}
			})
		default:
			o.unknownMember(c, "attribute", name)
		}
	})
	if c.err != nil {
		return a, c.err
	}
	if key != 0 {
		a.key, err = d.string(key)
	}
	if err == nil && unit != 0 {
		a.unit, err = d.string(unit)
	}
	o.kept += int64(len(a.key) + len(a.text))
	return a, err
}

func (o *otlp) jsonResource(c *cursor) error {
	var labels []model.Label
	var scopes []int
	c.object(func(key string) {
		switch key {
		case "resource":
			c.object(func(key string) {
				if key != "attributes" {
					o.unknownMember(c, "resource", key)
					return
				}
				c.array(func(int) {
					a, err := o.jsonAttribute(c, o.dict)
					c.stop(err)
					if a.shown {
						labels = append(labels, o.label(a))
					}
				})
			})
		case "scopeProfiles":
			c.array(func(int) { scopes = append(scopes, c.at) })
		default:
			o.unknownMember(c, "resourceProfiles", key)
		}
	})
	for _, at := range scopes {
		if c.err != nil {
			break
		}
		var profiles []otlpProfile
		s := &cursor{data: c.data, at: at, tick: c.tick}
		s.object(func(key string) {
			if key == "profiles" {
				s.array(func(int) { profiles = append(profiles, &jsonProfile{o: o, c: c, at: s.at}) })
			} else {
				o.unknownMember(s, "scopeProfiles", key)
			}
		})
		if err := o.scope(profiles, labels); err != nil {
			return err
		}
	}
	return nil
}

// jsonProfile is a profile that begins at a place in the text.
type jsonProfile struct {
	o    *otlp
	c    *cursor
	at   int
	list int // where its samples begin; 0: it has none
}

func (p *jsonProfile) head() (h otlpHead, err error) {
	c := &cursor{data: p.c.data, at: p.at, tick: p.c.tick}
	valueType := func(typ, unit *int32) {
		c.object(func(key string) {
			switch key {
			case "typeStrindex":
				*typ = c.index()
			case "unitStrindex":
				*unit = c.index()
			default:
				p.o.unknownMember(c, "valueType", key)
			}
		})
	}
	c.object(func(key string) {
		switch key {
		case "sampleType":
			if c.peek() == '[' {
				c.stop(errOlder)
				return
			}
			valueType(&h.typ, &h.unit)
		case "samples":
			p.list = c.at
		case "timeUnixNano":
			h.time = c.int()
		case "durationNano":
			h.duration = c.int()
		case "periodType":
			valueType(&h.periodTyp, &h.periodUnit)
		case "period":
			h.period = c.int()
		case "attributeIndices":
			h.attributes = c.indices()
		case "sample", "stringTable", "locationIndices", "timeNanos":
			c.stop(errOlder)
		default:
			p.o.unknownMember(c, "profile", key)
		}
	})
	return h, c.err
}

func (p *jsonProfile) samples(take func(*otlpSample) error) error {
	if p.list == 0 {
		return nil
	}
	c := &cursor{data: p.c.data, at: p.list, tick: p.c.tick}
	var s otlpSample
	c.array(func(int) {
		s = otlpSample{attributes: s.attributes[:0], values: s.values[:0], times: s.times[:0]}
		c.object(func(key string) {
			switch key {
			case "stackIndex":
				s.stack = c.index()
			case "linkIndex":
				s.link = c.index()
			case "attributeIndices":
				c.array(func(int) { s.attributes = append(s.attributes, c.index()) })
			case "values":
				c.array(func(int) { s.values = append(s.values, c.int()) })
			case "timestampsUnixNano":
				c.array(func(int) { s.times = append(s.times, c.int()) })
			case "value", "locationsStartIndex":
				c.stop(errOlder)
			default:
				p.o.unknownMember(c, "sample", key)
			}
		})
		if c.err != nil {
			return
		}
		c.stop(take(&s))
	})
	return c.err
}
