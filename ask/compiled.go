package ask

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"profstation/loader/compiler"
	"profstation/loader/source"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
	"profstation/table"
)

// Compiled has what the compiler says of the code of a profile. Who makes one allows that the code is compiled.
type Compiled struct{ reasons work.Lazy[*Reasons] }

// Compiling is what is compiled for a profile.
type Compiling struct {
	Go, Release string // the go command, and its release if that is the profile's
	Named       string // the release that the profile names; "": none
	Builds      []compiler.Build
	Left        int // how many further packages have figures

	Lacking []string             // which files of the user's own cannot be compiled, and why: one of each folder, the highest first
	Folder  string               // the folder that would help with the first of them; "": any might, or none
	times   map[string]time.Time // when the files were changed last, by their paths
}

// packageSum is a folder with code, and its figures.
type packageSum struct {
	folder, module string
	lacks, allow   string // why it is not compiled, "" if it is; the folder that would help
	here, cum      int64  // with others' code that it calls, see [OwnLine]
}

// Reasons are the compiler's, by the lines that they are about.
type Reasons struct {
	Compiling
	By     string   // the release that has compiled
	Failed []string // what was not compiled, and why
	lines  map[string]map[int64][]table.Reason
}

// Waits reports whether somebody has asked, and the compiler has not said it all.
func (c *Compiled) Waits() bool {
	if c == nil {
		return false
	}
	_, known := c.reasons.Known()
	return !known
}

// maxCompiled is how many packages are compiled: those with the highest figures.
const maxCompiled = 24

// CompilingOf returns what would be compiled for a result: the packages that cost most, with others' code that they call,
// and among equals those with most cum, of which files are found in modules on this machine. It starts nothing.
func CompilingOf(ctx context.Context, r *query.Result, s *Sources) (*Compiling, error) {
	asked := query.Default()
	asked.SampleIndex = r.Query.SampleIndex
	whole, err := query.Evaluate(ctx, r.Profile, asked.Whole()) // whatever is filtered now
	if err != nil {
		return nil, err
	}
	listings, err := whole.ListFiles(ctx)
	if err != nil {
		return nil, err
	}
	here := map[string]int64{} // by file
	lines, err := ownLines(ctx, whole)
	if err != nil {
		return nil, err
	}
	for at, l := range lines {
		here[at.file] = units.Plus(here[at.file], units.Magnitude(l.Here))
	}
	own := ownFiles(r.Profile)
	type key struct {
		folder string
		lacks  bool
	}
	by := map[key]*packageSum{}
	c := &Compiling{times: map[string]time.Time{}}
	err = s.With(ctx, func(f *source.Finder) {
		for _, l := range listings {
			if ctx.Err() != nil {
				return
			}
			if filepath.Ext(l.File) != ".go" {
				continue
			}
			file := f.Find(l.File, r.Profile.Time)
			p := &packageSum{folder: filepath.Dir(file.Path), module: f.ModuleOf(file)}
			switch {
			case p.module != "":
				c.times[file.Path] = file.ModTime
			case own[l.File] && !file.Std && !file.Fixed:
				p.folder = filepath.Dir(l.File)
				p.lacks, p.allow = lacking(l.File, file)
			default:
				continue
			}
			k := key{p.folder, p.lacks != ""}
			if by[k] == nil {
				by[k] = p
			}
			p = by[k]
			p.here, p.cum = units.Plus(p.here, max(here[l.File], units.Magnitude(l.Flat))), max(p.cum, units.Magnitude(l.Cum))
		}
		c.Go, c.Release, c.Named = f.GoCommand(r.Profile)
	})
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	all := slices.SortedFunc(maps.Values(by), func(a, b *packageSum) int {
		return cmp.Or(cmp.Compare(b.here, a.here), cmp.Compare(b.cum, a.cum), cmp.Compare(a.folder, b.folder))
	})
	for _, p := range all {
		if p.lacks != "" {
			c.Lacking, c.Folder = append(c.Lacking, p.lacks), cmp.Or(c.Folder, p.allow)
		}
	}
	all = slices.DeleteFunc(all, func(p *packageSum) bool { return p.lacks != "" })
	c.Left = max(0, len(all)-maxCompiled)
	for _, p := range all[:len(all)-c.Left] {
		at := slices.IndexFunc(c.Builds, func(b compiler.Build) bool { return b.Module == p.module })
		if at < 0 {
			at = len(c.Builds)
			c.Builds = append(c.Builds, compiler.Build{Go: c.Go, Module: p.module})
		}
		c.Builds[at].Folders = append(c.Builds[at].Folders, p.folder)
	}
	return c, nil
}

