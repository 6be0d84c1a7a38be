package desk

import (
	"profstation/desk/screen"
	"profstation/loader/store"
	"profstation/model/complete"
	"profstation/model/lang"
)

var errUnasked = lang.Error("a store is asked when you say so: choose Reload in its menu")

// language is how stores are asked, for the dialog.
type language struct{}

func (language) Typing(selector string) string { return store.Typing(selector) }

func (language) Selector(typed string, known screen.Proposals, most int) []complete.Proposal {
	return store.Complete(typed, known.Labels, known.Values, most)
}

func (language) Request(typed, profileType string, known []screen.StoreRequest, most int) []complete.Proposal {
	return store.CompleteRequest(typed, profileType, each(known, func(r screen.StoreRequest) store.Request { return store.Request(r) }), most)
}
