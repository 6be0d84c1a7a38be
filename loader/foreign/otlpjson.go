package foreign

import (
	"slices"

	"profstation/model"
	"profstation/model/work"
)

// IsOTLPJSON reports whether a text begins as OpenTelemetry profiles in JSON do.
func IsOTLPJSON(data []byte, _ *work.Steps) bool {
	has := jsonHead(data)
	return has != nil && (has(`"resourceProfiles"`) || has(`"dictionary"`) && slices.ContainsFunc(otlpDictionaryFields.fields,
		func(f otlpField[otlpDictionary]) bool { return f.name != "" && has(`"`+f.name+`"`) }))
}

// OTLPJSON decodes messages in JSON, one after the other, as the Collector writes them to a file.
func OTLPJSON(data []byte, d Decoding) (*model.Profile, error) {
	o := &otlp{builder: d.begin(OTLPForm, len(data))}
	c := &cursor{data: withoutMark(data), tick: o.at}
	for c.peek() != 0 && c.err == nil {
		o.json(c)
	}
	if c.err == errCut {
		c.err = o.cutWithin()
	}
	if c.over {
		if err := o.fault(c.err); err != nil {
			return nil, err
		}
	}
	if err := c.fault(o.Form); err != nil {
		return nil, err
	}
	return o.profile()
}

// json reads a message. Its dictionary may stand behind what refers to it.
func (o *otlp) json(c *cursor) {
	r := &otlpIn{otlp: o, json: c, dict: &otlpDictionary{}}
	var resources []byte
	if otlpMessageFields.read(r, &resources) != nil {
		return
	}
	in, err := r.ready()
	if err != nil || resources == nil {
		c.stop(err)
		return
	}
	list := r.another()
	list.open(resources)
	list.json.array(func(int) { list.stop(o.resource(list, in)) })
	c.err, c.over = list.json.err, list.json.over
}
