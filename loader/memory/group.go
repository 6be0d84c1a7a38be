package memory

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/memory"
)

// numbers are files of a control group that have a number alone.
var numbers = []struct {
	form memory.Form
	kind memory.Kind
	v1   string // its name in version 1
}{
	{memory.Max, memory.GroupLimit, "memory.limit_in_bytes"},
	{memory.Current, memory.GroupUsed, "memory.usage_in_bytes"},
}

// isCalled reports whether a file has a name, alone or behind that of a profile.
func isCalled(file, name string) bool {
	base := filepath.Base(file)
	return base == name || strings.HasSuffix(base, "."+name)
}

// addNumber reads a number alone. Other files look the same, so the name decides.
func addNumber(s *memory.Sources, from memory.Source, data []byte) error {
	for _, n := range numbers {
		if !isCalled(from.File, string(n.form)) && !isCalled(from.File, n.v1) {
			continue
		}
		text := string(bytes.TrimSpace(data))
		bytes, err := number(text)
		if text == "max" || err == nil && bytes >= mostBytes {
			return nil // there is no limit
		}
		if err != nil {
			return err
		}
		from.Form = n.form
		s.Groups = append(s.Groups, memory.Group{Source: from, Figures: []memory.Figure{{Kind: n.kind, Bytes: bytes}}})
		return nil
	}
	return &input.Error{Found: lang.L("a number alone"), Advice: lang.L("name the file memory.max if it is the limit of a control group, or memory.current if it is what it uses")}
}

// inStat are the figures of memory.stat that processes do not show.
var inStat = []struct {
	name string
	kind memory.Kind
}{{"file", memory.GroupFiles}, {"shmem", memory.GroupShared}, {"kernel", memory.GroupKernel}}

// addGroup reads memory.stat, a name and a number in each line.
func addGroup(s *memory.Sources, from memory.Source, data []byte) error {
	g := memory.Group{Source: from}
	for line := range bytes.Lines(data) {
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		for _, f := range inStat {
			if f.name != name {
				continue
			}
			n, err := amount(name, value)
			if err != nil {
				return err
			}
			if slices.ContainsFunc(g.Figures, func(x memory.Figure) bool { return x.Kind == f.kind }) {
				return nonsense(lang.L("two lines with {{.Name}}", lang.With{"Name": name}))
			}
			g.Figures = append(g.Figures, memory.Figure{Kind: f.kind, Bytes: n, How: name})
		}
	}
	s.Groups = append(s.Groups, g)
	return nil
}
