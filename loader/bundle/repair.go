package bundle

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math"

	"github.com/klauspost/compress/flate"
)

// Sizes: the header before an entry, the one in the list at the end, and the record behind that list (APPNOTE, 4.3.7,
// 4.3.12 and 4.3.16).
const (
	entryHeader = 30
	listHeader  = 46
	endRecord   = 22
)

// repaired is a zip that lacks the list at its end: behind its last whole entry it has a list made from the headers
// before the entries.
type repaired struct {
	of   *archive
	end  int64 // where the last whole entry ends
	list []byte
	n    int // entries in the list
	room int64
	in   *bufio.Reader
	flat io.ReadCloser
}

// repair goes from one entry to the next, until none begins or one is not whole.
func (a *archive) repair() (*repaired, error) {
	r := &repaired{of: a, room: a.limits.Streamed(a.size)}
	for {
		if err := a.p.Cancelled(); err != nil {
			return nil, err
		}
		if r.n > MaxEntries || len(r.list) > maxDirectory {
			return nil, tooMany(0)
		}
		if !r.add() {
			break
		}
	}
	end := make([]byte, endRecord)
	copy(end, "PK\x05\x06")
	binary.LittleEndian.PutUint16(end[8:], uint16(r.n))
	binary.LittleEndian.PutUint16(end[10:], uint16(r.n))
	binary.LittleEndian.PutUint32(end[12:], uint32(len(r.list)))
	binary.LittleEndian.PutUint32(end[16:], uint32(r.end))
	r.list = append(r.list, end...)
	return r, a.p.Cancelled() // which may have ended it
}

// add adds the next entry to the list if it is whole. Zip64 entries, and those behind 4 GB, count as not whole.
func (r *repaired) add() bool {
	head := make([]byte, entryHeader)
	if _, err := r.of.ReadAt(head, r.end); err != nil || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return false
	}
	name := make([]byte, int(binary.LittleEndian.Uint16(head[26:]))+int(binary.LittleEndian.Uint16(head[28:]))) // and what is behind it
	if _, err := r.of.ReadAt(name, r.end+entryHeader); err != nil {
		return false
	}
	next := r.end + entryHeader + int64(len(name))
	if head[6]&8 != 0 { // its sizes stand behind it
		behind, ok := r.measure(head, next)
		if !ok {
			return false
		}
		next += behind
	}
	packed, unpacked := binary.LittleEndian.Uint32(head[18:]), binary.LittleEndian.Uint32(head[22:])
	next += int64(packed)
	if next > r.of.size || next >= math.MaxUint32 || packed == math.MaxUint32 || unpacked == math.MaxUint32 {
		return false
	}
	at := make([]byte, listHeader)
	copy(at, "PK\x01\x02")
	copy(at[6:], head[4:]) // the same fields in the same order
	binary.LittleEndian.PutUint32(at[42:], uint32(r.end))
	r.list = append(append(r.list, at...), name...)
	r.end, r.n = next, r.n+1
	return true
}

// measure unpacks an entry to find its end, and puts what stands there into its header: its checksum and its sizes
// (APPNOTE, 4.3.9). It returns how many bytes that takes.
func (r *repaired) measure(head []byte, at int64) (behind int64, ok bool) {
	const deflated = 8
	if binary.LittleEndian.Uint16(head[8:]) != deflated {
		return 0, false
	}
	file := io.NewSectionReader(r.of, at, r.of.size-at)
	if r.in == nil {
		r.in = bufio.NewReader(file)
		r.flat = flate.NewReader(r.in)
	} else if r.in.Reset(file); r.flat.(flate.Resetter).Reset(r.in, nil) != nil {
		return 0, false
	}
	var unpacked int64
	for err := error(nil); err != io.EOF; {
		var n int64
		n, err = io.CopyN(io.Discard, r.flat, 1<<20)
		unpacked, r.room = unpacked+n, r.room-n
		if err != nil && err != io.EOF || r.room < 0 || r.of.p.Cancelled() != nil {
			return 0, false
		}
	}
	packed, _ := file.Seek(0, io.SeekCurrent)
	packed -= int64(r.in.Buffered())
	all := make([]byte, 24)
	n, _ := r.of.ReadAt(all, at+packed)
	d := bytes.TrimPrefix(all[:n], []byte("PK\x07\x08"))
	behind = int64(n - len(d))
	switch is := binary.LittleEndian; {
	case len(d) >= 12 && int64(is.Uint32(d[4:])) == packed && int64(is.Uint32(d[8:])) == unpacked:
		behind += 12
	case len(d) >= 20 && is.Uint64(d[4:]) == uint64(packed) && is.Uint64(d[12:]) == uint64(unpacked) && max(packed, unpacked) < math.MaxUint32:
		behind += 20
	default:
		return 0, false
	}
	copy(head[14:], d[:4])
	binary.LittleEndian.PutUint32(head[18:], uint32(packed))
	binary.LittleEndian.PutUint32(head[22:], uint32(unpacked))
	return behind, true
}

// size returns the file's size with the list.
func (r *repaired) size() int64 { return r.end + int64(len(r.list)) }

// ReadAt implements io.ReaderAt.
func (r *repaired) ReadAt(b []byte, at int64) (n int, err error) {
	if at < r.end {
		if n, err = r.of.ReadAt(b[:min(int64(len(b)), r.end-at)], at); n == len(b) || at+int64(n) < r.end {
			return n, err
		}
	}
	more, err := bytes.NewReader(r.list).ReadAt(b[n:], at+int64(n)-r.end)
	return n + more, err
}
