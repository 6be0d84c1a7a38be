package screen

import (
	"path/filepath"
	"strings"

	"profstation/desk/lang"
)

// BaseName is the last part of a path, "standard input" for none.
func BaseName(path string) string {
	if path == "-" {
		return lang.L("standard input")
	}
	return strings.TrimSuffix(filepath.Base(path), string(filepath.Separator))
}
