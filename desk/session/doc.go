// Package session keeps what the next start of the program brings back: the open
// documents with their tabs, filters and zooms, the layout of the window, recent
// files and preferences; and workspaces, which are the documents alone, in a file
// of the user's that can be shared.
//
// Simple use:
//
//	store := session.Default()
//	state, notice := store.Load() // never fails: notice says what was lost
//	saver := session.NewSaver(store, session.SaveDelay, told)
//	defer saver.Close()
//	saver.Set(state) // after every change; it returns at once
//
// The types here are plain data. They know nothing of the window, and what the
// window does not know of them any more is no error.
package session
