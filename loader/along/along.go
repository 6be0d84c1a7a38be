// Package along takes off what came along with a file on its way: the head of an HTTP answer, base64, bytes written as
// letters. What cannot be taken off, it names. [Off] is the first call, for bytes that are no profile as they are.
package along

import (
	"profstation/loader/input"
)

// Thing is something that came along with a file.
type Thing struct {
	Name string // "the answer of an HTTP server (200 OK)"
	Done string // says what was done, in a sentence without its full stop
	Rest []byte // what it came along with; it may share memory with the file
}

// Off takes one thing off. It returns nil if nothing came along that is known, and an error if bytes are known to be
// something that no profile is in. known reports whether bytes begin as something that can be opened, by their first
// ones. data may be the beginning of a file: what is behind its end then changes neither the thing nor what Rest begins
// with.
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
