// Package complete proposes texts for filters while somebody types: names, files and labels of a profile.
//
// Make a [Completer] with [New] for each document; it keeps what it has listed.
package complete
