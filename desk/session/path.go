package session

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"profstation/loader/address"
	"profstation/model/lang"
)

// Path is the name of a file, whose bytes need not be UTF-8. In JSON it is a
// string if that is exact, and otherwise {"base64": "…"}.
type Path string

type rawPath struct {
	Base64 string `json:"base64"`
}

// MarshalJSON implements json.Marshaler.
func (p Path) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(p)) {
		return json.Marshal(string(p))
	}
	return json.Marshal(rawPath{base64.StdEncoding.EncodeToString([]byte(p))})
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *Path) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*p = Path(s)
		return nil
	}
	var raw rawPath
	if err := json.Unmarshal(data, &raw); err != nil {
		return lang.Error("a path: found {{.Found}}, expected a string or base64", lang.With{"Found": fmt.Sprintf("%.40s", data)})
	}
	b, err := base64.StdEncoding.DecodeString(raw.Base64)
	if err != nil {
		return lang.Error("a path: {{.Cause}}", lang.With{"Cause": err})
	}
	*p = Path(b)
	return nil
}

// clean returns a path that is absolute, or the public part of an address, and otherwise "".
func (p Path) clean() Path {
	s := string(p)
	switch {
	case len(s) > mostText:
	case address.Is(s):
		if s = address.Public(s); address.Complete(s) {
			return Path(s)
		}
	case filepath.IsAbs(s) && !strings.ContainsRune(s, 0) && !address.Disguised(filepath.ToSlash(s)):
		return p
	}
	return ""
}

// relativeTo returns the way from a folder to a path.
func (p Path) relativeTo(folder string) Path {
	if p == "" || address.Is(string(p)) {
		return p
	}
	rel, err := filepath.Rel(folder, string(p))
	if err != nil {
		return p
	}
	return Path(filepath.ToSlash(rel))
}

// from returns the path that a way from a folder leads to, "" for one that an address is hidden in.
func (p Path) from(folder string) Path {
	native := filepath.FromSlash(string(p))
	switch {
	case p == "", address.Is(string(p)), filepath.IsAbs(native):
		return p
	case address.Disguised(string(p)):
		return ""
	}
	return Path(filepath.Join(folder, native))
}

// Recent lists what was opened lately, the latest first.
type Recent struct {
	Files      []Path `json:"files,omitempty"`
	Folders    []Path `json:"folders,omitempty"`
	Workspaces []Path `json:"workspaces,omitempty"`
}

// AddFile puts a file and its folder first.
func (r *Recent) AddFile(path string) {
	r.Files = first(r.Files, Path(path))
	if !address.Is(path) {
		r.Folders = first(r.Folders, Path(filepath.Dir(path)))
	}
}

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
