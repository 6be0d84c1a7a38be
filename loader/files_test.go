package loader

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/testdata/record/synthetic"
)

// small is a profile with two samples, in the library's encoding.
func small(t testing.TB, change ...func(*profile.Profile)) []byte {
	t.Helper()
	p := synthetic.Small()
	for _, c := range change {
		c(p)
	}
	return encode(t, p)
}

func encode(t testing.TB, p *profile.Profile) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(p.WriteUncompressed(&b))
	return b.Bytes()
}

// zip packs bytes with gzip.
func zip(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if _, err := w.Write(data); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func join(parts ...[]byte) []byte { return slices.Concat(parts...) }

// TestForeign opens what is no profile. The error says what it is, on one
// line.
func TestForeign(t *testing.T) {
	tar := make([]byte, 600)
	copy(tar[257:], "ustar")
	otlp := must.Have(os.ReadFile("../testdata/cpu.otlp.pb"))
	core := append([]byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"), 4, 0)
	badSum := zip(small(t))
	badSum[len(badSum)-6] ^= 1
	for _, c := range []struct {
		name string
		data []byte
		want string // a part of the line
	}{
		{"empty", nil, "an empty file; a CPU profile is written when the program exits"},
		{"empty gzip", zip(nil), "an empty file"},
		{"blank", []byte(" \n\t\n"), "a blank file"},
		{"502", []byte("<html>\r\n<head><title>502 Bad\n Gateway &amp; co</title></head><body>nginx"), "an HTML page, not a profile (title: 502 Bad Gateway & co); the server answered"},
		{"HTML without a title", []byte("\ufeff <!DOCTYPE html><p>no"), "an HTML page, not a profile; "},
		{"gzip'd HTML", zip([]byte("<html><title>x</title>")), "an HTML page, not a profile (title: x)"},
		{"hostile title", []byte("<html><title>\x1b[31m\u202egnp.exe" + strings.Repeat("x", 5000) + "</title>"), "an HTML page"},
		{"JSON", []byte(`{"error":"not found"}`), "JSON"},
		{"speedscope", []byte(`{"$schema":"https://www.speedscope.app/file-format-schema.json"}`), "a speedscope file without a sample"},
		{"Chrome trace", []byte(`{"traceEvents":[]}`), "Chrome's format"},
		{"SVG", []byte(`<?xml version="1.0"?><svg width="1">`), "an SVG picture"},
		{"server's error", []byte("404 page not found\n"), "an error that a server answered, not a profile (“404 page not found”)"},
		{"coverage", []byte("mode: atomic\nx/y.go:1.2,3.4 1 1\n"), "a coverage profile"},
		{"callgrind", []byte("# callgrind format\nevents: Ir\nfn=main\n1 2\n"), "a callgrind profile"},
		{"pprof -text", []byte("File: x\nType: cpu\nShowing nodes accounting for 1s\n      flat  flat%   sum%        cum   cum%\n"), "a table printed by go tool pprof"},
		{"trace", []byte("go 1.22 trace\x00\x00\x00rest"), "a Go execution trace (go 1.22), not a profile"},
		{"trace of the future", []byte("go 1.99 trace\x00\x00\x00rest"), "a Go execution trace of version 1.99, which is newer than this program"},
		{"gzip'd trace", zip([]byte("go 1.22 trace\x00\x00\x00rest")), "a Go execution trace (go 1.22)"},
		{"ELF", []byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00"), "a program (ELF), not a profile"},
		{"core", core, "a core dump"},
		{"Mach-O", []byte("\xcf\xfa\xed\xfe1234"), "a program (Mach-O)"},
		{"Windows program", []byte("MZ\x90\x00\x03"), "a program (Windows)"},
		{"zip", []byte("PK\x03\x04\x14\x00"), "a zip archive"},
		{"OpenTelemetry, packed", append([]byte("\x00\x00\x01\x00\x28\xb5\x2f\xfd"), make([]byte, 256)...), "messages of OpenTelemetry, each packed with zstd by itself; let the Collector"},
		{"OpenTelemetry cut", otlp[:5000], "a file of OpenTelemetry profiles that is cut off (4.88kB of it"},
		{"tar", tar, "a tar archive"},
		{"tar.gz", zip(tar), "a tar archive"},
		{"xz", []byte("\xfd7zXZ\x00\x00"), "a file packed with xz"},
		{"bzip2", []byte("BZh91AY&SY"), "a file packed with bzip2"},
		{"perf", []byte("PERFILE2\x68\x00"), "a recording of Linux perf"},
		{"PowerShell", []byte("\xff\xfe\x1f\x00\xfd\xff\x08\x00\x00\x00"), "UTF-16 text, as PowerShell writes"},
		{"binary", []byte("\xff\xfb\x00\x01\x02\x03"), "binary data of an unknown kind (it begins with ff fb 00 01"},
		{"gzip cut", zip(small(t))[:80], "a gzip file that is cut off"},
		{"gzip header cut", zip(small(t))[:5], "a gzip file that is cut off"},
		{"gzip trailer cut", zip(small(t))[:len(zip(small(t)))-3], "a gzip file that is cut off"},
		{"gzip checksum", badSum, "a damaged gzip file (its checksum does not match)"},
		{"gzip header broken", []byte("\x1f\x8b\x09\x00\x00\x00\x00\x00\x00\x00\x00\x00"), "a damaged gzip file"},
		{"gzip three times", zip(zip(zip(small(t)))), "gzip within gzip within gzip"},
		{"gzip within gzip, cut", zip(zip(small(t))[:80]), "gzip within gzip: inside, a gzip file that is cut off"},
		{"protobuf cut", small(t)[:100], "a pprof profile that is cut off (100B of it are there); record or copy it again"},
		{"protobuf without strings", small(t)[:bytes.LastIndex(small(t), []byte{0x32, 0})], "a pprof profile that is cut off"},
		{"duplicate ids", small(t, func(p *profile.Profile) { p.Function[1].ID = 1 }), "a damaged pprof profile: function 1: two functions have the id 1"},
		{"values missing", small(t, func(p *profile.Profile) { p.Sample[1].Value = p.Sample[1].Value[:1] }), "sample 1: it has 1 values for 2 sample types"},
		{"goroutine text broken", []byte("goroutine profile: total 2\n2 @ nothing\n"), "a goroutine debug=1 that cannot be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Decode(t.Context(), "dir/some\nname", c.data, Options{OnlyProfiles: true})
			var e *input.Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, not an *Error", err)
			}
			line := err.Error()
			if !strings.Contains(line, c.want) {
				t.Errorf("%q does not say %q", line, c.want)
			}
			if strings.ContainsAny(line, "\n\r\x1b\u202e") || len(line) > input.MaxError+10 || !strings.HasPrefix(line, "dir/some name: ") {
				t.Errorf("not one safe line: %q", line)
			}
		})
	}
}

// TestMended opens what is a profile, but not quite as it should be.
func TestMended(t *testing.T) {
	one := small(t)
	goWritten := must.Have(os.ReadFile("../testdata/cpu.pprof"))
	plain := must.Have(gunzipAll(goWritten))
	heap := must.Have(os.ReadFile("../testdata/heap.pprof"))
	plainHeap := must.Have(gunzipAll(heap))
	other := small(t, func(p *profile.Profile) { p.SampleType[0].Type = "other" })
	noTime := small(t, func(p *profile.Profile) { p.TimeNanos = 0 })
	text := "goroutine profile: total 2\n2 @ 0x11\n#\t0x10\tmain.f+0x1\t/m.go:3\n"
	mutex := "--- mutex:\ncycles/second=1000000000\n1000 3 @ 0x11\n#\t0x10\tmain.f+0x1\t/m.go:3\n"
	total := func(data []byte) int64 { return sum(mustDecode(t, string(data)).Samples.Values[0]) }
	for _, c := range []struct {
		name    string
		data    []byte
		want    int64  // the sum of the first sample type
		warning string // a part of one of the warnings
	}{
		{"gzip twice", zip(zip(one)), 4, "packed with gzip twice"},
		{"end to end", join(one, one), 8, "2 profiles end to end; their values are added up"},
		{"three end to end, without a time", join(noTime, noTime, noTime), 12, "3 profiles end to end"},
		{"end to end within gzip", zip(join(one, one)), 8, "2 profiles end to end"},
		{"gzip members", join(zip(one), zip(one)), 8, "2 profiles end to end"},
		{"written by Go", join(plain, plain), 2 * total(goWritten), "2 profiles end to end"},
		{"heap written by Go", join(plainHeap, plainHeap), 2 * total(heap), "2 profiles end to end"},
		{"written by Go, gzip members", join(goWritten, goWritten), 2 * total(goWritten), "2 profiles end to end"},
		{"by Go and by the library", join(plain, one), total(goWritten) + 4, "2 profiles end to end"},
		{"by the library and by Go", join(one, plain), total(goWritten) + 4, "2 profiles end to end"},
		{"one profile in two gzip members", join(zip(one[:50]), zip(one[50:])), 4, ""},
		{"another kind behind", join(one, other), 4, "another profile with other sample types (other/count, cpu/nanoseconds)"},
		{"a cut one behind", join(one, one[:60]), 4, "60B behind the first profile are no profile"},
		{"something behind", join(one, []byte("\x07rubbish")), 4, "8B behind the first profile are no profile"},
		{"rubbish behind gzip", join(zip(one), []byte("rubbish")), 4, "7B behind the end of the gzip data are left out"},
		{"padding behind gzip", join(zip(one), make([]byte, 512)), 4, ""},
		{"texts end to end", []byte(text + text), 4, "2 profiles end to end"},
		{"mutex texts end to end", []byte(mutex + mutex), 6, "2 profiles end to end"},
		{"drop_frames no regexp", small(t, func(p *profile.Profile) { p.DropFrames = "(" }), 4, "no frames were dropped"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustDecode(t, string(c.data))
			if got := sum(p.Samples.Values[0]); got != c.want {
				t.Errorf("total %d, not %d", got, c.want)
			}
			said := strings.Join(p.Warnings, "\n")
			if !strings.Contains(said, c.warning) {
				t.Errorf("warnings %q, none says %q", said, c.warning)
			}
			if c.warning == "" && strings.Contains(said, "behind") {
				t.Errorf("warnings %q about nothing", said)
			}
			consistent(t, p)
		})
	}
}

