package hostile

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"time"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
)

// Many is more entries than any bundle may have.
const Many = 1_000_000

// Bundles returns archives that ask for much, or lead to nothing.
func Bundles() []Input {
	profile := Pack([]byte("a profile, for those who look no closer"))
	return []Input{
		{Name: "zip-42", Bytes: nested},
		{Name: "zip-million", Bytes: func() []byte { return directory(Many, Many) }},
		{Name: "zip-million-unsaid", Bytes: func() []byte { return directory(Many, 7) }},
		{Name: "zip-paths", Bytes: func() []byte {
			return Zip("../../x", profile, "/etc/x", profile, `..\..\x`, profile, "C:\\x", profile, "a\x00b\x1b[31m\u202e",
				profile, "", profile, ".", profile, "x", profile, "a//b/../x", profile)
		}},
		{Name: "zip-encrypted", Bytes: encrypted},
		{Name: "zip-overlapping", Bytes: overlapping},
		{Name: "zip-cut", Bytes: func() []byte { all := Zip("a", profile, "b", profile); return all[:len(all)-40] }},
		{Name: "zip-list-missing", Bytes: func() []byte { return bytes.Repeat(header("a", nil, 0, 0), Many) }},
		{Name: "zip-large-claims", Bytes: func() []byte {
			return bytes.Repeat(header("cpu.pprof", make([]byte, 4), math.MaxUint32, math.MaxUint32), 18)
		}},
		{Name: "zip-zeros-unlisted", Bytes: func() []byte {
			all := Zip("zeros", make([]byte, 300<<20), "next", profile)
			return all[:bytes.Index(all, []byte("PK\x01\x02"))]
		}, Large: true},
		{Name: "zip-zeros", Bytes: func() []byte { return Zip("cpu.pprof", Pack(make([]byte, 300<<20))) }, Large: true},
		{Name: "zip-directory-alone", Bytes: func() []byte { return directory(1, 1) }},
		{Name: "tar-paths", Bytes: func() []byte { return Tar("../../x", profile, "/etc/x", profile, "a/../../x", profile) }},
		{Name: "tar-links", Bytes: links},
		{Name: "tar-sparse", Bytes: sparse},
		{Name: "tar-cut", Bytes: func() []byte { return Tar("a", profile, "b", make([]byte, 5000))[:3000] }},
		{Name: "tar-gz-many", Bytes: func() []byte { return many(100_001) }, Large: true},
		{Name: "tar-zst-many", Bytes: func() []byte { return bytes.Repeat(PackZstd(Tar("a", profile)), 1000) }},
		{Name: "tar-zst-zeros", Bytes: func() []byte { return PackZstd(Tar("a", make([]byte, 300<<20))) }, Large: true},
		{Name: "tar-gz-zeros", Bytes: func() []byte { return Pack(Tar("a", make([]byte, 300<<20))) }, Large: true},
	}
}

// Zip writes a zip; names and contents alternate.
func Zip(all ...any) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	pairs(all, func(name string, data []byte) {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(data)
		}
		if err != nil {
			panic(err)
		}
	})
	w.Close()
	return b.Bytes()
}

// Tar is like Zip, for tar.
func Tar(all ...any) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	pairs(all, func(name string, data []byte) {
		err := w.WriteHeader(&tar.Header{Name: name, Size: int64(len(data)), Mode: 0o644, ModTime: time.Unix(1_700_000_000, 0)})
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			panic(err)
		}
	})
	w.Close()
	return b.Bytes()
}

func pairs(all []any, do func(name string, data []byte)) {
	for i := 0; i < len(all); i += 2 {
		do(all[i].(string), all[i+1].([]byte))
	}
}

// header returns a zip entry as it stands before the directory, with the sizes that its header claims.
func header(name string, data []byte, packed, unpacked uint32) []byte {
	b := make([]byte, 30)
	copy(b, "PK\x03\x04")
	binary.LittleEndian.PutUint32(b[18:], packed)
	binary.LittleEndian.PutUint32(b[22:], unpacked)
	b[26] = byte(len(name))
	return append(append(b, name...), data...)
}

// nested is built like 42.zip: zips in zips in zips, with gigabytes at the bottom.
func nested() []byte {
	inner := Zip("0.dll", make([]byte, 1<<20))
	for range 3 {
		var all []any
		for i := range 16 {
			all = append(all, fmt.Sprintf("lib %x.zip", i), inner)
		}
		inner = Zip(all...)
	}
	return inner
}

