// Package folder follows a folder: its files as the sidebar lists them, and the series
// that its profiles form.
//
// [New] begins. The watcher's goroutine adds each profile to its series and drops
// it; the desk handles the events with [Folder.Arrivals].
package folder
