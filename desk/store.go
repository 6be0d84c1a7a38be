package desk

import (
	"path/filepath"

	"profstation/loader/address"
	"profstation/model/lang"
)

// folderOf is the folder of a path, "" if it has none.
func folderOf(path string) string {
	if path == "-" || address.Is(path) {
		return ""
	}
	return filepath.Dir(path)
}

// lasting reports whether a path can be opened at the next start: it is a file, or a store's question.
func lasting(path string) bool { return filepath.IsAbs(path) || address.IsStore(path) }

var errUnasked = lang.Error("a store is asked when you say so: choose Reload in its menu")
