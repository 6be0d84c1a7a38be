package logs

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// writers make of the lines of a text what a log makes of them, one after the other. Each line is from a second of its
// own after the other, but for the two halves of one that was divided.
var writers = []struct {
	name  string
	write func(lines []string) string
}{
	{"CRI", each(func(i int, line string) string { return at(i, time.RFC3339Nano) + " stderr F " + line })},
	{"CRI, in parts", func(lines []string) string {
		var b strings.Builder
		for i, line := range lines {
			for len(line) > longestPart {
				b.WriteString(at(i, time.RFC3339Nano) + " stderr P " + line[:longestPart] + "\n")
				line = line[longestPart:]
			}
			b.WriteString(at(i, time.RFC3339Nano) + " stderr F " + line + "\n")
		}
		return b.String()
	}},
	{"docker compose", each(func(_ int, line string) string { return "web-1  | " + line })},
	{"docker compose in colours", each(func(_ int, line string) string { return "\x1b[36mweb-1  | \x1b[0m" + line })},
	{"journald", each(func(i int, line string) string { return at(i, time.Stamp) + " host prog[12]: " + line })},
	{"syslog", each(func(i int, line string) string {
		return "<11>1 " + at(i, time.RFC3339Nano) + " host prog " + strconv.Itoa(1000+i) + " - - " + line
	})},
	{"kubectl --prefix", each(func(_ int, line string) string { return "[pod/web-7f9c4b/server] " + line })},
	{"kubectl --timestamps", each(func(i int, line string) string { return at(i, time.RFC3339Nano) + " " + line })},
	{"klog", each(func(i int, line string) string {
		return "E" + at(i, "0102 15:04:05.000000") + "       1 server.go:12] " + line
	})},
	{"json-file", each(func(i int, line string) string {
		return object("log", line+"\n", "stream", "stderr", "time", at(i, time.RFC3339Nano))
	})},
	{"json-file, in parts", func(lines []string) string {
		var b strings.Builder
		for i, line := range lines {
			line += "\n"
			for len(line) > 0 {
				part := line[:min(len(line), longestPart)]
				b.WriteString(object("log", part, "stream", "stderr", "time", at(i, time.RFC3339Nano)) + "\n")
				line = line[len(part):]
			}
		}
		return b.String()
	}},
	{"message", each(func(i int, line string) string {
		return object("level", "error", "message", line, "ts", at(i, time.RFC3339))
	})},
	{"logfmt", each(func(i int, line string) string {
		return "time=" + at(i, time.RFC3339) + " level=error msg=" + strconv.Quote(line) + ` by="a \"b\""`
	})},
	{"JSON in json-file", each(func(i int, line string) string {
		return object("log", object("msg", line)+"\n", "stream", "stderr", "time", at(i, time.RFC3339Nano))
	})},
	{"JSON behind CRI", each(func(i int, line string) string {
		return at(i, time.RFC3339Nano) + " stderr F " + object("msg", line)
	})},
	{"one text of JSON", func(lines []string) string {
		return object("level", "error", "stacktrace", strings.Join(lines, "\n")+"\n", "time", at(0, time.RFC3339)) + "\n"
	}},
	{"one text of logfmt", func(lines []string) string {
		return "level=error msg=" + strconv.Quote(strings.Join(lines, "\n")) + "\n"
	}},
	{"a list in one line", func(lines []string) string {
		var all []string
		for i, line := range lines {
			all = append(all, object("ts", at(i, time.RFC3339), "msg", line))
		}
		return "[" + strings.Join(all, ",") + "]\n"
	}},
	{"Windows line ends", each(func(_ int, line string) string { return "web-1  | " + line + "\r" })},
}

// longestPart is how long a line may be that is written whole; container runtimes take 16 kB.
const longestPart = 100

func each(one func(i int, line string) string) func([]string) string {
	return func(lines []string) string {
		var b strings.Builder
		for i, line := range lines {
			b.WriteString(one(i, line) + "\n")
		}
		return b.String()
	}
}

// begun is when the first line is from. Some times have no fraction.
var begun = time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC)

func at(i int, layout string) string {
	return begun.Add(time.Duration(i)*time.Second + time.Duration(i%10*12_300_000)).Format(layout)
}

// object is JSON of keys and texts, in their order.
func object(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		value, _ := json.Marshal(pairs[i+1])
		fmt.Fprintf(&b, ", %q: %s", pairs[i], value)
	}
	return "{" + b.String()[2:] + "}"
}

// linesOf are the lines of a text without their ends.
func linesOf(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }
