package editor

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"profstation/model/lang"
	"profstation/model/safe"
)

// grace is how long an error of an editor is waited for: later ones are its user's.
const grace = 3 * time.Second

// maxSaid is the most that is kept of what an editor says, in bytes.
const maxSaid = 16 << 10

// Started is an editor that was started.
type Started struct {
	ended chan error // gets one value, when the editor has ended
	name  string
	said  *os.File // what it has written as errors; nil: it is not kept
}

// Start starts an editor at a line of a file, both from 1; 0 is the first. The editor goes on when this program ends.
func (e Editor) Start(file string, line, column int) (*Started, error) {
	if err := e.takes(file); err != nil {
		return nil, err
	}
	words := fill(e.Command, filepath.Clean(file), line, column)
	cmd := exec.Command(words[0], words[1:]...)
	if cmd.Err != nil {
		return nil, e.failed(cmd.Err.Error())
	}
	if err := runs(cmd.Path); err != nil {
		return nil, err
	}
	detach(cmd)
	s := &Started{ended: make(chan error, 1), name: e.Name}
	if said, err := memory(); err == nil {
		s.said, cmd.Stderr = said, said
	}
	if err := cmd.Start(); err != nil {
		s.forget()
		return nil, e.failed(err.Error())
	}
	go func() { s.ended <- cmd.Wait() }()
	return s, nil
}

// takes returns an error for a file that cannot be given to an editor.
func (e Editor) takes(file string) error {
	switch {
	case len(e.Command) == 0:
		return lang.Error("the command is empty: expected a program and {file}")
	case !filepath.IsAbs(file):
		return lang.Error("{{.File}} is not an absolute path", lang.With{"File": safe.Text(file)})
	case strings.ContainsFunc(file, unicode.IsControl):
		return lang.Error("{{.File}} has control characters in its name", lang.With{"File": safe.Text(file)})
	case e.careless && strings.ContainsFunc(file, special):
		return lang.Error("{{.Terminal}} could take the name {{.File}} for a command: name another terminal in TERMINAL, or choose an editor with a window",
			lang.With{"Terminal": filepath.Base(e.Command[0]), "File": safe.Text(file)})
	}
	return nil
}

// special reports whether a shell might not take a character as it is.
func special(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(`/._-+@,:=`, c)
}

func (e Editor) failed(why string) error { return failure(e.Name, why) }

func failure(name, why string) error {
	return lang.Error("{{.Editor}} could not be started: {{.Why}}", lang.With{"Editor": name, "Why": safe.Text(why)})
}

// Wait returns an error if the editor has ended with one soon after its start. Otherwise it is left alone.
func (s *Started) Wait(ctx context.Context) error {
	over := time.NewTimer(grace)
	defer over.Stop()
	return s.wait(ctx, over.C)
}

func (s *Started) wait(ctx context.Context, over <-chan time.Time) error {
	defer s.forget()
	select {
	case err := <-s.ended:
		if err == nil {
			return nil
		}
		why := err.Error()
		if line := s.firstLine(); line != "" {
			why = line
		}
		return failure(s.name, why)
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// firstLine returns the first line of what the editor has said that is not blank.
func (s *Started) firstLine() string {
	if s.said == nil {
		return ""
	}
	text := make([]byte, maxSaid)
	n, _ := s.said.ReadAt(text, 0)
	for line := range strings.Lines(string(text[:n])) {
		if line = strings.Trim(line, " \t\r\n\x00"); line != "" {
			return line
		}
	}
	return ""
}

// forget gives up what is kept of the editor's errors. The editor has the memory for itself until it ends.
func (s *Started) forget() {
	if s.said != nil {
		s.said.Close()
		s.said = nil
	}
}
