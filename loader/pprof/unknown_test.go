package pprof

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/loader/wire"
	"profstation/model"
	"profstation/model/work"
)

// field is one of a protobuf as bytes.
func field(number, typ int, value []byte) []byte {
	b := binary.AppendUvarint(nil, uint64(number)<<3|uint64(typ))
	if typ == wire.TypeBytes {
		b = binary.AppendUvarint(b, uint64(len(value)))
	}
	return append(b, value...)
}

// extended is a message with more behind each message of a kind in it, and how many of these there are.
func extended(of, to *message, data, more []byte) (all []byte, n int) {
	m := wire.Message{All: data}
	for m.Next() {
		inside := of.inside[m.Number]
		if inside == nil {
			all = append(all, data[m.From:m.At]...)
			continue
		}
		longer, k := extended(inside, to, m.Data, more)
		all, n = append(all, field(m.Number, wire.TypeBytes, longer)...), n+k
	}
	if of == to {
		all, n = append(all, more...), n+1
	}
	return all, n
}

// unpacked is a recording without its packing.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	var b bytes.Buffer
	p := must.Have(profile.ParseData(must.Have(os.ReadFile("../../testdata/" + name))))
	must.Do(p.WriteUncompressed(&b))
	return b.Bytes()
}

var kindsOfMessages = []*message{ofProfile, ofValueType, ofSample, ofLabel, ofMapping, ofLocation, ofLine, ofFunction}

// TestNextVersion holds that a field which a later version of profile.proto may have is counted and named, wherever it
// stands, and that all else is decoded as without it. One without data is not worth a word.
func TestNextVersion(t *testing.T) {
	dropping := must.Have(profile.ParseUncompressed(unpacked(t, "heap.pprof")))
	dropping.DropFrames = "runtime\\..*"
	var dropped bytes.Buffer
	must.Do(dropping.WriteUncompressed(&dropped))
	for name, plain := range map[string][]byte{"cpu": unpacked(t, "cpu.pprof"), "heap": unpacked(t, "heap.pprof"), "drop_frames": dropped.Bytes()} {
		o := func() Decoding { return Decoding{Limits: wideLimits, Progress: input.NewProgress(t.Context(), nil)} }
		was := must.Have(Decode(plain, o()))
		for _, kind := range kindsOfMessages {
			number := kind.fields + 1
			for _, c := range []struct {
				more []byte
				says string
			}{
				{field(number, wire.TypeVarint, []byte{42}), "(42)"},
				{field(number, wire.TypeBytes, []byte("twelve bytes")), "(12B)"},
				{field(number, wire.Type64, []byte{1, 0, 0, 0, 0, 0, 0, 0}), "(1)"},
				{field(number, wire.TypeVarint, []byte{0}), ""},
				{field(number, wire.TypeBytes, nil), ""},
			} {
				data, n := extended(ofProfile, kind, plain, c.more)
				if n == 0 { // not every recording has labels
					continue
				}
				if !Is(data[:min(len(data), 4096)], work.StepsUntil(t.Context())) {
					t.Errorf("%s with more in %s is no profile", name, kind.name)
				}
				decoded := map[string]*model.Profile{"at once": must.Have(Decode(data, o()))}
				if e := cameIn(t, data, 1000); !e.failed && name != "drop_frames" {
					decoded["early"] = must.Have(e.Profile(o()))
				}
				for way, got := range decoded {
					if g, w := textOf(got), textOf(was); g != w {
						t.Errorf("%s %s with more in %s: found\n%s\nexpected\n%s", name, way, kind.name, clip(g, w), clip(w, g))
					}
					var slow unknown
					slow.within(ofProfile, data, input.NewProgress(t.Context(), nil))
					if !slices.Equal(got.Warnings, slow.Warnings()) || (len(got.Warnings) == 1) != (c.says != "") {
						t.Errorf("%s %s with more in %s: %q, expected %q", name, way, kind.name, got.Warnings, slow.Warnings())
					} else if c.says != "" && (slow.Len(input.UnreadFields) != n || !strings.HasSuffix(got.Warnings[0], kind.name+" "+c.says)) {
						t.Errorf("%s %s with %d more in %s: %q", name, way, n, kind.name, got.Warnings)
					}
				}
			}
		}
	}
}
