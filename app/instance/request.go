package instance

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"profstation/origin"
)

// Request is what a start of the program asks of the one that runs: to open files, folders and addresses, or a
// comparison. An empty one only raises the window.
type Request struct {
	Paths     []string
	Base, New []string // the recordings of a comparison; empty without one
	Mode      string   // of the comparison, a compare.Mode
	Pairs     bool     // its recordings are compared in pairs
	Split     string   // the parts that are compared, as on the command line; "": everything
	Source    string   // a source file of which a line is shown, in what is open; "": none
	Line      int64    // that line, from 1
}

// absolute returns the request as another process can read it.
func (r Request) absolute() (_ Request, err error) {
	for _, paths := range []*[]string{&r.Paths, &r.Base, &r.New} {
		if *paths, err = absolute(*paths); err != nil {
			return Request{}, err
		}
	}
	if r.Source != "" {
		r.Source, err = filepath.Abs(r.Source)
	}
	return r, err
}

// absolute returns the refs of paths as another process can open them.
func absolute(paths []string) ([]string, error) {
	var all []string
	for _, p := range paths {
		r, err := origin.Ref(p).Absolute()
		if err != nil {
			return nil, err
		}
		all = append(all, string(r))
	}
	return all, nil
}

// maxBytes bounds a request, in bytes: enough for thousands of the longest paths.
const maxBytes = 16 << 20

// message is a request as it is sent. Paths are bytes, which need not be UTF-8.
type message struct {
	Version int      `json:"version"`
	Paths   [][]byte `json:"paths"`
	Base    [][]byte `json:"base,omitempty"`
	New     [][]byte `json:"new,omitempty"`
	Mode    string   `json:"mode,omitempty"`
	Pairs   bool     `json:"pairs,omitempty"`
	Split   string   `json:"split,omitempty"`
	Source  []byte   `json:"source,omitempty"`
	Line    int64    `json:"line,omitempty"`
}

// A program that knows only the first version would misunderstand a comparison, one that knows two would compare
// everything where parts are meant, and one that knows three would open nothing where a line is meant.
const firstVersion, comparisons, parts, lines = 1, 2, 3, 4

// write sends a request and a line end.
func write(w io.Writer, r Request) error {
	m := message{Version: firstVersion, Paths: toBytes(r.Paths), Base: toBytes(r.Base), New: toBytes(r.New), Mode: r.Mode, Pairs: r.Pairs, Split: r.Split,
		Source: []byte(r.Source), Line: r.Line}
	switch {
	case r.Source != "":
		m.Version = lines
	case r.Split != "":
		m.Version = parts
	case len(r.Base) > 0:
		m.Version = comparisons
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if len(data) >= maxBytes {
		return fmt.Errorf("the request has %d bytes, more than %d", len(data), maxBytes)
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

func toBytes(paths []string) (all [][]byte) {
	for _, p := range paths {
		all = append(all, []byte(p))
	}
	return all
}

// read receives a request. Whatever it returns may be opened: absolute paths, and addresses.
func read(from io.Reader) (r Request, err error) {
	var m message
	if err := json.NewDecoder(io.LimitReader(from, maxBytes)).Decode(&m); err != nil {
		return Request{}, fmt.Errorf("read a request: %w", err)
	}
	if m.Version < firstVersion || m.Version > lines {
		return Request{}, fmt.Errorf("read a request: found version %d, expected %d", m.Version, lines)
	}
	if (len(m.Base) > 0) != (len(m.New) > 0) {
		return Request{}, errors.New("read a request: a comparison has only one side")
	}
	r.Mode, r.Pairs, r.Split = m.Mode, m.Pairs, m.Split
	if r.Source, r.Line = string(m.Source), m.Line; r.Source != "" && (!filepath.IsAbs(r.Source) || r.Line < 1) {
		return Request{}, fmt.Errorf("read a request: found line %d of %q, expected one of an absolute path", r.Line, r.Source)
	}
	for to, paths := range map[*[]string][][]byte{&r.Paths: m.Paths, &r.Base: m.Base, &r.New: m.New} {
		if *to, err = opened(paths); err != nil {
			return Request{}, err
		}
	}
	return r, nil
}

// opened returns paths that may be opened.
func opened(paths [][]byte) (all []string, err error) {
	for _, p := range paths {
		r := origin.Ref(p)
		if abs, err := r.Absolute(); err != nil || !r.OnDisk() && abs != r {
			return nil, fmt.Errorf("read a request: found the path %q, expected an absolute one", p)
		}
		all = append(all, string(r))
	}
	return all, nil
}
