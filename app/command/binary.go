package command

import (
	"os"
	"path/filepath"

	"profstation/loader/source"
	"profstation/model"
)

// takeBinary keeps a program that stands before the profiles, as in go tool pprof, and returns the profiles.
func (e *exporting) takeBinary(files []string) []string {
	if len(files) < 2 || !source.IsBinary(files[0]) {
		return files
	}
	e.binary = files[0]
	return files[1:]
}

// binaryPath is where pprof, too, looks for programs.
const binaryPath = "PPROF_BINARY_PATH"

// binaries returns the programs that a profile was made from, by their names in it. One that was given is the first
// mapping's, as in go tool pprof. What is not there is left out.
func (e *exporting) binaries(p *model.Profile) map[string]string {
	folders := filepath.SplitList(os.Getenv(binaryPath))
	if home, err := os.UserHomeDir(); err == nil && len(folders) == 0 {
		folders = []string{filepath.Join(home, "pprof", "binaries")}
	}
	all := map[string]string{}
	for i := range p.Mappings {
		m := model.MappingID(i)
		named := p.Strings.Raw(p.Mappings[i].File)
		if _, ok := all[named]; ok {
			continue
		}
		binary := source.Locate(p, m, folders)
		if i == 0 && e.binary != "" {
			binary = e.binary
		}
		if source.IsBinary(binary) {
			all[named] = binary
		}
	}
	return all
}
