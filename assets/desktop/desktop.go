// Package desktop holds what a desktop needs to know of the program: its entry
// in menus, what its files are, and where it comes from. install.sh puts them
// in place; README.md says how.
package desktop

import _ "embed"

// ID names the desktop entry, the MIME description, the AppStream data and the
// icon; Fyne keeps preferences under it too.
const ID = "io.github.profstation.profstation"

// MIME is the description of the file types in the form of
// https://specifications.freedesktop.org/shared-mime-info-spec/, the one place
// where they are listed.
//
//go:embed io.github.profstation.profstation.xml
var MIME []byte

// Entry is the desktop entry as packages install it.
//
//go:embed io.github.profstation.profstation.desktop
var Entry []byte

// Metainfo is the AppStream data.
//
//go:embed io.github.profstation.profstation.metainfo.xml
var Metainfo []byte
