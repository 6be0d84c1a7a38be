package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"profstation/ask"
	"profstation/ask/finding"
	"profstation/ask/report"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/labels"
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/model/safe"
)

func newFindings() *cobra.Command {
	var asJSON, commands bool
	var base string
	var thresholds thresholds
	cmd := &cobra.Command{
		Use:   "findings [--base BASE] FILE...",
		Short: "Say what stands out in each file, with proof",
		Long: "Say what stands out in profiles and traces of Go programs: what was found, its figures, why it matters and what\n" +
			"people do about it, the worst first. --commands adds the calls of go tool pprof that print the same figures.\n" +
			"Rules are silent where chance may be the reason. - is standard input.\n\n" +
			"With --base the files are one side of a comparison: it says what is new, worse, gone and better than in the base.",
		Example: "  profstation findings cpu.pprof heap.pprof\n" +
			"  profstation findings --threshold gc=20 --threshold regexp=off cpu.pprof\n" +
			"  profstation findings --json cpu.pprof\n" +
			"  profstation findings --base before.pprof after.pprof",
		Args: args(cobra.MinimumNArgs(1), "files, or - for standard input"),
		RunE: func(cmd *cobra.Command, files []string) error {
			limits, err := thresholds.limits()
			if err != nil {
				return err
			}
			if base != "" {
				return shifts(callOf(cmd), base, files, limits, asJSON, commands)
			}
			return findings(callOf(cmd), files, limits, asJSON, commands)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object per line, for each file")
	cmd.Flags().BoolVar(&commands, "commands", false, "with the calls of go tool pprof that print the figures, which JSON always has")
	thresholds.register(cmd.Flags())
	cmd.Flags().StringVar(&base, "base", "", "say what differs from this `file`, or from several separated by commas")
	readsFiles(cmd)
	return cmd
}

// thresholds are texts such as gc=20 and regexp=off.
type thresholds []string

func (t *thresholds) register(s *pflag.FlagSet) {
	s.StringArrayVar((*[]string)(t), "threshold", nil, "`RULE=PERCENT` from which on a rule speaks, or RULE=off; may be repeated")
}

func (t thresholds) limits() (finding.Limits, error) {
	limits := finding.Limits{}
	for _, text := range t {
		name, value, _ := strings.Cut(text, "=")
		i := slices.IndexFunc(finding.Rules(), func(r finding.Rule) bool { return r.Name == name })
		if i < 0 {
			return nil, usagef("--threshold=%s: no rule has that name; docs/findings.md lists them", text)
		}
		if value == "off" {
			limits[name] = 0
			continue
		}
		if finding.Rules()[i].Percent == 0 {
			return nil, usagef("--threshold=%s: its threshold is no share; expected %s=off", text, name)
		}
		percent, err := strconv.ParseFloat(strings.TrimSuffix(value, "%"), 64)
		if err != nil || !(percent > 0 && percent <= 100) {
			return nil, usagef("--threshold=%s: expected a number above 0, up to 100, such as %s=20, or %s=off", text, name, name)
		}
		limits[name] = percent
	}
	return limits, nil
}

// findings says what stands out in each file, and then fails if one could not be opened.
func findings(c *call, files []string, limits finding.Limits, asJSON, commands bool) error {
	files, err := asked(files)
	if err != nil {
		return err
	}
	var empty []error // store addresses that have nothing
	var unopened error
	err = output(c, "-", func(w io.Writer) error {
		shown := 0
		for _, file := range files {
			all, err := openAll(c, []string{file}, loader.Options{})
			if c.ctx.Err() != nil {
				return c.ctx.Err()
			}
			if errors.Is(err, loader.ErrEmpty) && len(files) > 1 {
				empty = append(empty, err)
				continue
			}
			if err != nil {
				c.say("%s", err)
				unopened = errReported
				continue
			}
			f := all[0]
			found, err := finding.In(c.ctx, finding.Subject{Profile: f.Profile, Trace: f.Trace, Limits: limits})
			if err != nil {
				return err
			}
			finding.Worst(found)
			if asJSON {
				if err := writeLine(w, findingsInfoOf(f.Name, found)); err != nil {
					return err
				}
				continue
			}
			if shown++; shown > 1 {
				fmt.Fprintln(w)
			}
			writeFindings(w, f.Name, found, commands)
		}
		return nil
	})
	leftOut(c, empty, files)
	return cmp.Or(err, unopened)
}

// shifts says what stands out more or less than in a base.
func shifts(c *call, base string, files []string, limits finding.Limits, asJSON, commands bool) error {
	sides := [2][]string{ask.BaseSide: listed(base), ask.NewSide: files}
	for i := range sides {
		var err error
		if sides[i], err = asked(sides[i]); err != nil {
			return err
		}
	}
	pair, err := openSides(c, sides, [2][]*labels.Part{}, loader.Options{})
	if err != nil {
		return err
	}
	found, err := pair.Found(c.ctx, limits)
	if err != nil {
		return err
	}
	tallied := ""
	if len(found) == 0 && !asJSON {
		if tallied, err = talliedOf(c, pair); err != nil {
			return err
		}
	}
	return output(c, "-", func(w io.Writer) error {
		if asJSON {
			return writeLine(w, shiftsInfoOf(sides, found))
		}
		title := safe.Text(report.Change(pair.Names[ask.BaseSide], pair.Names[ask.NewSide]))
		if len(found) == 0 {
			fmt.Fprintf(w, "%s: nothing stands out more or less\n", title)
			if tallied != "" {
				words := slices.Concat([]string{"profstation", "export", "--view", "diff", "-o", "-", "--format", "csv", "--base", base}, files)
				fmt.Fprintf(w, "These are known patterns alone. %s: %s\n", tallied, safe.Text(query.ShellLine(words)))
			}
			return nil
		}
		fmt.Fprintf(w, "%s:\n", title)
		for _, f := range found {
			from, to := sides[ask.BaseSide], sides[ask.NewSide]
			if f.Shift == finding.Gone {
				from, to = to, from
			}
			writeFinding(w, shiftNames[f.Shift]+": "+f.Text, f.Finding, commands, to, from)
		}
		return nil
	})
}

// talliedOf says how many functions of two profiles differ by more than noise; "" for traces, and where that is not known.
func talliedOf(c *call, pair *ask.Pair) (string, error) {
	if pair.Pair == nil {
		return "", nil
	}
	x, err := pair.Pair.Evaluate(c.ctx, query.Default(), pair.Pair.Default())
	if err != nil {
		return "", err
	}
	if _, err := x.Rows(c.ctx); err != nil || !x.Judged() {
		return "", err
	}
	return compare.Tallied(x), nil
}

var shiftNames = map[finding.Shift]string{finding.New: "New", finding.Worse: "Worse", finding.Gone: "Gone", finding.Better: "Better"}

func writeFindings(w io.Writer, name string, found []finding.Finding, commands bool) {
	if len(found) == 0 {
		fmt.Fprintf(w, "%s: nothing stands out\n", safe.Text(name))
		return
	}
	fmt.Fprintf(w, "%s:\n", safe.Text(name))
	for _, f := range found {
		writeFinding(w, severityNames[f.Severity]+": "+f.Text, f, commands, []string{name})
	}
}

// writeFinding writes a finding with its proof, and with the calls of pprof that print its figures, for each side. The
// callers are those of the first side.
func writeFinding(w io.Writer, title string, f finding.Finding, commands bool, sides ...[]string) {
	fmt.Fprintf(w, "\n%s (%s)\n", title, f.Rule)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, x := range slices.Concat(f.Figures, f.Callers) {
		fmt.Fprintf(t, "  %s\t%s\n", x.Name, x.Text)
	}
	t.Flush()
	for _, x := range []struct{ name, text string }{{"Why", f.Why}, {"Do", f.Do}, {"Caveat", f.Wrong}} {
		if x.text != "" {
			fmt.Fprintf(w, "  %s: %s\n", x.name, x.text)
		}
	}
	call := func(args, files []string) {
		if commands && args != nil {
			fmt.Fprintf(w, "  %s\n", safe.Text(query.PprofLine(args, query.Sources{Files: files})))
		}
	}
	for _, files := range sides {
		call(f.Pprof, files)
	}
	call(f.ByCaller, sides[0])
}

// of adds files to the arguments of pprof; nil stays nil.
func of(args []string, files ...string) []string {
	if args == nil {
		return nil
	}
	return append(slices.Clip(args), files...)
}

var severityNames = map[finding.Severity]string{finding.Worth: "Worth a look", finding.Notice: "Notice", finding.Caveat: "May mislead"}

// findingsVersion is that of the form of findings: it grows when a reader of the one before would be misled.
const findingsVersion = 1

// findingsInfo is what `findings --json` says about a file.
type findingsInfo struct {
	Version  int           `json:"profstation_findings"`
	File     string        `json:"file"`
	Findings []findingInfo `json:"findings"` // the worst first
}

type findingInfo struct {
	Rule     string       `json:"rule"`
	Severity string       `json:"severity"` // worth, notice or caveat
	Text     string       `json:"text"`
	Share    float64      `json:"share_percent,omitempty"` // of all that the profile counts
	Figures  []figureInfo `json:"figures"`
	Callers  []figureInfo `json:"callers,omitempty"`
	Why      string       `json:"why,omitempty"`
	Do       string       `json:"do,omitempty"`
	Caveat   string       `json:"caveat,omitempty"`
	Pprof    []string     `json:"pprof,omitempty"`         // arguments of go tool pprof that print the figures
	ByCaller []string     `json:"pprof_callers,omitempty"` // and the callers
}

type figureInfo struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// shiftsInfo is what `findings --base --json` says about two sides.
type shiftsInfo struct {
	Version int         `json:"profstation_findings"`
	Base    []string    `json:"base"`
	New     []string    `json:"new"`
	Changes []shiftInfo `json:"changes"` // what is new, worse, gone and better, in this order
}

type shiftInfo struct {
	Change string `json:"change"`         // new, worse, gone or better
	Base   string `json:"base,omitempty"` // the figure on each side
	New    string `json:"new,omitempty"`
	findingInfo
	PprofBase []string `json:"pprof_base,omitempty"` // arguments of go tool pprof that print the figures of the base
}

func shiftsInfoOf(sides [2][]string, found []finding.Shifted) shiftsInfo {
	info := shiftsInfo{Version: findingsVersion, Base: sides[ask.BaseSide], New: sides[ask.NewSide], Changes: []shiftInfo{}}
	for _, f := range found {
		info.Changes = append(info.Changes, shiftInfo{
			Change: f.Shift.String(), Base: f.Sides[ask.BaseSide], New: f.Sides[ask.NewSide],
			findingInfo: findingInfoOf(f.Finding, info.New...), PprofBase: of(f.Pprof, info.Base...),
		})
	}
	return info
}

var severityWords = map[finding.Severity]string{finding.Worth: "worth", finding.Notice: "notice", finding.Caveat: "caveat"}

func findingsInfoOf(name string, found []finding.Finding) findingsInfo {
	info := findingsInfo{Version: findingsVersion, File: name, Findings: []findingInfo{}}
	for _, f := range found {
		info.Findings = append(info.Findings, findingInfoOf(f, name))
	}
	return info
}

func findingInfoOf(f finding.Finding, files ...string) findingInfo {
	facts := func(all []model.Fact) []figureInfo {
		return lists.Map(all, func(x model.Fact) figureInfo { return figureInfo{x.Name, x.Text} })
	}
	return findingInfo{
		Rule: f.Rule, Severity: severityWords[f.Severity], Text: f.Text, Share: f.Share,
		Figures: append([]figureInfo{}, facts(f.Figures)...), Callers: facts(f.Callers),
		Why: f.Why, Do: f.Do, Caveat: f.Wrong, Pprof: of(f.Pprof, files...), ByCaller: of(f.ByCaller, files...),
	}
}
