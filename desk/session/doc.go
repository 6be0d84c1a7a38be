// Package session keeps the state that the next start of the program brings back:
// the open documents with their tabs, filters and zooms, the layout of the
// window, recent files and preferences. A workspace is the documents alone, in a
// file of the user's that can be shared.
//
// Simple use:
//
//	store := session.Default()
//	state, notice := store.Load() // never fails: notice says what was lost
//	saver := session.NewSaver(store, session.SaveDelay, failed)
//	defer saver.Close()
//	saver.Set(state) // after every change; it returns at once
//
// The types here are plain data and know nothing of the window. A value that the
// window no longer knows is no error.
package session
