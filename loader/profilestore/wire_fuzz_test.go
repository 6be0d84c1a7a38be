package profilestore

import (
	"bytes"
	"testing"
)

// FuzzMessage takes a message out of any bytes: what it finds is a part of them.
func FuzzMessage(f *testing.F) {
	f.Add([]byte("\x2a\x05\x0a\x03abc"), 5)
	f.Add([]byte("\x08\x01\x11\x00\x00\x00\x00\x00\x00\x00\x00\x1d\x00\x00\x00\x00\x0a\x00"), 1)
	f.Add([]byte("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), 1)
	f.Fuzz(func(t *testing.T, data []byte, field int) {
		found, err := messageIn(data, field)
		if err == nil && !bytes.Contains(data, found) {
			t.Errorf("%x is not in %x", found, data)
		}
	})
}