// ownFiles are the files in the program's own module.
func ownFiles(p *model.Profile) map[string]bool {
	own := map[string]bool{}
	for f := range p.Functions {
		if names.CodeKindOf(p, model.FuncID(f)) == names.MainModule {
			own[filepath.Clean(p.Strings.Raw(p.Functions[f].File))] = true
		}
	}
	return own
}

// lacking says why an own file is not compiled, and which folder would help.
func lacking(name string, file *source.File) (why, folder string) {
	if file.Err == nil {
		return lang.L("{{.File}} is in no Go module", lang.With{"File": safe.Text(file.Path)}), ""
	}
	if miss, ok := file.Err.(*source.NotFound); ok && miss.Exists != "" {
		return safe.Text(file.Err.Error()), miss.Folder
	}
	return lang.L("{{.File}}: {{.Why}}", lang.With{"File": safe.Text(name), "Why": safe.Text(file.Err.Error())}), ""
}

// Reasons compiles once, and returns what the compiler says.
func (c *Compiled) Reasons(ctx context.Context, r *query.Result, s *Sources) (*Reasons, error) {
	return c.reasons.Get(ctx, func(ctx context.Context) (*Reasons, error) {
		what, err := CompilingOf(ctx, r, s)
		if err != nil {
			return nil, err
		}
		all := &Reasons{Compiling: *what, lines: map[string]map[int64][]table.Reason{}}
		for _, b := range what.Builds {
			report, err := compiler.Ask(ctx, b)
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case err != nil:
				all.Failed = append(all.Failed, b.Module+": "+safe.Text(err.Error()))
				continue
			}
			all.By = cmp.Or(all.By, report.Go)
			all.Failed = append(all.Failed, report.Failed...)
			if err := all.add(ctx, r.Profile.Kind, report.Remarks); err != nil {
				return nil, err
			}
		}
		all.Failed = append(all.Failed, what.Lacking...)
		return all, nil
	})
}

// addReasons puts into an answer what the compiler says, or what would be compiled.
func (q *Request) addReasons(ctx context.Context, key sourceKey, s *SourceAnswer) (err error) {
	switch {
	case !key.reasons:
	case key.compiled == nil:
		s.Compiling, err = CompilingOf(ctx, key.result, q.Sources)
	default:
		s.Reasons, err = key.compiled.Reasons(ctx, key.result, q.Sources)
	}
	return err
}

// of returns the reasons for the lines of a file. If it has changed since it was compiled, fresh is false.
func (x *Reasons) of(file *source.File) (lines map[int64][]table.Reason, fresh bool) {
	if then, ok := x.times[file.Path]; ok && !then.Equal(file.ModTime) {
		return nil, false
	}
	return x.lines[file.Path], true
}

// NoReason is said of a line that allocates if the compiler says of no value there that it escapes.
func NoReason(say lang.Voice) string {
	return say("the compiler gives no reason: what does not escape is on the heap, too, if it is large or its size is only known at run time")
}

// missing says why there are no reasons for a file, "" if there may be some.
func (x *Reasons) missing(f *source.Finder, file *source.File) string {
	switch {
	case file.Err != nil || x.packages() == 0:
		return ""
	case f.ModuleOf(file) == "":
		return lang.L("only packages in modules of your own are compiled for reasons, and not this one")
	case !x.compiled(filepath.Dir(file.Path)):
		return lang.L("the package of this file was not compiled for reasons")
	case strings.HasSuffix(file.Path, "_test.go"):
		return lang.L("files of tests are not compiled for reasons")
	}
	return ""
}

// ReasonLine is a line with a value, and what the compiler says of it.
type ReasonLine struct {
	query.LineSum
	OwnLine
	File    string // as the profile names it
	Path    string // on this machine
	Reasons []table.Reason
	Note    string // how the file may differ from the one that was measured
}

