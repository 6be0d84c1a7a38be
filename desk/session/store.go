package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// version is that of the file's form. It is raised when an older program would
// misunderstand; new fields alone are left out by older programs and do not
// raise it.
const version = 1

// mostBytes bounds what is read.
const mostBytes = 16 << 20

// Store is the file of one user's state. Two programs that run at the same time
// may both save: the file is always that of one of them, whole.
type Store struct{ Path string }

// Default is the store in the user's folder for the state of programs: on Linux
// $XDG_STATE_HOME/profstation, usually ~/.local/state/profstation.
func Default() *Store {
	return &Store{filepath.Join(xdg.StateHome, "profstation", "session.json")}
}

// damaged is the name under which a file that cannot be read is set aside.
func (s *Store) damaged() string { return s.Path + ".damaged" }

// Load reads the state. It never fails: where there is no file yet the state is
// that of a first start, and where the file cannot be understood it is set aside
// and notice says so in a line.
func (s *Store) Load() (state State, notice string) {
	data, err := readFile(s.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return firstStart(), ""
	}
	if err != nil {
		return firstStart(), fmt.Sprintf("the last session was not read: %v", err)
	}
	state, err = Decode(data)
	if err == nil {
		return state, ""
	}
	notice = fmt.Sprintf("the last session was not read: %v", err)
	if err := os.Rename(s.Path, s.damaged()); err != nil {
		return firstStart(), notice + fmt.Sprintf("; nor set aside: %v", err)
	}
	return firstStart(), notice + "; its file is kept as " + s.damaged()
}

// firstStart is the state of a first start.
func firstStart() State { return State{Version: version, Active: -1, Last: Opened{Active: -1}} }

// readFile reads a regular file up to a bound.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err == nil && len(data) > mostBytes {
		err = fmt.Errorf("%s has more than %d MB", path, mostBytes>>20)
	}
	return data, err
}

// Decode understands a state. Fields that it does not know are left out, and
// values that make no sense are the usual ones; what is no state at all is an
// error.
func Decode(data []byte) (State, error) {
	state := State{Active: -1, Last: Opened{Active: -1}}
	if err := json.Unmarshal(data, &state); err != nil {
		return State{}, fmt.Errorf("it is damaged: %w", err)
	}
	switch {
	case state.Version > version:
		return State{}, fmt.Errorf("it was written by a newer version of the program (%d, expected at most %d)", state.Version, version)
	case state.Version < 1:
		return State{}, fmt.Errorf("it is damaged: the version is %d", state.Version)
	}
	state.clean()
	return state, nil
}

// encode is the text of a file.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	err := e.Encode(v)
	return b.Bytes(), err
}

// Save writes the state: to another name first, so that the file is always whole.
func (s *Store) Save(state State) error {
	data, err := encodeState(state)
	if err != nil {
		return err
	}
	return s.write(data)
}

func encodeState(state State) ([]byte, error) {
	state.Version = version
	state.clean()
	data, err := encode(state)
	if err != nil {
		return nil, fmt.Errorf("save the session: %w", err)
	}
	return data, nil
}

func (s *Store) write(data []byte) error {
	if err := os.MkdirAll(filepath.Dir(s.Path), 0o700); err != nil {
		return fmt.Errorf("save the session: %w", err)
	}
	if err := replace(s.Path, data, 0o600); err != nil {
		return fmt.Errorf("save the session: %w", err)
	}
	return nil
}

// replace writes a file under a name of its own beside path, to the disk, and
// renames it.
func replace(path string, data []byte, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
