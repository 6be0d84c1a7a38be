package hostile

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// tools returns profiles in other tools' formats: small ones that unfold to much, because a stack is given by the
// events before it or as the continuation of another stack, and large ones with many of one thing.
func tools() []Input {
	const speedscope = `{"$schema":"https://www.speedscope.app/file-format-schema.json",`
	frames := func(n int) string {
		return `"shared":{"frames":[` + strings.TrimSuffix(strings.Repeat(`{"name":"f"},`, n), ",") + "]}"
	}
	evented := func(events string) string {
		return speedscope + frames(1) + `,"profiles":[{"type":"evented","name":"p","unit":"nanoseconds","startValue":0,"endValue":9,"events":[` + strings.TrimSuffix(events,
			",") + "]}]}"
	}
	sampled := func(samples, weights string) string {
		return speedscope + frames(2) + `,"profiles":[{"type":"sampled","name":"p","unit":"none","startValue":0,"endValue":9,"samples":[` + strings.TrimSuffix(samples,
			",") + `],"weights":[` + strings.TrimSuffix(weights, ",") + "]}]}"
	}
	firefox := func(threads string) string {
		return `{"meta":{"preprocessedProfileVersion":49,"interval":1,"startTime":0,"processType":0,"sampleUnits":{"time":"ms"}},"libs":[],"threads":[` + strings.TrimSuffix(threads,
			",") + "]}"
	}
	// chain is a thread with n samples; each has the stack before it as its caller. prefix returns the prefix
	// for stack i.
	chain := func(n int, prefix func(i int) string) string {
		var prefixes, ones, stacks []string
		for i := range n {
			prefixes, ones, stacks = append(prefixes, prefix(i)), append(ones, "0"), append(stacks, fmt.Sprint(i))
		}
		list := func(s []string) string { return "[" + strings.Join(s, ",") + "]" }
		return `{"name":"t","stringArray":["f"],"funcTable":{"length":1,"name":[0],"resource":[-1],"fileName":[null],"lineNumber":[null]},` +
			`"resourceTable":{"length":0,"lib":[],"name":[]},"frameTable":{"length":1,"address":[-1],"func":[0],"line":[null],"inlineDepth":[0]},` +
			fmt.Sprintf(`"stackTable":{"length":%d,"frame":%s,"prefix":%s},"samples":{"length":%d,"stack":%s,"timeDeltas":%s,"weight":null}}`,
				n, list(ones), list(prefixes), n, list(stacks), list(ones))
	}
	before := func(i int) string {
		if i == 0 {
			return "null"
		}
		return fmt.Sprint(i - 1)
	}
	return []Input{
		{"collapsed-a-stack-of-a-million", text(strings.Repeat("main.f;", 1_000_000), "main.g 1\n"), false},
		{"collapsed-counts-at-the-limits", text(strings.Repeat("a;b 9223372036854775807\n", 1000)), false},
		{"collapsed-800-bytes-of-semicolons", text(strings.Repeat(";", 798), " 1\n"), false},
		{"collapsed-numbers-alone", text("a 1\n", strings.Repeat(" 1\n", 1_000_000)), false},

		{"perf-a-stack-of-300000", text("app 1 1.000000: 1 cycles:\n", strings.Repeat("\t7f00 main.f+0x1 (/bin/app)\n", 300_000), "\n"), false},
		{"perf-300000-events-without-stacks", text(strings.Repeat("app 1 1.000000: 1 cycles:\n\n", 300_000)), false},
		{"perf-a-name-of-12-MB", text("app 1 1.000000: 1 cycles:\n\t7f00 ", strings.Repeat("f+0x", 3<<20), " (/bin/app)\n\n"), false},
		{"perf-300000-kinds-of-events", func() []byte {
			var b strings.Builder
			for i := range 300_000 {
				fmt.Fprintf(&b, "app 1 1.000000: 1 event-%d:\n\t7f00 main.f+0x1 (/bin/app)\n\n", i)
			}
			return []byte(b.String())
		}, false},
		{"perf-numbers-at-the-limits",
			text("app 99999999999999999999 99999999999999999999.999999: 99999999999999999999 cycles:\n\tffffffffffffffffffff main.f+0xffffffffffffffffffff (/bin/app)\n\n"),
			false},

		{"speedscope-30000-calls-in-each-other", text(evented(func() string {
			var b strings.Builder
			for i := range 30_000 {
				fmt.Fprintf(&b, `{"type":"O","frame":0,"at":%d},`, i)
			}
			return b.String()
		}())), false},
		{"speedscope-800-bytes-of-calls", text(evented(strings.Repeat(`{"type":"O","frame":0,"at":0},`, 20))), false},
		{"speedscope-closes-what-is-not-open", text(evented(strings.Repeat(`{"type":"C","frame":0,"at":0},`, 300_000))), false},
		{"speedscope-frames-that-are-not-there",
			text(sampled(strings.Repeat("[1,2,-1,9007199254740993],", 100_000), strings.Repeat("1e308,", 100_000))), false},
		{"speedscope-more-weights-than-samples", text(sampled("[0],", strings.Repeat("1,", 1_000_000))), false},
		{"speedscope-a-sample-of-300000", text(sampled("["+strings.Repeat("1,", 300_000)+"1],", "1,")), false},
		{"speedscope-300000-profiles", text(speedscope, frames(1), `,"profiles":[`, strings.Repeat("{},", 300_000), "{}]}"), false},
		{"speedscope-brackets", text(speedscope, `"x":`, strings.Repeat("[", 3<<20)), false},

		{"firefox-a-chain-of-30000-stacks", text(firefox(chain(30_000, before))), false},
		{"firefox-a-chain-backwards", text(firefox(chain(30_000, func(i int) string { return fmt.Sprint(i + 1) }))), false},
		{"firefox-a-stack-on-itself", text(firefox(chain(30, func(i int) string { return fmt.Sprint(i) }))), false},
		{"firefox-stacks-that-are-not-there", text(firefox(chain(30, func(int) string { return "4000000000" }))), false},
		{"firefox-200000-threads", text(firefox(strings.Repeat("{},", 200_000))), false},
		{"firefox-a-length-of-a-billion", text(firefox(strings.ReplaceAll(chain(1, before), `"length":1`, `"length":1000000000`))), false},

		{"otlp-100000-samples-on-a-stack-of-100000", func() []byte { return otlp(100_000, 100_000) }, false},
		{"otlp-800-bytes", func() []byte { return otlp(150, 60) }, false},
		{"otlp-a-million-empty-profiles", func() []byte {
			return Message(nil).Part(1, Message(nil).Part(2, Message(nil).Times(1_000_000, Message(nil).Part(2, nil))))
		}, false},
		{"otlp-a-sample-of-a-million-values", func() []byte {
			sample := Message(nil).Num(1, 1).Packed(4, make([]uint64, 1_000_000)...)
			return otlpOf(1, Message(nil).Part(2, sample))
		}, false},
		{"otlp-json-brackets", text(`{"resourceProfiles":`, strings.Repeat("[", 3<<20)), false},
		{"otlp-json-300000-empty-profiles",
			text(`{"resourceProfiles":[{"scopeProfiles":[{"profiles":[`, strings.Repeat("{},", 300_000), `{}]}]}],"dictionary":{}}`), false},

		{"zstd-1-GB-of-zeros", func() []byte { return bytes.Repeat(PackZstd(make([]byte, chunk)), 64) }, false},
		{"zstd-in-zstd", func() []byte { return PackZstd(bytes.Repeat(PackZstd(make([]byte, chunk)), 64)) }, false},
		{"zstd-in-gzip", func() []byte { return Pack(bytes.Repeat(PackZstd(make([]byte, chunk)), 64)) }, false},
		{"zstd-a-million-empty-frames", func() []byte { return bytes.Repeat(PackZstd(nil), 1_000_000) }, false},
		{"zstd-a-window-of-3-TB", func() []byte { return []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff, 0x01, 0x00, 0x00} }, false},
		{"zstd-a-size-of-an-exabyte", func() []byte {
			return []byte{0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x01, 0x00, 0x00}
		}, false},
		{"zstd-skipped-frames", func() []byte { return bytes.Repeat([]byte{0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0}, 1_000_000) }, false},
		{"zstd-cut", func() []byte { b := PackZstd(begin().Part(fieldSample, sample(nil, 1))); return b[:len(b)-5] }, false},
	}
}

