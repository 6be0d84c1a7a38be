package instance

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Request is what one start of the program asks of the running program.
type Request struct {
	// Paths are files and folders, absolute, and URLs, in the order given.
	// Without any, the window is only raised.
	Paths []string
	// Dir is the working directory of the start, "" if it is not known.
	Dir string
	// Activation is the token that the desktop gave to the start so that a window
	// may come to the front: XDG_ACTIVATION_TOKEN, or DESKTOP_STARTUP_ID. It may
	// be "".
	Activation string
}

// stdin is the path that stands for standard input.
const stdin = "-"

// errStdin says why a start is not handed over: its standard input is its own.
var errStdin = errors.New("standard input cannot be handed to another program")

// NewRequest makes the request of this process. It fails if one of the paths is
// "-", which only this process can read, and if a relative path is given in a
// working directory that no longer exists.
func NewRequest(paths []string) (Request, error) {
	r := Request{Activation: os.Getenv("XDG_ACTIVATION_TOKEN")}
	if r.Activation == "" {
		r.Activation = os.Getenv("DESKTOP_STARTUP_ID")
	}
	r.Dir, _ = os.Getwd()
	for _, p := range paths {
		switch {
		case p == stdin:
			return Request{}, errStdin
		case isURL(p):
		default:
			abs, err := filepath.Abs(p)
			if err != nil {
				return Request{}, fmt.Errorf("find %s: %w", p, err)
			}
			p = abs
		}
		r.Paths = append(r.Paths, p)
	}
	return r, nil
}

// isURL reports whether a path is the address of a server. It repeats the rule of
// loader/live, because this package imports nothing of ours.
func isURL(path string) bool {
	scheme, _, ok := strings.Cut(path, "://")
	return ok && slices.Contains([]string{"http", "https", "https+insecure", "unix"}, strings.ToLower(scheme))
}

// mostBytes bounds a request: room for thousands of the longest paths.
const mostBytes = 16 << 20

// wire is a request as it is sent. Paths are bytes, which need not be UTF-8.
type wire struct {
	Version    int      `json:"version"`
	Paths      [][]byte `json:"paths"`
	Dir        []byte   `json:"dir"`
	Activation []byte   `json:"activation"`
}

// wireVersion is raised when an older program would misunderstand the request.
const wireVersion = 1

// write sends a request and a line end.
func (r Request) write(w io.Writer) error {
	m := wire{Version: wireVersion, Dir: []byte(r.Dir), Activation: []byte(r.Activation)}
	for _, p := range r.Paths {
		m.Paths = append(m.Paths, []byte(p))
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if len(data) >= mostBytes {
		return fmt.Errorf("the request has %d bytes, more than %d", len(data), mostBytes)
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// read receives a request. All paths that it returns may be opened: they are
// absolute paths and URLs.
func read(from io.Reader) (Request, error) {
	var m wire
	if err := json.NewDecoder(io.LimitReader(from, mostBytes)).Decode(&m); err != nil {
		return Request{}, fmt.Errorf("read a request: %w", err)
	}
	if m.Version != wireVersion {
		return Request{}, fmt.Errorf("read a request: found version %d, expected %d", m.Version, wireVersion)
	}
	r := Request{Dir: string(m.Dir), Activation: string(m.Activation)}
	for _, p := range m.Paths {
		path := string(p)
		if !filepath.IsAbs(path) && !isURL(path) {
			return Request{}, fmt.Errorf("read a request: found the path %q, expected an absolute one", path)
		}
		r.Paths = append(r.Paths, path)
	}
	return r, nil
}
