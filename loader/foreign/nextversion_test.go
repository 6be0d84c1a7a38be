package foreign

import (
	"os"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
)

// readers are all readers of this package, each with a recording that it understands wholly.
var readers = map[string]struct {
	recording string
	decode    func([]byte, Decoding) (*model.Profile, error)
}{
	"collapsed": {"cpu.collapsed.txt", Collapsed}, "perf": {"cpu.perf.txt", Perf}, "speedscope": {"cpu.speedscope.json",
		Speedscope},
	"firefox": {"cpu.firefox.json", Firefox}, "v8": {"cpu.cpuprofile", V8}, "otlp json": {"cpu.otlp.json", OTLPJSON},
	"otlp": {"cpu.otlp.pb", OTLP},
}

// What a next version of each form may bring says its line, and what is known is read. Of the recording itself nothing
// is left out.
func TestNextVersions(t *testing.T) {
	const left = "not understood"
	change := func(old, new string) func([]byte) []byte {
		return func(data []byte) []byte {
			if !strings.Contains(string(data), old) {
				t.Fatalf("there is no %s", old)
			}
			return []byte(strings.Replace(string(data), old, new, 1))
		}
	}
	tested := map[string]bool{}
	for _, c := range []struct {
		reader, what string
		change       func([]byte) []byte
		want         string
	}{
		{"collapsed", "a suffix", change(" 1\n", " 1 {cpu: 3}\n"), "1 line could not be read"},
		{"perf", "a suffix of a header", change("10000000 cpu-clock: \n", "10000000 cpu-clock {cookie} 7\n"),
			"could not be read"},
		{"perf", "a record", change("record 4001",
			"record 4001  1425.000000: PERF_RECORD_CALLCHAINS_MERGED 1\n\nrecord 4001"),
			"1 event was not understood and is left out: line 1: PERF_RECORD_CALLCHAINS_MERGED"},
		{"perf", "a version", change("record 4001", "# captured on    : today\n# header version : 2\nrecord 4001"),
			"a recording of perf in version 2, which is newer than 1"},
		{"speedscope", "a table", change(`"shared":{`, `"shared":{"threads":[1],`),
			left + " and is left out, as a newer version may have written it: shared.threads"},
		{"speedscope", "a column", change(`"weights":[`, `"costs":[1],"weights":[`), "profiles.costs"},
		{"speedscope", "a kind of profile", change(`"type":"evented"`, `"type":"graph"`), "profiles.graph: calls"},
		{"speedscope", "a unit", change(`"unit":"milliseconds"`, `"unit":"joules"`), "plain numbers: calls: joules"},
		{"speedscope", "a schema", change("file-format-schema.json", "file-format-schema-2.json"),
			"a speedscope file in version https://www.speedscope.app/file-format-schema-2.json"},
		{"speedscope", "a release", change(`"exporter":"record"`, `"exporter":"speedscope@2.0.1"`),
			"a speedscope file in version 2.0.1, which is newer than 1.25"},
		{"firefox", "a version", change(`"preprocessedProfileVersion":49`, `"preprocessedProfileVersion":71`),
			"a Firefox Profiler file in version 71, which is newer than 70"},
		{"firefox", "a version of Firefox", change(`"version":24`, `"version":37`),
			"a recording of Firefox in version 37, which is newer than 36"},
		{"firefox", "a column by another name", change(`"prefix":`, `"parent":`), "threads[0].stackTable.parent"},
		{"firefox", "a table of a thread", change(`"samples":{`, `"energySamples":{"length":1,"stack":[0]},"samples":{`),
			"threads[0].energySamples"},
		{"firefox", "a table of all", change(`"threads":[`, `"processes":[{"name":"a"}],"threads":[`), ": processes"},
		{"firefox", "a shared table", change(`"threads":[`, `"shared":{"samples":{"stack":[1]}},"threads":[`),
			": shared.samples"},
		{"firefox", "a unit", change(`"weightType":"samples"`, `"weightType":"joules"`),
			"threads[0].samples.weightType: joules"},
		{"v8", "a table", change(`"nodes":[`, `"wasm":[1],"nodes":[`), ": wasm"},
		{"v8", "a column of nodes", change(`"hitCount":`, `"inlined":[7],"hitCount":`), ": nodes.inlined"},
		{"otlp json", "a member", change(`"sampleType":{`, `"kind":2,"sampleType":{`), "profile: kind"},
		{"otlp json", "a table", change(`"stringTable":[`, `"threadTable":[{}],"stringTable":[`), "dictionary: threadTable"},
		{"otlp json", "a list", change(`"stackIndex":`, `"weights":["5"],"stackIndex":`), "sample: weights"},
		{"otlp", "a table", func(data []byte) []byte { return withDictionary(data, part(8, text(1, "a"))) },
			"1 field was not understood and is left out, as a newer version may have written it: dictionary: 8"},
		{"otlp", "a field of a stack", func(data []byte) []byte { return withDictionary(data, part(7, text(3, "a"))) },
			"stack: 3"},
		{"otlp", "a field of a profile", func([]byte) []byte {
			return otlpMessage(slices.Concat(otlpHeadOf(5, 6), part(12, num(1, 1)), part(2, num(1, 2), packed(4, 1))))
		}, "profile: 12"},
		{"otlp", "a field of a sample", func([]byte) []byte {
			return otlpMessage(slices.Concat(otlpHeadOf(5, 6), part(2, num(1, 2), packed(4, 1), num(6, 9))))
		}, "sample: 6"},
	} {
		t.Run(c.reader+", "+c.what, func(t *testing.T) {
			r := readers[c.reader]
			data := must.Have(os.ReadFile("../../testdata/" + r.recording))
			if p, err := r.decode(data, decoding(t)); err != nil || strings.Contains(strings.Join(p.Warnings, "\n"), left) {
				t.Fatalf("the recording: %v, %q", err, p.Warnings)
			}
			p := must.Have(r.decode(c.change(data), decoding(t)))
			if !strings.Contains(strings.Join(p.Warnings, "\n"), c.want) {
				t.Errorf("it warns %q, not %q", p.Warnings, c.want)
			}
			if p.Samples.Len() == 0 {
				t.Error("nothing is read")
			}
		})
		tested[c.reader] = true
	}
	for name := range readers {
		if !tested[name] {
			t.Errorf("nothing was changed in %s", name)
		}
	}
}

// withDictionary adds to the dictionary of a message: fields of a number stand together, and those of one that comes
// twice are merged.
func withDictionary(data, more []byte) []byte { return slices.Concat(data, part(2, more)) }
