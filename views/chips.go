package views

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
	"profstation/timeline"
	"profstation/views/surface"
)

// Chips shows what narrows the figures, in a separate line that is there with every document: what comes
// and goes must not move what is below. A click on a chip removes that, or steps back to a branch.
type Chips struct {
	Object *fyne.Container
	send   screen.Send
	theme  *scene.Theme
	roving *surface.Roving
	all    []*chip
	more   *chip        // opens the filters, where the line is too short
	none   *canvas.Text // stands there where nothing narrows them
}

// NewChips makes the line.
func NewChips(send screen.Send) *Chips {
	v := &Chips{send: send, none: surface.Text(lang.L("No filters"), nil, 0, false)}
	v.more = newChip("", "…", lang.L("All active filters."), &scene.Light, func() { send(screen.TogglePane{Name: "filters"}) })
	v.Object = container.New(chipLine{v})
	v.roving = surface.NewRoving(func() []*surface.Touch {
		all := make([]*surface.Touch, len(v.all))
		for i, c := range v.all {
			all[i] = &c.Touch
		}
		return all
	}, nil)
	return v
}

// Show shows a snapshot.
func (v *Chips) Show(s *screen.Snapshot) {
	v.theme = s.Display.Theme
	v.roving.Renew(func() {
		v.all = nil
		switch {
		case s.Trace != nil:
			v.lanes(s)
		case s.Durations == nil: // profile filters leave traces alone
			v.filters(s)
		}
		v.Object.Objects = []fyne.CanvasObject{v.none}
		for _, c := range v.all {
			v.Object.Objects = append(v.Object.Objects, c)
		}
		v.Object.Objects = append(v.Object.Objects, v.more)
	})
	v.none.Color = v.theme.Muted
	v.none.Hidden = len(v.all) > 0
	v.more.Theme = v.theme
	v.Object.Hidden = len(s.Documents) == 0
	v.Object.Refresh()
}

// lanes returns the chips for what limits a trace's lanes, or the figures in the shown tab.
func (v *Chips) lanes(s *screen.Snapshot) {
	if sheet := s.Trace.Sheets[s.Tab].Sheet; sheet != nil {
		for _, l := range sheet.Limits {
			v.add(l.Name+": "+surface.CutText(l.Text), "×", lang.Sentences(l.Help, lang.L("Click to remove.")),
				func() { v.send(screen.Choose{Change: l.End}) })
		}
	}
	if s.Tab != ask.TimelineTab {
		return
	}
	q := s.Trace.Place.Lanes
	add := func(text, hint string, end func(*timeline.Query)) {
		v.add(text, "×", lang.Sentences(hint, lang.L("Click to remove.")), func() { v.send(screen.AskLanes{Change: end}) })
	}
	if q.Filter != "" {
		add(lang.L("lanes: {{.Filter}}", lang.With{"Filter": surface.CutText(q.Filter)}),
			lang.L("Only goroutines, Ps and threads whose name matches this regular expression."), func(q *timeline.Query) { q.Filter = "" })
	}
	if q.IDs != nil {
		name := ""
		if len(q.IDs) == 1 {
			name = "g" + units.Whole(q.IDs[0])
		}
		add(lang.N(len(q.IDs), "only {{.Name}}", "only {{.N}} goroutines", lang.With{"Name": name}),
			lang.L("Only the goroutines that were chosen in a table have lanes."), func(q *timeline.Query) { q.IDs, q.Flat = nil, false })
	}
	if q.MinDuration > 0 {
		add("≥ "+q.MinDuration.String(), lang.L("Only goroutines with a span of at least this length."),
			func(q *timeline.Query) { q.MinDuration = 0 })
	}
	if q.Sight == timeline.SightOnly {
		add(lang.L("active only"), lang.L("Only goroutines that do something in the time that is shown."),
			func(q *timeline.Query) { q.Sight = timeline.SightOfFilter })
	}
	if n := len(q.Hidden); n > 0 {
		add(lang.L("hidden lanes: {{.N}}", lang.With{"N": units.Count(int64(n))}),
			lang.L("Lanes that were hidden from their menus."), func(q *timeline.Query) { q.Hidden = nil })
	}
}