func gunzipAll(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func sum(values []int64) int64 {
	var n int64
	for _, v := range values {
		n += v
	}
	return n
}

// TestTruncations cuts a profile at every byte. Packed, it is never opened;
// unpacked it may be, where only header fields are lost that a profile need
// not have.
func TestTruncations(t *testing.T) {
	for _, data := range [][]byte{zip(small(t)), small(t)} {
		for n := range len(data) {
			f, err := Decode(t.Context(), "cut", data[:n], Options{})
			switch {
			case err == nil && input.IsGzip(data):
				t.Errorf("opened %d of %d bytes", n, len(data))
			case err == nil:
				if f.Profile.Samples.Len() != 2 {
					t.Errorf("%d samples in %d bytes", f.Profile.Samples.Len(), n)
				}
			case strings.Contains(err.Error(), "\n"):
				t.Errorf("error of several lines: %q", err)
			}
		}
	}
}

// FuzzDecode looks for inputs of any kind that make the loader panic, exceed
// its limits, or give a profile whose tables do not hold.
func FuzzDecode(f *testing.F) {
	one := small(f)
	f.Add(one)
	f.Add(zip(one))
	f.Add(zip(zip(one)))
	f.Add(join(one, one))
	f.Add(join(zip(one), zip(one), []byte("rubbish")))
	f.Add(encode(f, synthetic.Large(20, 5, 10, 1)))
	for _, c := range debug1Cases {
		f.Add([]byte(c.text))
	}
	f.Add([]byte(dumpCases[0].text))
	f.Add([]byte("<html><title>x</title>"))
	f.Add([]byte("go 1.22 trace\x00\x00\x00"))
	f.Add([]byte("--- threadz 1 ---\n\n--- Thread 7f (name: x/1) stack: ---\n  0x1 0x2\n"))
	f.Add([]byte("--- heapz 1 ---\nformat = java\nresolution = bytes\n 7 1 @ 0x3 0x4\n 0x3 f (a.java:2)\n"))
	f.Add([]byte("--- contentionz 1 ---\nformat = java\nresolution = us\n 7 1 @ 0x3 0x4\n 0x3 f (a.java:2)\n"))
	f.Add([]byte("\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x10\x27\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x05\x00\x00\x00"))
	limits := input.Limits{File: 1 << 20, Uncompressed: 4 << 20, Memory: 16 << 20}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Decode(t.Context(), "fuzz", data, Options{Limits: limits})
		if err != nil {
			var e *input.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v is no *Error", err)
			}
			if strings.Contains(e.Details, "goroutine ") && strings.Contains(e.Found, "decoder failed") {
				t.Fatal(e.Details)
			}
			if s := err.Error(); strings.ContainsRune(s, '\n') || len(s) > input.MaxError+10 {
				t.Fatalf("not one line: %q", s)
			}
			return
		}
		consistent(t, file.Profile)
	})
}
