package finding

import (
	"context"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
)

func init() {
	r := &rule{name: "new-release", looks: looks{text: lang.Later("profiles whose paths name the Go release")}, limit: threshold{text: known, because: lang.Later("the newest release that the rules were checked with")}, words: words{
		Found: lang.Later("the program was built with {{.Release}}, and the rules know function names up to {{.Known}}: findings may be missing"),
	}}
	r.find = func(_ context.Context, s *Subject) ([]Finding, error) {
		if s.Profile == nil || s.Profile.Foreign {
			return nil, nil
		}
		release := releaseOf(s.Profile)
		if minor(release) <= minor(known) {
			return nil, nil
		}
		return []Finding{r.finding(Notice, lang.With{"Release": release, "Known": known})}, nil
	}
	add(*r)
}

// releaseOf returns the newest Go release that paths in a profile's runtime name; "": none.
func releaseOf(p *model.Profile) (release string) {
	for _, f := range p.Functions {
		if names.OfGoRuntime(p, f) {
			of, _ := names.ReleaseOf(strings.ReplaceAll(p.Strings.Raw(f.File), `\`, "/"))
			if of != release && minor(of) > minor(release) {
				release = of
			}
		}
	}
	return release
}

// minor returns 27 for go1.27 and go1.27rc1, 0 for no release.
func minor(release string) int {
	rest, _ := strings.CutPrefix(release, "go1.")
	end := strings.IndexFunc(rest, func(c rune) bool { return c < '0' || c > '9' })
	if end < 0 {
		end = len(rest)
	}
	n, _ := strconv.Atoi(rest[:end])
	return n
}
