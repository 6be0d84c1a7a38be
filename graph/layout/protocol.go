package layout

import (
	"bytes"
	"encoding/binary"
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

// A message is its length, in eight bytes, and as many bytes of gob: one that is too long is refused before it is read.
var lengths = binary.LittleEndian

// Receive reads a message. It returns io.EOF if there is none.
func Receive[T Request | Answer](r io.Reader) (message T, err error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err == io.EOF {
		return message, err
	} else if err != nil {
		return message, fmt.Errorf("no message found: %w", err)
	}
	n := lengths.Uint64(head[:])
	if n > maxBytes {
		return message, fmt.Errorf("no message found: its first bytes announce more than %dMB", maxBytes>>20)
	}
	if err := gob.NewDecoder(io.LimitReader(r, int64(n))).Decode(&message); err != nil {
		return message, fmt.Errorf("no message found: %w", err)
	}
	return message, nil
}

// Send writes a message.
func Send[T Request | Answer](w io.Writer, message T) error {
	var head [8]byte
	b := bytes.NewBuffer(head[:])
	if err := gob.NewEncoder(b).Encode(message); err != nil {
		return err
	}
	lengths.PutUint64(b.Bytes(), uint64(b.Len()-len(head)))
	_, err := w.Write(b.Bytes())
	return err
}
