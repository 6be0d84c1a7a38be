package foreign

import "bytes"

// isJSON reports whether a text begins like a JSON object.
func isJSON(text []byte) bool {
	text = bytes.TrimLeft(withoutMark(text[:min(len(text), headSize)]), " \t\r\n")
	return len(text) > 0 && text[0] == '{'
}
