package disk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxFileName is in bytes: file systems take 255, with what is added to a name.
const maxFileName = 100

// FileName turns words into a file name, or the beginning of one.
func FileName(words string) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		case strings.ContainsRune("()*[]", r):
			return -1
		}
		return '-'
	}, strings.ReplaceAll(words, ": ", "-")), "-.")
	return Portable(CutName(name))
}

// CutName cuts a name at a whole character.
func CutName(name string) string {
	if len(name) <= maxFileName {
		return name
	}
	n := maxFileName
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n]
}

// Portable makes a name that every system accepts, because files travel. Windows refuses some
// characters, loses dots and spaces at the end, and keeps some names for devices.
func Portable(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '-'
		}
		return r
	}, name)
	name = strings.TrimRight(name, ". ")
	if name == "" {
		return "unnamed"
	}
	if device(name) {
		return "_" + name
	}
	return name
}

// devices are the names that Windows reserves, with any ending and in any case:
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
var devices = []string{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"}

func device(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	stem = strings.ToUpper(strings.TrimRight(stem, " "))
	if slices.Contains(devices, stem) {
		return true
	}
	port, ok := strings.CutPrefix(stem, "COM")
	if !ok {
		port, ok = strings.CutPrefix(stem, "LPT")
	}
	return ok && utf8.RuneCountInString(port) == 1 && strings.Contains("0123456789¹²³", port)
}
