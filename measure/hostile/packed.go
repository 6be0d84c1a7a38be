package hostile

import (
	"bytes"

	"github.com/klauspost/compress/flate"
)

const chunk = 16 << 20 // bytes

// packed returns gzip files that unpack to far more than their size.
func packed() []Input {
	zeros := func(n int) []byte { return bytes.Repeat(Pack(make([]byte, chunk)), n) }
	line := []byte("goroutine 1 [running]:\nmain.f()\n\t/m.go:1\n\n")
	return []Input{
		{"gzip-in-gzip-10-GB-of-zeros", func() []byte { return Pack(zeros(640)) }, false},
		{"gzip-in-gzip-1-GB-of-zeros", func() []byte { return Pack(zeros(64)) }, false},
		{"gzip-in-gzip-in-gzip", func() []byte { return Pack(Pack(zeros(64))) }, false},
		{"gzip-six-times", func() []byte {
			b := begin().Part(fieldSample, sample(nil, 1))
			for range 6 {
				b = Pack(b)
			}
			return b
		}, false},
		{"gzip-one-member-4-GB-of-zeros", func() []byte { return member(256) }, true},
		{"gzip-members-2-GB-of-zeros", func() []byte { return zeros(128) }, false},
		{"gzip-members-a-million-empty", func() []byte { return bytes.Repeat(Pack(nil), 1_000_000) }, true},
		{"gzip-members-a-million-empty-packed", func() []byte { return Pack(bytes.Repeat(Pack(nil), 1_000_000)) }, true},
		{"gzip-members-100000-profiles", func() []byte {
			return bytes.Repeat(Pack(begin().Part(fieldSample, sample(nil, 1))), 100_000)
		}, false},
		{"gzip-huge-comment-in-header", func() []byte {
			head := []byte{0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 255}
			return append(head, bytes.Repeat([]byte("c"), 8<<20)...)
		}, false},
		{"gzip-lying-trailer", func() []byte {
			b := Pack(begin().Part(fieldSample, sample(nil, 1)))
			return append(b[:len(b)-4], 0xff, 0xff, 0xff, 0x7f)
		}, false},
		{"gzip-cut", func() []byte { b := zeros(8); return b[:len(b)/2+100] }, false},
		{"gzip-then-zeros", func() []byte {
			return append(Pack(begin().Part(fieldSample, sample(nil, 1))), make([]byte, 12<<20)...)
		}, false},
		{"gzip-random-rest", func() []byte { return append(Pack(begin()), bytes.Repeat([]byte("rest"), 1<<20)...) }, false},
		{"gzip-a-dump-of-1-GB", func() []byte {
			return bytes.Repeat(Pack(bytes.Repeat(line, chunk/len(line))), 64)
		}, false},
		{"gzip-spaces-1-GB", func() []byte { return bytes.Repeat(Pack(bytes.Repeat([]byte(" "), chunk)), 64) }, false},
		{"gzip-newlines-300-MB", func() []byte { return bytes.Repeat(Pack(bytes.Repeat([]byte("\n"), chunk)), 18) }, false},
	}
}

// member returns one gzip member that unpacks to a number of chunks, all zeros. After zeros, a chunk
// of zeros is packed to the same bytes each time. The checksum is wrong.
func member(chunks int) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err)
	}
	put := func() int {
		w.Write(make([]byte, chunk))
		w.Flush()
		return b.Len()
	}
	first, second := put(), put()
	again := bytes.Clone(b.Bytes()[first:second])
	out := append([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}, b.Bytes()...)
	out = append(out, bytes.Repeat(again, chunks-2)...)
	return append(out, 3, 0, 1, 2, 3, 4, 0, 0, 0, 0) // an empty last block, then the trailer
}
