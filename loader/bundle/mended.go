package bundle

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math"

	"github.com/klauspost/compress/flate"
)

// The sizes of a header before an entry, of one in the list of entries, and of the record behind that list
// (APPNOTE, 4.3.7, 4.3.12 and 4.3.16).
const (
	entryHeader = 30
	listHeader  = 46
	endRecord   = 22
)

// mended is a zip without the list of its entries, which stands at its end: behind its last whole entry it has a
// list that is made of the headers before the entries.
type mended struct {
	of   *archive
	end  int64 // of the last whole entry
	list []byte
	n    int // entries in the list
	room int64
	in   *bufio.Reader
	flat io.ReadCloser
}

// mend goes from one entry to the next, until none begins or one is not whole.
func (a *archive) mend() (*mended, error) {
	m := &mended{of: a, room: a.limits.Streamed(a.size)}
	for {
		if err := a.p.Cancelled(); err != nil {
			return nil, err
		}
		if m.n > MaxEntries || len(m.list) > maxDirectory {
			return nil, tooMany(0)
		}
		if !m.add() {
			break
		}
	}
	end := make([]byte, endRecord)
	copy(end, "PK\x05\x06")
	binary.LittleEndian.PutUint16(end[8:], uint16(m.n))
	binary.LittleEndian.PutUint16(end[10:], uint16(m.n))
	binary.LittleEndian.PutUint32(end[12:], uint32(len(m.list)))
	binary.LittleEndian.PutUint32(end[16:], uint32(m.end))
	m.list = append(m.list, end...)
	return m, a.p.Cancelled() // which may have ended it
}

// add adds the next entry to the list, if it is whole. One of zip64, and one behind 4 GB, count as not.
func (m *mended) add() bool {
	head := make([]byte, entryHeader)
	if _, err := m.of.ReadAt(head, m.end); err != nil || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return false
	}
	name := make([]byte, int(binary.LittleEndian.Uint16(head[26:]))+int(binary.LittleEndian.Uint16(head[28:]))) // and what is behind it
	if _, err := m.of.ReadAt(name, m.end+entryHeader); err != nil {
		return false
	}
	next := m.end + entryHeader + int64(len(name))
	if head[6]&8 != 0 { // its sizes stand behind it
		behind, ok := m.measure(head, next)
		if !ok {
			return false
		}
		next += behind
	}
	packed, unpacked := binary.LittleEndian.Uint32(head[18:]), binary.LittleEndian.Uint32(head[22:])
	next += int64(packed)
	if next > m.of.size || next >= math.MaxUint32 || packed == math.MaxUint32 || unpacked == math.MaxUint32 {
		return false
	}
	at := make([]byte, listHeader)
	copy(at, "PK\x01\x02")
	copy(at[6:], head[4:]) // the same fields in the same order
	binary.LittleEndian.PutUint32(at[42:], uint32(m.end))
	m.list = append(append(m.list, at...), name...)
	m.end, m.n = next, m.n+1
	return true
}

// measure unpacks an entry to find its end, and puts what stands there into its header: its checksum and its sizes
// (APPNOTE, 4.3.9). It returns how many bytes that takes.
func (m *mended) measure(head []byte, at int64) (behind int64, ok bool) {
	const deflated = 8
	if binary.LittleEndian.Uint16(head[8:]) != deflated {
		return 0, false
	}
	file := io.NewSectionReader(m.of, at, m.of.size-at)
	if m.in == nil {
		m.in = bufio.NewReader(file)
		m.flat = flate.NewReader(m.in)
	} else if m.in.Reset(file); m.flat.(flate.Resetter).Reset(m.in, nil) != nil {
		return 0, false
	}
	var unpacked int64
	for err := error(nil); err != io.EOF; {
		var n int64
		n, err = io.CopyN(io.Discard, m.flat, 1<<20)
		unpacked, m.room = unpacked+n, m.room-n
		if err != nil && err != io.EOF || m.room < 0 || m.of.p.Cancelled() != nil {
			return 0, false
		}
	}
	packed, _ := file.Seek(0, io.SeekCurrent)
	packed -= int64(m.in.Buffered())
	all := make([]byte, 24)
	n, _ := m.of.ReadAt(all, at+packed)
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

// size is that of the file with the list.
func (m *mended) size() int64 { return m.end + int64(len(m.list)) }

// ReadAt implements io.ReaderAt.
func (m *mended) ReadAt(b []byte, at int64) (n int, err error) {
	if at < m.end {
		if n, err = m.of.ReadAt(b[:min(int64(len(b)), m.end-at)], at); n == len(b) || at+int64(n) < m.end {
			return n, err
		}
	}
	more, err := bytes.NewReader(m.list).ReadAt(b[n:], at+int64(n)-m.end)
	return n + more, err
}
