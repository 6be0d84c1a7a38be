package bundle

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/measure/hostile"
	"profstation/model/safe"
)

// saved writes a bundle to a folder of its own.
func saved(t *testing.T, data []byte) string {
	path := filepath.Join(t.TempDir(), "bundle")
	must.Do(os.WriteFile(path, data, 0o600))
	return path
}

func zst(data []byte) []byte {
	w, _ := zstd.NewWriter(nil)
	return w.EncodeAll(data, nil)
}

// gzipped are the entries that these tests look for.
func gzipped(head []byte) bool { return input.IsGzip(head) }

// said writes what a bundle has, one entry after the other.
func said(b *Bundle) string {
	var all []string
	for _, e := range b.Entries {
		if e.Skipped == "" {
			all = append(all, fmt.Sprintf("%q", e.Name))
		} else {
			all = append(all, fmt.Sprintf("%q %s", e.Name, e.Skipped))
		}
	}
	return strings.Join(all, ", ")
}

// TestForms lists and reads the same files in every form.
func TestForms(t *testing.T) {
	one, two := hostile.Pack([]byte("one")), hostile.Pack([]byte("two"))
	pairs := []any{
		"run/cpu.pprof", one, "run/log.txt", []byte("a\nb\nc\nd\n"), "heap", two, "version", []byte("go version go1.26\n"),
		"metrics.json", []byte(`{"gcs":3,"name":"api\u0007","list":[1],"ok":true}`), "pairs.json", []byte(`[["a",1.5],["b","x"],[3,4]]`),
		"run/README", []byte("A run\n\n  of the night\n"), "in.zip", hostile.Zip("x", one), "in.tar.gz", hostile.Pack(hostile.Tar("x", one)), "empty", []byte{},
	}
	asTar := hostile.Tar(pairs...)
	for form, data := range map[string][]byte{
		"zip": hostile.Zip(pairs...), "tar": asTar, "tar.gz": hostile.Pack(asTar), "tar.zst": zst(asTar), "tar.gz.zst": zst(hostile.Pack(asTar)),
	} {
		path := saved(t, data)
		b, err := List(t.Context(), path, Options{Look: gzipped})
		if err != nil {
			t.Errorf("%s: %v", form, err)
			continue
		}
		want := `"run/cpu.pprof", "run/log.txt" foreign, "heap", "version" shown, "metrics.json" shown, "pairs.json" shown, "run/README" shown, "in.zip" nested, "in.tar.gz" nested, "empty" foreign`
		if b.Form != form || said(b) != want || b.Damage != "" {
			t.Errorf("%s is %s: %s %s", form, b.Form, said(b), b.Damage)
		}
		if got := b.SkippedEntries(); got != "left out: 2 other files, 2 bundles within it" {
			t.Errorf("%s: %s", form, got)
		}
		if got, want := fmt.Sprint(b.Facts), `[go version go1.26 3 api\a true 1.5 x A run of the night]`; got != want || b.Facts[2].Name != "metrics.json · name" {
			t.Errorf("%s says %v, want %v", form, got, want)
		}
		var read []string
		err = (&Bundle{Path: path}).Visit(t.Context(), Options{}, func(e *Entry) bool { return e.Name != "empty" }, func(e *Entry, r io.Reader) error {
			data, err := io.ReadAll(r)
			if bytes.Equal(data, one) || bytes.Equal(data, two) {
				read = append(read, e.Path)
			}
			return err
		})
		if want := []string{filepath.Join(path, "run", "cpu.pprof"), filepath.Join(path, "heap")}; err != nil || !slices.Equal(read, want) {
			t.Errorf("%s: visited %q, %v", form, read, err)
		}
		of, name, ok := Split(filepath.Join(path, "run", "cpu.pprof"))
		if !ok || of != path || name != "run/cpu.pprof" {
			t.Errorf("%s: %q, %q, %v", form, of, name, ok)
		}
		err = Read(t.Context(), of, name, Options{}, func(_ *Entry, r io.Reader) error {
			data, err := io.ReadAll(r)
			if !bytes.Equal(data, one) {
				t.Errorf("%s: another entry was read", form)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", form, err)
		}
		if err := Read(t.Context(), of, "none", Options{}, nil); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", form, err)
		}
	}
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none", "x"), "", "/"} {
		if of, _, ok := Split(path); ok {
			t.Errorf("%q leads into %q", path, of)
		}
	}
}

