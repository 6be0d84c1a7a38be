package ask

import (
	"context"
	"slices"
	"strings"

	"profstation/ask/finding"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/trace"
	"profstation/model/units"
)

// Finding is what stands out, with its proof and its place.
type Finding = finding.Finding

// Shifted is a finding that is not the same on both sides of a comparison.
type Shifted = finding.Shifted

// Limits are thresholds that the user has set for what stands out, by the names of [Rules].
type Limits = finding.Limits

// Rules returns the rules about what stands out, whose thresholds the user may set.
func Rules() []finding.Rule { return finding.Rules() }

// Proof returns what proves a finding, headed by how much it matters, then who asked for it, why it matters, what people do
// about it, and what would make it wrong: what there is of these.
func Proof(f Finding) []model.Fact {
	severity := lang.L("Notice")
	if Worth(f) {
		severity = lang.L("Worth a look")
	}
	figures := func(all []model.Fact) string { return strings.Join(lists.Map(all, factText), " · ") }
	all := []model.Fact{
		{Name: severity, Text: figures(f.Figures)}, {Name: lang.L("Callers"), Text: figures(f.Callers)},
		{Name: lang.L("Why"), Text: f.Why}, {Name: lang.L("Do"), Text: f.Do}, {Name: lang.L("Caveat"), Text: f.Wrong},
	}
	return slices.DeleteFunc(all, func(x model.Fact) bool { return x.Text == "" })
}

// Worth reports whether a finding is worth a look, and no mere notice.
func Worth(f Finding) bool { return f.Severity == finding.Worth }

// Standing returns what stands out in a profile, or in a trace, the worst first. Its only error is the context's.
func Standing(ctx context.Context, p *model.Profile, t *trace.Trace, limits Limits) ([]Finding, error) {
	return finding.Standing(ctx, finding.Subject{Profile: p, Trace: t, Limits: limits})
}

// Marked returns what was found with a mark before it: full if it is worth a look, and empty for a notice.
func Marked(f Finding) string {
	if Worth(f) {
		return "● " + f.Text
	}
	return "○ " + f.Text
}

// ProofText returns a finding's proof as lines.
func ProofText(f Finding) string { return strings.Join(lists.Map(Proof(f), factText), "\n") }

// Dismissed says how many findings the user does not want to see.
func Dismissed(n int) string {
	return lang.L("Dismissed: {{.Number}}", lang.With{"Number": units.Count(int64(n))})
}

func factText(x model.Fact) string {
	return lang.L("{{.Name}}: {{.Text}}", lang.With{"Name": x.Name, "Text": x.Text})
}

// Divided returns the findings that the user wants to see and those that are dismissed, each in the order of all. keys name
// the latter.
func Divided[F any, P interface {
	*F
	Key() string
}](all []F, keys []string) (kept, dismissed []F) {
	for i := range all {
		if slices.Contains(keys, P(&all[i]).Key()) {
			dismissed = append(dismissed, all[i])
		} else {
			kept = append(kept, all[i])
		}
	}
	return kept, dismissed
}

// FoundIn is a finding in one of several documents.
type FoundIn struct {
	Finding
	Document int
	Name     string // the document's
	Line     string // what was found
}

// WorstFirst sorts what was found in several documents.
func WorstFirst(all []FoundIn) {
	slices.SortStableFunc(all, func(a, b FoundIn) int { return finding.Compare(a.Finding, b.Finding) })
}
