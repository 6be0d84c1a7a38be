// Package app is the window: the open documents, the history of places, the
// background work, menus and dialogs.
//
// [Run] opens the window. Behind it stands a [desk.Desk], the only place that
// sets state: it carries out the intents of the views and shows them snapshots. A
// desk knows no widget, so every journey can be tested without a window.
//
// An intent makes a new request with the next number. A job computes in the
// background what the visible tab needs. When it is done, the desk accepts the
// answer, or drops it if there is a newer request. The old answer stays on the
// screen until then.
package app
