package explain

import (
	"cmp"
	"path/filepath"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
)

// Build says which build of a program a profile is of: the binary, its build ID, and where its code was, as far as the
// profile has them.
func Build(p *model.Profile) string {
	var parts []string
	file, id := binaryOf(p)
	if file != "" {
		parts = append(parts, safe.Text(file))
	}
	if id != "" {
		parts = append(parts, lang.L("build ID {{.ID}}", lang.With{"ID": safe.Text(id)}))
	}
	if folder := Sources(p); folder != "" {
		parts = append(parts, lang.L("sources in {{.Folder}}", lang.With{"Folder": folder}))
	}
	return strings.Join(parts, " · ")
}

// binaryOf returns the name of the file that a profile's program ran from, and its build ID; either may be "".
func binaryOf(p *model.Profile) (file, id string) {
	if len(p.Mappings) == 0 || p.Unmapped {
		return "", ""
	}
	m := p.Mappings[0]
	if m.File != 0 {
		file = filepath.Base(p.Strings.Raw(m.File))
	}
	if m.BuildID != 0 {
		id = p.Strings.Raw(m.BuildID)
	}
	return file, id
}

// Sources returns the folder in which the code of a program's package main was when it was built, or its import path if
// the build left the folder out; "" if that is not known. It is safe for a screen.
func Sources(p *model.Profile) string {
	folder, best := "", ""
	for i := range p.Functions {
		f := &p.Functions[i]
		name, file := p.Strings.Raw(f.Name), p.Strings.Raw(f.File)
		end := strings.LastIndexAny(file, `/\`)
		if !strings.HasPrefix(name, "main.") || end <= 0 || file[0] == '<' {
			continue
		}
		// Closures of other packages that were inlined there have main in front, too, and longer names.
		if best == "" || name == mainFunction || best != mainFunction && cmp.Or(cmp.Compare(len(name), len(best)), strings.Compare(name, best)) < 0 {
			folder, best = file[:end], name
		}
	}
	return safe.Text(folder)
}

const mainFunction = "main.main"
