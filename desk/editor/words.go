package editor

import (
	"path/filepath"
	"strconv"
	"strings"

	"profstation/model/lang"
)

// The parts of a template that stand for a place.
const (
	fileMark   = "{file}"
	lineMark   = "{line}"
	columnMark = "{column}"
)

// Parse returns the editor that a command calls. Its words are separated by blanks, and quotes, single or double,
// hold a word together. They are a template: {file}, {line} and {column} stand for the place.
func Parse(command string) (Editor, error) {
	words, err := split(command)
	switch {
	case err != nil:
		return Editor{}, err
	case len(words) == 0:
		return Editor{}, lang.Error("the command is empty: expected a program and {file}")
	case !strings.Contains(strings.Join(words[1:], " "), fileMark):
		return Editor{}, lang.Error("{file} is missing, which stands for the file: {{.Program}} {file}", lang.With{"Program": words[0]})
	case marked(words[0]):
		return Editor{}, lang.Error("the program's own name cannot have {file}, {line} or {column} in it: {{.Program}}", lang.With{"Program": words[0]})
	}
	return Editor{Name: nameOf(words[0]), Command: words}, nil
}

// marked reports whether a word has a part that stands for something else.
func marked(word string) bool {
	return strings.Contains(word, fileMark) || strings.Contains(word, lineMark) || strings.Contains(word, columnMark)
}

// nameOf returns what people call a program.
func nameOf(path string) string {
	if k := knownAs(path); k != nil {
		return k.name
	}
	return filepath.Base(path)
}

// split returns the words of a command. Between double quotes a backslash keeps a double quote; elsewhere it is an
// ordinary character, because Windows has it in paths.
func split(command string) (words []string, err error) {
	var word strings.Builder
	inside, quote := false, rune(0)
	runes := []rune(command)
	for i := 0; i < len(runes); i++ {
		switch c := runes[i]; {
		case c == 0:
			return nil, lang.Error("the command has a NUL in it")
		case quote == '"' && c == '\\' && i+1 < len(runes) && runes[i+1] == '"':
			i++
			word.WriteRune('"')
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, inside = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, lang.Error("a quote is not closed: {{.Quote}}", lang.With{"Quote": string(quote)})
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}

// fill returns a template's words for a place. What it puts in is never split or filled again.
func fill(template []string, file string, line, column int) []string {
	r := strings.NewReplacer(fileMark, file, lineMark, strconv.Itoa(max(1, line)), columnMark, strconv.Itoa(max(1, column)))
	words := make([]string, len(template))
	for i, w := range template {
		words[i] = r.Replace(w)
	}
	return words
}
