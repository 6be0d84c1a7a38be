package instance

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"profstation/origin"
)

// errStdin says why a start is not handed over: its standard input is its own.
var errStdin = errors.New("standard input cannot be handed to another program")

// absolute makes paths absolute that another process shall open. It fails for "-", which only this
// process can read, and for a relative path in a working directory that no longer exists.
func absolute(paths []string) ([]string, error) {
	var all []string
	for _, p := range paths {
		switch {
		case origin.Ref(p).Kind() == origin.Input:
			return nil, errStdin
		case !origin.Ref(p).Remote():
			abs, err := filepath.Abs(p)
			if err != nil {
				return nil, fmt.Errorf("find %s: %w", p, err)
			}
			p = abs
		}
		all = append(all, p)
	}
	return all, nil
}

// maxBytes bounds a request, in bytes: enough for thousands of the longest paths.
const maxBytes = 16 << 20

// request is what one start sends to the running program. Paths are bytes, which need not be UTF-8.
type request struct {
	Version int      `json:"version"`
	Paths   [][]byte `json:"paths"`
}

// version is raised when an older program would misunderstand the request.
const version = 1

// write sends paths and a line end.
func write(w io.Writer, paths []string) error {
	r := request{Version: version}
	for _, p := range paths {
		r.Paths = append(r.Paths, []byte(p))
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if len(data) >= maxBytes {
		return fmt.Errorf("the request has %d bytes, more than %d", len(data), maxBytes)
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// read receives paths. All that it returns may be opened: they are absolute paths and URLs.
func read(from io.Reader) ([]string, error) {
	var r request
	if err := json.NewDecoder(io.LimitReader(from, maxBytes)).Decode(&r); err != nil {
		return nil, fmt.Errorf("read a request: %w", err)
	}
	if r.Version != version {
		return nil, fmt.Errorf("read a request: found version %d, expected %d", r.Version, version)
	}
	var paths []string
	for _, p := range r.Paths {
		path := string(p)
		if !origin.Ref(path).OnDisk() && !origin.Ref(path).Remote() {
			return nil, fmt.Errorf("read a request: found the path %q, expected an absolute one", path)
		}
		paths = append(paths, path)
	}
	return paths, nil
}
