package source

import (
	"bytes"
	"debug/elf"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"profstation/model"
	"profstation/model/lang"
)

// fits returns an error if a binary is another build than the one that a profile names by its build ID. Without an
// ID on either side it is not known, and the binary is taken.
func fits(binary, wanted string) error {
	found := buildID(binary)
	if wanted == "" || found == "" || strings.EqualFold(found, wanted) {
		return nil
	}
	return lang.Error("{{.Name}} is another build than the profiled one: its build ID is {{.Found}}, the profile names {{.Wanted}}",
		lang.With{"Name": filepath.Base(binary), "Found": short(found), "Wanted": short(wanted)})
}

// short cuts an ID to as much as people compare.
func short(id string) string { return id[:min(len(id), 12)] }

// buildID returns the GNU build ID of a binary, which is what the runtime writes into profiles; "" if it has none.
func buildID(binary string) string {
	f, err := elf.Open(binary)
	if err != nil {
		return ""
	}
	defer f.Close()
	s := f.Section(".note.gnu.build-id")
	if s == nil || s.Size > 1<<12 {
		return ""
	}
	note, err := s.Data()
	if err != nil || len(note) < 16 {
		return ""
	}
	const gnu = "GNU\x00"
	length := f.ByteOrder.Uint32(note[4:])
	if id := note[16:]; bytes.Equal(note[12:16], []byte(gnu)) && uint64(length) <= uint64(len(id)) {
		return hex.EncodeToString(id[:length])
	}
	return ""
}

// IsBinary reports whether a file is a program, by its first bytes.
func IsBinary(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return false
	}
	head := make([]byte, 4)
	if _, err := f.ReadAt(head, 0); err != nil {
		return false
	}
	for _, magic := range []string{"\x7fELF", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "MZ"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	return false
}

// Locate returns where a mapping's binary is: in the folders that the user names, in the places where pprof looks
// (internal/driver/fetch.go, locateBinaries), or where the profile says. A file of another build in the folders is
// passed over. Locate returns "" if the profile does not name its binary and no folder has it.
func Locate(p *model.Profile, m model.MappingID, folders []string) string {
	file, id := p.Strings.Raw(p.Mappings[m].File), p.Strings.Raw(p.Mappings[m].BuildID)
	path := strings.TrimPrefix(file, filepath.VolumeName(file))
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		var all []string
		if id != "" && filepath.IsLocal(id) {
			all = append(all, filepath.Join(folder, id, filepath.Base(file)))
			if inside, err := os.ReadDir(filepath.Join(folder, id)); err == nil {
				for _, e := range inside {
					all = append(all, filepath.Join(folder, id, e.Name()))
				}
			}
			all = append(all, filepath.Join(folder, path, id))
		}
		if file != "" {
			all = append(all, filepath.Join(folder, filepath.Base(file)), filepath.Join(folder, path))
		}
		for _, name := range all {
			if IsBinary(name) && fits(name, id) == nil {
				return name
			}
		}
	}
	return file
}
