package desk

import (
	"strings"

	"profstation/ask"
	"profstation/graph"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/table"
)

// copyCommand copies a call of pprof with the given arguments, or else one that answers what is asked.
func (e *exporter) copyCommand(args []string) {
	d := e.desk
	doc, a := d.docs.active, d.current()
	if a == nil {
		d.refuse(lang.Error("there is no profile for a go tool pprof command"))
		return
	}
	of, lost, err := doc.sources()
	if err != nil {
		d.refuse(err)
		return
	}
	if args != nil {
		e.copied(query.PprofLine(args, of), lost)
		return
	}
	q := a.Query
	g := &d.Display
	q.NodeCount, q.NodeFraction, q.EdgeFraction = query.Default().NodeCount, g.NodeFraction, g.EdgeFraction
	if g.GraphNodes != graph.DefaultNodeCount && !g.Untrimmed {
		q.NodeCount = g.GraphNodes
	}
	if g.SortColumn == table.TopCum {
		q.Sort = query.ByCum
	}
	var options []string
	if g.GraphTree {
		options = append(options, "call_tree")
	}
	if g.Untrimmed {
		options = append(options, "trim=false")
	}
	line, more := q.CommandLine("http=:", of, options...)
	e.copied(line, append(lost, more...))
}

// copied puts a command on the clipboard, and says what it leaves out.
func (e *exporter) copied(line string, lost []string) {
	d := e.desk
	d.shell.Copy(line)
	if len(lost) > 0 {
		d.Say(lang.Sentences(lang.L("Copied."), safe.Text(lang.Sentences(lost...))))
		return
	}
	d.Say(lang.L("Copied: {{.Text}}", lang.With{"Text": safe.Text(line)}))
}

// sources returns the files to give to pprof for a document's figures, and says in lost
// what pprof does not see. The error says why pprof cannot be asked.
func (doc *document) sources() (of query.Sources, lost []string, err error) {
	c := doc.comparison()
	if c == nil {
		f, err := doc.origin.side(doc)
		if err != nil {
			return of, nil, err
		}
		if p, ok := doc.content.(*profileContent); ok && p.file.Packed {
			return of, nil, noFile(doc.name(), lang.L("it is in a bundle"))
		}
		if f.path == "" && f.parts == nil {
			return of, nil, noFile(doc.name(), lang.L("it was made from a trace"))
		}
		of.Files, lost, err = asFiles(f.path, doc.name(), doc.profile(), f.parts)
		return of, lost, err
	}
	for i, to := range [2]*[]string{ask.BaseSide: &of.Base, ask.NewSide: &of.Files} {
		for _, f := range c.sides[i] {
			if f.only != nil {
				return of, nil, noFile(partOf(&f), lang.L("go tool pprof filters both sides alike"))
			}
			files, less, err := asFiles(f.path, f.title, f.profile, f.parts)
			if err != nil {
				return of, nil, err
			}
			*to, lost = append(*to, files...), append(lost, less...)
		}
	}
	of.Diff = c.mode != compare.Base
	switch n := c.normalisation; n.By {
	case compare.PerTotal:
		of.Normalize = true
	case compare.PerSecond:
		lost = append(lost, lang.L("go tool pprof compares values as recorded, not per second of recording."))
	case compare.PerUnit:
		lost = append(lost, lang.L("go tool pprof compares values as recorded, not per {{.Unit}}.", lang.With{"Unit": n.UnitName()}))
	}
	return of, lost, nil
}

// asFiles returns a profile, or the parts of a sum, as arguments for pprof.
func asFiles(path origin.Ref, name string, p *model.Profile, parts []part) (files, lost []string, err error) {
	if parts == nil {
		if !path.OnDisk() || p == nil {
			return nil, nil, noFile(name, lang.L("it has no file"))
		}
		parts = []part{{path, p.Format}}
	}
	for _, f := range parts {
		switch {
		case strings.HasSuffix(f.format, " debug=2"):
			return nil, nil, noFile(f.path.Title(), lang.L("go tool pprof does not read this text format"))
		case strings.HasSuffix(f.format, " debug=1"):
			lost = append(lost, lang.L("go tool pprof does not see the names in {{.Name}}.", lang.With{"Name": f.path.Title()}))
		}
		files = append(files, string(f.path))
	}
	return files, lost, nil
}

func noFile(name, why string) error {
	return lang.Error("no command for {{.Document}}: {{.Cause}}; save it as .pprof with Ctrl+E and use that",
		lang.With{"Document": name, "Cause": why})
}
