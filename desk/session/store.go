package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"profstation/disk"
)

// version is the version of the file's form. It is raised if an older program would misunderstand
// the file. New fields alone do not raise it: older programs ignore them.
const version = 1

const mostBytes = 16 << 20 // of a file

// Store is the file of one user's state. If two programs that run at the same
// time both save, the file is the whole state of one of them.
type Store struct{ Path string }

// Default returns the store in the user's folder for the state of programs: on
// Linux $XDG_STATE_HOME/profstation, usually ~/.local/state/profstation.
func Default() *Store {
	return &Store{filepath.Join(xdg.StateHome, "profstation", "session.json")}
}

// damaged is the name under which an unreadable file is set aside.
func (s *Store) damaged() string { return s.Path + ".damaged" }

// Load reads the state. It never fails: if there is no file yet, it returns the state of a first
// start. If the file cannot be understood, it sets the file aside, and notice says so in a line.
func (s *Store) Load() (state State, notice string) {
	disk.Clean(filepath.Dir(s.Path))
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

func firstStart() State { return State{Version: version, Active: -1, Last: Opened{Active: -1}} }

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

// Decode reads a state from JSON. It leaves out unknown fields, and sets values
// that make no sense to the usual ones. It fails if the data is no state at all.
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

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	err := e.Encode(v)
	return b.Bytes(), err
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
	err := os.MkdirAll(filepath.Dir(s.Path), 0o700)
	if err == nil {
		err = disk.Write(context.Background(), s.Path, 0o600, disk.Bytes(data))
	}
	if err != nil {
		return fmt.Errorf("save the session: %w", err)
	}
	return nil
}

// SaveDelay is how long a change waits for others. A program that is killed loses no more.
const SaveDelay = time.Second

// Saver writes the latest state in the background. Any goroutine may call its methods.
type Saver struct {
	store  *Store
	delay  time.Duration
	failed func(error)

	mu     sync.Mutex
	next   []byte // to be written; nil for nothing
	last   []byte // last written
	timer  *time.Timer
	closed bool

	writing sync.Mutex // held while the file is written
}

// NewSaver makes a saver. It calls failed, on a goroutine of its own, with every error of saving.
func NewSaver(store *Store, delay time.Duration, failed func(error)) *Saver {
	return &Saver{store: store, delay: delay, failed: failed}
}

// Set has a state written soon. The state may be changed after Set has returned.
func (s *Saver) Set(state State) {
	data, err := encodeState(state)
	if err != nil {
		go s.failed(err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.next = data
	if s.timer == nil {
		s.timer = time.AfterFunc(s.delay, s.Flush)
	}
}

// Flush writes the waiting state, if there is one, before it returns.
func (s *Saver) Flush() {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	data := s.next
	s.next = nil
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	same := bytes.Equal(data, s.last)
	s.mu.Unlock()
	if data == nil || same {
		return
	}
	if err := s.store.write(data); err != nil {
		go s.failed(err)
		return
	}
	s.mu.Lock()
	s.last = data
	s.mu.Unlock()
}

// Close writes the waiting state. Later states are not written.
func (s *Saver) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.Flush()
}