// TestGrowth lists bundles in steps in proportion to their entries, or to their bytes if those are of one entry.
func TestGrowth(t *testing.T) {
	entries := func(n int) (all []any) {
		for i := range n {
			all = append(all, fmt.Sprintf("run/%d/cpu.pprof", i), []byte("x"))
		}
		return all
	}
	for form, of := range map[string]func(n int) []byte{
		"zip":     func(n int) []byte { return hostile.Zip(entries(n)...) },
		"tar":     func(n int) []byte { return hostile.Tar(entries(n)...) },
		"cut":     func(n int) []byte { return unlisted(hostile.Zip(entries(n)...)) },
		"tars":    func(n int) []byte { return bytes.Repeat(hostile.Tar("a", []byte("x")), n) },
		"tar.gz":  func(n int) []byte { return hostile.Pack(hostile.Tar(entries(n)...)) },
		"tar.zst": func(n int) []byte { return hostile.PackZstd(hostile.Tar(entries(n)...)) },
		"one":     func(n int) []byte { return hostile.Pack(hostile.Tar("a", make([]byte, n<<10))) },
	} {
		looks := func(n int) int {
			ctx := must.Count()
			if _, err := List(ctx, saved(t, of(n)), Options{Look: gzipped}); err != nil {
				t.Errorf("%s: %v", form, err)
			}
			return ctx.Asked()
		}
		const n = 1000
		if small, large := looks(n), looks(4*n); small < 10 || float64(large) > 4.5*float64(small) {
			t.Errorf("%s: %d looks at the context for %d, %d for four times as many", form, small, n, large)
		}
	}
}

// unlisted is a zip without the list of its entries.
func unlisted(data []byte) []byte { return data[:bytes.Index(data, []byte("PK\x01\x02"))] }

// TestCutZip cuts a zip at every byte: what is whole before that is read, as it is read of the zip itself.
func TestCutZip(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	texts := []string{strings.Repeat("deflated ", 30), "stored", "", "packed by itself"}
	for i, text := range texts {
		h := &zip.FileHeader{Name: fmt.Sprint(i), Method: zip.Deflate, Modified: time.Unix(1_700_000_000, 0)} // which CreateRaw leaves out
		if i == 1 {                                                                                           // its sizes stand before it
			h.Method, h.CRC32, h.CompressedSize64, h.UncompressedSize64 = zip.Store, crc32.ChecksumIEEE([]byte(text)), 6, 6
			must.Have(must.Have(w.CreateRaw(h)).Write([]byte(text)))
			continue
		}
		must.Have(must.Have(w.CreateHeader(h)).Write([]byte(text)))
	}
	w.Close()
	data := b.Bytes()
	var ends []int // of the entries
	for at := 4; len(ends) < len(texts)-1; {
		at += bytes.Index(data[at:], []byte("PK\x03\x04"))
		ends = append(ends, at)
		at += 4
	}
	ends = append(ends, len(unlisted(data)))
	for cut := range data {
		whole := 0
		for _, end := range ends {
			if end <= cut {
				whole++
			}
		}
		a, err := newArchive(t.Context(), "b", bytes.NewReader(data[:cut]), int64(cut), time.Time{}, Options{})
		if err != nil {
			if cut > 4 {
				t.Fatalf("of %d bytes: %v", cut, err)
			}
			continue
		}
		n := 0
		err = a.walk(func(e *Entry, r io.Reader) error {
			got, err := io.ReadAll(r)
			if e.Name != fmt.Sprint(n) || string(got) != texts[n] || err != nil || e.Time.Unix() != 1_700_000_000 && n != 1 {
				t.Errorf("of %d bytes: entry %d is %q of %v with %q, %v", cut, n, e.Name, e.Time, got, err)
			}
			n++
			return nil
		})
		if said := a.damage(err); n != whole || (n > 0) != strings.Contains(said, "is missing, "+fmt.Sprint(n)+" entr") {
			t.Errorf("of %d bytes: %d entries, want %d; %q", cut, n, whole, said)
		}
	}
}

