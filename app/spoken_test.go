package app

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/text/language"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/home"
	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/loader"
	"profstation/measure/legible"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/views"
	"profstation/views/surface"
)

// abroad is a language in which every text stands in marks, its values aside: what is read without marks, and is no
// name of a file, did not go through the catalogue.
func abroad(t *testing.T) {
	t.Helper()
	values := strings.NewReplacer("{{.", "›{{.", "}}", "}}‹")
	lang.Use(&lang.Catalogue{Tag: language.English, Else: func(english string) string { return "‹" + values.Replace(english) + "›" }})
	t.Cleanup(func() { lang.Use(nil) })
}

var (
	marked = regexp.MustCompile(`‹[^‹›]*›`)
	// A text that does not fit loses its end or its beginning.
	opened = regexp.MustCompile(`‹[^‹›]*$`)
	closed = regexp.MustCompile(`^[^‹›]*›`)
	word   = regexp.MustCompile(`\pL{2,}`)
)

// unspoken are the words of a text outside of marks.
func unspoken(text string) []string {
	text = marked.ReplaceAllString(text, " ")
	text = closed.ReplaceAllString(opened.ReplaceAllString(text, " "), " ")
	return word.FindAllString(text, -1)
}

func TestUnspoken(t *testing.T) {
	for text, want := range map[string]string{
		"‹Reading ›cpu.pprof‹ again›": "cpu pprof", "‹Copied.›": "", "in the graph ‹of it": "in the graph", "it.› more": "more", "1.2s": "", "‹a›‹b›": "", "half": "half",
	} {
		if got := strings.Join(unspoken(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// sameWords are the words that are the same in all languages: those of files, units, and what pprof, Go and the program
// itself call by a name.
type sameWords map[string]bool

func (n sameWords) add(texts ...string) {
	for _, text := range texts {
		for _, w := range word.FindAllString(text, -1) {
			n[strings.ToLower(w)] = true
		}
	}
}

// foreign are the words of a text that are neither marked nor names.
func (n sameWords) foreign(text string) []string {
	return slices.DeleteFunc(unspoken(text), func(w string) bool { return n[strings.ToLower(w)] })
}

// cut reports whether a word is the beginning of a name, or its end: pictures cut names that do not fit.
func (n sameWords) cut(w string) bool {
	w = strings.ToLower(w)
	for name := range n {
		if strings.HasPrefix(name, w) || strings.HasSuffix(name, w) {
			return true
		}
	}
	return false
}

// recorded are the names in files.
func recorded(t *testing.T, paths ...string) sameWords {
	t.Helper()
	n := sameWords{}
	n.add(everywhere)
	for _, text := range []string{"<unknown>", "<unkno", "(Select one)"} { // of pprof's, and of the toolkit
		n["="+text] = true
	}
	for _, r := range ask.Rules() {
		n["="+r.Name] = true
	}
	for _, o := range query.Options {
		n.add(o.Name)
		n.add(o.Choices...)
	}
	for _, path := range paths {
		f := must.Have(loader.Open(t.Context(), path, loader.Options{}))
		path = must.Have(filepath.Abs(path))
		n.add(path)
		if p := f.Profile; p != nil {
			n.add(p.Comments...)
			n.add(p.DocURL)
			for _, of := range p.Types {
				if of.Type == "samples" {
					n["="+of.Type] = true // a word of sentences, too
				} else {
					n.add(of.Type)
				}
			}
			n.add(slices.Collect(p.Strings.Displayed())...)
		} else {
			for i := range f.Trace.Strings.Len() {
				n.add(f.Trace.Strings.Raw(model.StringID(i)))
			}
			n.add(f.Trace.Format)
		}
	}
	return n
}

// everywhere are names that need no file: units, endings of files, the kind of profile that no Go program writes, words of pprof and of Go's runtime, and keys.
const everywhere = "profstation pprof go Go ns µs ms min kB MB GB UTC inline svg png csv json dot md html txt collapsed speedscope " +
	"wall flat cum sum self calls partial profile workspace summary durations http GC GOMAXPROCS Ps Ctrl Shift Alt Esc Enter PgUp PgDn Tab F1 Space Home End Del"

// said are all texts of an object that can be seen, those of its pictures included.
func said(o fyne.CanvasObject, say func(string)) {
	if !o.Visible() {
		return
	}
	switch x := o.(type) {
	case *canvas.Text:
		say(x.Text)
	case *widget.Label:
		say(x.Text)
	case *widget.RichText:
		say(x.String())
	case *widget.Entry:
		say(x.PlaceHolder)
	case *widget.Select:
		say(x.PlaceHolder)
		for _, option := range x.Options {
			say(option)
		}
	case *fyne.Container:
		for _, child := range x.Objects {
			said(child, say)
		}
	case fyne.Widget:
		if s, ok := o.(*surface.Surface); ok {
			l := legible.List{Width: float64(s.Size().Width), Height: float64(s.Size().Height)}
			s.Paint(&l)
			for _, text := range l.Texts {
				say(text.Words)
			}
		}
		if h, ok := o.(*surface.Hinted); ok {
			for _, text := range h.All() {
				say(text)
			}
		}
		for _, child := range test.WidgetRenderer(x).Objects() {
			said(child, say)
		}
	}
}

// listener notes what was said without marks.
type listener struct {
	known sameWords
	heard map[string]string // by text, where it was first met
}

func (l *listener) at(where string) func(string) {
	return func(text string) {
		words := l.known.foreign(text)
		if len(words) == 1 && (strings.Contains(text, "…") || !strings.Contains(text, " ")) && l.known.cut(words[0]) || l.known["="+text] {
			return
		}
		if len(words) > 0 && l.heard[text] == "" {
			l.heard[text] = fmt.Sprintf("%s: %q", where, words)
		}
	}
}

func (l *listener) report(t *testing.T) {
	t.Helper()
	for _, text := range slices.Sorted(maps.Keys(l.heard)) {
		t.Errorf("%q does not go through lang (%s)", text, l.heard[text])
	}
}

// In every tab, panel, dialog, menu and exported picture of every kind of document, every word goes through the
// catalogue, but names.
func TestEverythingIsSpoken(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) {
			l := &listener{recorded(t, "../testdata/cpu.pprof", "../testdata/cpu-slow.pprof", "../testdata/trace.trace", "../loader/trace/testdata/quiet.trace"), map[string]string{}}
			dir := t.TempDir() // the dialogs for files begin there
			home.Set(t, dir)
			l.known.add(dir)
			abroad(t)
			r := newWindowRig(t)
			r.help.docs = os.DirFS("..")
			r.window.Resize(fyne.NewSize(1600, 1000))
			s := r.do(open)
			if name == "profile" {
				r.do(screen.Search{Text: "shop"}, screen.Refine{Name: "focus", Text: "shop"},
					screen.Select{Selection: ask.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
			}
			r.panes.show(paneDetails)
			for _, tab := range s.Tabs {
				r.do(screen.ShowTab{Tab: tab})
				r.settleSizes()
				said(r.window.Content(), l.at(tab.String()))
				r.exports(t, tab, l)
			}
			r.do(screen.TogglePane{Name: "filters"})
			r.settleSizes()
			said(r.window.Content(), l.at("filters"))
			r.do(screen.TogglePane{Name: "filters"})
			for label, i := range r.items() {
				l.at("menu")(label)
				if !strings.HasSuffix(label, "…›") || i.Disabled || i.Action == nil {
					continue
				}
				i.Action()
				r.settle()
				if top := r.window.Canvas().Overlays().Top(); top != nil {
					top.Refresh()
					said(top, l.at(label))
					views.CloseTop(r.window.Canvas())
				}
			}
			page := filepath.Join(t.TempDir(), "page.html")
			r.do(screen.Report{Path: page})
			l.page(t, page)
			l.report(t)
		})
	}
}

// exports writes what a tab shows in every format: pictures and summaries speak, and what other programs read is in
// English, but for the note on a source that the window shows.
func (r *windowRig) exports(t *testing.T, tab ask.Tab, l *listener) {
	t.Helper()
	dir := t.TempDir()
	l.known.add(dir)
	for _, f := range r.desk.Formats() {
		if f.Ending == ".png" {
			continue
		}
		out := filepath.Join(dir, "page"+f.Ending)
		r.do(screen.Export{})
		r.entry(t).SetText(out)
		r.entry(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		r.settle()
		if f.Ending == ".svg" {
			l.page(t, out)
		} else if data, err := os.ReadFile(out); err != nil || f.Ending != ".md" && tab != ask.SourceTab && bytes.ContainsAny(data, "‹›") {
			t.Errorf("%v as %s (%v) is not in English: %q", tab, f.Ending, err, marked.Find(data))
		}
	}
}

var (
	tag  = regexp.MustCompile(`(?s)<style.*?</style>|<[^>]*>`)
	tips = regexp.MustCompile(`title="([^"]*)"`)
)

// page listens to the texts of a page of HTML.
func (l *listener) page(t *testing.T, path string) {
	t.Helper()
	data := must.Have(os.ReadFile(path))
	say := l.at("report")
	for _, m := range tips.FindAllSubmatch(data, -1) {
		say(html.UnescapeString(string(m[1])))
	}
	for _, line := range tag.Split(string(data), -1) {
		say(html.UnescapeString(line))
	}
}

// What is said of every kind of recording, of damaged files and of others, and of folders goes through the catalogue.
func TestEveryFileIsSpoken(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	read := func(path string) []byte {
		return must.Have(os.ReadFile(path))
	}
	recordings := must.Have(filepath.Glob("../testdata/*.*"))
	dumps := must.Have(filepath.Glob("../testdata/go*/goroutineleak.*"))
	recordings = append(recordings, dumps...) // of the rest, the newer release says nothing else
	recordings = slices.DeleteFunc(recordings, func(path string) bool {
		return filepath.Ext(path) == ".md" || strings.HasPrefix(filepath.Base(path), "go1.")
	})
	cpu, run := read("../testdata/cpu.pprof"), read("../testdata/trace.trace")
	write("folder/cpu-1.pprof", cpu)
	write("folder/cpu-2.pprof", read("../testdata/cpu-slow.pprof"))
	write("folder/notes.txt", []byte("nothing of ours"))
	for i, path := range append(slices.Clone(recordings),
		write("damaged.trace", run[:len(run)*2/3]), write("damaged.pprof", cpu[:len(cpu)/2]), write("empty.pprof", nil), write("notes.txt", []byte("Dear reader")),
		write("page.html", []byte("<html><title>Login</title></html>")), write("program", []byte("\x7fELF")), write("twice.pprof", append(slices.Clone(cpu), cpu...)),
		filepath.Join(dir, "gone.pprof"), filepath.Join(dir, "folder"), "",
	) {
		if i < len(recordings) && !thorough.One(i, 4) {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			l := &listener{recorded(t, recordings...), map[string]string{}}
			l.known.add(path, "notes", "Dear reader", "Login")
			abroad(t)
			r := newWindowRig(t)
			r.window.Resize(fyne.NewSize(1600, 1000))
			s := r.desk.Snapshot()
			if path != "" {
				s = r.do(screen.Open{Paths: []string{path}})
			}
			for s.Series != nil && (s.Series.Count < 2 || s.Answer == nil) {
				r.queue.Next()
				s = r.settle()
			}
			r.panes.show(paneDetails)
			r.settleSizes()
			said(r.window.Content(), l.at("opened"))
			for _, tab := range s.Tabs {
				if tab == ask.SourceTab {
					continue // a text of somebody else
				}
				r.do(screen.ShowTab{Tab: tab})
				r.settleSizes()
				said(r.window.Content(), l.at(tab.String()))
			}
			l.report(t)
		})
	}
}