// directory returns a zip that is only a directory with n entries. Its end claims another number.
func directory(n, claimed int) []byte {
	b := []byte("PK\x03\x04")
	begin := len(b)
	entry := make([]byte, 46)
	copy(entry, "PK\x01\x02")
	entry[28] = 7 // the name's length
	for i := range n {
		b = fmt.Appendf(append(b, entry...), "%07d", i)
	}
	size, at := len(b)-begin, len(b)
	big := claimed >= 1<<16-1
	if big {
		record := make([]byte, 56)
		copy(record, "PK\x06\x06")
		binary.LittleEndian.PutUint64(record[4:], 44)
		binary.LittleEndian.PutUint64(record[24:], uint64(claimed))
		binary.LittleEndian.PutUint64(record[32:], uint64(claimed))
		binary.LittleEndian.PutUint64(record[40:], uint64(size))
		binary.LittleEndian.PutUint64(record[48:], uint64(begin))
		b = append(b, record...)
		locator := make([]byte, 20)
		copy(locator, "PK\x06\x07")
		binary.LittleEndian.PutUint64(locator[8:], uint64(at))
		locator[16] = 1
		b = append(b, locator...)
	}
	end := make([]byte, 22)
	copy(end, "PK\x05\x06")
	for _, at := range []int{8, 10} {
		binary.LittleEndian.PutUint16(end[at:], uint16(min(claimed, 1<<16-1)))
	}
	binary.LittleEndian.PutUint32(end[12:], uint32(size))
	binary.LittleEndian.PutUint32(end[16:], uint32(begin))
	return append(b, end...)
}

// encrypted returns a zip with one entry that needs a password, and one that does not.
func encrypted() []byte {
	b := Zip("secret.pprof", []byte("xxxxxxxxxxxxxxxxxxxx"), "plain.pprof", Pack([]byte("x")))
	b[6] |= 1
	at := bytes.Index(b, []byte("PK\x01\x02"))
	b[at+8] |= 1
	return b
}

// overlapping returns a zip whose thousand entries are the same bytes in the file.
func overlapping() []byte {
	zeros := make([]byte, 1<<20)
	var packed bytes.Buffer
	f, _ := flate.NewWriter(&packed, 9)
	f.Write(zeros)
	f.Close()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	h := &zip.FileHeader{Name: "0000", Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(zeros),
		CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(len(zeros))}
	raw, _ := w.CreateRaw(h)
	raw.Write(packed.Bytes())
	w.Close()
	all := b.Bytes()
	at := bytes.Index(all, []byte("PK\x01\x02"))
	end := bytes.Index(all, []byte("PK\x05\x06"))
	entry, tail := bytes.Clone(all[at:end]), bytes.Clone(all[end:])
	out := all[:at:at]
	for i := range 1000 {
		copy(entry[46:], fmt.Sprintf("%04d", i))
		out = append(out, entry...)
	}
	binary.LittleEndian.PutUint16(tail[8:], 1000)
	binary.LittleEndian.PutUint16(tail[10:], 1000)
	binary.LittleEndian.PutUint32(tail[12:], uint32(1000*len(entry)))
	return append(out, tail...)
}

// links returns a tar with everything that is not a file.
func links() []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i, kind := range []byte{tar.TypeSymlink, tar.TypeLink, tar.TypeChar, tar.TypeBlock, tar.TypeFifo, tar.TypeDir} {
		if err := w.WriteHeader(&tar.Header{Name: fmt.Sprintf("cpu%d.pprof", i), Typeflag: kind, Linkname: "/etc/passwd"}); err != nil {
			panic(err)
		}
	}
	w.Close()
	return b.Bytes()
}

// sparse returns a tar with one 8 GiB file that is all zeros, none of which it holds (GNU's old form).
func sparse() []byte {
	b := make([]byte, 3*512)
	copy(b, "cpu.pprof")
	copy(b[100:], "0000644\x00")
	copy(b[124:], "00000000000\x00")
	copy(b[136:], "00000000000\x00")
	copy(b[148:], "        ")
	b[156] = 'S'
	copy(b[257:], "ustar  \x00")
	copy(b[386:], "77777777777\x0000000000000\x00")
	copy(b[483:], "77777777777\x00")
	sum := 0
	for _, c := range b[:512] {
		sum += int(c)
	}
	copy(b[148:], fmt.Sprintf("%06o\x00 ", sum))
	return b
}

// many returns a tar.gz with n empty files.
func many(n int) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	w := tar.NewWriter(z)
	for i := range n {
		w.WriteHeader(&tar.Header{Name: fmt.Sprint(i)})
	}
	w.Close()
	z.Close()
	return b.Bytes()
}
