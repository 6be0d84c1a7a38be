// Package assets holds the files that are built into the program.
package assets

import _ "embed"

// Icon is the program's icon, a PNG of 512×512 pixels. It is drawn from
// icon.svg; `make icon` renews it.
//
//go:embed icon.png
var Icon []byte
