package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/adrg/xdg"
	"github.com/gofrs/flock"

	"profstation/disk"
	"profstation/model/lang"
)

// version is the version of the file's form. It is raised if an older program would misunderstand
// the file. New fields alone do not raise it: older programs ignore them.
const version = 1

// Store is the file with one user's state, and two older sessions beside it. Programs that run at
// the same time may share it: see merge for what they write.
type Store struct {
	Path string

	writing sync.Mutex
	base    []byte // the state as this program read it, or saved it last, without what others saved
	aged    bool   // the session before this run is kept beside the file
	stays   error  // why the file must not be written in this run; nil if it may
}

// Default returns the store in the folder where the user's programs keep their state: on Linux
// $XDG_STATE_HOME/profstation, usually ~/.local/state/profstation.
func Default() *Store {
	return &Store{Path: filepath.Join(xdg.StateHome, "profstation", "session.json")}
}

// olderSessions is how many are kept. A session becomes older when the next start saves its first.
const olderSessions = 2

// older returns the file of an older session; 0 is the one in use.
func (s *Store) older(n int) string {
	if n == 0 {
		return s.Path
	}
	return s.Path + "." + strconv.Itoa(n)
}

// Load reads the state. It never fails: what cannot be read is set aside, and it returns the newest
// session that can be read, or the state of a first start. notice says in a line what was lost.
func (s *Store) Load() (state State, notice string) {
	disk.Clean(filepath.Dir(s.Path))
	for n := range olderSessions + 1 {
		data, state, err := readState(s.older(n))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			data, state, err = s.lockedTake(s.older(n))
		}
		switch {
		case err == nil:
			if n > 0 && notice == "" {
				notice = lang.L("the last session was not read: there is no {{.Path}}", lang.With{"Path": s.Path})
			}
			if n > 0 {
				notice = lang.L("{{.Problem}}; the session before it is shown", lang.With{"Problem": notice})
			}
			s.base = data
			return state, notice
		case errors.Is(err, fs.ErrNotExist):
		case notice == "":
			notice = lang.L("the last session was not read: {{.Cause}}", lang.With{"Cause": err})
		default:
			notice = lang.L("{{.Problem}}; nor an older one: {{.Cause}}", lang.With{"Problem": notice, "Cause": err})
		}
	}
	return firstStart(), notice
}

func firstStart() State { return State{Version: version, Active: -1, Last: Opened{Active: -1}} }

// lockedTake calls take while no other program writes.
func (s *Store) lockedTake(path string) ([]byte, State, error) {
	defer s.lock()()
	return s.take(path)
}

// newer is why a file is not read that a newer program wrote.
type newer struct{ error }

func (e newer) Unwrap() error { return e.error }

// ofNewer returns an error if the field that has the version says that a newer program wrote the data. Nothing else is
// looked at: any other field may have another form by then.
func ofNewer(data []byte, field string) error {
	var all map[string]json.RawMessage
	format := 0
	if json.Unmarshal(data, &all) != nil || json.Unmarshal(all[field], &format) != nil || format <= version {
		return nil
	}
	return newer{lang.Error("it was written by a newer version of profstation (format {{.Format}}, this one reads {{.Readable}})",
		lang.With{"Format": format, "Readable": version})}
}

// take reads a file, and sets it aside if it cannot be read: the error says where it is now. If that
// fails too, nothing is written in this run, and also if a newer program wrote the file: that finds it as it was.
func (s *Store) take(path string) ([]byte, State, error) {
	data, state, err := readState(path)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return data, state, err
	}
	if _, ok := errors.AsType[newer](err); ok {
		s.stays = lang.Error("nothing is saved, so that {{.Path}} stays as it is: {{.Cause}}", lang.With{"Path": path, "Cause": err})
		return nil, State{}, s.stays
	}
	aside, failed := setAside(path)
	if failed != nil {
		s.stays = lang.Error("nothing is saved: move {{.Path}} away and start again; it can be neither read ({{.Cause}}) nor set aside ({{.SecondCause}})",
			lang.With{"Path": path, "Cause": err, "SecondCause": failed})
		return nil, State{}, s.stays
	}
	return nil, State{}, lang.Error("{{.Cause}}; kept as {{.Path}}", lang.With{"Cause": err, "Path": aside})
}

const maxAside = 100 // files with one name

