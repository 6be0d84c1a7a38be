package foreign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/work"
)

// SpeedscopeForm is speedscope's JSON.
var SpeedscopeForm = Form{Name: "speedscope", called: lang.Later("a speedscope file")}

// IsSpeedscope reports whether a text begins as speedscope's file format does.
func IsSpeedscope(data []byte, _ *work.Steps) bool {
	has := jsonHead(data)
	return has != nil && (has("speedscope.app/file-format-schema") || has(`"frames"`) && has(`"shared"`) ||
		has(`"profiles"`) && (has(`"sampled"`) || has(`"evented"`)))
}

// scope decodes a file as speedscope's src/lib/file-format-spec.ts describes it. All its profiles become one. If
// there are several, each has a label with its name.
type scope struct {
	*builder
	c       cursor
	frames  []model.LocID
	samples int // the column; −1: no profile is sampled
	many    bool

	schema, exporter string // as the file has them

	round            rounding
	stack            []model.LocID
	labels           model.LabelSetID
	left             int    // values that are left out
	leftAt           string // the name of the first one's profile
	unclosed, strays int

	pieces  int    // into how many a profile is cut at most
	lasting string // the sample type for samples that last
}

// Speedscope decodes speedscope's file format.
func Speedscope(data []byte, d Decoding) (*model.Profile, error) {
	s := &scope{builder: d.begin(SpeedscopeForm, len(data)), samples: -1}
	s.c = cursor{data: withoutMark(data), tick: s.at}
	profiles, shared, active, name, own := s.top()
	for i := range profiles {
		profiles[i].own = own
	}
	if s.c.err == nil && shared > 0 {
		s.c.at = shared
		s.shared()
	}
	s.many = len(profiles) > 1 && !own
	s.pieces = min(piecesOfProfile, piecesOfFile/max(1, len(profiles)))
	whole := slices.DeleteFunc(slices.Clone(profiles), func(p scopeProfile) bool { return p.damaged })
	for _, p := range whole {
		s.types(p)
	}
	for _, p := range whole {
		if s.c.err != nil {
			break
		}
		s.profile(p)
		if fault := s.c.forgive(); fault != nil {
			s.damagedProfile(&p, fault)
		}
	}
	if err := s.whole(&s.c); err != nil {
		return nil, err
	}
	h := model.Header{Warnings: s.warnings()}
	shown := whole[0]
	if active >= 0 && active < len(profiles) && !profiles[active].damaged {
		shown = profiles[active]
	}
	t, _ := shown.sampleType()
	h.DefaultSampleType, h.Lasting = t.Type, s.lasting
	if name != "" {
		h.Comments = []string{name}
	}
	return s.finish(h)
}

// The newest known version: the format's schema, and speedscope's release if that wrote the file.
const (
	scopeSchema = "https://www.speedscope.app/file-format-schema.json"
	newestScope = "1.25"
)

// newer warns if the file has a newer version.
func (s *scope) newer() []string {
	if s.schema != "" && !strings.HasSuffix(s.schema, strings.TrimPrefix(scopeSchema, "https://www.")) {
		return []string{input.Newer(s.file(), s.schema, scopeSchema)}
	}
	version, own := strings.CutPrefix(s.exporter, "speedscope@")
	if own && major(version) > major(newestScope) {
		return []string{input.Newer(s.file(), version, newestScope)}
	}
	return nil
}

// major returns a version's first number, 0 if it has none.
func major(version string) int {
	first, _, _ := strings.Cut(version, ".")
	n, _ := strconv.Atoi(first)
	return n
}

func (s *scope) warnings() (w []string) {
	w = s.newer()
	if s.left > 0 {
		w = append(w, lang.N(s.left,
			"1 sample is left out, because its weight or its frames are not in the file; it is in the profile “{{.Profile}}”",
			"{{.N}} samples are left out, because their weights or frames are not in the file; the first is in the profile “{{.Profile}}”",
			lang.With{"Profile": safe.Text(s.leftAt)}))
	}
	if s.strays > 0 {
		w = append(w, lang.N(s.strays, "1 frame closes in another order than it opened, or was never open",
			"{{.N}} frames close in another order than they opened, or were never open", nil))
	}
	if s.unclosed > 0 {
		w = append(w, lang.N(s.unclosed, "1 frame is never closed: it lasts until the end of its profile",
			"{{.N}} frames are never closed: they last until the end of their profile", nil))
	}
	return w
}

// top reads the file but for its lists.
func (s *scope) top() (profiles []scopeProfile, shared, active int, name string, own bool) {
	c := &s.c
	var p scopeProfile
	known := s.described(&p)
	c.members(members{
		"shared": &shared, "name": &name, "$schema": &s.schema, "exporter": &s.exporter,
		"activeProfileIndex": func() { active = int(c.index()) },
		"profiles": func() {
			c.array(func(int) {
				p = scopeProfile{}
				fault := c.attempt(func() { c.members(known, func(key string) { s.other(c, "profiles", key) }) })
				if fault != nil {
					s.damagedProfile(&p, fault)
					p.damaged = true
				}
				s.kept += 120
				profiles = append(profiles, p)
			})
		},
	}, func(key string) { s.other(c, "", key) })
	return profiles, shared, active, name, s.exporter == exporter
}

func (s *scope) shared() {
	c := &s.c
	c.object(func(key string) {
		if key != "frames" {
			s.other(c, "shared", key)
			return
		}
		var name, file string
		var line, column int64
		known := members{"name": &name, "file": &file, "line": &line, "col": &column}
		c.array(func(i int) {
			name, file, line, column = "", "", 0, 0
			fault := c.attempt(func() { c.members(known, func(key string) { s.other(c, "shared.frames", key) }) })
			if fault != nil {
				s.damaged(fmt.Sprintf("shared.frames[%d]", i), fault)
			}
			s.kept += 4
			s.frames = append(s.frames, s.frame(name, file, line, column))
		})
	})
}
