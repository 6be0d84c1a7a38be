// Package desktop has the files that integrate the program into a desktop: its entry in menus, the
// types of its files, and its description. install.sh installs them; README.md says how.
package desktop

// ID names the desktop entry, its descriptions and the icon; Fyne keeps preferences under it too.
const ID = "io.github.profstation.profstation"