// PackZstd packs bytes with zstd.
func PackZstd(data []byte) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	defer w.Close()
	return w.EncodeAll(data, nil)
}

// otlp returns an OpenTelemetry message with many samples on one deep stack. Each location takes only a few
// bytes (opentelemetry/proto/profiles/v1development/profiles.proto).
func otlp(samples, depth int) Message {
	return otlpOf(depth, Message(nil).Times(samples, Message(nil).Part(2, Message(nil).Num(1, 1).Packed(4, 1))))
}

// otlpOf returns a message with samples that are already encoded.
func otlpOf(depth int, samples Message) Message {
	stack := make([]uint64, depth)
	for i := range stack {
		stack[i] = 1
	}
	profile := append(Message(nil).Part(1, Message(nil).Num(1, 2).Num(2, 3)), samples...)
	dictionary := Message(nil).Part(2, nil).Part(2, Message(nil).Part(3, Message(nil).Num(1, 1))).Part(3, nil).Part(3, Message(nil).Num(1, 1))
	for _, s := range []string{"", "f", "samples", "count"} {
		dictionary = dictionary.Text(5, s)
	}
	dictionary = dictionary.Part(7, nil).Part(7, Message(nil).Packed(1, stack...))
	return Message(nil).Part(1, Message(nil).Part(2, Message(nil).Part(2, profile))).Part(2, dictionary)
}
