package foreign

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/model"
)

// A message is written field by field, by the numbers of the .proto files.

func num(field int, v uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3), v)
}

func part(field int, parts ...[]byte) []byte {
	data := slices.Concat(parts...)
	return append(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3|2), uint64(len(data))), data...)
}

func fixed(field int, v uint64) []byte {
	return binary.LittleEndian.AppendUint64(binary.AppendUvarint(nil, uint64(field)<<3|1), v)
}

func packed(field int, all ...uint64) []byte {
	var data []byte
	for _, v := range all {
		data = binary.AppendUvarint(data, v)
	}
	return part(field, data)
}

func times(field int, all ...uint64) []byte {
	var data []byte
	for _, v := range all {
		data = binary.LittleEndian.AppendUint64(data, v)
	}
	return part(field, data)
}

func text(field int, s string) []byte { return part(field, []byte(s)) }

// otlpTables is a dictionary whose attributes stand before the texts that they refer to.
func otlpTables() []byte {
	texts := []string{"", "main", "work", "w.go", "/bin/app", "samples", "count", "cpu", "nanoseconds", "thread.name", "size", "bytes", "process.executable.build_id.gnu"}
	d := slices.Concat(
		part(6), part(6, num(1, 9), part(2, text(1, "T1"))), part(6, num(1, 10), part(2, num(3, 64)), num(3, 11)), part(6, num(1, 12), part(2, text(1, "abc"))),
		part(1), part(1, num(1, 4096), num(2, 8192), num(4, 4), packed(5, 3)),
		part(2), part(2, num(1, 1), num(2, 5000), part(3, num(1, 2), num(2, 7), num(3, 3)), part(3, num(1, 1), num(2, 9))), part(2, num(1, 1), num(2, 6000)),
		part(3), part(3, num(1, 1), num(3, 3), num(4, 5)), part(3, num(2, 2), num(3, 3)),
		part(4), part(4, part(1, []byte{1, 2}), part(2, []byte{0xff})))
	for _, s := range texts {
		d = append(d, text(5, s)...)
	}
	return part(2, d, part(7), part(7, packed(1, 1, 2)), part(7, packed(1, 2)))
}

// otlpMessage is a message of profiles with the tables, of a resource.
func otlpMessage(profiles ...[]byte) []byte {
	var scope []byte
	for _, p := range profiles {
		scope = append(scope, part(2, p)...)
	}
	resource := part(1, part(1, text(1, "service.name"), part(2, text(1, "api"))), part(1, text(1, "n"), part(2, num(3, 5))), part(1, text(1, "list"), part(2, part(5))))
	return slices.Concat(part(1, resource, part(2, part(1, text(1, "scope")), scope)), otlpTables())
}

const otlpBegin = 1_700_000_000_000_000_000

func otlpHeadOf(typ, unit uint64) []byte {
	return slices.Concat(part(1, num(1, typ), num(2, unit)), fixed(3, otlpBegin), num(4, 5e9), part(5, num(1, 7), num(2, 8)), num(6, 1e7))
}

func otlpProfileOf(t testing.TB, data []byte) *model.Profile {
	t.Helper()
	if !IsOTLP(data, nil) {
		t.Fatalf("%x does not look like one", data)
	}
	p := must.Have(OTLP(data, decoding(t)))
	return p
}

