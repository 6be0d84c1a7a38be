package finding

import (
	"fmt"
	"regexp"

	"profstation/model"
	"profstation/model/lang"
)

// Limits are thresholds that a user has set, in per cent, by the names of their rules. A rule whose threshold is 0 is
// silent; others keep their own.
type Limits map[string]float64

// Rule is a rule in words.
type Rule struct {
	Name    string  // in English, with dashes
	Found   string  // what it says, with … for what it measures; "": that depends on what it finds
	Looks   string  // what it looks at
	Percent float64 // from what share on it speaks; 0: its threshold is no share
}

// Rules returns the rules that can be silenced, by their names: all but what may mislead.
func Rules() (all []Rule) {
	for _, r := range rules {
		if r.name != ofCaveats {
			all = append(all, Rule{r.name, anyFigure.ReplaceAllString(lang.L(r.Found), "…"), lang.L(r.looks.text), r.limit.percent})
		}
	}
	return all
}

// Asked returns how many rules look at the subject, without those that the user has silenced. It is 0 for programs in other languages,
// whose functions no rule knows.
func Asked(s Subject) (n int) {
	for _, r := range rules {
		if !s.Limits.silence(r.name) && (s.follows(r.looks) || s.judges(r.looks)) {
			n++
		}
	}
	return n
}

var anyFigure = regexp.MustCompile(`{{\.\w+}}`)

// silence reports whether the user has silenced a rule.
func (l Limits) silence(rule string) bool {
	percent, set := l[rule]
	return set && percent == 0
}

// limited returns the rule with the threshold that the user has set.
func (s *Subject) limited(r *rule) *rule {
	percent, ok := s.Limits[r.name]
	if !ok || r.limit.percent == 0 || percent == r.limit.percent {
		return r
	}
	other := *r
	other.limit.percent, other.limit.usual = percent, r.limit.percent
	return &other
}

// cited returns a figure that names the threshold if it is not the rule's own.
func (t *threshold) cited() []model.Fact {
	if t.usual == 0 {
		return nil
	}
	return []model.Fact{{Name: lang.L("threshold"), Text: lang.L("{{.Percent}}, usually {{.Usual}}", lang.With{
		"Percent": fmt.Sprintf("%g%%", t.percent), "Usual": fmt.Sprintf("%g%%", t.usual)})}}
}
