// Package assets holds the files that are built into the program.
package assets

import (
	"cmp"
	"embed"
	"strings"
)

// Version is the version of the program. A test compares it with the other files that have it.
var Version = cmp.Or(release, strings.TrimSpace(version))

// release is the version of a package, which may be newer than the last one that was released. The linker sets it.
var release string

//go:embed version.txt
var version string

// Icon is the program's icon, a PNG of 512×512 pixels. `make icon` draws it from icon.svg.
//
//go:embed icon.png
var Icon []byte

// Translations has one file of JSON for each language: texts of menus and dialogs
// in English, and what they are in that language. en.json lists all there are.
//
//go:embed translations/*.json
var Translations embed.FS
