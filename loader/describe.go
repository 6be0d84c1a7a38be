package loader

import (
	"bytes"
	"fmt"
	"strings"

	"profstation/loader/input"
	"profstation/loader/pprof"
	"profstation/model/lang"
)

const whatOpens = "profstation opens pprof profiles, execution traces, goroutine dumps, collapsed stacks, and what perf script, speedscope, OpenTelemetry, the Firefox Profiler, V8 and jemalloc write"

// savedBundle is for bundles that do not come as a file, or within another.
const savedBundle = "save it as a file of its own and open that: it is read as a folder"

// describe says what bytes really are that are no profile; proto is why they are no protobuf.
func describe(data []byte, proto error) *input.Error {
	if len(data) == 0 {
		return &input.Error{
			Found:  lang.L("an empty file"),
			Advice: lang.L("a CPU profile is written when the program exits or stops profiling: try again then"),
			Err:    proto,
		}
	}
	e := binaryFile(data)
	if e == nil {
		if input.IsText(data) {
			e = textFile(data)
		} else if e = pprof.Broken(data, proto); e == nil {
			e = &input.Error{Found: lang.L("binary data of an unknown kind (it begins with {{.Bytes}})",
				lang.With{"Bytes": fmt.Sprintf("% x", data[:min(len(data), 8)])}), Advice: lang.L(whatOpens)}
		}
	}
	if proto != nil {
		e.Err = proto
		if e.Details == "" {
			e.Details = "as a protobuf: " + proto.Error()
		}
	}
	return e
}

// magics are the first bytes in files that people open by mistake.
var magics = []struct {
	magic, found, advice string
}{
	{"\x7fELF", "a program (ELF), not a profile", "record one with it"},
	{"\xce\xfa\xed\xfe", "a program (Mach-O), not a profile", "record one with it"},
	{"\xcf\xfa\xed\xfe", "a program (Mach-O), not a profile", "record one with it"},
	{"\xfe\xed\xfa\xce", "a program (Mach-O), not a profile", "record one with it"},
	{"\xfe\xed\xfa\xcf", "a program (Mach-O), not a profile", "record one with it"},
	{"\xca\xfe\xba\xbe", "a program (Mach-O) or a Java class, not a profile", "record one with it"},
	{"MZ", "a program (Windows), not a profile", "record one with it"},
	{"PK\x03\x04", "a zip archive", savedBundle},
	{"PK\x05\x06", "an empty zip archive", ""},
	{"\xfd7zXZ\x00", "a file packed with xz", "unpack it with unxz"},
	{"BZh", "a file packed with bzip2", "unpack it with bunzip2"},
	{"\x04\x22\x4d\x18", "a file packed with lz4", "unpack it with lz4 -d"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it and open a file of it"},
	{"PERFILE2", "a recording of Linux perf", "open what perf script writes of it: perf script -i FILE > FILE.txt"},
	{"PERFFILE", "a recording of Linux perf", "open what perf script writes of it: perf script -i FILE > FILE.txt"},
	{"FLR\x00", "a recording of Java Flight Recorder", whatOpens},
	{"JAVA PROFILE", "a Java heap dump", whatOpens},
	{"go1.7 heap dump\n", "a Go heap dump (debug.WriteHeapDump), which holds objects and no samples", "record a heap profile"},
	{"\xff\xfe", "UTF-16 text, as PowerShell writes when output is redirected with >",
		"let the program write the file itself, for example with curl -o"},
	{"\xfe\xff", "UTF-16 text", "let the program write the file itself, for example with curl -o"},
	{"\x89PNG", "a PNG picture", whatOpens},
	{"%PDF-", "a PDF document", whatOpens},
}

func binaryFile(data []byte) *input.Error {
	// e_type, in the byte order that data[5] names; 4 is ET_CORE.
	if bytes.HasPrefix(data, []byte("\x7fELF")) && len(data) > 17 && data[16]|data[17] == 4 {
		return &input.Error{Found: lang.L("a core dump, not a profile"), Advice: lang.L("open it with a debugger (dlv core)")}
	}
	for _, m := range magics {
		if bytes.HasPrefix(data, []byte(m.magic)) {
			return known(m.found, m.advice)
		}
	}
	// The Collector's file exporter writes each message's size before it.
	if len(data) > 8 && data[0] == 0 && string(data[4:8]) == "\x28\xb5\x2f\xfd" {
		return known(lang.Later("messages of OpenTelemetry, each packed with zstd by itself"),
			lang.Later("let the Collector's file exporter write them without compression"))
	}
	if len(data) > 262 && string(data[257:262]) == "ustar" {
		return known(lang.Later("a tar archive"), savedBundle)
	}
	return nil
}

func textFile(data []byte) *input.Error {
	head := string(data[:min(len(data), 64<<10)])
	head = strings.TrimSpace(strings.TrimPrefix(head, "\ufeff"))
	lower := strings.ToLower(head[:min(len(head), 1024)])
	first, _, _ := strings.Cut(head, "\n")
	starts := func(with string) bool { return strings.HasPrefix(lower, with) }
	json := starts("{") || starts("[")
	for _, t := range []struct {
		is            bool
		found, advice string
	}{
		{head == "", lang.Later("a blank file"), whatOpens},
		{input.IsHTML(data), lang.Later("an HTML page, not a profile"),
			lang.Later("the server answered with a page: check the address")},
		{strings.Contains(lower, "<svg"), lang.Later("an SVG picture, not a profile"), lang.Later("open the profile that it was drawn from")},
		{starts("<"), lang.Later("XML or HTML, not a profile"), whatOpens},
		{json && strings.Contains(lower, `"traceevents"`), lang.Later("a trace in Chrome's format (JSON)"), whatOpens},
		{json, lang.Later("JSON or similar text, not a profile"), whatOpens},
		{starts("mode: set") || starts("mode: count") || starts("mode: atomic"),
			lang.Later("a coverage profile of go test, which holds no samples"), lang.Later("open it with go tool cover")},
		{strings.Contains(head, "flat  flat%   sum%        cum   cum%"),
			lang.Later("a table printed by go tool pprof, not a profile"), lang.Later("open the profile that it was printed from")},
		{starts("go preprofile v1"),
			lang.Later("a profile that go tool preprofile made for the compiler (PGO), which holds calls and no samples"),
			lang.Later("open the profile that it was made from, such as default.pgo")},
		{starts("# callgrind format") || strings.Contains(lower, "\nevents: ") && strings.Contains(lower, "fn="),
			lang.Later("a callgrind profile"), whatOpens},
	} {
		if t.is {
			e := known(t.found, t.advice)
			if input.IsHTML(data) {
				e.Found += input.Title(data[:min(len(data), 64<<10)])
			}
			return e
		}
	}
	return &input.Error{Found: lang.L("a text file, not a profile (“{{.Beginning}}”)",
		lang.With{"Beginning": input.Bounded(input.OneLine(first), 80)}), Advice: lang.L(whatOpens)}
}

// known returns an error with a table's texts; advice may be empty.
func known(found, advice string) *input.Error {
	e := &input.Error{Found: lang.L(found)}
	if advice != "" {
		e.Advice = lang.L(advice)
	}
	return e
}
