package tables

import (
	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/scene"
	"profstation/views/surface"
)

// findings lists what stands out, each with a link to where it is. At a click it lists all of them, and those that the
// user has dismissed.
type findings struct {
	send      screen.Send
	dismissed []string // by their keys
	all, old  bool     // all are listed, and the dismissed ones, too
}

// foundLine is a finding, and the line that says what was found.
type foundLine struct {
	ask.Finding
	line string
}

const firstFound = 3 // how many findings Overview lists at first

// show takes what the user has dismissed. What was opened stays open for the same findings.
func (l *findings) show(dismissed []string, same bool) {
	l.dismissed, l.all, l.old = dismissed, l.all && same, l.old && same
}

// list adds the lines to a column, at first so many. again writes the column anew.
func (l *findings) list(to *surface.Column, found []foundLine, first int, again func(*scene.Theme)) {
	more := func(text string, opened *bool) {
		to.LineWithin(wide, text, "", func() {
			*opened = !*opened
			again(to.Theme)
		})
	}
	kept, dismissed := ask.Divided(found, l.dismissed)
	few := kept
	if !l.all {
		few = kept[:min(first, len(kept))]
	}
	for _, f := range few {
		l.add(to, f, false)
	}
	if len(few) < len(kept) {
		more(lang.L("All findings: {{.Number}}", lang.With{"Number": units.Count(int64(len(kept)))}), &l.all)
	}
	if len(dismissed) > 0 {
		more(ask.Dismissed(len(dismissed)), &l.old)
	}
	if l.old {
		for _, f := range dismissed {
			l.add(to, f, true)
		}
	}
}

// add adds a finding's line. A click shows where it is, or restores it.
func (l *findings) add(to *surface.Column, f foundLine, dismissed bool) {
	does, click := "", screen.Intent(screen.ShowFound{Finding: f.Finding})
	offered, change := lang.L("Dismiss"), screen.DismissFound{Key: f.Key(), Restore: dismissed}
	if dismissed {
		offered = lang.L("Restore")
		does, click = offered, change
	}
	line := to.LineWithin(wide, f.line, does, func() { l.send(click) })
	line.Hint, line.Menu = ask.ProofText(f.Finding), func() *fyne.Menu { return l.menu(f.Finding, surface.Item(l.send, offered, change)) }
}

// menu is the menu of a finding. change dismisses or restores it.
func (l *findings) menu(f ask.Finding, change *fyne.MenuItem) *fyne.Menu {
	item := func(label string, i screen.Intent) *fyne.MenuItem { return surface.Item(l.send, label, i) }
	all := []*fyne.MenuItem{item(lang.L("Show"), screen.ShowFound{Finding: f}), change}
	if f.Pprof != nil {
		all = append(all, item(lang.L("Copy as go tool pprof command"), screen.CopyCommand{Args: f.Pprof}))
	}
	if f.ByCaller != nil {
		all = append(all, item(lang.L("Copy as go tool pprof command, by caller"), screen.CopyCommand{Args: f.ByCaller}))
	}
	return fyne.NewMenu("", append(all, item(lang.L("Copy as text"), screen.Copy{Text: f.Text + "\n" + ask.ProofText(f)}))...)
}
