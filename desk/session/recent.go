package session

import (
	"path/filepath"
	"slices"
)

// Recent lists what was opened lately, the latest first.
type Recent struct {
	Files      []Path `json:"files,omitempty"`
	Folders    []Path `json:"folders,omitempty"`
	Workspaces []Path `json:"workspaces,omitempty"`
}

// AddFile puts a file and its folder first.
func (r *Recent) AddFile(path string) {
	r.Files = first(r.Files, Path(path))
	if !isURL(path) {
		r.AddFolder(filepath.Dir(path))
	}
}

// AddFolder puts a folder first.
func (r *Recent) AddFolder(path string) { r.Folders = first(r.Folders, Path(path)) }

// AddWorkspace puts a workspace's file first.
func (r *Recent) AddWorkspace(path string) { r.Workspaces = first(r.Workspaces, Path(path)) }

func (r *Recent) clean() {
	r.Files, r.Folders, r.Workspaces = cleanPaths(r.Files), cleanPaths(r.Folders), cleanPaths(r.Workspaces)
}

// first returns a new list with a path before the others, once.
func first(all []Path, p Path) []Path {
	return cleanPaths(append([]Path{p}, all...))
}

// cleanPaths returns the first paths that may be kept, each once.
func cleanPaths(all []Path) []Path {
	var kept []Path
	for _, p := range all {
		if p = p.clean(); p != "" && !slices.Contains(kept, p) && len(kept) < mostRecent {
			kept = append(kept, p)
		}
	}
	return kept
}
