package input

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
)

// asText is what a copy in text mode makes of bytes.
func asText(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")) }

// noise are n bytes that do not pack.
func noise(n int) string {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return string(b)
}

func read(t testing.TB, data []byte) (*Data, error) {
	return Read(bytes.NewReader(data), int64(len(data)), Limits{}, NewProgress(t.Context(), nil), nil)
}

const undone = "a copy in text mode had put a CR before each line feed"

// TestLineEnds mends gzip files that were copied as text, also of several members and packed twice.
func TestLineEnds(t *testing.T) {
	text := noise(5000)
	for _, file := range [][]byte{zipped(text), zipped(text, "b"), zipped(string(zipped(text))), zipped(text + "\r\n\r\r\n")} {
		want, err := read(t, file)
		if err != nil || len(want.Warnings) > 0 && !strings.Contains(want.Warnings[0], "twice") {
			t.Fatal(want, err)
		}
		got := must.Have(read(t, asText(file)))
		if !bytes.Equal(got.Bytes, want.Bytes) || !slices.Equal(got.Members, want.Members) || got.Size != int64(len(asText(file))) {
			t.Errorf("%d bytes of %d, members at %v", len(got.Bytes), len(want.Bytes), got.Members)
		}
		if len(got.Warnings) == 0 || !strings.Contains(got.Warnings[0], undone) {
			t.Errorf("warnings %q", got.Warnings)
		}
	}
	file := zipped(text)
	piped, err := Read(io.MultiReader(bytes.NewReader(asText(file))), 0, Limits{}, NewProgress(t.Context(), nil), nil)
	if err != nil || string(piped.Bytes) != text {
		t.Error("from a pipe:", err)
	}
	taken, err := Read(bytes.NewReader(asText(zipped(noise(3<<20)))), 4<<20, Limits{}, NewProgress(t.Context(), nil), func(_ int64, next func() []byte) bool {
		for len(next()) > 0 {
		}
		return true
	})
	if err != nil || taken.Taken || string(taken.Bytes) != noise(3<<20) {
		t.Error("of a large file that is taken:", err)
	}
}

// TestLineEndsNot refuses what the checksum does not prove, with a word where line feeds say what it was.
func TestLineEndsNot(t *testing.T) {
	file := zipped(noise(5000))
	middle := slices.Clone(asText(file))
	middle[len(middle)/2] ^= 0x10
	if middle[len(middle)/2] == '\n' || bytes.Count(middle, []byte("\n")) != bytes.Count(middle, []byte("\r\n")) {
		t.Fatal("the byte makes a line feed")
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"damaged, too", middle, "a gzip file that was copied as text: a CR stands before each of its"},
		{"cut, too", asText(file)[:3000], "kubectl exec and docker exec without -t"},
		{"damaged only", slices.Concat(file[:2500], []byte("\x00\x00\x00\n"), file[2504:]), "a damaged gzip file"},
	} {
		_, err := read(t, c.data)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// FuzzLineEnds copies packed data as text. A file that was not copied so is read without a word.
func FuzzLineEnds(f *testing.F) {
	f.Add([]byte("a profile"))
	f.Add([]byte("\n\n\r\n"))
	f.Add([]byte(noise(700)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		file := zipped("x" + string(data) + noise(600)) // packed once
		want := must.Have(read(t, file))
		if len(want.Warnings) > 0 {
			t.Fatal(want.Warnings)
		}
		if bytes.Count(file, []byte("\n")) < fewestLineEnds {
			return
		}
		got, err := read(t, asText(file))
		if err != nil || !bytes.Equal(got.Bytes, want.Bytes) || !strings.Contains(got.Warnings[0], undone) {
			t.Fatal(err)
		}
	})
}
