package foreign

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// anyOf reads any value with a cursor.
func anyOf(c *cursor) (v any) {
	switch c.peek() {
	case '{':
		m := map[string]any{}
		c.object(func(key string) { m[key] = anyOf(c) })
		return m
	case '[':
		a := []any{}
		c.array(func(int) { a = append(a, anyOf(c)) })
		return a
	case '"':
		return c.string()
	case 't', 'f':
		return string(c.word()) == "true"
	case 'n':
		c.null()
		return nil
	}
	return c.float()
}

// FuzzCursor compares what a cursor reads of JSON with encoding/json.
func FuzzCursor(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e3,"x\u00e9\"y",null,true,{}],"b":{"c":[]}}`, `[[[]],{"a":1}]`, ` "x" `, `12`, `{"a":1,}`, `[1 2]`, `{"a"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		skip := cursor{data: []byte(text)}
		skip.skip()
		walk := cursor{data: []byte(text)}
		got := anyOf(&walk)
		var want any
		if len(text) > 4000 || strings.Contains(text, "\ufffd") || json.Unmarshal([]byte(text), &want) != nil {
			return
		}
		if skip.err != nil || walk.err != nil || strings.TrimSpace(text[skip.at:]) != "" {
			t.Fatalf("%q: %v, %v", text, skip.err, walk.err)
		}
		if strings.ToValidUTF8(text, "") == text && !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, not %v", text, got, want)
		}
	})
}

func TestCursorFaults(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":[1,2`: "cut off", `{"a":x}`: "a number", `{"a":[}`: "", `[1`: "expected", `{"a" 1}`: "colon",
		strings.Repeat("[", 20_000): "within more than", `{"b":` + strings.Repeat(`{"a":`, 20_000): "within more than",
	} {
		c := cursor{data: []byte(text)}
		c.object(func(key string) {
			if key == "a" {
				c.array(func(int) { c.float() })
			}
		})
		if strings.HasPrefix(text, "[[") {
			c = cursor{data: []byte(text)}
			c.skip()
		}
		if c.err == nil || want != "" && want != "a number" && !strings.Contains(c.err.Error(), want) {
			t.Errorf("%.40q: %v", text, c.err)
		}
	}
}
