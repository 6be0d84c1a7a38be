package loader

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"profstation/loader/input"
	"profstation/loader/pprof"
)

const whatOpens = "profstation opens pprof profiles, execution traces and goroutine dumps"

// describe says what bytes really are that are no profile; proto is why they are no protobuf.
func describe(data []byte, proto error) *Error {
	if len(data) == 0 {
		return &Error{
			Found:  "an empty file",
			Advice: "a CPU profile is written when the program is exiting or stops profiling: try again then",
			Err:    proto,
		}
	}
	e := foreignBinary(data)
	if e == nil {
		if input.IsText(data) {
			e = foreignText(data)
		} else if e = pprof.Broken(data, proto); e == nil {
			e = &Error{Found: fmt.Sprintf("binary data of an unknown kind (it begins with % x)", data[:min(len(data), 8)]), Advice: whatOpens}
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

// magics are the first bytes of files that people open by mistake.
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
	{"PK\x03\x04", "a zip archive", "unpack it and open what is in it"},
	{"PK\x05\x06", "an empty zip archive", ""},
	{"\x28\xb5\x2f\xfd", "a file packed with zstd", "unpack it with zstd -d"},
	{"\xfd7zXZ\x00", "a file packed with xz", "unpack it with unxz"},
	{"BZh", "a file packed with bzip2", "unpack it with bunzip2"},
	{"\x04\x22\x4d\x18", "a file packed with lz4", "unpack it with lz4 -d"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it and open what is in it"},
	{"PERFILE2", "a recording of Linux perf", "convert it with perf_to_profile (github.com/google/perf_data_converter)"},
	{"PERFFILE", "a recording of Linux perf", "convert it with perf_to_profile (github.com/google/perf_data_converter)"},
	{"FLR\x00", "a recording of Java Flight Recorder", whatOpens},
	{"JAVA PROFILE", "a Java heap dump", whatOpens},
	{"go1.7 heap dump\n", "a Go heap dump (debug.WriteHeapDump), which holds objects and no samples", "record a heap profile"},
	{"\xff\xfe", "UTF-16 text, as PowerShell writes when output is redirected with >", "let the program write the file itself, for example with curl -o"},
	{"\xfe\xff", "UTF-16 text", "let the program write the file itself, for example with curl -o"},
	{"\x89PNG", "a PNG picture", whatOpens},
	{"%PDF-", "a PDF document", whatOpens},
}

func foreignBinary(data []byte) *Error {
	// e_type, in the byte order that data[5] names; 4 is ET_CORE.
	if bytes.HasPrefix(data, []byte("\x7fELF")) && len(data) > 17 && data[16]|data[17] == 4 {
		return &Error{Found: "a core dump, not a profile", Advice: "open it with a debugger (dlv core)"}
	}
	for _, m := range magics {
		if bytes.HasPrefix(data, []byte(m.magic)) {
			return &Error{Found: m.found, Advice: m.advice}
		}
	}
	if len(data) > 262 && string(data[257:262]) == "ustar" {
		return &Error{Found: "a tar archive", Advice: "unpack it and open what is in it"}
	}
	return nil
}

var foldedLine = regexp.MustCompile(`^\S.*;.*\S \d+$`)

func foreignText(data []byte) *Error {
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
		{head == "", "a blank file", whatOpens},
		{input.IsHTML(data), "an HTML page, not a profile" + input.Title(data[:min(len(data), 64<<10)]),
			"the server answered with a page: check the address"},
		{strings.Contains(lower, "<svg"), "an SVG picture, not a profile", "open the profile that it was drawn from"},
		{starts("<"), "XML or HTML, not a profile", whatOpens},
		{json && strings.Contains(lower, "speedscope"), "a profile of speedscope (JSON)", whatOpens},
		{json && strings.Contains(lower, `"traceevents"`), "a trace in Chrome's format (JSON)", whatOpens},
		{json, "JSON or similar text, not a profile", whatOpens},
		{starts("mode: set") || starts("mode: count") || starts("mode: atomic"),
			"a coverage profile of go test, which holds no samples", "open it with go tool cover"},
		{strings.Contains(head, "flat  flat%   sum%        cum   cum%"),
			"a table printed by go tool pprof, not a profile", "open the profile that it was printed from"},
		{starts("# callgrind format") || strings.Contains(lower, "\nevents: ") && strings.Contains(lower, "fn="), "a callgrind profile", whatOpens},
		{folded(head), "folded stacks (one stack per line, with semicolons)", whatOpens},
	} {
		if t.is {
			return &Error{Found: t.found, Advice: t.advice}
		}
	}
	return &Error{Found: "a text file, not a profile (“" + input.Bounded(input.OneLine(first), 80) + "”)", Advice: whatOpens}
}

// folded reports whether all of the first ten lines are folded stacks.
func folded(head string) bool {
	n := 0
	for line := range strings.Lines(head) {
		if !strings.HasSuffix(line, "\n") && n > 0 {
			break // perhaps cut
		}
		if !foldedLine.MatchString(strings.TrimSpace(line)) {
			return false
		}
		if n++; n == 10 {
			break
		}
	}
	return n > 0
}
