package input

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns a text in UTF-16 with a mark, as PowerShell writes it, in UTF-8. All else is returned as it
// is, so also what PowerShell made of a file that was none of text.
func Text(data []byte) []byte {
	order := orderOf(data)
	if order == nil || !IsText(utf8Of(data[2:min(len(data), 4096)&^1], order)) {
		return data
	}
	return utf8Of(data[2:], order)
}

// orderOf is the order of bytes that a mark says, nil if there is none.
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

// utf8Of is what UTF-16 says. A half of a letter without the other becomes U+FFFD; an odd byte at the end
// is none.
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
