// Package editor opens a line of a file in the user's text editor.
//
// [Choose] finds the editor, [Editor.Start] starts it, and [Started.Wait] says what went wrong. A file's name comes
// from a profile, so no shell ever reads it: it goes into words that were split before, and is always an absolute path,
// which no program takes for an option.
package editor
