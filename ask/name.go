package ask

import (
	"path/filepath"
	"strings"

	"profstation/loader/address"
	"profstation/loader/store"
	"profstation/model"
	"profstation/model/lang"
)

// BaseName is the last part of a path as it is shown, "standard input" for none. Of an address, it is
// public, and of a store what it is asked.
func BaseName(path string) string {
	if path == "-" {
		return lang.L("standard input")
	}
	if address.IsStore(path) {
		return model.Sanitise(store.Title(path))
	}
	return model.Sanitise(strings.TrimSuffix(filepath.Base(address.Public(path)), string(filepath.Separator)))
}
