// Package app is the window: the open documents, the history of places, the
// background work, menus and dialogs.
//
// [Run] opens the window. Behind it stands a [Desk], the only place that sets
// state: it takes the intents of the views and shows them snapshots. A Desk
// knows no widget, so every journey can be tested without a window.
//
// An intent makes a new wish with the next number. One worker prepares what
// the visible tab needs for it; when it is done the desk takes the answer, or
// drops it where a newer wish exists. The old answer stays on the screen until
// then.
package app
