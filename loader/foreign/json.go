package foreign

import "bytes"

// jsonHead returns a function that reports whether the start of a JSON object has a text, nil if it is no object.
func jsonHead(data []byte) func(text string) bool {
	if !isJSON(data) {
		return nil
	}
	head := data[:min(len(data), headSize)]
	return func(text string) bool { return bytes.Contains(head, []byte(text)) }
}

// isJSON reports whether a text begins like a JSON object.
func isJSON(text []byte) bool {
	text = bytes.TrimLeft(withoutMark(text[:min(len(text), headSize)]), " \t\r\n")
	return len(text) > 0 && text[0] == '{'
}
