// Package origin says what a thing to open is: a file, standard input, a question to a store, a server. Whatever is
// typed, kept in sessions or handed over between starts is a [Ref], and this package decides what may be kept or
// shown of it. A [Recipe] says how a profile is made from an execution trace.
//
//	r := Parse("pyroscope+https://user:secret@host?type=cpu")
//	r.Kind()   // Question
//	r.Public() // without the user and the secret
package origin

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"profstation/loader"
	"profstation/loader/address"
	"profstation/loader/profilestore"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
)

// Ref names a thing to open, by its path or its address. It is comparable, and its text is what a user types for
// it; "" names nothing. The bytes in a path need not be UTF-8: in JSON it is a string if that is exact, and
// otherwise {"base64": "…"}.
type Ref string

// Kind is a kind of thing to open, as far as its name says.
type Kind int

// The kinds. Only the disk knows whether a path is a file, a folder, a bundle or an entry in one.
const (
	Nothing   Kind = iota
	Input          // standard input
	Path           // a name on the disk
	Workspace      // a file that lists documents
	Server         // a server to record from, or an address that nobody can read
	Question       // a question to a store of profiles
	Steps          // a question with one answer for each step in its time
)

// Workspaces is the ending of a workspace's file.
const Workspaces = ".profstation"

// MaxText limits one text that is kept, in bytes.
const MaxText = 1 << 16

// Parse returns the ref for what a user has typed. It makes a path absolute.
func Parse(typed string) Ref {
	r := Ref(typed)
	if abs, err := r.Absolute(); err == nil && r != "" {
		return abs
	}
	return r
}

// ErrInput says why standard input opens nowhere else.
var ErrInput = lang.Error("standard input cannot be handed to another program")

// Absolute returns the ref as any other program can open it. It fails with [ErrInput] for standard input, and for a
// relative path if the working directory no longer exists.
func (r Ref) Absolute() (Ref, error) {
	switch {
	case r.Kind() == Input:
		return "", ErrInput
	case r.Remote():
		return r, nil
	}
	abs, err := filepath.Abs(string(r))
	if err != nil {
		return "", fmt.Errorf("find %s: %w", r, err)
	}
	return Ref(abs), nil
}

// Kind returns what kind of thing it is.
func (r Ref) Kind() Kind {
	s := string(r)
	switch {
	case s == "":
		return Nothing
	case s == "-":
		return Input
	case address.IsStore(s) && profilestore.HasSteps(s):
		return Steps
	case address.IsStore(s):
		return Question
	case address.Is(s):
		return Server
	case strings.HasSuffix(s, Workspaces):
		return Workspace
	}
	return Path
}

// Stored reports whether a store of profiles is asked for it.
func (r Ref) Stored() bool { return address.IsStore(string(r)) }

// Remote reports whether it has an address, whether a store's or another server's.
func (r Ref) Remote() bool { return address.Is(string(r)) }

// OnDisk reports whether it is an absolute path.
func (r Ref) OnDisk() bool { return filepath.IsAbs(string(r)) }

// Lasts reports whether the next start can open it again: it is on the disk, or a question to a store.
func (r Ref) Lasts() bool { return r.OnDisk() || r.Stored() }

// Complete reports whether it is an address and everything that it needs may be shown.
func (r Ref) Complete() bool { return address.Complete(string(r)) }

// Public returns it without what may neither be shown nor kept: users, passwords and parameters that may be tokens.
func (r Ref) Public() Ref { return Ref(address.Public(string(r))) }

// Question returns what the store is asked; false if no store is.
func (r Ref) Question() (q profilestore.Question, ok bool) {
	if !r.Stored() {
		return q, false
	}
	q, _, err := profilestore.Parse(string(r))
	return q, err == nil
}

// Store returns the address of the store that is asked, including everything that says who asks.
func (r Ref) Store() string { return address.WithoutQuestion(string(r)) }

// Folder returns the folder that it is in, "" if it is not on the disk.
func (r Ref) Folder() string {
	if r == "-" || r.Remote() {
		return ""
	}
	return filepath.Dir(string(r))
}

// IsFolder reports whether it is a folder, and IsBundle whether it is a file that is read as one. Both wait for the
// disk.
func (r Ref) IsFolder() bool {
	info, err := os.Stat(string(r))
	return err == nil && info.IsDir()
}

// Missing reports whether there is nothing at a path on the disk, see [Ref.IsFolder].
func (r Ref) Missing() bool {
	_, err := os.Stat(string(r))
	return errors.Is(err, fs.ErrNotExist)
}

// IsBundle: see [Ref.IsFolder].
func (r Ref) IsBundle() bool { return loader.IsBundle(string(r)) }

// Unfold returns a ref for each step in a question, each with everything that the whole has. Without steps
// it returns itself.
func (r Ref) Unfold(now time.Time) ([]Ref, error) {
	if r.Kind() != Steps {
		return []Ref{r}, nil
	}
	steps, err := profilestore.Unfold(string(r), now)
	if err != nil {
		return nil, err
	}
	return lists.Map(steps, func(s string) Ref { return Ref(s) }), nil
}

// Title returns its name as it is shown: a path's last part, what a store is asked, "standard input".
func (r Ref) Title() string {
	switch {
	case r == "-":
		return lang.L("standard input")
	case r.Stored():
		return safe.Text(profilestore.Title(string(r)))
	}
	return safe.Text(strings.TrimSuffix(filepath.Base(string(r.Public())), string(filepath.Separator)))
}

// Kept returns what may be kept: an absolute path, or the public part of an address; "" if there is neither.
func (r Ref) Kept() Ref {
	s := string(r)
	switch {
	case len(s) > MaxText:
	case r.Remote():
		if p := r.Public(); p.Complete() {
			return p
		}
	case r.OnDisk() && !strings.ContainsRune(s, 0) && !address.Disguised(filepath.ToSlash(s)):
		return r
	}
	return ""
}

// RelativeTo returns the way to it from a folder, with slashes. An address, and a path on another drive, stay as
// they are.
func (r Ref) RelativeTo(folder string) Ref {
	if r == "" || r.Remote() {
		return r
	}
	rel, err := filepath.Rel(folder, string(r))
	if err != nil {
		return r
	}
	return Ref(filepath.ToSlash(rel))
}

// In returns where a relative path leads from a folder, "" if an address is hidden in it.
func (r Ref) In(folder string) Ref {
	native := filepath.FromSlash(string(r))
	switch {
	case r == "", r.Remote(), filepath.IsAbs(native):
		return r
	case address.Disguised(string(r)):
		return ""
	}
	return Ref(filepath.Join(folder, native))
}

type rawRef struct {
	Base64 string `json:"base64"`
}

// MarshalJSON implements json.Marshaler.
func (r Ref) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(r)) {
		return json.Marshal(string(r))
	}
	return json.Marshal(rawRef{base64.StdEncoding.EncodeToString([]byte(r))})
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Ref) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*r = Ref(s)
		return nil
	}
	var raw rawRef
	if err := json.Unmarshal(data, &raw); err != nil {
		return lang.Error("a path: found {{.Found}}, expected a string or base64", lang.With{"Found": fmt.Sprintf("%.40s", data)})
	}
	b, err := base64.StdEncoding.DecodeString(raw.Base64)
	if err != nil {
		return lang.Error("a path: {{.Cause}}", lang.With{"Cause": err})
	}
	*r = Ref(b)
	return nil
}
