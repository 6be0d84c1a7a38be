package ask

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"sync"

	"profstation/loader/source"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
	"profstation/table"
)

// SourceAnswer is the answer for the Source tab.
type SourceAnswer struct {
	Files    []string // the files with samples, the hottest first
	File     string   // the one that is shown
	Source   table.Source
	Table    *table.Table
	First    int             // the row to begin with: the hottest of the selected function, or of the file
	Chosen   bool            // First is the line that was asked for, or the hottest of the selected function
	Hot      []int           // the rows with most flat and those with most cum, by flat
	HotLines []query.LineSum // the lines in those rows; for instructions, by address
	Folder   string          // the folder that would help if there is no text, or nothing to compile; "" if any might
	Note     string          // replaces Source's note; "" keeps that
	Fine     bool            // Note is not a warning

	// Binary is the file to read instructions from; "" if they are shown or nobody asked for
	// them. Missing is true if the file does not exist.
	Binary  string
	Missing bool

	Compiling *Compiling // what would be compiled for reasons, if somebody has asked for them; nil: nobody has, or it was
	Reasons   *Reasons   // what the compiler says

	result *query.Result
}

// Sources finds the text of source files, for one goroutine at a time.
type Sources struct {
	turn   chan struct{} // holds one token
	finder *source.Finder

	mu      sync.Mutex
	offered []string // that the finder does not have yet
}

// NewSources makes a finder for source files.
func NewSources(o source.Options) *Sources {
	s := &Sources{turn: make(chan struct{}, 1), finder: source.New(o)}
	s.turn <- struct{}{}
	return s
}

// Offer names a folder near which the user works, see [source.Finder.Offer]. It does not ask the disk, and any
// goroutine may call it.
func (s *Sources) Offer(dir string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.offered, dir) && len(s.offered) < maxOffered {
		s.offered = append(s.offered, dir)
	}
}

// maxOffered is how many folders wait for the finder at most.
const maxOffered = 1000

// take returns the folders that the finder does not have yet, once.
func (s *Sources) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.offered
	s.offered = nil
	return all
}

