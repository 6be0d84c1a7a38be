package unwrap

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strings"
	"unicode/utf8"

	"profstation/loader/input"
	"profstation/model/lang"
)

const (
	minBase64 = 24      // letters; fewer are a word
	lookAt    = 8 << 10 // letters decoded first
)

// ofBase64 decodes base64 (RFC 4648) if the result is known: in one line or many, in a data: URL (RFC 2397), in
// quotation marks, or between the lines that certutil writes.
func ofBase64(data []byte, known func([]byte) bool) *Thing {
	text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	for _, quote := range []string{`"`, `'`} {
		text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte(quote)), []byte(quote))
	}
	name, done := lang.L("base64"), lang.L("it came as base64, which was decoded")
	if bytes.HasPrefix(text[:min(len(text), 5)], []byte("data:")) {
		head, body, ok := bytes.Cut(text, []byte(";base64,"))
		if !ok || len(head) > 300 {
			return nil
		}
		text = body
		if bytes.IndexByte(text, '%') >= 0 {
			plain, err := url.PathUnescape(string(text))
			if err != nil {
				return nil
			}
			text = []byte(plain)
		}
		name, done = lang.L("a data: URL"), lang.L("it came as base64 in a data: URL, which was decoded")
	} else if bytes.HasPrefix(text, []byte("-----BEGIN ")) {
		_, text, _ = bytes.Cut(text, []byte("\n"))
		if end := bytes.LastIndex(text, []byte("-----END ")); end >= 0 {
			text = text[:end]
		}
	}
	if len(text) < minBase64 {
		return nil
	}
	head, ok := fromBase64(text[:min(len(text), lookAt)])
	if !ok || !known(head) {
		return nil
	}
	if len(text) > lookAt {
		if head, ok = fromBase64(text); !ok {
			return nil
		}
	}
	return &Thing{Name: name, Done: done, Rest: head}
}

// fromBase64 decodes base64 in either alphabet, with or without padding and white space. If the text is cut within four
// letters, the incomplete byte is left out.
func fromBase64(text []byte) ([]byte, bool) {
	letters := make([]byte, 0, len(text))
	for _, c := range text {
		switch c {
		case ' ', '\t', '\r', '\n', '\f':
		case '-':
			letters = append(letters, '+')
		case '_':
			letters = append(letters, '/')
		default:
			letters = append(letters, c)
		}
	}
	letters = bytes.TrimRight(letters, "=")
	if len(letters)%4 == 1 {
		letters = letters[:len(letters)-1]
	}
	n, err := base64.RawStdEncoding.Decode(letters, letters) // it never writes ahead of where it reads
	return letters[:n:n], err == nil
}

// ofLetters undoes a conversion that took each byte in a packed file for a Latin-1 letter and wrote it as UTF-8.
func ofLetters(data []byte) *Thing {
	head, ok := bytesOf(data[:min(len(data), 64)])
	if !ok || input.Packing(head) == "" || input.Packing(data) != "" {
		return nil
	}
	rest, ok := bytesOf(data)
	if !ok {
		return nil
	}
	return &Thing{
		Name: lang.L("bytes that were written as letters"), Rest: rest,
		Done: lang.L("its bytes had been written as letters of UTF-8, which was undone"),
	}
}

// bytesOf turns each letter in a UTF-8 text into a byte. It returns false if a letter is not in Latin-1, unless
// the end cuts it.
func bytesOf(text []byte) ([]byte, bool) {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c < 0x80:
			out = append(out, c)
		case (c == 0xc2 || c == 0xc3) && i+1 == len(text):
		case (c == 0xc2 || c == 0xc3) && text[i+1]&0xc0 == 0x80:
			i++
			out = append(out, c<<6|text[i]&0x3f)
		default:
			return nil, false
		}
	}
	return out, true
}

// replaced is U+FFFD, which programs write for bytes that are not UTF-8.
const replaced = "\ufffd"

// lostInText names binary data that a program took for text, so that everything that was not UTF-8 is lost.
func lostInText(data []byte) *input.Error {
	head := string(data[:min(len(data), 4096)])
	what := lang.L("binary data")
	switch {
	case strings.HasPrefix(head, "\x1f"+replaced+"\x08"):
		what = lang.L("a gzip file")
	case strings.HasPrefix(head, "("+replaced+"/"+replaced):
		what = lang.L("a zstd file")
	case input.IsText(data), strings.Count(head, replaced) < 3, !utf8.ValidString(whole(head)):
		return nil
	}
	return &input.Error{
		Found: lang.L("{{.What}} that a program took for text: each byte that is no UTF-8 became U+FFFD, so it is lost for good",
			lang.With{"What": what}),
		Advice: lang.L("record it again, and let a program write its bytes, such as curl -o"),
	}
}

// whole returns a text without a letter that is cut by its end.
func whole(text string) string {
	for n := len(text) - 1; n >= max(len(text)-utf8.UTFMax, 0); n-- {
		if utf8.RuneStart(text[n]) {
			if !utf8.FullRuneInString(text[n:]) {
				return text[:n]
			}
			break
		}
	}
	return text
}
