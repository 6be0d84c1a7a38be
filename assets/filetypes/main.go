// Command filetypes writes the files that make macOS and Windows offer profstation
// for its types, from the MIME description of freedesktop systems:
//
//	filetypes FOLDER
//
// They have not been tried on these systems.
package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"profstation/assets/desktop"
)

//go:embed README.txt
var readme []byte

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: filetypes FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "filetypes:", err)
		os.Exit(1)
	}
}

// write makes the folder and all files in it.
func write(folder string) error {
	types, err := parse(desktop.MIME)
	if err != nil {
		return err
	}
	files := map[string]func([]fileType) ([]byte, error){
		"README.txt":                 func([]fileType) ([]byte, error) { return readme, nil },
		"macos/document-types.plist": plist,
		"windows/register.ps1":       register,
		"windows/unregister.ps1":     unregister,
	}
	for name, content := range files {
		data, err := content(types)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
