package input

import (
	"bytes"
	stdgzip "compress/gzip"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func zipped(parts ...string) []byte {
	var b bytes.Buffer
	for _, p := range parts {
		z := stdgzip.NewWriter(&b)
		io.WriteString(z, p)
		z.Close()
	}
	return b.Bytes()
}

// FuzzRead unpacks whatever comes, and holds the result to what Go's own gzip makes of it, and a
// decoder of zstd that finds the frames by itself.
func FuzzRead(f *testing.F) {
	one := zipped("a profile")
	f.Add([]byte("plain"))
	f.Add(one)
	f.Add(zipped("a", "", "b"))
	f.Add(zipped(string(one)))
	f.Add(zipped(string(zipped(string(one)))))
	f.Add(zipped(string(one), "b"))
	f.Add(one[:len(one)-3])
	f.Add(append(bytes.Clone(one), 0, 0, 0))
	f.Add(append(bytes.Clone(one), "rubbish"...))
	f.Add(append(bytes.Clone(one), 0x1f, 0x8b))
	f.Add(zipped(strings.Repeat("0", 5000)))
	f.Add(asText(zipped(noise(700))))
	f.Add(zst([]byte("a profile")))
	f.Add(slices.Concat(zst([]byte("a")), skipped("b"), zst(one), []byte("rubbish")))
	f.Add(zipped(string(zst([]byte("a profile")))))
	f.Fuzz(func(t *testing.T, data []byte) {
		limits := Limits{File: 1 << 20, Uncompressed: 4096}.OrDefault()
		for _, expected := range []int64{0, int64(len(data))} {
			in, err := Read(bytes.NewReader(data), expected, limits, NewProgress(t.Context(), nil), nil)
			if err != nil {
				var e *Error
				if !errors.As(err, &e) || strings.ContainsRune(err.Error(), '\n') {
					t.Fatalf("%T: %q", err, err)
				}
				continue
			}
			if in.Size != int64(len(data)) && Packing(data) == "" {
				t.Fatalf("%d of %d bytes were read", in.Size, len(data))
			}
			want, depth := data, 0
			if len(in.Warnings) > 0 && strings.Contains(in.Warnings[0], undone) {
				want = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
			}
			for ; Packing(want) != ""; depth++ {
				if IsGzip(want) {
					want = unzip(t, want)
				} else {
					want = unzst(t, want)
				}
			}
			if depth > 2 || !bytes.Equal(in.Bytes, want) || depth > 0 && int64(len(want)) > limits.Uncompressed {
				t.Fatalf("%d times packed, unpacked to %q, want %q", depth, in.Bytes, want)
			}
			for i, at := range in.Members {
				if at > len(in.Bytes) || i > 0 && at < in.Members[i-1] || i == 0 && at != 0 {
					t.Fatalf("members at %v of %d bytes", in.Members, len(in.Bytes))
				}
			}
		}
	})
}

// unzip unpacks one gzip member after the other, until the bytes that follow are not gzip.
func unzip(t *testing.T, data []byte) []byte {
	r := bytes.NewReader(data)
	z, err := stdgzip.NewReader(r)
	if err != nil {
		t.Fatalf("unpacked what Go refuses: %v", err)
	}
	var out bytes.Buffer
	for {
		z.Multistream(false)
		if _, err := out.ReadFrom(z); err != nil {
			t.Fatalf("unpacked what Go refuses: %v", err)
		}
		if !IsGzip(data[len(data)-r.Len():]) {
			return out.Bytes()
		}
		if err := z.Reset(r); err != nil {
			t.Fatalf("unpacked what Go refuses: %v", err)
		}
	}
}
