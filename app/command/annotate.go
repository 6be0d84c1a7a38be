package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"profstation/ask"
	"profstation/loader"
	"profstation/loader/source"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

// sourceFlags say where code is looked for.
type sourceFlags struct {
	sourcePath, trimPath string
	recorded             bool // see [source.Options]
}

func (f *sourceFlags) registerSources(s *pflag.FlagSet, readers string) {
	also := ""
	if f.recorded {
		also = "; and modules at the paths that it names"
	}
	s.StringVar(&f.sourcePath, "source_path", "", "`folders` that "+readers+" code from, besides Go's own (default: the current one and that of the profile, with the modules they are in"+also+")")
	s.StringVar(&f.trimPath, "trim_path", "", "`prefixes` to strip from paths before they are looked up in them")
}

// sources finds the code of a profile's file.
func (f *sourceFlags) sources(of *loader.File) *ask.Sources {
	o := source.Options{Folders: filepath.SplitList(f.sourcePath), Trim: filepath.SplitList(f.trimPath), Option: "--source_path"}
	if len(o.Folders) == 0 {
		o.Near, o.Recorded = []string{"."}, f.recorded
		if of.Path != "" { // who asks for the code of a file by name lets the code beside it be read
			o.Near = append(o.Near, filepath.Dir(loader.OnDisk(of.Path)))
		}
	}
	return ask.NewSources(o)
}

// annotating is one call of the annotate command.
type annotating struct {
	queryFlags
	sourceFlags
	format, out string
}

func newAnnotate() *cobra.Command {
	a := &annotating{sourceFlags: sourceFlags{recorded: true}}
	cmd := &cobra.Command{
		Use:   "annotate FILE...",
		Short: "Write what each source line costs, for editors",
		Long: "Write what each source line costs, for editors: flat and cum by file and line.\n\n" +
			"json has all files, with the place of each on this machine if it is found. vim has lines for the quickfix\n" +
			"list, and lsp a JSON object per file and line of output, as in PublishDiagnosticsParams of the language\n" +
			"server protocol: that needs files that are found. For each file that was changed after the profile was taken,\n" +
			"a warning says so, and json has \"changed\".\n" +
			"Several profiles of one kind are added up.",
		Example: "  profstation annotate cpu.pprof\n" +
			"  vim -q <(profstation annotate --format vim --focus 'json\\.' cpu.pprof)",
		Args: args(cobra.MinimumNArgs(1), "a profile, or - for standard input; several are added up"),
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := a.ask(cmd.Flags())
			if err != nil {
				return err
			}
			if err := cmp.Or(isFile(a.out), spare("profile", args, a.out)); err != nil {
				return err
			}
			return a.run(callOf(cmd), args, q)
		},
	}
	s := cmd.Flags()
	s.SortFlags = false
	choose(cmd, "format", "what is written", []string{"json", "vim", "lsp"}, func(word string) { a.format = word })
	s.StringVarP(&a.out, "output", "o", "-", "`file` to write; - is standard output")
	a.registerQuery(cmd)
	a.registerSources(s, "annotate finds")
	readsFiles(cmd)
	return cmd
}

func (a *annotating) run(c *call, files []string, q query.Query) error {
	f, r, err := evaluated(c, files, q, "annotate")
	if err != nil {
		return err
	}
	all, err := ask.Annotations(c.ctx, r, a.sources(f))
	if err != nil {
		return err
	}
	missing := 0
	for i := range all {
		if all[i].Path == "" {
			missing++
		}
	}
	switch {
	case len(all) == 0:
		c.say("warning: %s: no source lines are counted", f.Name)
	case missing > 0 && a.format == "lsp":
		c.say("warning: left out: %s of %d, not found here: --source_path and --trim_path say where they are", units.Plural(missing, "file"), len(all))
	}
	for i := range all {
		if all[i].Changed {
			c.say("warning: %s", all[i].Note)
		}
	}
	return output(c, a.out, func(w io.Writer) error {
		switch a.format {
		case "vim":
			return annotateVim(w, r, all)
		case "lsp":
			return annotateLSP(w, r, all)
		}
		return annotateJSON(w, f.Name, r, all)
	})
}