// TestTarsEndToEnd reads tars that were put into one file, with what programs fill their records with between them,
// and none behind something else.
func TestTarsEndToEnd(t *testing.T) {
	one, two := hostile.Tar("a", hostile.Pack([]byte("one"))), hostile.Tar("a", hostile.Pack([]byte("two")), "b", hostile.Pack([]byte("three")))
	for form, pack := range map[string]func([]byte) []byte{"tar": bytes.Clone, "tar.gz": hostile.Pack, "tar.zst": zst} {
		for name, c := range map[string]struct {
			data []byte
			want string
		}{
			"end to end": {slices.Concat(one, two), `"a", "a (2)", "b"`},
			"filled":     {slices.Concat(one, make([]byte, 20*512), two, one), `"a", "a (2)", "b", "a (3)"`},
			"no tar":     {slices.Concat(one, bytes.Repeat([]byte("x"), 512), two), `"a"`},
			"too far":    {slices.Concat(one, make([]byte, 2<<20), two), `"a"`},
		} {
			b, err := List(t.Context(), saved(t, pack(c.data)), Options{Look: gzipped})
			if err != nil || said(b) != c.want || b.Damage != "" {
				t.Errorf("%s, %s: %v, want %s; %v", form, name, b, c.want, err)
			}
		}
	}
}

// TestHostile lists what asks for much: each is refused, or shown with what was left out, within bounds of memory.
func TestHostile(t *testing.T) {
	want := map[string]string{
		"zip-42":              "left out: 16 bundles within it",
		"zip-million":         "a bundle of 1,000,000 entries; the limit is 100,000; unpack it and open a folder of it",
		"zip-million-unsaid":  "a bundle of more than 100,000 entries, which is the limit",
		"zip-paths":           `"x", "etc/x", "x (2)", "C:/x", "a\\x00b\\x1b[31m\\u202e", "_", "_ (2)", "x (3)", "a/x"`,
		"zip-encrypted":       `"secret.pprof" encrypted, "plain.pprof"`,
		"zip-overlapping":     "a zip file whose entries overlap",
		"zip-cut":             `its end is missing, 2 entries could be read "a", "b"`,
		"zip-list-missing":    "a bundle of more than 100,000 entries, which is the limit",
		"zip-large-claims":    "a zip file without the list of its entries, which stands at its end: it is cut off, or damaged",
		"zip-zeros-unlisted":  "a zip file without the list of its entries",
		"zip-zeros":           `"cpu.pprof"`,
		"zip-directory-alone": `"0000000" foreign`,
		"tar-paths":           `"x", "etc/x", "x (2)"`,
		"tar-links":           "left out: 5 links or devices",
		"tar-sparse":          `"cpu.pprof" foreign`,
		"tar-cut":             `a tar file that is cut off; the rest is missing "a", "b" unreadable`,
		"tar-gz-many":         "a bundle of more than 100,000 entries, which is the limit",
		"tar-zst-many":        `"a (1000)"`,
		"tar-zst-zeros":       "it unpacks to more than the limit of 256MB",
		"tar-gz-zeros":        "it unpacks to more than the limit of 256MB",
	}
	for _, in := range hostile.Bundles() {
		t.Run(in.Name, func(t *testing.T) {
			path := saved(t, in.Bytes())
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			b, err := List(t.Context(), path, Options{Look: gzipped})
			runtime.ReadMemStats(&after)
			got := fmt.Sprint(err)
			if err == nil {
				got = strings.TrimSpace(b.Damage + " " + said(b) + " " + b.SkippedEntries())
			} else if e, ok := errors.AsType[*input.Error](err); !ok || strings.Contains(e.Error(), "\n") {
				t.Errorf("%T: %v", err, err)
			}
			if want[in.Name] == "" || !strings.Contains(got, want[in.Name]) {
				t.Errorf("%s, want %s", got, want[in.Name])
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 200<<20+dropped {
				t.Errorf("%s was made on the way", input.Size(int64(n)))
			}
			if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
				t.Errorf("%v was written", left)
			}
		})
	}
}

