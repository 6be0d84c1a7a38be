package session

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"

	"profstation/disk"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/origin"
)

// Workspace is a named set of documents in a file that can be moved and shared with them.
type Workspace struct {
	Version   int                `json:"profstation_workspace"` // set by SaveWorkspace; it identifies the file
	Name      string             `json:"name"`
	Documents []Document         `json:"documents"`
	Active    int                `json:"active"` // index into Documents, −1 for none
	Filters   []query.Refinement `json:"filters,omitempty"`
	Notes     []Noted            `json:"notes,omitempty"` // on its documents, and on profiles made from them
}

// SaveWorkspace writes a workspace. In the file, paths are relative to the file's folder, with
// slashes; paths on another drive and URLs stay as they are.
func SaveWorkspace(path string, w Workspace) error {
	folder, err := filepath.Abs(filepath.Dir(path))
	var data []byte
	if err == nil {
		data, err = encodeWorkspace(w, folder)
	}
	if err != nil {
		return lang.Error("the workspace {{.Path}} was not saved: {{.Cause}}; an existing file stays as it was",
			lang.With{"Path": path, "Cause": err})
	}
	if err := disk.Write(context.Background(), path, 0o666, disk.Bytes(data)); err != nil {
		return lang.Error("the workspace was not saved: {{.Cause}}", lang.With{"Cause": err})
	}
	return nil
}

// encodeWorkspace returns a workspace's bytes for a file in a folder.
func encodeWorkspace(w Workspace, folder string) ([]byte, error) {
	w.Version = version
	w.Documents, w.Active = cleanDocuments(w.Documents, w.Active)
	w.Notes = cleanNoted(w.Notes)
	w.Filters = cleanFilters(w.Filters)
	w.move(func(p origin.Ref) origin.Ref { return p.RelativeTo(folder) }) // in lists that cleaning has copied
	data, err := encode(w)
	if err == nil {
		err = fits(data)
	}
	return data, err
}

// LoadWorkspace reads a workspace. It makes the paths absolute; the files may not exist.
func LoadWorkspace(path string) (Workspace, error) {
	if at := origin.Ref(path); at.Remote() {
		return Workspace{}, lang.Error("the workspace {{.Path}} was not opened: this is a server address, not a file",
			lang.With{"Path": at.Public()})
	}
	data, err := readFile(path)
	if err != nil {
		return Workspace{}, lang.Error("the workspace {{.Path}} was not opened: {{.Cause}}", lang.With{"Path": path, "Cause": err})
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return Workspace{}, lang.Error("the workspace was not opened: {{.Cause}}", lang.With{"Cause": err})
	}
	w, err := DecodeWorkspace(data, folder)
	if err != nil {
		return Workspace{}, lang.Error("the workspace {{.Path}} was not opened: {{.Cause}}", lang.With{"Path": path, "Cause": err})
	}
	if w.Name == "" {
		w.Name = strings.TrimSuffix(filepath.Base(path), origin.Workspaces)
	}
	return w, nil
}

// DecodeWorkspace reads a workspace whose file is in a folder.
func DecodeWorkspace(data []byte, folder string) (Workspace, error) {
	w := Workspace{Active: -1}
	if _, err := count(data); err != nil {
		return Workspace{}, err
	}
	if err := ofNewer(data, "profstation_workspace"); err != nil {
		return Workspace{}, err
	}
	if err := json.Unmarshal(data, &w); err != nil {
		return Workspace{}, lang.Error("it is not a workspace, or it is damaged: {{.Cause}}", lang.With{"Cause": err})
	}
	if w.Version < 1 {
		return Workspace{}, lang.Error("it is not a workspace: profstation_workspace is missing")
	}
	w.move(func(p origin.Ref) origin.Ref { return p.In(folder) })
	w.Notes = cleanNoted(w.Notes)
	w.Filters = cleanFilters(w.Filters)
	w.Documents, w.Active = cleanDocuments(w.Documents, w.Active)
	return w, nil
}

// move replaces each path, within the lists.
func (w *Workspace) move(to func(origin.Ref) origin.Ref) {
	for i := range w.Documents {
		d := &w.Documents[i]
		d.Path, d.Base, d.Shown = to(d.Path), to(d.Base), to(d.Shown)
		for _, group := range [][]origin.Ref{d.MoreBase, d.MoreNew, d.BaselineFiles} {
			for k := range group {
				group[k] = to(group[k])
			}
		}
	}
	for i := range w.Notes {
		n := &w.Notes[i]
		n.Path, n.Base = to(n.Path), to(n.Base)
	}
}
