// Package source finds and reads the source files that a profile names, and disassembles its binary.
//
// Make a [Finder] with the folders that the user allows, and ask it for the file of a query.Listing.
// A profile can name any path, so only regular files are read, and only below those folders, GOROOT
// or the module cache.
package source