// TestEntryLimits reads entries that unpack to more than is allowed, or that end too early.
func TestEntryLimits(t *testing.T) {
	zeros := make([]byte, 3<<20)
	damaged := hostile.Zip("a", bytes.Repeat([]byte("abcdefgh"), 100))
	damaged[40] ^= 0xff
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"zip":     {hostile.Zip("a", zeros), "it unpacks to more than the limit of 1MB"},
		"tar":     {hostile.Tar("a", zeros), "it unpacks to more than the limit of 1MB"},
		"tar.gz":  {hostile.Pack(hostile.Tar("a", zeros)), "it unpacks to more than the limit of 1MB"},
		"sparse":  {named(t, "tar-sparse"), "it unpacks to more than the limit of 1MB"},
		"damaged": {damaged, "a damaged zip file"},
		"cut":     {hostile.Tar("a", zeros[:5000])[:2000], "a tar file that is cut off"},
	} {
		err := (&Bundle{Path: saved(t, c.data)}).Visit(t.Context(), Options{Limits: input.Limits{Uncompressed: 1 << 20}}, func(*Entry) bool { return true }, func(_ *Entry, r io.Reader) error {
			_, err := io.Copy(io.Discard, r)
			return err
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func named(t *testing.T, name string) []byte {
	for _, in := range hostile.Bundles() {
		if in.Name == name {
			return in.Bytes()
		}
	}
	t.Fatalf("no bundle is named %s", name)
	return nil
}

// TestStops ends the context while a bundle is listed, and while an entry is read.
func TestStops(t *testing.T) {
	var pairs []any
	for i := range 1000 {
		pairs = append(pairs, fmt.Sprint(i), hostile.Pack([]byte("x")))
	}
	for form, data := range map[string][]byte{"zip": hostile.Zip(pairs...), "tar.gz": hostile.Pack(hostile.Tar(pairs...))} {
		ctx, stop := context.WithCancel(t.Context())
		looks := 0
		_, err := List(ctx, saved(t, data), Options{Look: func([]byte) bool {
			if looks++; looks == 10 {
				stop()
			}
			return true
		}})
		if !errors.Is(err, context.Canceled) && ctx.Err() == nil || err == nil || looks != 10 {
			t.Errorf("%s: %v after %d looks", form, err, looks)
		}
		stop()
	}
}

// TestTakenBack reads an entry after its time, as somebody may do in another goroutine.
func TestTakenBack(t *testing.T) {
	var kept io.Reader
	err := (&Bundle{Path: saved(t, hostile.Tar("a", []byte("abc"), "b", []byte("def")))}).Visit(t.Context(), Options{}, func(e *Entry) bool { return e.Name == "a" }, func(_ *Entry, r io.Reader) error {
		kept = r
		return nil
	})
	if data, _ := io.ReadAll(kept); err != nil || len(data) > 0 {
		t.Errorf("%q, %v", data, err)
	}
}

// fuzz lists whatever comes. Names are safe and differ, errors are one line, and what is read is what was listed.
func fuzz(t *testing.T, data []byte) {
	o := Options{Limits: input.Limits{File: 1 << 20, Uncompressed: 1 << 20, Memory: 1 << 20}, Look: gzipped}
	a, err := newArchive(t.Context(), "b", bytes.NewReader(data), int64(len(data)), time.Time{}, o)
	var b *Bundle
	if err == nil {
		b, err = a.list(o.Look)
	}
	if err != nil {
		if e, ok := errors.AsType[*input.Error](err); !ok || strings.ContainsRune(e.Error(), '\n') {
			t.Fatalf("%T: %q", err, err)
		}
		return
	}
	names := map[string]bool{}
	for _, e := range b.Entries {
		if names[e.Name] || e.Name == "" || !filepath.IsLocal(e.Name) || safe.Whole(e.Name) != e.Name {
			t.Fatalf("%q", e.Name)
		}
		names[e.Name] = true
	}
	a, _ = newArchive(t.Context(), "b", bytes.NewReader(data), int64(len(data)), time.Time{}, o)
	n := 0
	err = a.walk(func(e *Entry, r io.Reader) error {
		if n >= len(b.Entries) || e.Name != b.Entries[n].Name {
			t.Fatalf("entry %d is %q", n, e.Name)
		}
		if n++; e.Skipped == "" {
			io.Copy(io.Discard, r)
		}
		return nil
	})
	if err == nil && n != len(b.Entries) {
		t.Fatalf("%d entries, then %d", len(b.Entries), n)
	}
}

func FuzzZip(f *testing.F) {
	whole := hostile.Zip("a", []byte("x"), "b/c.json", []byte(`{"a":1}`), "../a", hostile.Pack([]byte("y")))
	f.Add(whole)
	f.Add(unlisted(whole))
	for _, in := range hostile.Bundles() {
		if data := in.Bytes; strings.HasPrefix(in.Name, "zip-") && !in.Large {
			if made := data(); len(made) < 4096 {
				f.Add(made)
			}
		}
	}
	f.Fuzz(fuzz)
}

func FuzzTar(f *testing.F) {
	one := hostile.Tar("a", []byte("x"), "b/c.json", []byte(`[["a",1]]`), "../a", hostile.Pack([]byte("y")))
	f.Add(one)
	f.Add(hostile.Pack(one))
	f.Add(zst(one))
	f.Add(slices.Concat(one, one))
	for _, in := range hostile.Bundles() {
		if strings.HasPrefix(in.Name, "tar-") && !in.Large {
			f.Add(in.Bytes())
		}
	}
	f.Fuzz(fuzz)
}
