package input

import (
	"bytes"
	"compress/gzip"
	"context"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"profstation/internal/thorough"
)

func zip(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

func letters(n int) []byte {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = "abcdefgh"[r.IntN(8)]
	}
	return b
}

// TestRead reads what is packed in every shape, with a size that is known and without.
func TestRead(t *testing.T) {
	lying := zip(letters(100_000))
	copy(lying[len(lying)-4:], []byte{1, 0, 0, 0})
	for _, n := range []int{0, 1, 4095, 4096, 4097, 70_000, 200_000} {
		a, b := letters(n), letters(n/3+1)
		for _, c := range []struct {
			name    string
			data    []byte
			want    []byte
			members []int
			warning string
		}{
			{"plain", a, a, nil, ""},
			{"packed", zip(a), a, []int{0}, ""},
			{"two members", append(zip(a), zip(b)...), append(bytes.Clone(a), b...), []int{0, n}, ""},
			{"an empty member between", slices.Concat(zip(a), zip(nil), zip(b)), append(bytes.Clone(a), b...), []int{0, n, n}, ""},
			{"packed twice", zip(zip(b)), b, []int{0}, "packed with gzip twice"},
			{"members packed twice", zip(append(zip(b), zip(a)...)), append(bytes.Clone(b), a...), []int{0, len(b)}, "packed with gzip twice"},
			{"padding behind", append(zip(a), make([]byte, 1000)...), a, []int{0}, ""},
			{"rubbish behind", append(zip(a), []byte("rubbish")...), a, []int{0}, "7B behind the end of the gzip data are left out"},
		} {
			for _, from := range []struct {
				r    io.Reader
				size int
			}{{bytes.NewReader(c.data), len(c.data)}, {io.MultiReader(bytes.NewReader(c.data)), 0}, {bytes.NewReader(c.data), len(c.data) / 2}} {
				in, err := Read(from.r, int64(from.size), Limits{}, NewProgress(t.Context(), nil), nil)
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
	if _, err := Read(bytes.NewReader(lying), int64(len(lying)), Limits{}, NewProgress(t.Context(), nil), nil); err == nil {
		t.Error("a member with a wrong size was read")
	}
}

// TestReadRefuses packs what unpacks to more than is allowed. No more than is allowed is made on the
// way, also not where an outer layer is large.
func TestReadRefuses(t *testing.T) {
	const limit = 1 << 20
	zeros := zip(make([]byte, 4<<20))
	for name, data := range map[string][]byte{
		"one layer":   zeros,
		"members":     bytes.Repeat(zip(make([]byte, 100<<10)), 40),
		"two layers":  zip(zeros),
		"large outer": zip(bytes.Repeat(zip(nil), 200_000)),
		"plain":       make([]byte, 4<<20),
	} {
		for _, size := range []int64{int64(len(data)), 0} {
			if name == "plain" && size > 0 {
				continue // its size on disk is its size
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Read(bytes.NewReader(data), size, Limits{Uncompressed: limit}, NewProgress(t.Context(), nil), nil)
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), "unpacks to more than the limit of 1MB") {
				t.Errorf("%s: %v", name, err)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 5*limit {
				t.Errorf("%s: %s made on the way", name, Size(int64(n)))
			}
		}
	}
	if _, err := Read(bytes.NewReader(zip(zip(zip(nil)))), 0, Limits{}, NewProgress(t.Context(), nil), nil); err == nil || !strings.Contains(err.Error(), "gzip within gzip within gzip") {
		t.Errorf("three layers: %v", err)
	}
}

// TestReadKeepsOnce holds that what is unpacked stands in memory once, whatever its end announces.
func TestReadKeepsOnce(t *testing.T) {
	const size = 8 << 20
	half := zip(make([]byte, size/2))
	for name, data := range map[string][]byte{
		"a size that is right": zip(make([]byte, size)),
		"two members":          append(half, half...),
		"two layers":           zip(zip(make([]byte, size))),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		in, err := Read(bytes.NewReader(data), int64(len(data)), Limits{}, NewProgress(t.Context(), nil), nil)
		runtime.ReadMemStats(&after)
		if err != nil || len(in.Bytes) != size {
			t.Fatal(name, err)
		}
		// Half of it, of the member that the end announces, may be made and dropped before.
		if n := after.TotalAlloc - before.TotalAlloc; n > size*17/10 {
			t.Errorf("%s: %s made for %s", name, Size(int64(n)), Size(size))
		}
	}
}

// TestReadTaken gives away what is unpacked, and reads it again where that was not to be.
func TestReadTaken(t *testing.T) {
	text := letters(thorough.Times(3, 1) << 20)
	for _, c := range []struct {
		name  string
		data  []byte
		given bool
	}{
		{"one member", zip(text), true},
		{"the last member is small", append(zip(text), zip([]byte("x"))...), false},
		{"the last member is large", append(zip([]byte("x")), zip(text)...), true},
		{"cut", zip(text)[:len(text)/4], true},
		{"small", zip([]byte("x")), false},
		{"not packed", text, false},
	} {
		for _, pieces := range []int{0, 3, 1000} { // are taken at most
			var given bytes.Buffer
			asked, ended := 0, false
			in, err := Read(bytes.NewReader(c.data), int64(len(c.data)), Limits{}, NewProgress(t.Context(), nil), func(_ int64, next func() []byte) bool {
				for asked < pieces && !ended {
					asked++
					piece := next()
					given.Write(piece)
					ended = len(piece) == 0
				}
				return ended
			})
			if c.name == "cut" {
				if err == nil {
					t.Error("what is cut was read")
				}
				continue
			}
			if err != nil || in.Taken != (c.given && ended) || in.Size != int64(len(c.data)) || asked > 0 && !c.given {
				t.Errorf("%s: taken %v after %d pieces, %v", c.name, in.Taken, asked, err)
				continue
			}
			want := in.Bytes
			if in.Taken {
				again, err := in.Again()
				if err != nil || in.Bytes != nil || again.Taken || !bytes.Equal(again.Bytes, given.Bytes()) {
					t.Errorf("%s: %d bytes again after %d, %v", c.name, len(again.Bytes), given.Len(), err)
				}
				want = again.Bytes
			}
			whole, err := Read(bytes.NewReader(c.data), int64(len(c.data)), Limits{}, NewProgress(t.Context(), nil), nil)
			if err != nil || !bytes.Equal(want, whole.Bytes) || !bytes.HasPrefix(want, given.Bytes()) {
				t.Errorf("%s: %d bytes of %d, %v", c.name, len(want), len(whole.Bytes), err)
			}
		}
	}
}

// TestReadUnusual reads a file whose header has a checksum, as few have.
func TestReadUnusual(t *testing.T) {
	text := letters(2 << 20)
	packed := zip(text)
	head := slices.Clone(packed[:10])
	head[3] |= 1 << 1
	sum := crc32.ChecksumIEEE(head)
	data := slices.Concat(head, []byte{byte(sum), byte(sum >> 8)}, packed[10:])
	in, err := Read(bytes.NewReader(data), int64(len(data)), Limits{}, NewProgress(t.Context(), nil), func(_ int64, next func() []byte) bool {
		for len(next()) > 0 {
		}
		return true
	})
	if err != nil || in.Taken || !bytes.Equal(in.Bytes, text) {
		t.Errorf("%d bytes of %d, %v", len(in.Bytes), len(text), err)
	}
}

// TestReadStops ends the context while data are unpacked that never end by themselves.
func TestReadStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	data := bytes.Repeat(zip(nil), 100_000)
	looks := 0
	_, err := Read(reader(func(b []byte) (int, error) {
		if looks++; looks == 10 {
			stop()
		}
		return copy(b, data), nil
	}), 0, Limits{}, NewProgress(ctx, nil), nil)
	if err == nil || ctx.Err() == nil || looks > 12 {
		t.Errorf("%v after %d reads", err, looks)
	}
}

type reader func([]byte) (int, error)

func (r reader) Read(b []byte) (int, error) { return r(b) }

func TestLimitsFor(t *testing.T) {
	all := Limits{}.OrDefault()
	if l := (Limits{}).For(100); l.Memory != minMemory || l.Uncompressed != minUncompressed || l.File != DefaultFile {
		t.Errorf("a small file: %+v", l)
	}
	if l := (Limits{}).For(1 << 60); l != all {
		t.Errorf("a large file: %+v, not %+v", l, all)
	}
	if l := (Limits{}).For(20 << 20); l.Memory != min(2560<<20, all.Memory) {
		t.Errorf("20MB: %+v", l)
	}
	if err := (Limits{}).For(17_162_955).AllowFrames(10_130_340, 10_000); err != nil {
		t.Errorf("200,000 stacks of 40 frames that share none: %v", err)
	}
	if err := (Limits{}).For(100).AllowFrames(2_000_000, 2_000_000); err == nil {
		t.Error("2 million frames, each of a function of its own, are allowed for any file")
	}
	own := Limits{File: 1, Uncompressed: 2, Memory: 3}
	if l := own.For(100); l != own {
		t.Errorf("limits that are set: %+v", l)
	}
	if all.Memory > Machine()/2 {
		t.Errorf("%s of memory are allowed of %s", Size(all.Memory), Size(Machine()))
	}
	err := Limits{Memory: 4 << 30}.AllowFrames(1_000_000_000, 1)
	if err == nil || !strings.Contains(err.Error(), "unfold to 1,000,000,000 frames: showing them needs about 149GB of memory, the limit is 4GB; ") {
		t.Error(err)
	}
}
