package watch

import (
	"bytes"
	"encoding/binary"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
)

// class is what a file looks like by its first bytes.
type class uint8

const (
	foreign class = iota // no profile, as far as it is there
	empty
	packed // gzip, of a profile as far as can be told: its trailer proves that it is whole
	plain  // raw protobuf, text or legacy binary: nothing proves that it is whole
	trace
)

// headSize is how much of a file tells what it is.
const headSize = 4096

var (
	traceHead = regexp.MustCompile(`^go 1\.\d+ trace\x00`)
	dumpLine  = regexp.MustCompile(`(?m)^goroutine \d+ .*\[`)
	countLine = regexp.MustCompile(`(?m)^\S+ profile: +(total )?\d+`)
)

// sniff tells a file by its first bytes, up to headSize of them.
func sniff(head []byte) class {
	if len(head) == 0 {
		return empty
	}
	if head[0] != 0x1f {
		return sniffPlain(head)
	}
	if len(head) > 1 && head[1] != 0x8b {
		return foreign
	}
	inner := make([]byte, 512)
	n := 0
	if r, err := gzip.NewReader(bytes.NewReader(head)); err == nil {
		n, _ = io.ReadFull(r, inner)
	}
	switch sniffPlain(inner[:n]) {
	case trace:
		return trace
	case foreign:
		if n > 0 && inner[0] != 0x1f {
			return foreign
		}
	}
	return packed
}

// sniffPlain tells bytes that are not packed. A file of which little is there
// yet is foreign until there is more.
func sniffPlain(head []byte) class {
	switch {
	case len(head) == 0:
		return empty
	case traceHead.Match(head), len(head) < 16 && strings.HasPrefix("go 1.", string(head[:min(len(head), 5)])):
		return trace
	case isText(head):
		if countLine.Match(head) || dumpLine.Match(head) || bytes.HasPrefix(head, []byte("--- ")) {
			return plain
		}
	case isProto(head), bytes.HasPrefix(head, make([]byte, 4)): // the latter: legacy CPU profiles
		return plain
	}
	return foreign
}

// fieldTypes are the wire types of the fields of a profile, by their numbers; a
// list of numbers may be packed or not.
var fieldTypes = [...]string{
	1: "2", 2: "2", 3: "2", 4: "2", 5: "2", 6: "2", 7: "0", 8: "0",
	9: "0", 10: "0", 11: "2", 12: "0", 13: "02", 14: "0", 15: "0",
}

// isProto tells bytes that are fields of a profile and nothing else, as far as
// they go. Go's runtime begins with the time or with the type of the period,
// others with a sample type.
func isProto(head []byte) bool {
	for known := false; ; known = true {
		key, n := binary.Uvarint(head)
		if n == 0 {
			return known
		}
		field := key >> 3
		if n < 0 || field == 0 || field >= uint64(len(fieldTypes)) || !strings.Contains(fieldTypes[field], strconv.FormatUint(key&7, 10)) {
			return false
		}
		head = head[n:]
		value, n := binary.Uvarint(head)
		switch {
		case n < 0:
			return false
		case n == 0:
			return known
		case key&7 == 0:
			head = head[n:]
		case value > 1<<31:
			return false
		case value >= uint64(len(head)-n):
			return known // the head ends within
		default:
			head = head[n+int(value):]
		}
	}
}

func isText(head []byte) bool {
	for i := 0; i < len(head); {
		r, n := utf8.DecodeRune(head[i:])
		if r == utf8.RuneError && n == 1 && len(head)-i >= utf8.UTFMax {
			return false
		}
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' && r != '\f' && r != 0x1b {
			return false
		}
		i += n
	}
	return true
}

// ignored tells names that are not looked at: hidden ones, and those that
// programs give to what they will rename.
func ignored(name string) bool {
	if strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") {
		return true
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".part", ".partial", ".tmp", ".temp", ".swp", ".crdownload", ".download", ".filepart":
		return true
	}
	return false
}

var profileWords = regexp.MustCompile(`(?i)\.(pprof|prof|pb|gz|out|trace)$|cpu|heap|mem|prof|trace|block|mutex|goroutine|alloc`)

// promising tells names of profiles: an empty file of such a name is about to
// become one.
func promising(path string) bool { return profileWords.MatchString(filepath.Base(path)) }
