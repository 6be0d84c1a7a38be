// Package desktop has the files that integrate the program into a desktop: its entry
// in menus, the types of its files, and its description. install.sh installs them;
// README.md says how.
package desktop

import _ "embed"

// ID names the desktop entry, the MIME description, the AppStream data and the
// icon; Fyne keeps preferences under it too.
const ID = "io.github.profstation.profstation"

// MIME describes the file types in the form of
// https://specifications.freedesktop.org/shared-mime-info-spec/. No other place
// lists them.
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
