package input

import (
	"bytes"
	"encoding/binary"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"profstation/internal/must"
)

func zst(data []byte, o ...zstd.EOption) []byte {
	w, err := zstd.NewWriter(nil, o...)
	if err != nil {
		panic(err)
	}
	return w.EncodeAll(data, nil)
}

// skipped is a frame that is to be skipped, as pzstd and the seekable format have them.
func skipped(data string) []byte {
	return append(binary.LittleEndian.AppendUint32([]byte("\x5e\x2a\x4d\x18"), uint32(len(data))), data...)
}

// TestReadZstd reads frames of zstd as members of gzip are read.
func TestReadZstd(t *testing.T) {
	for _, n := range []int{0, 1, 4096, 70_000, 300_000} {
		a, b := letters(n), letters(n/3+1)
		var stream bytes.Buffer // whose header has no size
		w, _ := zstd.NewWriter(&stream)
		w.Write(a)
		w.Flush()
		w.Close()
		for _, c := range []struct {
			name    string
			data    []byte
			want    []byte
			members []int
			warning string
		}{
			{"one frame", zst(a, zstd.WithZeroFrames(true)), a, []int{0}, ""},
			{"without a checksum", zst(b, zstd.WithEncoderCRC(false)), b, []int{0}, ""},
			{"two frames", append(zst(b), zst(b)...), append(bytes.Clone(b), b...), []int{0, len(b)}, ""},
			{"no size", slices.Concat(zst(b), stream.Bytes()), append(bytes.Clone(b), a...), []int{0, len(b)}, ""},
			{"gzip in zstd", zst(zip(a)), a, []int{0}, ""},
			{"gzip members in zstd", zst(append(zip(b), zip(a)...)), append(bytes.Clone(b), a...), []int{0, len(b)}, ""},
			{"zstd in gzip", zip(zst(b)), b, []int{0}, ""},
			{"zstd twice", zst(zst(b)), b, []int{0}, "packed with zstd twice"},
			{"skipped before", append(skipped("x"), zst(b)...), b, []int{0}, ""},
			{"skipped between", slices.Concat(zst(b), skipped(""), skipped("yz"), zst(b)), append(bytes.Clone(b), b...), []int{0, len(b)}, ""},
			{"skipped behind", append(zst(b), skipped("index")...), b, []int{0, len(b)}, ""},
			{"padding behind", append(zst(b), make([]byte, 1000)...), b, []int{0}, ""},
			{"rubbish behind", append(zst(b), []byte("rubbish")...), b, []int{0}, "7B behind the end of the zstd data are left out"},
			{"one letter again and again", zst(bytes.Repeat([]byte("x"), n+1)), bytes.Repeat([]byte("x"), n+1), []int{0}, ""},
		} {
			for _, size := range []int{len(c.data), 0} {
				in, err := Read(bytes.NewReader(c.data), int64(size), Limits{}, NewProgress(t.Context(), nil), nil)
				if err != nil {
					t.Errorf("%s of %d bytes: %v", c.name, n, err)
					continue
				}
				if !bytes.Equal(in.Bytes, c.want) || !slices.Equal(in.Members, c.members) || in.Size != int64(len(c.data)) {
					t.Errorf("%s of %d bytes: %d bytes, members %v, size %d of %d", c.name, n, len(in.Bytes), in.Members, in.Size, len(c.data))
				}
				if w := strings.Join(in.Warnings, "\n"); (w == "") != (c.warning == "") || !strings.Contains(w, c.warning) {
					t.Errorf("%s of %d bytes: warned %q, not %q", c.name, n, w, c.warning)
				}
			}
		}
	}
}

// TestReadZstdRefuses damages zstd in every way; what is cut at any place is an error that says so.
func TestReadZstdRefuses(t *testing.T) {
	read := func(data []byte, l Limits) error {
		_, err := Read(bytes.NewReader(data), int64(len(data)), l, NewProgress(t.Context(), nil), nil)
		return err
	}
	whole := zst(letters(5000))
	for n := 4; n < len(whole); n++ {
		e, ok := read(whole[:n], Limits{}).(*Error)
		if !ok || !e.Cut || !strings.Contains(e.Found, "a zstd file that is cut off") {
			t.Fatalf("%d of %d bytes: %v", n, len(whole), e)
		}
	}
	sum := bytes.Clone(whole)
	sum[len(sum)-1] ^= 1
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"checksum", sum, "a damaged zstd file (its checksum does not match)"},
		{"within gzip, cut", zip(whole[:20]), "zstd within gzip: inside, a zstd file that is cut off"},
		{"three layers", zst(zip(zst(nil, zstd.WithZeroFrames(true)))), "zstd within gzip within zstd"},
		{"window", []byte("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00"), "needs more than 128MB of memory to unpack; unpack it with zstd -d --long=31"},
		{"dictionary", []byte("\x28\xb5\x2f\xfd\x21\x07\x01\x09\x00\x00x"), "packed with a dictionary"},
		{"a skipped frame is cut", append(zst([]byte("x")), skipped("xyz")[:9]...), "a zstd file that is cut off"},
		{"the second is damaged", append(zst([]byte("x")), "\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"...), "a damaged zstd file"},
	} {
		if err := read(c.data, Limits{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	const limit = 1 << 20
	zeros := zst(make([]byte, 64<<20))
	lying := append([]byte("\x28\xb5\x2f\xfd\xc0\x00"), make([]byte, 8)...) // a window of 1 kB
	binary.LittleEndian.PutUint64(lying[6:], 1<<62)
	for name, data := range map[string][]byte{
		"one frame": zeros, "frames": bytes.Repeat(zst(make([]byte, 100<<10)), 40), "two layers": zst(zeros),
		"a size that is not true": append(lying, 3, 0, 0, 'x'),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := read(data, Limits{Uncompressed: limit})
		runtime.ReadMemStats(&after)
		if err == nil || name != "a size that is not true" && !strings.Contains(err.Error(), "unpacks to more than the limit of 1MB") {
			t.Errorf("%s: %v", name, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 40*limit { // a window of 8 MB twice for each layer
			t.Errorf("%s: %s made on the way", name, Size(int64(n)))
		}
	}
}

// unzst unpacks frames with the decoder's own way through them, and what stands behind them is left out.
func unzst(t *testing.T, data []byte) []byte {
	d := must.Have(NewZstd(nil))
	for end := len(data); end > 0; end-- {
		if end < len(data) && isZstd(data[end:]) {
			continue
		}
		if d.Reset(bytes.NewReader(data[:end])) == nil {
			if out, err := io.ReadAll(io.LimitReader(d, 1<<20)); err == nil {
				return out
			}
		}
	}
	t.Fatal("unpacked what the decoder refuses")
	return nil
}