// TestOTLP reads the shapes of samples that the .proto names, and profiles that belong together.
func TestOTLP(t *testing.T) {
	const code, resource = "0x1770[/bin/app];main w.go:9;work w.go:7 (inlined)", " service.name=api n=5"
	p := otlpProfileOf(t, otlpMessage(append(otlpHeadOf(5, 6),
		slices.Concat(
			part(2, num(1, 1), packed(2, 1, 2), num(3, 1), times(5, otlpBegin+1, otlpBegin+5)),
			part(2, num(1, 2), packed(4, 10)),
			part(2, num(1, 2), packed(4, 2, 3), times(5, otlpBegin+7, otlpBegin+8)),
			part(2, num(1, 0), packed(4, 1, 2)),
			part(2, num(1, 2), packed(4, 1, 2), times(5, otlpBegin)))...)))
	wantRows(t, p,
		code+" 1 thread.name=T1 size=64bytes trace_id=0102 span_id=ff"+resource+" @1",
		code+" 1 thread.name=T1 size=64bytes trace_id=0102 span_id=ff"+resource+" @5",
		"0x1770[/bin/app] 10"+resource, "0x1770[/bin/app] 2"+resource+" @7", "0x1770[/bin/app] 3"+resource+" @8", " 3"+resource, "0x1770[/bin/app] 3"+resource)
	if !p.Time.Equal(time.Unix(0, otlpBegin)) || p.Duration != 5*time.Second || p.Period != 1e7 || p.PeriodType.Type != "cpu" || p.Kind != model.CPU {
		t.Errorf("%+v, %s", p.Header, p.Kind)
	}
	if len(p.Warnings) != 2 || !strings.Contains(p.Warnings[0], "may change") || !strings.Contains(p.Warnings[1], "1 sample has more or fewer times") {
		t.Errorf("%q", p.Warnings)
	}
	if m := p.Mappings[1]; p.Strings.Raw(m.BuildID) != "abc" {
		t.Errorf("build id %q", p.Strings.Raw(m.BuildID))
	}
	one := part(2, num(1, 1), packed(4, 3))
	p = otlpProfileOf(t, otlpMessage(append(otlpHeadOf(5, 6), one...), slices.Concat(otlpHeadOf(7, 8), part(2, num(1, 1), packed(4, 30)), part(2, num(1, 2), packed(4, 7)))))
	wantRows(t, p, code+" 3 30"+resource, "0x1770[/bin/app] 0 7"+resource)
}