// numbered are the lines of which the number is known.
func numbered(l *query.Listing) []query.LineSum {
	if len(l.Lines) > 0 && l.Lines[0].Line <= 0 {
		return l.Lines[1:]
	}
	return l.Lines
}

// jsonVersion is that of the form of annotations: it grows when a reader of the one before would be misled.
const jsonVersion = 1

type jsonAnnotations struct {
	Version    int        `json:"profstation_annotations"`
	Profile    string     `json:"profile"`
	SampleType string     `json:"sample_type"`
	Unit       string     `json:"unit"`
	Total      int64      `json:"total"` // shares are of it
	Files      []jsonFile `json:"files"` // those with the highest flat first
}

type jsonFile struct {
	Path    string     `json:"path"`              // on this machine; "" if it is not found
	File    string     `json:"file"`              // as the profile names it
	Changed bool       `json:"changed,omitempty"` // the file at the path is not the version that was measured
	Note    string     `json:"note,omitempty"`
	Flat    int64      `json:"flat"`
	Cum     int64      `json:"cum"` // a stack counts once, however many of the lines it passes
	Lines   []jsonLine `json:"lines"`
}

type jsonLine struct {
	Line        int64   `json:"line"` // from 1
	Flat        int64   `json:"flat"`
	Cum         int64   `json:"cum"`
	Unit        string  `json:"unit"`
	FlatPercent float64 `json:"flat_percent"` // of the total
	CumPercent  float64 `json:"cum_percent"`
}

func annotateJSON(w io.Writer, profile string, r *query.Result, all []ask.Annotation) error {
	out := jsonAnnotations{jsonVersion, profile, r.Type.Type, r.Type.Unit, r.Total, make([]jsonFile, len(all))}
	for i, f := range all {
		x := jsonFile{f.Path, f.File, f.Changed, f.Note, f.FlatValue(), f.CumValue(), []jsonLine{}}
		for _, l := range numbered(f.Listing) {
			x.Lines = append(x.Lines, jsonLine{l.Line, l.FlatValue(), l.CumValue(), r.Type.Unit, units.Share(l.FlatValue(), r.Total), units.Share(l.CumValue(), r.Total)})
		}
		out.Files[i] = x
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	return e.Encode(out)
}

// cost is what a line costs, in words.
func cost(r *query.Result, l *query.LineSum) string {
	return "flat " + r.WithShare(l.FlatValue()) + ", cum " + r.WithShare(l.CumValue())
}

// annotateVim writes lines that the default errorformat takes. A name in which a line could end is written so that none
// does.
func annotateVim(w io.Writer, r *query.Result, all []ask.Annotation) error {
	for _, f := range all {
		name := safe.Whole(cmp.Or(f.Path, f.File))
		for _, l := range numbered(f.Listing) {
			if _, err := fmt.Fprintf(w, "%s:%d: %s\n", name, l.Line, cost(r, &l)); err != nil {
				return err
			}
		}
	}
	return nil
}

type lspFile struct {
	URI         string          `json:"uri"`
	Diagnostics []lspDiagnostic `json:"diagnostics"`
}

type lspDiagnostic struct {
	Range    lspRange `json:"range"`
	Severity int      `json:"severity"`
	Source   string   `json:"source"`
	Message  string   `json:"message"`
}

type lspRange struct {
	Start lspPosition `json:"start"`
	End   lspPosition `json:"end"` // not included
}

type lspPosition struct {
	Line      int64 `json:"line"` // from 0
	Character int64 `json:"character"`
}

const lspHint = 4 // the least severity

func annotateLSP(w io.Writer, r *query.Result, all []ask.Annotation) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, f := range all {
		if f.Path == "" {
			continue
		}
		out := lspFile{fileURI(f.Path), []lspDiagnostic{}}
		for _, l := range numbered(f.Listing) {
			out.Diagnostics = append(out.Diagnostics, lspDiagnostic{
				lspRange{lspPosition{Line: l.Line - 1}, lspPosition{Line: l.Line}}, lspHint, "profstation", cost(r, &l),
			})
		}
		if err := e.Encode(out); err != nil {
			return err
		}
	}
	return nil
}

// fileURI is the address of a file, on Windows file:///C:/x.
func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
