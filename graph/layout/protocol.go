package layout

import (
	"encoding/gob"
	"fmt"
	"io"
)

// Request is the work of the helper process, Answer its result. One of each goes
// through the pipes between the program and the process, as encoding/gob writes them.
type Request struct {
	DOT    []byte
	Memory int64 // how much the layout may take, in bytes
	Behind bool  // other work on the machine comes first
}

// Answer holds positions in json0 unless it says what went wrong.
type Answer struct {
	JSON          []byte
	Error         string
	TooMuchMemory bool
}

// maxBytes bounds one message: json0 has about 550 bytes an edge, of 100,000 edges.
const maxBytes = 64 << 20

// Receive reads a message; io.EOF if there is none.
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
