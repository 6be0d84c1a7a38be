// Package unwrap removes what came along with a file on its way: the head of an HTTP answer, base64, or bytes written as
// letters. It names what it cannot remove. Start with [Off], for bytes that are not a profile as they are.
package unwrap

import (
	"profstation/loader/input"
)

// Thing is something that came along with a file.
type Thing struct {
	Name string // "the answer of an HTTP server (200 OK)"
	Done string // says what was done, in a sentence without its full stop
	Rest []byte // what it came along with; may share memory with the file
}

// Off removes one thing. It returns nil if nothing known came along, and an error if the bytes are known to hold no
// profile. known reports whether some first bytes begin a file that can be opened. data may be just the
// beginning of a file: the bytes after it change neither the thing nor how Rest begins.
func Off(data []byte, known func(head []byte) bool) (*Thing, *input.Error) {
	if IsAnswer(data) {
		return ofAnswer(data)
	}
	if t := ofBase64(data, known); t != nil {
		return t, nil
	}
	if t := ofLetters(data); t != nil {
		return t, nil
	}
	if err := lostInText(data); err != nil {
		return nil, err
	}
	return nil, ofServer(data)
}
