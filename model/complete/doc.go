// Package complete proposes texts for filters while a user types: a profile's names, files and labels.
//
// Make a [Completer] with [New] for each document. It keeps what it has listed.
package complete
