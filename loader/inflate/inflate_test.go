package inflate

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"profstation/internal/must"
)

// all unpacks a file with pieces of these sizes, in turn, which are the same memory.
func all(from io.Reader, sizes ...int) (out []byte, members []int, err error) {
	r := NewReader(from)
	buf := make([]byte, Window+slices.Max(sizes))
	for i := 0; err == nil; i++ {
		var n int
		n, err = r.Next(buf[:Window+sizes[i%len(sizes)]])
		out = append(out, buf[Window:][:n]...)
	}
	if err == io.EOF {
		err = nil
	}
	return out, r.Members(), err
}

const usual = 128 << 10

// library unpacks a file with the standard library.
func library(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func packedAs(level int, data []byte, change func(*gzip.Writer)) []byte {
	var b bytes.Buffer
	w := must.Have(gzip.NewWriterLevel(&b, level))
	if change != nil {
		change(w)
	}
	must.Have(w.Write(data))
	must.Do(w.Close())
	return b.Bytes()
}

// texts are data of many kinds: random, of few letters, of long and of short distances.
func texts() [][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	random := make([]byte, 300_000)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	few := make([]byte, 300_000)
	for i := range few {
		few[i] = "ab"[r.IntN(100)/99]
	}
	var copies []byte
	for len(copies) < 500_000 {
		if len(copies) < 10 || r.IntN(3) == 0 {
			copies = append(copies, random[r.IntN(1000):][:1+r.IntN(20)]...)
		}
		from := r.IntN(len(copies))
		copies = append(copies, copies[from:min(len(copies), from+r.IntN(300))]...)
	}
	var skewed []byte // codes of all lengths
	for i := range 15 {
		skewed = append(skewed, bytes.Repeat([]byte{byte(i)}, 1<<i)...)
	}
	r.Shuffle(len(skewed), func(i, k int) { skewed[i], skewed[k] = skewed[k], skewed[i] })
	return [][]byte{
		nil, {7}, random, few, copies, skewed,
		[]byte(strings.Repeat("main.work\n", 50_000)), make([]byte, 1<<20), []byte(fmt.Sprint(r.Perm(50_000))),
	}
}

// TestSame holds that what a library has packed, at any level, is unpacked to the same, read and written in pieces of
// any size.
func TestSame(t *testing.T) {
	for i, text := range texts() {
		for level := gzip.HuffmanOnly; level <= gzip.BestCompression; level++ {
			file := packedAs(level, text, nil)
			for _, way := range []struct {
				from  io.Reader
				sizes []int
			}{
				{bytes.NewReader(file), []int{usual}},
				{bytes.NewReader(file), []int{longest + 1, 1000, 40_000}},
				{iotest.HalfReader(bytes.NewReader(file)), []int{50_000}},
			} {
				got, members, err := all(way.from, way.sizes...)
				if err != nil || !bytes.Equal(got, text) || !slices.Equal(members, []int{0}) {
					t.Errorf("text %d, level %d, pieces of %v: %d of %d bytes, members at %v, error %v", i, level, way.sizes, len(got), len(text), members, err)
				}
			}
		}
	}
}

// TestRecordings holds the same for all packed recordings.
func TestRecordings(t *testing.T) {
	n := 0
	for _, path := range must.Have(filepath.Glob("../../testdata/*")) {
		file, err := os.ReadFile(path)
		want, unpacked := library(file)
		if err != nil || unpacked != nil {
			continue
		}
		n++
		if got, _, err := all(bytes.NewReader(file), usual); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d of %d bytes, error %v", path, len(got), len(want), err)
		}
	}
	if n < 10 {
		t.Errorf("only %d recordings are packed", n)
	}
}

// TestMembers holds that members are read one after the other, whatever their headers say.
func TestMembers(t *testing.T) {
	head := func(w *gzip.Writer) {
		w.Name, w.Comment, w.Extra = "cpu.pprof", "a comment", bytes.Repeat([]byte("x"), 300)
	}
	text := []byte(strings.Repeat("one text ", 30_000))
	one, two := packedAs(6, text, head), packedAs(1, text[:100], nil)
	file := slices.Concat(one, two, one)
	got, members, err := all(bytes.NewReader(file), usual)
	if want := slices.Concat(text, text[:100], text); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d of %d bytes, error %v", len(got), len(want), err)
	}
	if want := []int{0, len(text), len(text) + 100}; !slices.Equal(members, want) {
		t.Errorf("members at %v, want %v", members, want)
	}
}

// TestGivesUp holds that what is cut off, damaged or unusual is left to a library.
func TestGivesUp(t *testing.T) {
	text := []byte(strings.Repeat("a text with words ", 1000))
	file := packedAs(6, text, nil)
	for n := range file {
		if _, _, err := all(bytes.NewReader(file[:n]), usual); err == nil {
			t.Errorf("cut off after %d bytes: no error", n)
		}
	}
	body := file[:len(file)-8]
	for name, bad := range map[string][]byte{
		"behind it":       append(slices.Clone(file), 1, 2, 3),
		"zeros behind it": append(slices.Clone(file), 0, 0, 0),
		"no gzip":         text,
		"nothing":         nil,
		"header checksum": slices.Concat([]byte{0x1f, 0x8b, 8, 2}, file[4:]),
		"sum":             slices.Concat(body, []byte{1, 2, 3, 4}, file[len(file)-4:]),
		"size":            slices.Concat(file[:len(file)-4], []byte{1, 2, 3, 4}),
	} {
		if _, _, err := all(bytes.NewReader(bad), usual); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	// A match at the beginning of a member: a block with fixed codes, length 3, distance 1. The checksums are those of
	// what lies before it in memory.
	early := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0x03, 0x02, 0x00}
	for before, copied := range map[string]string{"": "\x00\x00\x00", string(file): "   "} {
		bad := append([]byte(before), early...)
		bad = binary.LittleEndian.AppendUint32(bad, crc32.ChecksumIEEE([]byte(copied)))
		bad = binary.LittleEndian.AppendUint32(bad, uint32(len(copied)))
		if got, _, err := all(bytes.NewReader(bad), usual); err == nil {
			t.Errorf("a distance leads beyond the beginning: %q", got[len(got)-3:])
		}
	}
	broken := errors.New("broken")
	if _, _, err := all(io.MultiReader(bytes.NewReader(file[:20]), iotest.ErrReader(broken)), usual); err != broken {
		t.Errorf("error %v of a reader that fails", err)
	}
}

// FuzzReader holds that what is unpacked is what the standard library unpacks, and that it gives up only what the
// library refuses, or what is unusual: a checksum of the header, long names, something behind the end.
func FuzzReader(f *testing.F) {
	for _, text := range texts() {
		for _, level := range []int{gzip.HuffmanOnly, gzip.NoCompression, 1, 6, 9} {
			f.Add(packedAs(level, text[:min(len(text), 2000)], nil))
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		got, _, err := all(bytes.NewReader(file), usual)
		want, refused := library(file)
		if err == nil && (refused != nil || !bytes.Equal(got, want)) {
			t.Errorf("%d bytes, where the library has %d, error %v", len(got), len(want), refused)
		}
		if err != nil && refused == nil && len(file) > 3 && file[3] == 0 && bytes.Count(file, []byte{0x1f, 0x8b}) == 1 {
			t.Errorf("given up, where the library has %d bytes", len(want))
		}
	})
}
