package text

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/work"
)

// Legacy forms may end with a memory map. The library reads it in ways whose cost grows faster than
// the file (parseProcMapsFromScanner, remapMappingIDs and massageMappings in
// profile/legacy_profile.go): an assignment "build=/src" rebuilds the table of all assignments, a
// line that uses some may grow without bound, and each address is looked up in one mapping after the
// other. Real maps have a few hundred mappings and at most one assignment. A text beyond these
// limits is refused.
const (
	maxAssignments = 200       // lines with a "="
	maxAssigned    = 64 << 10  // bytes in them
	maxReplaced    = 16 << 20  // bytes that the assigned texts can become where they are used
	maxLookUps     = 1 << 30   // of an address in a mapping
	fewLookUps     = 100 << 20 // with fewer, the different addresses in a text are not counted
)

// memoryMap is the most that a text may make of its memory map.
type memoryMap struct {
	mappings    int // lines that look like one
	assignments int
	assigned    int // bytes in all assignments
	uses        int // of an assignment
	nested      bool
}

// mapSentinels begin the memory map in texts.
var mapSentinels = [][]byte{[]byte("--- Memory map: ---"), []byte("MAPPED_LIBRARIES:")}

// memoryMapOf looks at everything that the library may take for a memory map. In a binary form, no
// line marks its beginning.
func memoryMapOf(data []byte, isBinary bool, steps *work.Steps) memoryMap {
	var m memoryMap
	began := isBinary
	for l := range bytes.Lines(data) {
		if steps.Over(len(l)) {
			break
		}
		if !began {
			began = bytes.Contains(l, mapSentinels[0]) || bytes.Contains(l, mapSentinels[1])
			continue
		}
		if isMapping(l) {
			m.mappings++
		}
		uses := bytes.Count(l, []byte("$"))
		m.uses += uses
		if bytes.IndexByte(l, '=') >= 0 {
			m.assignments++
			m.assigned += len(l)
			m.nested = m.nested || uses > 0
		}
	}
	return m
}

// isMapping reports whether a line has a range of addresses, such as "00400000-0x4100".
func isMapping(line []byte) bool {
	for at := 0; ; at++ {
		i := bytes.IndexByte(line[at:], '-')
		if i < 0 {
			return false
		}
		if at += i; at > 0 && at+1 < len(line) && isHex(line[at-1]) && isHex(line[at+1]) {
			return true
		}
	}
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// allow refuses a text whose memory map would take the library too long.
func (m memoryMap) allow(data []byte, isBinary bool, steps *work.Steps) error {
	tooMuch := ""
	switch {
	case m.assignments > maxAssignments || m.assigned > maxAssigned:
		tooMuch = lang.L("a legacy profile whose memory map assigns too many texts")
	case m.nested && m.assignments > 1, m.uses*m.assigned > maxReplaced:
		tooMuch = lang.L("a legacy profile whose memory map uses its assignments too often")
	case m.mappings*len(data)/4 > fewLookUps && m.mappings*addresses(data, isBinary, steps) > maxLookUps:
		tooMuch = lang.L("a legacy profile whose memory map has too many mappings for so many addresses")
	default:
		return nil
	}
	return &input.Error{Found: tooMuch, Advice: lang.L("leave out the memory map, or what of it no stack needs")}
}

// addresses returns the most different addresses that a text can have.
func addresses(data []byte, isBinary bool, steps *work.Steps) int {
	seen := map[uint64]struct{}{}
	if isBinary {
		for i := 0; i+4 <= len(data) && !steps.Over(1); i += 4 { // works for both word sizes
			seen[uint64(binary.LittleEndian.Uint32(data[i:]))] = struct{}{}
		}
		return len(seen)
	}
	seed := maphash.MakeSeed()
	for l := range bytes.Lines(data) {
		if steps.Over(len(l)) {
			break
		}
		if isMapping(l) {
			continue
		}
		for word := range bytes.FieldsSeq(l) {
			seen[maphash.Bytes(seed, word)] = struct{}{}
		}
	}
	return len(seen)
}
