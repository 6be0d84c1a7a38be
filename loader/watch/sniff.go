package watch

import (
	"path/filepath"
	"profstation/loader"
	"regexp"
	"strings"
)

// class is what a file looks like, judging by its first bytes.
type class uint8

const (
	foreign class = iota // not a profile, as far as it is there
	empty
	packed // gzip, with a profile in it as far as it is there: its trailer proves that it is whole
	plain  // raw protobuf, text or legacy binary: nothing proves that it is whole
	trace
)

// sniff finds a file's class by its first bytes. It is foreign until enough bytes are there.
func sniff(head []byte) class {
	switch l := loader.Sniff(head); {
	case len(head) == 0:
		return empty
	case l.Format == "":
		return foreign
	case l.Trace:
		return trace
	case l.Packed:
		return packed
	}
	return plain
}

// ignored reports whether a name is hidden, or one that programs use for files they will rename.
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

// promising reports whether an empty file's name says that it is about to become a profile.
func promising(path string) bool { return profileWords.MatchString(filepath.Base(path)) }
