package session

import (
	"path/filepath"
	"slices"

	"profstation/origin"
)

// Recent lists what was opened lately, the latest first.
type Recent struct {
	Files      []origin.Ref `json:"files,omitempty"`
	Folders    []origin.Ref `json:"folders,omitempty"`
	Workspaces []origin.Ref `json:"workspaces,omitempty"`
}

// AddFile puts a file and its folder first.
func (r *Recent) AddFile(path origin.Ref) {
	r.Files = first(r.Files, path)
	if !path.Remote() {
		r.Folders = first(r.Folders, origin.Ref(filepath.Dir(string(path))))
	}
}

// AddWorkspace puts a workspace's file first.
func (r *Recent) AddWorkspace(path string) { r.Workspaces = first(r.Workspaces, origin.Ref(path)) }

func (r *Recent) clean() {
	r.Files, r.Folders, r.Workspaces = cleanPaths(r.Files), cleanPaths(r.Folders), cleanPaths(r.Workspaces)
}

// first returns a new list with a path before the others, once.
func first(all []origin.Ref, p origin.Ref) []origin.Ref {
	return cleanPaths(append([]origin.Ref{p}, all...))
}

// cleanPaths returns the first paths that may be kept, each once.
func cleanPaths(all []origin.Ref) []origin.Ref {
	var kept []origin.Ref
	for _, p := range all {
		if p = p.Kept(); p != "" && !slices.Contains(kept, p) && len(kept) < maxRecent {
			kept = append(kept, p)
		}
	}
	return kept
}
