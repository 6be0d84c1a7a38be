package layout

import (
	"encoding/gob"
	"fmt"
	"io"
)

// Request is the helper process's work, Answer its result. One of each goes through the pipes between the program and
// the process, encoded by encoding/gob.
type Request struct {
	DOT    []byte
	Memory int64 // how much memory the layout may take, in bytes
	Behind bool  // other work on the machine goes first
}

// Answer holds positions in json0, or says what went wrong.
type Answer struct {
	JSON          []byte
	Error         string
	TooMuchMemory bool
}

// maxBytes limits one message. It suffices for 100,000 edges: json0 has about 550 bytes for each.
const maxBytes = 64 << 20

// Receive reads a message. It returns io.EOF if there is none.
func Receive[T Request | Answer](r io.Reader) (message T, err error) {
	err = gob.NewDecoder(io.LimitReader(r, maxBytes)).Decode(&message)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("no message found: %w", err)
	}
	return message, err
}

// Send writes a message.
func Send[T Request | Answer](w io.Writer, message T) error {
	return gob.NewEncoder(w).Encode(message)
}
