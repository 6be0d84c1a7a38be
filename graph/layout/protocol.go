package layout

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Between the program and its helper process go one request and one answer, each
// a kind, a number and a text with its length before it, big endian:
//
//	kind    1 byte   'L' lay out, 'B' the same behind others; 'P' positions, 'E' error, 'M' too much memory
//	number  8 bytes  of a request: how much memory it may take, in bytes
//	length  4 bytes  of what follows: DOT, json0, or what went wrong
const (
	kindRequest   = 'L'
	kindBehind    = 'B'
	kindPositions = 'P'
	kindError     = 'E'
	kindMemory    = 'M'

	headLength = 13
	// mostBytes bounds one message: json0 has about 550 bytes an
	// edge, of 100,000 edges.
	mostBytes = 64 << 20
)

// Request is the work of the helper process.
type Request struct {
	DOT    []byte
	Memory int64 // bytes
	Behind bool  // other work on the machine comes first
}

// Answer is its result: JSON holds positions in json0 if Err is nil.
type Answer struct {
	JSON          []byte
	Err           error
	TooMuchMemory bool
}

// ReadRequest reads a request; io.EOF if there is none.
func ReadRequest(r io.Reader) (Request, error) {
	kind, number, text, err := readMessage(r)
	if err != nil {
		return Request{}, err
	}
	if kind != kindRequest && kind != kindBehind || number <= 0 {
		return Request{}, fmt.Errorf("found a message of kind %q and number %d, expected a request to lay out", kind, number)
	}
	return Request{DOT: text, Memory: number, Behind: kind == kindBehind}, nil
}

func writeRequest(w io.Writer, r Request) error {
	kind := byte(kindRequest)
	if r.Behind {
		kind = kindBehind
	}
	return writeMessage(w, kind, r.Memory, r.DOT)
}

// WriteAnswer writes an answer.
func WriteAnswer(w io.Writer, a Answer) error {
	switch {
	case a.TooMuchMemory:
		return writeMessage(w, kindMemory, 0, nil)
	case a.Err != nil:
		return writeMessage(w, kindError, 0, []byte(a.Err.Error()))
	}
	return writeMessage(w, kindPositions, 0, a.JSON)
}

// readAnswer reads an answer. Its own error means that none came.
func readAnswer(r io.Reader) (Answer, error) {
	kind, _, text, err := readMessage(r)
	switch {
	case err != nil:
		return Answer{}, err
	case kind == kindMemory:
		return Answer{TooMuchMemory: true}, nil
	case kind == kindError:
		return Answer{Err: errors.New(clip(string(text)))}, nil
	case kind != kindPositions:
		return Answer{}, fmt.Errorf("found a message of kind %q, expected positions", kind)
	}
	return Answer{JSON: text}, nil
}

func writeMessage(w io.Writer, kind byte, number int64, text []byte) error {
	if len(text) > mostBytes {
		return fmt.Errorf("%d bytes are more than the %d that fit into a message", len(text), mostBytes)
	}
	head := make([]byte, headLength, headLength+len(text))
	head[0] = kind
	binary.BigEndian.PutUint64(head[1:], uint64(number))
	binary.BigEndian.PutUint32(head[9:], uint32(len(text)))
	_, err := w.Write(append(head, text...))
	return err
}

func readMessage(r io.Reader) (kind byte, number int64, text []byte, err error) {
	var head [headLength]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, 0, nil, err
	}
	n := binary.BigEndian.Uint32(head[9:])
	if n > mostBytes {
		return 0, 0, nil, fmt.Errorf("a message of %d bytes, expected at most %d", n, mostBytes)
	}
	// Memory is taken as the bytes come, not as the length claims.
	text, err = io.ReadAll(io.LimitReader(r, int64(n)))
	if err == nil && len(text) < int(n) {
		err = io.ErrUnexpectedEOF
	}
	return head[0], int64(binary.BigEndian.Uint64(head[1:])), text, err
}
