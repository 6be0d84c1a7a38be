package instance

import (
	"encoding/json"
	"fmt"
	"io"

	"profstation/origin"
)

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

// read receives paths. Whatever it returns may be opened: absolute paths, and addresses.
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
		r := origin.Ref(p)
		if abs, err := r.Absolute(); err != nil || !r.OnDisk() && abs != r {
			return nil, fmt.Errorf("read a request: found the path %q, expected an absolute one", p)
		}
		paths = append(paths, string(r))
	}
	return paths, nil
}
