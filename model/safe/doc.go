// Package safe makes texts from elsewhere safe for a screen, a terminal and a table, and measures them there.
//
// [Text] is for a line in a picture or a message and [Whole] for one of any length. [Visible] keeps tabs and
// line ends. [Cells] returns how much room a text takes in a terminal.
package safe
