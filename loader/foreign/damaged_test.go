package foreign

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"profstation/model"
)

// One part that cannot be read does not refuse the others, and a warning names it. Where nothing else is there, the
// error says what was wrong.
func TestDamagedParts(t *testing.T) {
	otlpSamples := func(samples ...[]byte) []byte {
		return otlpMessage(append(otlpHeadOf(5, 6), slices.Concat(samples...)...))
	}
	good, wrong := part(2, num(1, 2), packed(4, 1)), part(2, num(1, 9), packed(4, 1))
	jsonProfiles := func(profiles string) []byte {
		return []byte(`{"resourceProfiles":[{"scopeProfiles":[{"profiles":[` + profiles + `]}]}],` +
			`"dictionary":{"stringTable":["","f"],` +
			`"functionTable":[{},{"nameStrindex":1}],"locationTable":[{},{"lines":[{"functionIndex":1}]}],` +
			`"stackTable":[{},{"locationIndices":[1]}]}}`)
	}
	const jsonGood = `{"samples":[{"stackIndex":1,"values":[2]}]}`
	scope := func(profiles string) []byte {
		return []byte(`{"shared":{"frames":[{"name":"a"},{"name":"b"}]},"activeProfileIndex":1,` +
			`"profiles":[` + profiles + `]}`)
	}
	const scopeGood = `{"type":"sampled","name":"good","unit":"none","samples":[[0,1]],"weights":[3]}`
	threads := func(threads string) []byte {
		return fmt.Appendf(nil, `{%s,%s,"shared":{%s},"threads":[%s]}`, firefoxMetaText, firefoxLibsText, firefoxTablesText,
			threads)
	}
	const threadGood = `{"name":"good","samples":{"stack":[0]}}`
	for _, c := range []struct {
		name   string
		decode func([]byte, Decoding) (*model.Profile, error)
		data   []byte
		rows   []string
		want   string // a part of the warning, or of the error
	}{
		{"speedscope, a stack of lists", Speedscope,
			scope(scopeGood + `,{"type":"sampled","name":"cs","unit":"none","samples":[[[0]]],"weights":[1]}`),
			[]string{"a;b 1 3 profile=good"},
			"1 part of the file is damaged and is left out: the profile “cs”: '[' where a number is expected"},
		{"speedscope, half of the weights", Speedscope,
			scope(`{"type":"sampled","name":"cs","unit":"none","samples":[[0],[1]],"weights":[1,"x"]},` + scopeGood),
			[]string{"a 1 1 profile=cs", "a;b 1 3 profile=good"}, "the profile “cs”: \"x\" where a number is expected"},
		{"speedscope, an event", Speedscope, scope(`{"type":"evented","name":"cs","unit":"none","events":[[]]},` + scopeGood),
			[]string{"a;b 3 1 profile=good"}, "the profile “cs”: '[' where a object is expected"},
		{"speedscope, what a profile says of itself", Speedscope,
			scope(scopeGood + `,{"name":"cs","startValue":{},"samples":[[0]]}`),
			[]string{"a;b 1 3 profile=good"}, "the profile “cs”: '{' where a number is expected"},
		{"speedscope, no object", Speedscope, scope(`7,` + scopeGood), []string{"a;b 1 3 profile=good"},
			"'7' where a object is expected"},
		{"speedscope, a frame", Speedscope,
			[]byte(`{"shared":{"frames":[{"name":"a"},{"name":["b"]}]},"profiles":[` + scopeGood + `]}`),
			[]string{"a;[unknown] 1 3"}, "shared.frames[1]: '[' where a text is expected"},
		{"speedscope, all", Speedscope, scope(`{"name":"cs","samples":[[[0]]]}`), nil,
			"a speedscope file that cannot be read: '[' where a number is expected"},
		{"firefox, a thread", Firefox, threads(`{"name":"bad","samples":{"stack":[{}]}},` + threadGood),
			[]string{"main 1 thread=good"},
			"1 part of the file is damaged and is left out: threads[0]: '{' where a number is expected"},
		{"firefox, no thread", Firefox, threads(threadGood + `,[]`), []string{"main 1 thread=good"},
			"threads[1]: '[' where a object is expected"},
		{"firefox, a library", Firefox, []byte(strings.Replace(string(threads(threadGood)), `"libs":[`, `"libs":[[],`, 1)),
			[]string{"main 1 thread=good"}, "libs[0]: '[' where a object is expected"},
		{"firefox, a fact", Firefox, []byte(strings.Replace(string(threads(threadGood)), `"product":"app"`, `"product":{}`,
			1)),
			[]string{"main 1 thread=good"}, "meta.product: '{' where a text is expected"},
		{"firefox, all", Firefox, threads(`{"samples":{"stack":"x"}}`), nil,
			"a Firefox Profiler file that cannot be read: '\"' where a list is expected"},
		{"v8, a node", V8,
			[]byte(`{"nodes":[{"id":1,"callFrame":{"functionName":"f"}},{"id":2,"callFrame":7}],"samples":[1,2]}`),
			[]string{"f 1 0 @0"}, "nodes[1]: '7' where a object is expected"},
		{"otlp, a sample", OTLP, otlpSamples(wrong, good), []string{"0x1770[/bin/app] 1 service.name=api n=5"},
			"profiles[0].samples[0]: a sample refers to stack 9 of 3"},
		{"otlp, a profile", OTLP, otlpMessage(append(otlpHeadOf(5, 99), good...), append(otlpHeadOf(5, 6), good...)),
			[]string{"0x1770[/bin/app] 1 service.name=api n=5"}, "profiles[0]: it refers to text 99 of 13"},
		{"otlp, bytes of a profile", OTLP, otlpMessage(append(append(otlpHeadOf(5, 6), good...), 0xff), append(otlpHeadOf(7,
			8), good...)),
			[]string{"0x1770[/bin/app] 1 service.name=api n=5"}, "profiles[0]: a number without an end"},
		{"otlp, an attribute", OTLP, withDictionary(otlpSamples(good), part(6, num(1, 99), part(2, text(1, "x")))),
			[]string{"0x1770[/bin/app] 1 service.name=api n=5"}, "attributes[4]: it refers to text 99 of 13"},
		{"otlp, all", OTLP, otlpSamples(wrong), nil, "a sample refers to stack 9 of 3"},
		{"otlp json, a profile", OTLPJSON, jsonProfiles(`{"samples":[{"stackIndex":[]}]},` + jsonGood), []string{"f 2"},
			"profiles[0]: '[' where a number is expected"},
		{"otlp json, a sample", OTLPJSON,
			jsonProfiles(`{"samples":[{"stackIndex":7,"values":[1]},{"stackIndex":1,"values":[3]}]}`),
			[]string{"f 3"}, "profiles[0].samples[0]: a sample refers to stack 7 of 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := c.decode(c.data, decoding(t))
			if c.rows == nil {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("it says %v, not %q", err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			wantRows(t, p, c.rows...)
			if !strings.Contains(strings.Join(p.Warnings, "\n"), c.want) {
				t.Errorf("it warns %q, not %q", p.Warnings, c.want)
			}
		})
	}
}

// A file whose brackets do not match is no file with a damaged part.
func TestDamagedStructure(t *testing.T) {
	for _, text := range []string{
		`{"shared":{"frames":[{"name":"a"}]},"profiles":[{"samples":[[0]],"weights":[1]},{"samples":[[0]}]}`,
		`{"meta":{"preprocessedProfileVersion":50},"threads":[{"samples":{"stack":[0}]}]}`,
	} {
		decode := Speedscope
		if strings.Contains(text, "meta") {
			decode = Firefox
		}
		if p, err := decode([]byte(text), decoding(t)); err == nil {
			t.Errorf("%s is read: %q", text, rowsOf(p))
		}
	}
}
