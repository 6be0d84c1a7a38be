package disk

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// maxLinks is how many links may follow each other before they are taken for a circle, as on Linux.
const maxLinks = 40

// follow returns what a path leads to if its last element is a link, even if that leads to
// nothing. It does not follow links to this process's descriptors.
func follow(path string) (string, error) {
	for range maxLinks {
		if _, ok := descriptor(path); ok {
			return path, nil
		}
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link, or nothing: writing says what is wrong
		}
		if !filepath.IsAbs(link) {
			dir, _ := filepath.Split(path)
			link = dir + link // not cleaned: .. after a link leads to where the system says
		}
		path = link
	}
	return "", syscall.ELOOP
}

// descriptor returns the number of the descriptor that a path names.
func descriptor(path string) (int, bool) {
	for _, dir := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if digits, ok := strings.CutPrefix(path, dir); ok {
			n, err := strconv.ParseUint(digits, 10, 31)
			return int(n), err == nil
		}
	}
	return 0, false
}
