package loader

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/compare"
)

// several decodes the profiles of an input that begin at the cuts and adds them
// up. The first of them must be one; what cannot be added to it is left out,
// with a warning.
func (l *loading) several(data []byte, cuts []int, decode func(part []byte) (*model.Profile, error)) (sum *model.Profile, err error) {
	added := 0
	for i, at := range cuts {
		end := len(data)
		if i+1 < len(cuts) {
			end = cuts[i+1]
		}
		p, err := decode(data[at:end])
		switch {
		case err != nil && (sum == nil || l.final(err) && !isPart(err)):
			return nil, err
		case err != nil:
			l.warnings = append(l.warnings, fmt.Sprintf("behind the first profile: %s that are no profile, or a damaged one, and were left out", input.Size(int64(end-at))))
			continue
		case sum != nil && (p.PeriodType != sum.PeriodType || !slices.Equal(p.Types, sum.Types)):
			l.warnings = append(l.warnings, fmt.Sprintf("another profile with other sample types (%s) stood behind the first: it was left out", input.OneLine(typeNames(p))))
			continue
		}
		if sum, err = compare.Add(sum, p); err != nil {
			return nil, err
		}
		added++
	}
	if added > 1 {
		l.warnings = append(l.warnings, fmt.Sprintf("%d profiles stood end to end in this file; their values are added up", added))
	}
	return sum, nil
}

// isPart reports whether an error is about the one part that cannot be read,
// and not about a limit.
func isPart(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Err != nil
}

func typeNames(p *model.Profile) string {
	var names []string
	for _, t := range p.Types {
		names = append(names, t.Type+"/"+t.Unit)
	}
	return strings.Join(names, ", ")
}
