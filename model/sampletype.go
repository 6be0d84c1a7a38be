package model

import (
	"fmt"
	"strconv"
	"strings"
)

// SampleIndex finds a column by the name or number that a user gave, "" for
// the default. As in pprof's profile/index.go, inuse_space also finds space.
func (p *Profile) SampleIndex(name string) (int, error) {
	if len(p.Types) == 0 {
		return 0, &QueryError{"sample_index", fmt.Errorf("the profile has no sample types")}
	}
	if name == "" {
		return p.Default, nil
	}
	if i, err := strconv.Atoi(name); err == nil {
		if i < 0 || i >= len(p.Types) {
			return 0, &QueryError{"sample_index", fmt.Errorf("%s is outside 0 to %d", name, len(p.Types)-1)}
		}
		return i, nil
	}
	short := strings.TrimPrefix(name, "inuse_")
	names := make([]string, len(p.Types))
	for i, t := range p.Types {
		if t.Type == name || t.Type == short {
			return i, nil
		}
		names[i] = Sanitise(t.Type)
	}
	return 0, &QueryError{"sample_index", fmt.Errorf("no %q in this profile, only %s", Sanitise(name), strings.Join(names, ", "))}
}
