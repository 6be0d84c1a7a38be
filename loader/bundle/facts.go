package bundle

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"

	"profstation/model"
	"profstation/model/safe"
)

// Limits: facts in a bundle, lines in a text that is a fact as a whole, and lines taken from a README.
const (
	maxFacts  = 100
	maxLines  = 3
	maxReadMe = 20
)

// factsOf returns a text's facts: the values in a JSON object or in a list with names and values, a text with few
// lines as a whole, or a README's first lines. Other texts, such as logs, have none.
func factsOf(name string, text []byte, max int) (all []model.Fact) {
	add := func(name string, value json.RawMessage) {
		if s, ok := scalar(value); ok && len(all) < max {
			all = append(all, model.Fact{Name: safe.Text(name), Text: s})
		}
	}
	switch text = bytes.TrimSpace(text); {
	case bytes.HasPrefix(text, []byte("{")), bytes.HasPrefix(text, []byte("[")):
		d := json.NewDecoder(bytes.NewReader(text))
		if begin, _ := d.Token(); begin == json.Delim('{') { // in the text's order
			for d.More() {
				key, err := d.Token()
				var value json.RawMessage
				if err != nil || d.Decode(&value) != nil {
					return nil
				}
				add(name+" · "+key.(string), value)
			}
			return all
		}
		var pairs [][]json.RawMessage
		if json.Unmarshal(text, &pairs) != nil {
			return nil
		}
		for _, p := range pairs {
			if key, ok := "", len(p) == 2; ok && json.Unmarshal(p[0], &key) == nil {
				add(name+" · "+key, p[1])
			}
		}
	case strings.HasPrefix(strings.ToLower(path.Base(name)), "readme"):
		for line := range strings.Lines(string(text)) {
			switch line = strings.TrimSpace(line); {
			case line == "":
			case len(all) == min(max, maxReadMe):
				all[len(all)-1].Text += " …"
				return all
			case len(all) == 0:
				all = append(all, model.Fact{Name: name, Text: safe.Text(line)})
			default:
				all = append(all, model.Fact{Text: safe.Text(line)})
			}
		}
	case len(text) > 0 && bytes.Count(text, []byte("\n")) < maxLines:
		all = append(all, model.Fact{Name: name, Text: safe.Text(strings.Join(strings.Fields(string(text)), " "))})
	}
	return all
}

// scalar is a number, a text or a truth value as one line.
func scalar(value json.RawMessage) (string, bool) {
	var v any
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		return safe.Text(v), v != ""
	case json.Number, bool:
		return safe.Text(string(bytes.TrimSpace(value))), true
	}
	return "", false
}
