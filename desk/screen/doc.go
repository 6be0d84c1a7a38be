// Package screen is the contract between the desk and the views.
//
// A [Snapshot] is everything on the screen: it goes down from the desk to the
// views and never changes. An [Intent] is what a user wants: views send it up and
// return at once. Views import this package and never the desk; nothing here
// needs a toolkit.
package screen
