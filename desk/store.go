package desk

import (
	"path/filepath"

	"profstation/desk/screen"
	"profstation/loader/address"
	"profstation/loader/store"
	"profstation/model"
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

// language is how stores are asked, for the dialog.
type language struct{}

func (language) Typing(selector string) string { return store.Typing(selector) }

func (language) Selector(typed string, known screen.Proposals, most int) []model.Completion {
	return store.Complete(typed, known.Labels, known.Values, most)
}

func (language) Request(typed, profileType string, known []screen.StoreRequest, most int) []model.Completion {
	return store.CompleteRequest(typed, profileType, each(known, func(r screen.StoreRequest) store.Request { return store.Request(r) }), most)
}