// setAside renames a file that cannot be read to a free name, and returns that.
func setAside(path string) (aside string, err error) {
	for n := 1; n <= maxAside; n++ {
		aside = path + ".unread"
		if n > 1 {
			aside += "-" + strconv.Itoa(n)
		}
		switch _, err := os.Lstat(aside); {
		case errors.Is(err, fs.ErrNotExist):
			return aside, bare(os.Rename(path, aside))
		case err != nil:
			return "", bare(err)
		}
	}
	return "", lang.Error("there are {{.Number}} such files, the last is {{.Path}}", lang.With{"Number": maxAside, "Path": aside})
}

func readState(path string) ([]byte, State, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, State{}, err
	}
	state, err := Decode(data)
	return data, state, err
}

// readFile reads a regular file within the bounds. Errors do not name it.
func readFile(path string) ([]byte, error) {
	data, err := readRegular(path)
	return data, bare(err)
}

// bare returns a system's error without file names, which stand elsewhere in the line.
func bare(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}

func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, lang.Error("it is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(maxBytes)+1))
	if err == nil && len(data) > maxBytes {
		err = lang.Error("it has more than {{.Most}}MB", lang.With{"Most": maxBytes >> 20})
	}
	return data, err
}

// Decode reads a state from JSON. It leaves out unknown fields, and sets values that make no
// sense to their defaults. It fails if the data is not a state at all.
func Decode(data []byte) (State, error) {
	state := State{Active: -1, Last: Opened{Active: -1}}
	if _, err := count(data); err != nil {
		return State{}, err
	}
	if err := ofNewer(data, "version"); err != nil {
		return State{}, err
	}
	if err := json.Unmarshal(data, &state); err != nil {
		return State{}, lang.Error("it is damaged: {{.Cause}}", lang.With{"Cause": err})
	}
	if state.Version < 1 {
		return State{}, lang.Error("it is damaged: the version is {{.Version}}", lang.With{"Version": state.Version})
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

// write saves a state that was encoded. The error may concern another file: saved reports whether
// the state is on the disk.
func (s *Store) write(mine []byte) (saved bool, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.stays != nil {
		return false, s.stays
	}
	if err := os.MkdirAll(filepath.Dir(s.Path), 0o700); err != nil {
		return false, lang.Error("the session was not saved: {{.Cause}}", lang.With{"Cause": err})
	}
	defer s.lock()()
	there, err := readFile(s.Path)
	var theirs State
	if err != nil || !bytes.Equal(there, s.base) || !s.aged {
		there, theirs, err = s.take(s.Path)
	}
	if s.stays != nil {
		return false, s.stays
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	} else if err != nil {
		err = lang.Error("the session of another program was not read: {{.Cause}}", lang.With{"Cause": err})
	}
	data := mine
	if there != nil && !bytes.Equal(there, s.base) {
		if data, err = merged(s.base, mine, theirs); err != nil {
			return false, err
		}
	}
	if there == nil || !bytes.Equal(there, data) {
		if there != nil && !s.aged {
			err = s.age(theirs)
		}
		if err := put(s.Path, data); err != nil {
			return false, lang.Error("the session was not saved: {{.Cause}}", lang.With{"Cause": err})
		}
		s.aged = true // from now on, the file belongs to this run
	}
	s.base = mine
	return true, err
}

// merged returns what is written if another program has written since base was read.
func merged(base, mine []byte, theirs State) ([]byte, error) {
	b, err := Decode(base)
	if err != nil { // there was nothing to read
		b = firstStart()
	}
	m, err := Decode(mine)
	if err != nil {
		return nil, err
	}
	data, _, err := fit(merge(b, m, theirs))
	return data, err
}

// age keeps the session before this run beside the file, and the one before that. It encodes the
// session again, because an older program may have left something in it that is not kept today.
func (s *Store) age(session State) error {
	data, _, err := fit(session)
	if err != nil {
		return err
	}
	before, err := readFile(s.older(1))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err != nil:
		_, err = setAside(s.older(1))
	case bytes.Equal(before, data):
		return nil
	default:
		err = put(s.older(2), before)
	}
	if err == nil {
		err = put(s.older(1), data)
	}
	if err != nil {
		return lang.Error("the session before this one was not kept: {{.Cause}}", lang.With{"Cause": err})
	}
	return nil
}

// patience is how long a program waits for others that write. It goes on without the lock if one
// hangs, or if the file system has no locks: a file is always whole.
var patience = 2 * time.Second

const retry = 5 * time.Millisecond

// lock keeps other programs from writing until unlock is called.
func (s *Store) lock() (unlock func()) {
	l := flock.New(s.Path + ".lock")
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	l.TryLockContext(ctx, retry)
	return func() { l.Unlock() }
}

// put writes a file that only the user can read, whole or not at all.
func put(path string, data []byte) error {
	return disk.Write(context.Background(), path, 0o600, disk.Bytes(data))
}
