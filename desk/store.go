package desk

import (
	"path/filepath"

	"profstation/loader"
	"profstation/loader/address"
	"profstation/loader/store"
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

// remote asks stores for who a typed address and the environment say asks.
func (r *recorder) remote(typed string) loader.Remote {
	return &store.Opener{Typed: typed, Who: func(string) (who store.Options, err error) {
		who.Credentials, err = who.FromEnvironment(r.getenv)
		return who, err
	}}
}

var errUnasked = lang.Error("a store is asked when you say so: choose Reload in its menu")
