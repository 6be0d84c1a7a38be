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

	"profstation/ask/finding"
	"profstation/loader"
	"profstation/model"
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/model/safe"
)

func newFindings() *cobra.Command {
	var asJSON, commands bool
	var thresholds []string
	cmd := &cobra.Command{
		Use:   "findings FILE...",
		Short: "Say what stands out in each file, with proof",
		Long: "Say what stands out in profiles and traces of Go programs: what was found, its figures, why it matters and what\n" +
			"people do about it, the worst first. --commands adds the calls of go tool pprof that print the same figures.\n" +
			"Rules are silent where chance may be the reason. - is standard input.",
		Example: "  profstation findings cpu.pprof heap.pprof\n" +
			"  profstation findings --threshold gc=20 --threshold regexp=off cpu.pprof\n" +
			"  profstation findings --json cpu.pprof",
		Args: args(cobra.MinimumNArgs(1), "files, or - for standard input"),
		RunE: func(cmd *cobra.Command, files []string) error {
			limits, err := thresholdsOf(thresholds)
			if err != nil {
				return err
			}
			return findings(callOf(cmd), files, limits, asJSON, commands)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object per line, for each file")
	cmd.Flags().BoolVar(&commands, "commands", false, "with the calls of go tool pprof that print the figures, which JSON always has")
	cmd.Flags().StringArrayVar(&thresholds, "threshold", nil, "`RULE=PERCENT` from which on a rule speaks, or RULE=off; may be repeated")
	readsFiles(cmd)
	return cmd
}

// thresholdsOf reads thresholds such as gc=20 and regexp=off.
func thresholdsOf(all []string) (finding.Limits, error) {
	limits := finding.Limits{}
	for _, text := range all {
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

func writeFindings(w io.Writer, name string, found []finding.Finding, commands bool) {
	if len(found) == 0 {
		fmt.Fprintf(w, "%s: nothing stands out\n", safe.Text(name))
		return
	}
	fmt.Fprintf(w, "%s:\n", safe.Text(name))
	for _, f := range found {
		fmt.Fprintf(w, "\n%s: %s (%s)\n", severityNames[f.Severity], f.Text, f.Rule)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, x := range slices.Concat(f.Figures, f.Callers) {
			fmt.Fprintf(t, "  %s\t%s\n", x.Name, x.Text)
		}
		t.Flush()
		for _, x := range []struct{ name, text string }{{"Why", f.Why}, {"Do", f.Do}, {"Unless", f.Wrong}} {
			if x.text != "" {
				fmt.Fprintf(w, "  %s: %s\n", x.name, x.text)
			}
		}
		for _, args := range [][]string{f.Pprof, f.ByCaller} {
			if commands && args != nil {
				fmt.Fprintf(w, "  %s\n", safe.Text(query.PprofLine(args, query.Sources{Files: []string{name}})))
			}
		}
	}
}

// of adds the file to the arguments of pprof; nil stays nil.
func of(args []string, file string) []string {
	if args == nil {
		return nil
	}
	return append(slices.Clip(args), file)
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
	Unless   string       `json:"unless,omitempty"`
	Pprof    []string     `json:"pprof,omitempty"`         // arguments of go tool pprof that print the figures
	ByCaller []string     `json:"pprof_callers,omitempty"` // and the callers
}

type figureInfo struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

var severityWords = map[finding.Severity]string{finding.Worth: "worth", finding.Notice: "notice", finding.Caveat: "caveat"}

func findingsInfoOf(name string, found []finding.Finding) findingsInfo {
	info := findingsInfo{Version: findingsVersion, File: name, Findings: []findingInfo{}}
	facts := func(all []model.Fact) []figureInfo {
		return lists.Map(all, func(x model.Fact) figureInfo { return figureInfo{x.Name, x.Text} })
	}
	for _, f := range found {
		info.Findings = append(info.Findings, findingInfo{
			Rule: f.Rule, Severity: severityWords[f.Severity], Text: f.Text, Share: f.Share,
			Figures: append([]figureInfo{}, facts(f.Figures)...), Callers: facts(f.Callers),
			Why: f.Why, Do: f.Do, Unless: f.Wrong, Pprof: of(f.Pprof, name), ByCaller: of(f.ByCaller, name),
		})
	}
	return info
}
