package timeline

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
	"profstation/timeline/wording"
	"profstation/views/surface"
)

// sheetControls are the choices that a sheet offers.
type sheetControls struct {
	*surface.Controls
	object  *fyne.Container
	bar     fyne.CanvasObject // object, with what its controls are for
	send    screen.Send
	shape   string // for what is laid out
	sheet   *figures.Sheet
	widgets []fyne.CanvasObject    // beside the sheet's controls
	inputs  map[int]*surface.Input // by their controls' index
	wrong   *surface.Complaint     // about the inputs
}

func newSheetControls(send screen.Send, post func(func())) *sheetControls {
	c := &sheetControls{Controls: surface.NewControls(send, post), send: send, object: surface.Wrap(), wrong: surface.NewComplaint()}
	c.bar = c.Lay(c.object)
	return c
}

// input is the first input; nil if there is none.
func (c *sheetControls) input() fyne.Focusable {
	for i := range c.widgets {
		if f := c.inputs[i]; f != nil {
			return f.Field
		}
	}
	return nil
}

func (c *sheetControls) show(s *figures.Sheet) {
	c.sheet = s
	shape := ""
	for _, x := range s.Controls {
		shape += fmt.Sprintf("%d%q,", x.Kind, x.Label)
	}
	if shape != c.shape {
		c.shape = shape
		c.build()
	}
	for i := range s.Controls {
		c.set(i, &s.Controls[i])
	}
}

// clear removes all controls.
func (c *sheetControls) clear() {
	c.sheet, c.shape = &figures.Sheet{}, ""
	c.build()
}

func (c *sheetControls) set(i int, x *figures.Control) {
	switch w := c.widgets[i].(type) {
	case *surface.Select:
		if !slices.Equal(w.Options, x.Options) {
			w.SetOptions(x.Options)
		}
		if w.SelectedIndex() != x.At {
			w.SetSelectedIndex(x.At)
		}
	case *surface.Check:
		w.SetChecked(x.On)
		surface.SetEnabled(w, !x.Fixed)
	case *surface.Field:
		c.inputs[i].Set(x.Text)
	}
}

func (c *sheetControls) build() {
	c.object.RemoveAll()
	c.Forget()
	c.widgets, c.inputs = nil, map[int]*surface.Input{}
	var inputs []*surface.Input
	for i, x := range c.sheet.Controls {
		choose := func(at int, text string) { c.send(screen.Choose{Change: c.sheet.Controls[i].Set(at, text)}) }
		var w, sized fyne.CanvasObject
		switch x.Kind {
		case figures.Select:
			w = c.Choice(x.Options, "", func(at int) { choose(at, "") })
			sized = container.New(widest(x.Options), w)
			if x.Label != "" { // which stays with it where the line is broken
				sized = container.NewHBox(widget.NewLabel(x.Label), sized)
			}
		case figures.Check:
			w = c.Check(x.Label, "", func(on bool) {
				at := 0
				if on {
					at = 1
				}
				choose(at, "")
			})
			sized = w
		case figures.Input:
			c.inputs[i] = c.Input(x.Label, "", surface.IsRegexp, func(text string) { choose(0, text) })
			c.inputs[i].Name, c.inputs[i].Filter = x.Name, true
			inputs = append(inputs, c.inputs[i])
			w = c.inputs[i].Field
			sized = surface.Wide(260, w)
		}
		c.object.Add(sized)
		c.widgets = append(c.widgets, w)
		c.Tells(w, func() string { return c.sheet.Controls[i].Help })
	}
	c.wrong.Watch(inputs...)
	c.object.Add(c.wrong) // last: what comes and goes moves nothing
	c.object.Refresh()
}

// widest gives a choice the width for its longest text.
func widest(texts []string) sized {
	return func(choice fyne.CanvasObject) fyne.Size {
		size := choice.MinSize()
		for _, text := range texts {
			w := fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{}).Width
			size.Width = max(size.Width, w+theme.IconInlineSize()+4*theme.InnerPadding())
		}
		return size
	}
}

// limited returns how long the trace part is that a scope is limited to; "": the whole trace.
func limited(t *trace.Trace, scope analysis.What) string {
	if iv := scope.Interval; iv != (trace.Interval{}) && iv != t.Whole() {
		return wording.Duration(iv.Len())
	}
	return ""
}

// profilesOf returns the menu for the profiles that can be made from a trace part, under its name. It leaves out those
// that are known to be empty.
func profilesOf(send screen.Send, t *trace.Trace, scope analysis.What, of string) *fyne.Menu {
	covers := of
	if of == figures.Everyone {
		covers = lang.L(figures.Everyone)
	}
	if long := limited(t, scope); long != "" {
		covers = lang.L("{{.Name}} in {{.Time}}", lang.With{"Name": covers, "Time": long})
	}
	items := []*fyne.MenuItem{surface.Heading(covers)}
	add := func(all []*fyne.MenuItem, k analysis.ProfileKind) []*fyne.MenuItem {
		what := scope
		if what.Kind = k; !what.Possible(t) {
			return all
		}
		return append(all, profileItem(send, k, scope, of))
	}
	waits := func(which analysis.Waits) (all []*fyne.MenuItem) {
		scope.Waits = which
		for _, k := range analysis.ProfileKinds {
			if k != analysis.CPUProfile {
				all = add(all, k)
			}
		}
		return all
	}
	apart := func(group ...*fyne.MenuItem) {
		if len(group) > 0 && len(items) > 1 {
			items = append(items, fyne.NewMenuItemSeparator())
		}
		items = append(items, group...)
	}
	apart(add(nil, analysis.CPUProfile)...)
	apart(waits(analysis.AllWaits)...)
	var others []*fyne.MenuItem
	for _, x := range []struct {
		title string
		which analysis.Waits
	}{
		{lang.L("Without the tracer's own goroutines"), analysis.ProgramWaits},
		{lang.L("Counted as in go tool trace"), analysis.AsTool},
	} {
		if some := waits(x.which); len(some) > 0 {
			item := fyne.NewMenuItem(x.title, nil)
			item.ChildMenu = fyne.NewMenu("", some...)
			others = append(others, item)
		}
	}
	apart(others...)
	if len(items) == 1 {
		items = append(items, surface.Heading(lang.L("Nothing was recorded that makes a profile.")))
	}
	return fyne.NewMenu("", items...)
}

func profileItem(send screen.Send, k analysis.ProfileKind, scope analysis.What, of string) *fyne.MenuItem {
	return surface.Item(send, lang.L(profileTitles[k]), screen.Derive{Kind: k, Scope: scope, Of: of})
}

// profileTitles are the profile kinds in menus.
var profileTitles = [...]string{
	analysis.NetProfile: "Network wait", analysis.SyncProfile: "Sync wait", analysis.SyscallProfile: "Syscall",
	analysis.SchedProfile: "Scheduler latency", analysis.CPUProfile: "CPU samples",
}

// profilesItem returns the menu item that opens the profile menu.
func profilesItem(send screen.Send, t *trace.Trace, scope analysis.What, of string) *fyne.MenuItem {
	item := fyne.NewMenuItem(lang.L("Profile of it"), nil)
	item.ChildMenu = profilesOf(send, t, scope, of)
	return item
}