// Lines returns the lines of the compiled files that cost something, with others' code that they call. The one that costs
// most comes first.
func (x *Reasons) Lines(ctx context.Context, r *query.Result, s *Sources) (all []ReasonLine, err error) {
	listings, err := r.ListFiles(ctx)
	if err != nil {
		return nil, err
	}
	places, err := linesIn(ctx, r.Profile, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	costs, err := ownLines(ctx, r)
	if err != nil {
		return nil, err
	}
	err = s.With(ctx, func(f *source.Finder) {
		for _, l := range listings {
			file := f.Find(l.File, r.Profile.Time)
			if ctx.Err() != nil || file.Err != nil || !x.compiled(filepath.Dir(file.Path)) || filepath.Ext(file.Path) != ".go" {
				continue
			}
			reasons, fresh := x.of(file)
			note, _, its := doubts(file, places[l.File])
			if !fresh {
				note = lang.L("it was changed after it was compiled")
			}
			foreign := file.Foreign(its)
			for _, sum := range l.Lines {
				cost := costs[lineOf{l.File, sum.Line}]
				if cost == nil { // of a module that is not the program's own
					cost = &OwnLine{Here: sum.Flat, HereDiv: sum.FlatDiv}
				}
				if cost.HereValue() == 0 {
					continue
				}
				line := ReasonLine{sum, *cost, l.File, file.Path, reasons[sum.Line], note}
				if foreign[sum.Line] {
					line.Reasons = nil
				}
				all = append(all, line)
			}
		}
	})
	slices.SortStableFunc(all, func(a, b ReasonLine) int {
		return cmp.Or(cmp.Compare(units.Magnitude(b.HereValue()), units.Magnitude(a.HereValue())), cmp.Compare(units.Magnitude(b.Cum), units.Magnitude(a.Cum)))
	})
	return all, cmp.Or(err, ctx.Err())
}

// compiled reports whether a folder is that of a compiled package.
func (x *Reasons) compiled(folder string) bool {
	return slices.ContainsFunc(x.Builds, func(b compiler.Build) bool { return slices.Contains(b.Folders, folder) })
}

// Note says what the reasons are of, and what they lack.
func (x *Reasons) Note() string {
	var all []string
	switch n := x.packages(); {
	case n == 0:
		return x.Compiling.Note()
	case x.By == "":
	case x.Release == "" && x.Named != "":
		all = append(all, lang.N(n, "Reasons of {{.Go}} for 1 package: {{.Release}}, which the profile names, is not installed here",
			"Reasons of {{.Go}} for {{.N}} packages: {{.Release}}, which the profile names, is not installed here", lang.With{"Go": x.By, "Release": safe.Text(x.Named)}))
	case x.Release == "":
		all = append(all, lang.N(n, "Reasons of {{.Go}}, the Go here, for 1 package: the profile does not say which Go built it",
			"Reasons of {{.Go}}, the Go here, for {{.N}} packages: the profile does not say which Go built it", lang.With{"Go": x.By}))
	default:
		all = append(all, lang.N(n, "Reasons of {{.Go}}, the profile's release, for 1 package", "Reasons of {{.Go}}, the profile's release, for {{.N}} packages",
			lang.With{"Go": x.By}))
	}
	if x.Left > 0 {
		all = append(all, lang.N(x.Left, "1 package with lower figures was not compiled", "{{.N}} packages with lower figures were not compiled", nil))
	}
	if len(x.Failed) > 0 {
		all = append(all, lang.L("not compiled: {{.Error}}", lang.With{"Error": x.Failed[0]}))
	}
	return strings.Join(all, "; ")
}

// Why says what the compiler's reasons are of, or what would be compiled for them; "": nobody has asked.
func (s *SourceAnswer) Why() string {
	switch {
	case s.Reasons != nil:
		return s.Reasons.Note()
	case s.Compiling != nil:
		return s.Compiling.Note()
	}
	return ""
}

// Any reports whether there is something to compile.
func (c *Compiling) Any() bool { return c != nil && c.packages() > 0 }

// Note says what will happen, before it does.
func (c *Compiling) Note() string {
	lacking := ""
	switch {
	case len(c.Lacking) == 0 && !c.Any():
		return lang.L("This profile names no Go file of a module of your own: only those are compiled.")
	case !c.Any():
		return lang.L("Nothing can be compiled: {{.Why}}.", lang.With{"Why": c.Lacking[0]})
	case len(c.Lacking) > 0:
		lacking = lang.L("Not compiled: {{.Why}}.", lang.With{"Why": c.Lacking[0]})
	}
	modules := make([]string, len(c.Builds))
	for i, b := range c.Builds {
		modules[i] = safe.Text(b.Module)
	}
	return lang.Sentences(lang.N(c.packages(), "The go command ({{.Go}}) compiles 1 package in {{.Modules}} for this. It runs none of your code and no C compiler, downloads nothing, and writes only into its build cache.",
		"The go command ({{.Go}}) compiles {{.N}} packages in {{.Modules}} for this. It runs none of your code and no C compiler, downloads nothing, and writes only into its build cache.",
		lang.With{"Go": safe.Text(c.Go), "Modules": lang.List(modules...)}), lacking)
}

func (c *Compiling) packages() (n int) {
	for _, b := range c.Builds {
		n += len(b.Folders)
	}
	return n
}

// add gives each line the remarks that are about it: where they are, and where the code comes from that was inlined there.
// A line that is inlined several times has each reason
// once, with the places of the first.
func (x *Reasons) add(ctx context.Context, k model.Kind, remarks []compiler.Remark) error {
	steps := work.StepsUntil(ctx)
	met := map[compiler.Place]bool{} // where it is known what escapes
	for i := range remarks {
		if m := &remarks[i]; m.Escapes() && m.Text != "" {
			met[m.At[0]] = true
		}
	}
	type told struct {
		file, text, flow string
		line             int64
	}
	known := map[told]bool{}
	for i := range remarks {
		m := &remarks[i]
		if steps.Over(1 + len(m.Flow)) {
			return ctx.Err()
		}
		if m.Escapes() && m.Text == "" && met[m.At[0]] {
			continue
		}
		reason, ok := reasonOf(k, m)
		if !ok {
			continue
		}
		var flow strings.Builder
		for _, s := range m.Flow {
			flow.WriteString(s.Text + "\n")
		}
		for n, at := range m.At {
			this := told{at.File, reason.Text, flow.String(), at.Line}
			if n > 0 && n < len(m.At)-1 || known[this] { // neither where it is compiled, nor where it is written
				continue
			}
			known[this] = true
			file := x.lines[at.File]
			if file == nil {
				file = map[int64][]table.Reason{}
				x.lines[at.File] = file
			}
			if len(file[at.Line]) < maxReasons {
				file[at.Line] = append(file[at.Line], reason)
			}
		}
	}
	return nil
}

// maxReasons is how many reasons a line has at most.
const maxReasons = 50

// reasonOf returns a remark in words. What is allocated is explained by what escapes, and time by what is inlined and
// checked.
func reasonOf(k model.Kind, m *compiler.Remark) (r table.Reason, ok bool) {
	if k == model.Heap || k == model.Allocs {
		if !m.Escapes() {
			return r, false
		}
		r.Text = cmp.Or(m.Text, lang.L("escapes to heap"))
		for _, s := range m.Flow {
			r.Flow = append(r.Flow, safe.Text(s.String()))
		}
		return table.Reason{Text: safe.Text(r.Text), Flow: r.Flow}, true
	}
	with := lang.With{"Reason": m.Text}
	switch m.Code {
	case "canInlineFunction":
		r.Text = lang.L("can be inlined: {{.Reason}}", with)
	case "cannotInlineFunction":
		r.Text = lang.L("cannot be inlined: {{.Reason}}", with)
	case "cannotInlineCall":
		r.Text = lang.L("the call is not inlined: {{.Reason}}", with)
	case "isInBounds":
		r.Text = lang.L("bounds check")
	case "isSliceInBounds":
		r.Text = lang.L("bounds check of a slice")
	default:
		return r, false
	}
	return table.Reason{Text: safe.Text(r.Text)}, true
}
