package session

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Path is the name of a file, whose bytes need not be UTF-8. In JSON it is a
// string if that is exact, and otherwise {"base64": "…"}.
type Path string

type rawPath struct {
	Base64 string `json:"base64"`
}

// MarshalJSON implements json.Marshaler.
func (p Path) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(p)) {
		return json.Marshal(string(p))
	}
	return json.Marshal(rawPath{base64.StdEncoding.EncodeToString([]byte(p))})
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *Path) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*p = Path(s)
		return nil
	}
	var raw rawPath
	if err := json.Unmarshal(data, &raw); err != nil {
		return fmt.Errorf("a path: found %.40s, expected a string or base64", data)
	}
	b, err := base64.StdEncoding.DecodeString(raw.Base64)
	if err != nil {
		return fmt.Errorf("a path: %w", err)
	}
	*p = Path(b)
	return nil
}
