package must

import "os"

// Names returns the names in a folder, in order.
func Names(dir string) []string {
	var names []string
	for _, e := range Have(os.ReadDir(dir)) {
		names = append(names, e.Name())
	}
	return names
}
