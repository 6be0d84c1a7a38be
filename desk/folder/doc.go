// Package folder follows a folder: its files as the sidebar lists them, and the series
// that its profiles form.
//
// [New] begins. The watcher's goroutine adds profiles up as they come and lets them
// go; the desk takes what has come with [Folder.Arrivals].
package folder