// filters returns the chips for what narrows the figures in profiles.
func (v *Chips) filters(s *screen.Snapshot) {
	p := s.Place
	for i, f := range p.Filters {
		v.add(filterText(f), "×", filterHint(f), func() {
			v.send(screen.SetFilters{Filters: slices.Delete(slices.Clone(p.Filters), i, i+1)})
		})
	}
	for _, o := range query.Options {
		if text := o.InForce(&p.Query); text != "" && o.Chip != "" {
			text = lang.L(o.Chip, lang.With{"Value": text})
			v.add(text, "×", lang.Sentences(lang.L(o.About), lang.L("Click to remove.")), func() { v.send(screen.Ask{Change: o.Reset}) })
		}
	}
	if p.Pivot != "" {
		kind := model.Other
		if s.Answer != nil && s.Answer.Result != nil {
			kind = s.Answer.Result.Profile.Kind
		}
		v.add(lang.L("around {{.Name}}", lang.With{"Name": surface.Short(p.Pivot)}), "×",
			lang.L(explain.EndsOf(kind).Chip, lang.With{"Name": safe.Text(p.Pivot)}),
			func() { v.send(screen.Pivot{}) })
	}
	if s.Tab == ask.FlameTab && len(p.Zoom) > 0 {
		v.add("all", "›", lang.L("Back to the whole flame graph."), func() { v.send(screen.Zoom{}) })
		from := max(0, len(p.Zoom)-maxBranches)
		if from > 0 {
			v.branch("…", p, from)
		}
		for i, name := range p.Zoom[from:] {
			v.branch(surface.Short(name), p, from+i+1)
		}
	}
}

// chipLine lays chips out in one line. Those that do not fit are behind one that opens the filters.
type chipLine struct{ *Chips }

const (
	chipGap   = float32(4)
	chipInset = float32(6)
)

// Layout implements fyne.Layout.
func (l chipLine) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	place := func(o fyne.CanvasObject, x float32) float32 {
		minSize := o.MinSize()
		o.Resize(minSize)
		o.Move(fyne.NewPos(x, (size.Height-minSize.Height)/2))
		return x + minSize.Width + chipGap
	}
	place(l.none, chipInset)
	x, fit := chipInset, 0
	free := size.Width - l.more.MinSize().Width - chipGap
	for i, c := range l.all {
		end := x + c.MinSize().Width
		if end > size.Width || end > free && i < len(l.all)-1 {
			break
		}
		x = place(c, x)
		fit++
	}
	for i, c := range l.all {
		c.Hidden = i >= fit
	}
	l.more.Hidden = fit == len(l.all)
	place(l.more, x)
}

// MinSize implements fyne.Layout.
func (l chipLine) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(80, l.more.MinSize().Height+2)
}

// maxBranches is how many branches that lead to a zoom have a chip.
const maxBranches = 4

// branch adds a chip that steps back to a zoom's first n branches.
func (v *Chips) branch(text string, p ask.Place, n int) {
	hint := lang.L("Back to this branch:\n{{.Name}}", lang.With{"Name": safe.Text(p.Zoom[n-1])})
	v.add(text, "›", hint, func() { v.send(screen.Zoom{Path: p.Zoom[:n], Callers: p.ZoomCallers}) })
}

func filterText(f query.Refining) string {
	name := f.Name
	if f.Inverted {
		name = lang.L("not {{.Name}}", lang.With{"Name": name})
	}
	if f.Off {
		name = lang.L("off: {{.Name}}", lang.With{"Name": name})
	}
	return name + ": " + surface.CutText(f.Text)
}

// filterHint is a filter in full, and what it does.
func filterHint(f query.Refining) string {
	about := surface.Explain(f.InForce())
	if f.Off {
		about = lang.L("This filter is off.")
	}
	return safe.Text(f.Text) + "\n" + lang.Sentences(about, lang.L("Click to remove it."))
}

func (v *Chips) add(text, mark, hint string, tapped func()) {
	c := newChip(text, mark, hint, v.theme, tapped)
	v.all = append(v.all, c)
	v.roving.Add(&c.Touch)
}

// chip is a small button with a text and a mark.
type chip struct {
	surface.Touch
	text string
}

func newChip(text, mark, hint string, theme *scene.Theme, tapped func()) *chip {
	c := &chip{Touch: surface.Touch{Theme: theme, Do: tapped, Hint: hint}, text: text + "  " + mark}
	c.Extend(c)
	return c
}

func (c *chip) CreateRenderer() fyne.WidgetRenderer {
	back, text := canvas.NewRectangle(color.Transparent), surface.Text(c.text, nil, 0, false)
	back.CornerRadius, back.StrokeWidth = 4, 1
	d := &surface.Drawing{On: []fyne.CanvasObject{back, text}}
	d.Min = func() fyne.Size { return text.MinSize().AddWidthHeight(14, 4) }
	d.Lay = func(size fyne.Size) {
		back.Resize(size)
		m := text.MinSize()
		surface.Put(text, (size.Width-m.Width)/2, (size.Height-m.Height)/2)
	}
	d.Color = func() {
		text.Text = surface.Written(c.text)
		back.FillColor, back.StrokeColor, text.Color = c.Theme.Surface, c.Theme.Line, c.Theme.Text
		if c.Hovered {
			back.FillColor = c.Theme.Quiet
		}
	}
	return d.Draw(c)
}