// TestOTLPOlder refuses messages as they were in versions before.
func TestOTLPOlder(t *testing.T) {
	for name, data := range map[string][]byte{
		"1.9, attributes":    otlpMessage(append(otlpHeadOf(5, 6), part(2, num(1, 1), packed(2, 3), packed(3, 1))...)),
		"1.9, values alone":  otlpMessage(append(otlpHeadOf(5, 6), part(2, num(1, 1), packed(2, 3))...)),
		"1.9, many values":   otlpMessage(append(otlpHeadOf(5, 6), part(2, num(1, 1), packed(2, 300), times(5, 1))...)),
		"1.7":                otlpMessage(slices.Concat(part(1, num(1, 5)), part(2, num(1, 1), num(2, 2), packed(3, 1)), packed(3, 1, 2), num(4, 5))),
		"without dictionary": part(1, part(1, part(1, text(1, "a"))), part(2, part(2, otlpHeadOf(5, 6)))),
	} {
		_, err := OTLP(data, decoding(t))
		if err == nil || !strings.Contains(err.Error(), "older version") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{
		`{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"sampleType":[{"typeStrindex":1}],"sample":[{"locationsLength":1}]}]}]}],"dictionary":{"stringTable":["",""],"stackTable":[{}]}}`,
		`{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"sample":[],"stringTable":[""]}]}]}]}`,
	} {
		if _, err := OTLPJSON([]byte(text), decoding(t)); err == nil || !strings.Contains(err.Error(), "older version") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// otlpSmall is a message whose only sample has a value, in a function with a name of its own.
func otlpSmall(name string, v uint64) []byte {
	profile := part(2, part(1, num(1, 2), num(2, 3)), part(2, num(1, 1), packed(4, v)))
	tables := slices.Concat(part(2), part(2, part(3, num(1, 1))), part(3), part(3, num(1, 1)), text(5, ""), text(5, name), text(5, "samples"), text(5, "count"), part(7), part(7, packed(1, 1)))
	return slices.Concat(part(1, part(1, part(1, text(1, "a"), part(2, text(1, "b")))), part(2, profile)), part(2, tables))
}

func sized(messages ...[]byte) (all []byte) {
	for _, m := range messages {
		all = append(binary.BigEndian.AppendUint32(all, uint32(len(m))), m...)
	}
	return all
}

// Several messages may stand in a file: each refers to what stands in it.
func TestOTLPSeveral(t *testing.T) {
	one, two := otlpSmall("one", 3), otlpSmall("two", 4)
	rows := []string{"one 3 a=b", "two 4 a=b"}
	resources := 2 + int(one[1]) // bytes of them: they are few
	swapped := slices.Concat(one[resources:], one[:resources])
	for name, data := range map[string][]byte{
		"end to end": slices.Concat(one, two), "with sizes": sized(one, two), "with a size for both": sized(slices.Concat(one, two)),
	} {
		t.Run(name, func(t *testing.T) { wantRows(t, otlpProfileOf(t, data), rows...) })
	}
	p := must.Have(OTLP(slices.Concat(swapped, swapped), decoding(t))) // the tables first
	wantRows(t, p, "one 3 a=b", "one 3 a=b")
}

// A message that is cut off is an error, or a warning if whole ones stand before it.
func TestOTLPCut(t *testing.T) {
	one, two := otlpSmall("one", 3), otlpSmall("two", 4)
	for n := 20; n < len(one); n++ {
		if boundary := 2 + int(one[1]); n == boundary {
			continue // there is no table: it may be an older version
		}
		for _, data := range [][]byte{one[:n], sized(one)[:4+n]} {
			_, err := OTLP(data, decoding(t))
			var e *input.Error
			if !errors.As(err, &e) || !e.Cut || !IsOTLP(data, nil) {
				t.Errorf("%d bytes: %v", n, err)
			}
		}
	}
	recording := must.Have(os.ReadFile("../../testdata/cpu.otlp.json"))
	want := "the file is cut off within a message: 1 sample of those before was read"
	for _, data := range [][]byte{slices.Concat(one, two[:20]), sized(one, two)[:len(one)+20], sized(one, two)[:len(one)+6]} {
		p := otlpProfileOf(t, data)
		wantRows(t, p, "one 3 a=b")
		if len(p.Warnings) != 2 || p.Warnings[1] != want {
			t.Errorf("%q", p.Warnings)
		}
	}
	p, err := OTLPJSON(slices.Concat(recording, recording[:len(recording)/2]), decoding(t))
	if err != nil || p.Samples.Len() == 0 || len(p.Warnings) != 2 || !strings.HasPrefix(p.Warnings[1], "the file is cut off within a message: ") {
		t.Errorf("%v, %+v", err, p)
	}
	if _, err := OTLPJSON(recording[:len(recording)/2], decoding(t)); err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Error(err)
	}
}

// Times of all profiles of a scope are since the first of them, whichever that is.
func TestOTLPBegins(t *testing.T) {
	at := func(begin, time uint64) []byte {
		return slices.Concat(part(1, num(1, 5), num(2, 6)), fixed(3, begin), part(2, num(1, 2), packed(4, 1), times(5, time)))
	}
	p := otlpProfileOf(t, otlpMessage(at(otlpBegin+1000, otlpBegin+1001), at(otlpBegin, otlpBegin+2)))
	wantRows(t, p, "0x1770[/bin/app] 1 service.name=api n=5 @1001", "0x1770[/bin/app] 1 service.name=api n=5 @2")
	if !p.Time.Equal(time.Unix(0, otlpBegin)) {
		t.Error(p.Time)
	}
}

// Labels of profiles of a scope do not mix. Where a profile has many attributes, each set of labels looks at the memory.
func TestOTLPAttributes(t *testing.T) {
	with := func(attributes []uint64, samples ...[]byte) []byte {
		return slices.Concat(otlpHeadOf(5, 6), packed(11, attributes...), slices.Concat(samples...))
	}
	one := part(2, num(1, 2), packed(4, 1))
	p := otlpProfileOf(t, otlpMessage(with([]uint64{1}, one), with([]uint64{2}, one)))
	wantRows(t, p, "0x1770[/bin/app] 1 thread.name=T1 service.name=api n=5", "0x1770[/bin/app] 1 size=64bytes service.name=api n=5")

	var samples [][]byte
	for i := range 100 {
		samples = append(samples, part(2, num(1, 2), packed(2, slices.Repeat([]uint64{1}, i)...), packed(4, 1)))
	}
	data, d := otlpMessage(with(slices.Repeat([]uint64{1}, 20_000), samples...)), decoding(t)
	d.Limits.Memory = 1 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := OTLP(data, d)
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; err == nil || made > 20<<20 {
		t.Errorf("%d bytes, %v", made, err)
	}
}

func TestOTLPFaults(t *testing.T) {
	for name, c := range map[string]struct {
		sample []byte
		want   string
	}{
		"stack": {part(2, num(1, 9), packed(4, 1)), "refers to stack 9 of 3"}, "link": {part(2, num(1, 1), num(3, 7), packed(4, 1)), "refers to link 7 of 2"},
	} {
		_, err := OTLP(otlpMessage(append(otlpHeadOf(5, 6), c.sample...)), decoding(t))
		var e *input.Error
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v", name, err, e)
		}
	}
}

// TestOTLPRecordings reads the recordings in both encodings, which are of the same samples, and with
// encoding/json.
func TestOTLPRecordings(t *testing.T) {
	read := func(name string) []byte {
		data := must.Have(os.ReadFile("../../testdata/" + name))
		return data
	}
	text := read("cpu.otlp.json")
	p, err := OTLPJSON(text, decoding(t))
	if err != nil || !IsOTLPJSON(text, nil) {
		t.Fatal(err)
	}
	wantRows(t, otlpProfileOf(t, read("cpu.otlp.pb")), rowsOf(p)...)
	lines := append(append(slices.Clone(text), text...), '\n')
	if twice, err := OTLPJSON(lines, decoding(t)); err != nil || twice.Samples.Len() != 2*p.Samples.Len() {
		t.Errorf("two messages: %v", err)
	}
	var m struct {
		ResourceProfiles []struct {
			ScopeProfiles []struct {
				Profiles []struct {
					SampleType struct{ TypeStrindex int }
					Samples    []struct {
						StackIndex         int
						Values             []string
						TimestampsUnixNano []string
					}
				}
			}
		}
		Dictionary struct {
			StringTable   []string
			StackTable    []struct{ LocationIndices []int }
			LocationTable []struct{ Lines []struct{ FunctionIndex int } }
			FunctionTable []struct{ NameStrindex int }
		}
	}
	must.Do(json.Unmarshal(text, &m))
	want, got := map[string]int64{}, map[string]int64{}
	d := m.Dictionary
	for _, s := range m.ResourceProfiles[0].ScopeProfiles {
		for _, q := range s.Profiles {
			for _, sample := range q.Samples {
				stack := ""
				for _, l := range d.StackTable[sample.StackIndex].LocationIndices {
					stack = d.StringTable[d.FunctionTable[d.LocationTable[l].Lines[0].FunctionIndex].NameStrindex] + ";" + stack
				}
				v := int64(len(sample.TimestampsUnixNano))
				for _, text := range sample.Values {
					fmt.Sscan(text, &v)
				}
				want[d.StringTable[q.SampleType.TypeStrindex]+" "+stack] += v
			}
		}
	}
	reader := p.Stacks.Reader()
	for i, id := range p.Samples.Stack {
		stack := ""
		for _, l := range reader.Locs(id) {
			stack += p.Strings.Raw(p.Functions[p.Lines[p.Locations[l].FirstLine].Func].Name) + ";"
		}
		for j, c := range p.Samples.Values {
			got[p.Types[j].Type+" "+stack] += c[i]
		}
	}
	if len(want) < 40 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, not\n%v", got, want)
	}
}

func FuzzOTLP(f *testing.F) {
	f.Add(otlpMessage(append(otlpHeadOf(5, 6), part(2, num(1, 1), packed(2, 1), times(5, otlpBegin+1))...), append(otlpHeadOf(7, 8), part(2, num(1, 2), packed(4, 1))...)))
	f.Add(sized(otlpSmall("one", 3), otlpSmall("two", 4)))
	f.Add(append(otlpSmall("one", 3), otlpSmall("two", 4)[:20]...))
	f.Add([]byte(`{"resourceProfiles":[{"resource":{"attributes":[{"key":"a","value":{"intValue":"5"}}]},"scopeProfiles":[{"profiles":[{"samples":[{"stackIndex":1,"values":["2"]}]}]}]}],` +
		`"dictionary":{"stringTable":["","f"],"functionTable":[{},{"nameStrindex":1}],"locationTable":[{},{"lines":[{"functionIndex":1,"line":"3"}]}],"stackTable":[{},{"locationIndices":[1]}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		IsOTLP(data, nil)
		for _, decode := range []func([]byte, Decoding) (*model.Profile, error){OTLP, OTLPJSON} {
			if p, err := decode(data, decoding(t)); err == nil {
				rowsOf(p)
			}
		}
	})
}