// With runs f while nobody else uses the finder.
func (s *Sources) With(ctx context.Context, f func(*source.Finder)) error {
	select {
	case <-s.turn:
		defer func() { s.turn <- struct{}{} }()
		for _, dir := range s.take() {
			s.finder.Offer(dir)
		}
		f(s.finder)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type sourceKey struct {
	result         *query.Result
	file, function string
	line           int64 // see Display.SourceLine
	sources        *Sources
	folders        int // how many the sources have: there may be more later
	assembly       bool
	byLine         bool
	binary         string // the function's binary, or all for a file, if they may be read; otherwise ""
	reasons        bool
	compiled       *Compiled // nil: nothing may be compiled
}

// showSource reads the selected function's file, or the one that was picked.
func showSource(ctx context.Context, a *Answer) (err error) {
	d := &a.Request.Display
	key := sourceKey{result: a.Result, file: d.SourceFile, sources: a.Request.Sources, folders: a.Request.Folders, assembly: d.OnlyInstructions(),
		byLine: d.Assembly && d.ByLine, reasons: d.Reasons, compiled: a.Request.Compiled}
	if key.file != "" {
		key.line = d.SourceLine
	}
	if n := a.Node(a.Request.Place.Selected.Node); n != query.NoNode && (key.file == "" || key.assembly) {
		key.function = a.Result.Nodes.Node(n).Name
	}
	if key.assembly && key.function != "" {
		key.binary = a.Request.allowed(key.function)
	}
	if key.byLine {
		key.binary = fmt.Sprint(a.Request.Binaries)
	}
	a.Source, err = a.source.renew(key, func() (*SourceAnswer, error) { return a.Request.sourceAnswer(ctx, key) })
	return err
}

// sourceAnswer returns the code in a file, or a function's instructions.
func (q *Request) sourceAnswer(ctx context.Context, key sourceKey) (*SourceAnswer, error) {
	r := key.result
	files, err := r.SourceFiles(ctx)
	if err != nil {
		return nil, err
	}
	s := &SourceAnswer{Files: files, File: key.file, result: r}
	if key.assembly {
		return s, q.disassemble(ctx, r, s, key.function)
	}
	first := key.line
	if s.File == "" && key.function != "" {
		l, err := listingOf(ctx, r, key.function, "")
		if err != nil {
			return nil, err
		}
		if l != nil {
			s.File, first = l.File, cmp.Or(hottest(r, l.Lines), l.StartLine)
			s.Chosen = first > 0
		}
	}
	if s.File == "" && len(s.Files) > 0 && key.function == "" {
		if s.File, err = firstFile(ctx, r, s.Files); err != nil {
			return nil, err
		}
	}
	if s.File == "" {
		return s, nil
	}
	if s.Source.Listing, err = r.ListFile(ctx, s.File); err != nil {
		return nil, err
	}
	if s.Source.Listing == nil {
		s.Source.Listing = &query.Listing{File: s.File}
	}
	lines, err := linesIn(ctx, r.Profile, func(file string) bool { return file == s.File })
	if err != nil {
		return nil, err
	}
	if err := q.addReasons(ctx, key, s); err != nil {
		return nil, err
	}
	err = q.Sources.With(ctx, func(f *source.Finder) {
		file := f.Find(s.File, r.Profile.Time)
		note, other, places := doubts(file, lines[s.File])
		s.Source.Text, s.Source.Note = file.Lines, note
		if other {
			s.Source.Text = nil
		}
		if s.Source.Text != nil {
			s.Source.Foreign = file.Foreign(places)
			noteForeign(&s.Source, r)
		}
		if fresh := true; s.Reasons != nil {
			if s.Source.Reasons, fresh = s.Reasons.of(file); !fresh { // it is to be compiled again
				s.Compiling, s.Reasons = &s.Reasons.Compiling, nil
			} else if missing := s.Reasons.missing(f, file); missing != "" {
				addNote(&s.Source, missing)
			} else if k := r.Profile.Kind; k == model.Heap || k == model.Allocs {
				s.Source.Silent = NoReason(lang.L)
			}
		}
		if miss, ok := file.Err.(*source.NotFound); ok && miss.Exists != "" {
			s.Folder = miss.Folder
		}
		switch { // what the note names
		case s.Compiling != nil:
			s.Folder = cmp.Or(s.Folder, s.Compiling.Folder)
		case s.Reasons != nil:
			s.Folder = cmp.Or(s.Folder, s.Reasons.Folder)
		}
	})
	if err != nil {
		return nil, err
	}
	if first == 0 {
		first = hottest(r, s.Source.Lines)
	}
	if key.byLine {
		if err := q.addCode(ctx, r, s); err != nil {
			return nil, err
		}
	}
	s.Table = table.FileLines(r, &s.Source)
	rows := rowsByLine(&s.Source)
	s.First = rows[first]
	_, counted := rows[first]
	if !counted { // nothing is counted where a function begins
		s.First = slices.IndexFunc(s.Source.FileRows(), func(x table.FileRow) bool { return x.Line == first })
	}
	s.Chosen = (s.Chosen || key.line > 0) && s.First >= 0
	s.First = max(0, s.First)
	listHot(s, slices.Clone(s.Source.Lines), rows)
	return s, nil
}

// doubts says why there is no text of a file, or why it may not be the one that was measured, "" if all is well, and
// returns the lines that the profile has of it. other reports that it is certainly another release's.
func doubts(file *source.File, lines []lined) (note string, other bool, places []source.Place) {
	note = safe.Text(file.Note())
	misfit, places := compiled(file, lines)
	short := tooShort(file, places)
	switch {
	case misfit != "" && file.Std:
		return safe.Text(misfit), true, places
	case short != "" && note != "": // says more than a misfit
		note += "; " + short
	case short != "":
		note = short
	case misfit != "": // what the user has edited is shown all the same
		note = safe.Text(misfit)
	}
	return note, false, places
}

// lined is a line that a profile has of a function.
type lined struct {
	source.Place
	start int64 // where the function begins; 0: not known
}

// linesIn returns the lines that a profile has in the wanted files, by the files' cleaned paths.
func linesIn(ctx context.Context, p *model.Profile, wanted func(file string) bool) (map[string][]lined, error) {
	steps := work.StepsUntil(ctx)
	in := make([]string, len(p.Functions))
	for i := range in {
		if file := filepath.Clean(p.Strings.Raw(p.Functions[i].File)); wanted(file) {
			in[i] = file
		}
	}
	all, met := map[string][]lined{}, map[model.Line]bool{}
	for _, l := range p.Lines {
		if steps.Over(1) {
			return nil, ctx.Err()
		}
		if in[l.Func] == "" || met[l] {
			continue
		}
		met[l] = true
		f := &p.Functions[l.Func]
		all[in[l.Func]] = append(all[in[l.Func]], lined{source.Place{Function: p.Strings.Raw(f.Name), Line: l.Line}, f.StartLine})
	}
	return all, nil
}

// compiled says why a file is not the one that was compiled, judging by the profile's lines in it, and returns them.
func compiled(file *source.File, lines []lined) (misfit string, places []source.Place) {
	for _, l := range lines {
		if places = append(places, l.Place); misfit == "" {
			misfit = file.Misfit(l.Function, l.start, l.Line)
		}
	}
	return misfit, places
}

// tooShort says that a file lacks lines that the profile counts. It returns "" if the file has all of them.
func tooShort(file *source.File, places []source.Place) string {
	n, last := 0, int64(len(file.Lines))
	met := map[int64]bool{}
	for _, p := range places {
		if p.Line > int64(len(file.Lines)) && !met[p.Line] {
			met[p.Line] = true
			n, last = n+1, max(last, p.Line)
		}
	}
	switch {
	case file.Err != nil || n == 0:
		return ""
	case len(file.Lines) == 0:
		return lang.L("this file is empty: it is not the version that was profiled")
	}
	return lang.N(n, "line {{.Line}} lies behind line {{.Last}}, the last of this file: it is not the version that was profiled",
		"{{.N}} lines up to line {{.Line}} lie behind line {{.Last}}, the last of this file: it is not the version that was profiled",
		lang.With{"Line": last, "Last": len(file.Lines)})
}

func addNote(s *table.Source, text string) {
	if s.Note != "" {
		s.Note += "; "
	}
	s.Note += text
}

// noteForeign says how much is counted at lines that the shown version of a file cannot have. It says nothing if
// all of them are behind the file's end: see tooShort.
func noteForeign(s *table.Source, r *query.Result) {
	flat, within := int64(0), false
	for line := range s.Foreign {
		within = within || line <= int64(len(s.Text))
	}
	if !within {
		return
	}
	for _, l := range s.Lines {
		if s.Foreign[l.Line] {
			flat = units.Plus(flat, l.Flat)
		}
	}
	addNote(s, lang.N(len(s.Foreign), "1 line with {{.Flat}} cannot be from this version: see the end of the list",
		"{{.N}} lines with {{.Flat}} cannot be from this version: see the end of the list", lang.With{"Flat": r.Amount(flat)}))
}

// listHot lists the lines with most flat and those with most cum: a line that calls something slow has no flat.
// rows has each line's row in the table. listHot sorts the lines in place.
func listHot(s *SourceAnswer, lines []query.LineSum, rows map[int64]int) {
	by := func(of func(query.LineSum) int64) {
		slices.SortStableFunc(lines, func(x, y query.LineSum) int {
			return cmp.Compare(units.Magnitude(of(y)), units.Magnitude(of(x)))
		})
	}
	by(func(l query.LineSum) int64 { return l.Cum })
	listed := map[int64]bool{}
	for i, l := range lines {
		listed[l.Line] = i < maxHotLines && l.Cum != 0
	}
	by(func(l query.LineSum) int64 { return l.Flat })
	for i, l := range lines {
		if listed[l.Line] || i < maxHotLines && l.Flat != 0 {
			s.Hot = append(s.Hot, rows[l.Line])
			s.HotLines = append(s.HotLines, l)
		}
	}
}

const maxHotLines = 40 // how many are listed beside the code, by each measure

// hottest returns the line with most flat, and among equals the one with most cum. Goroutines have theirs by cum alone:
// all flat is in the runtime, where they are parked.
func hottest(r *query.Result, lines []query.LineSum) int64 {
	return hottestSum(r, lines).Line
}

func hottestSum(r *query.Result, lines []query.LineSum) (best query.LineSum) {
	for _, l := range lines {
		x, y := units.Magnitude(l.Flat), units.Magnitude(best.Flat)
		if r.Profile.Kind.OfGoroutines() {
			x, y = 0, 0
		}
		if x > y || x == y && heavier(l.Row, best.Row) {
			best = l
		}
	}
	return best
}

// firstFile returns the file that is shown without a choice: the hottest, and for goroutines that of the user's own
// module with the line of most cum.
func firstFile(ctx context.Context, r *query.Result, files []string) (string, error) {
	if !r.Profile.Kind.OfGoroutines() {
		return files[0], nil
	}
	own := ownFiles(r.Profile)
	all, err := r.ListFiles(ctx)
	file, best := files[0], query.LineSum{}
	for _, l := range all {
		if x := hottestSum(r, l.Lines); own[l.File] && heavier(x.Row, best.Row) {
			file, best = l.File, x
		}
	}
	return file, err
}

// heavier reports whether a has a larger |cum| than b.
func heavier(a, b query.Row) bool { return units.Magnitude(a.Cum) > units.Magnitude(b.Cum) }

// rowsByLine returns the rows in table.FileLines for the lines that have a figure.
func rowsByLine(s *table.Source) map[int64]int {
	sums, rows := map[int64]bool{}, map[int64]int{}
	for i := range s.Lines {
		sums[s.Lines[i].Line] = true
	}
	for row, x := range s.FileRows() {
		if x.Code == nil && sums[x.Line] {
			rows[x.Line] = row // a foreign line stands behind the one of the text
		}
	}
	return rows
}

// listReport covers the file that the window shows. A script gets the code of the functions that
// focus names, by their names or, if none has such a name, by their files; without focus, all functions.
func listReport(ctx context.Context, a *Answer) (table.Report, error) {
	if a.Source != nil {
		return &table.ListReport{File: a.Name, Result: a.Result, Listings: []table.Source{a.Source.Source},
			Assembled: a.Source.Source.Code != nil}, nil
	}
	return a.listings(ctx)
}

func (a *Answer) listings(ctx context.Context) (*table.ListReport, error) {
	t := &table.ListReport{File: a.Name, Result: a.Result}
	re, err := regexp.Compile(a.functions())
	if err != nil {
		return nil, err
	}
	listings, err := a.Result.List(ctx, re)
	if err != nil {
		return nil, err
	}
	if len(listings) == 0 {
		all, err := a.Result.List(ctx, regexp.MustCompile(""))
		if err != nil {
			return nil, err
		}
		for _, l := range all {
			if re.MatchString(l.File) {
				listings = append(listings, l)
			}
		}
	}
	if len(listings) == 0 {
		return nil, a.noMatch()
	}
	return t, a.Request.Sources.With(ctx, func(f *source.Finder) {
		for _, l := range listings {
			text := f.Find(l.File, a.Result.Profile.Time)
			s := table.Source{Listing: l, Text: text.Lines, Note: text.Note()}
			if misfit := text.Misfit(l.Name, l.StartLine, firstLine(l)); misfit != "" {
				if s.Note = safe.Text(misfit); text.Std { // what the user has edited is shown all the same
					s.Text = nil
				}
			}
			if s.Text != nil {
				places := make([]source.Place, len(l.Lines))
				for i := range l.Lines {
					places[i] = source.Place{Function: l.Name, Line: l.Lines[i].Line}
				}
				s.Foreign = text.Foreign(places)
			}
			t.Listings = append(t.Listings, s)
		}
	})
}

// firstLine returns the first line with a figure in a function, 0 if none is known.
func firstLine(l *query.Listing) int64 {
	for i := range l.Lines {
		if n := l.Lines[i].Line; n > 0 {
			return n
		}
	}
	return 0
}

func hasSource(a *Answer) bool { return a.Source != nil && a.Source.Table != nil }

// Hottest is the hottest line of the file, 0 if none is known.
func (s *SourceAnswer) Hottest() int64 {
	if s.Source.Listing == nil {
		return 0
	}
	return hottest(s.result, s.Source.Lines)
}
