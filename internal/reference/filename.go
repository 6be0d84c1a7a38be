package reference

import (
	"regexp"
	"strings"
)

// reserved is what Windows says of its devices: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
var reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³]) *(\.|$)`)

// PortableName reports whether every system accepts a file name.
func PortableName(name string) bool {
	return name != "" && len(name) <= 200 && !reserved.MatchString(name) && !strings.ContainsAny(name, "<>:\"/\\|?*\x00\x1f\n") &&
		strings.TrimRight(name, ". ") == name
}
