package input

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// Text converts a UTF-16 text with a byte order mark, as PowerShell writes it, to UTF-8. Anything else is
// returned as it is, including what PowerShell made from a file that was not a text.
func Text(data []byte) []byte {
	order := orderOf(data)
	if order == nil || !IsText(utf8Of(data[2:min(len(data), 4096)&^1], order)) {
		return data
	}
	return utf8Of(data[2:], order)
}

// orderOf returns the byte order that a mark indicates, or nil if there is no mark.
func orderOf(data []byte) binary.ByteOrder {
	switch {
	case len(data) < 2:
	case data[0] == 0xff && data[1] == 0xfe:
		return binary.LittleEndian
	case data[0] == 0xfe && data[1] == 0xff:
		return binary.BigEndian
	}
	return nil
}

// utf8Of converts UTF-16 to UTF-8. Half a letter without the other half becomes U+FFFD; an odd byte at
// the end is dropped.
func utf8Of(data []byte, order binary.ByteOrder) []byte {
	text := make([]byte, 0, len(data)/2+len(data)/16)
	for i := 0; i+1 < len(data); i += 2 {
		r := rune(order.Uint16(data[i:]))
		if utf16.IsSurrogate(r) {
			next := rune(0)
			if i+3 < len(data) {
				next = rune(order.Uint16(data[i+2:]))
			}
			if r = utf16.DecodeRune(r, next); r != utf8.RuneError {
				i += 2
			}
		}
		text = utf8.AppendRune(text, r)
	}
	return text
}
