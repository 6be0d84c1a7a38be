package views

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/views/surface"
	timelineview "profstation/views/timeline"
)

// FilterBar is the line above the tabs: back and forward, the sample type, and
// the boxes for focus, ignore and search, which apply while one types.
type FilterBar struct {
	Object fyne.CanvasObject
	send   screen.Send

	rest          []fyne.CanvasObject        // what makes no sense for a trace
	lanes         *timelineview.LaneControls // what stands there instead
	back, forward *widget.Button
	inputs        fyne.CanvasObject // those of fields, in rest
	clear         *widget.Button    // ends the search
	types         *widget.Select
	names         []string // of the sample types on offer
	fields        map[string]*field
	found         *widget.Label
	matches       string // what found says while every input is in order
	explained     string // what the sample type counts
	showing       bool   // Show is filling the inputs: they must not answer
}

// field is an input that sends its text when typing pauses.
type field struct {
	*widget.Entry
	bar   *FilterBar
	name  string
	sent  string // what was last sent or shown
	pause *time.Timer
}

// NewFilterBar makes the bar. post runs a function on the UI goroutine.
func NewFilterBar(send screen.Send, post func(func())) *FilterBar {
	v := &FilterBar{send: send, fields: map[string]*field{}}
	v.back = widget.NewButtonWithIcon("", theme.NavigateBackIcon(), func() { send(screen.Back{}) })
	v.forward = widget.NewButtonWithIcon("", theme.NavigateNextIcon(), func() { send(screen.Forward{}) })
	v.types = widget.NewSelect(nil, func(string) {
		if i := v.types.SelectedIndex(); !v.showing && i >= 0 {
			send(screen.SampleType{Name: v.names[i]})
		}
	})
	v.types.PlaceHolder = lang.L("sample type")
	v.found = widget.NewLabel("")
	v.found.Truncation = fyne.TextTruncateEllipsis
	focus := v.field("focus", lang.L("Focus: function or file"), post)
	ignore := v.field("ignore", lang.L("Ignore"), post)
	search := v.field("search", lang.L("Search (/)"), post)
	search.OnSubmitted = func(string) {
		search.apply()
		send(screen.NextMatch{})
	}
	clearSearch := widget.NewButtonWithIcon("", theme.ContentClearIcon(), func() { send(screen.Search{}) })
	clearSearch.Importance = widget.LowImportance
	clearSearch.Hide()
	search.ActionItem = clearSearch
	v.clear = clearSearch
	v.back.Importance, v.forward.Importance = widget.LowImportance, widget.LowImportance
	v.inputs = container.New(shares{4, 3, 4, 2}, focus.Entry, ignore.Entry, search.Entry, v.found)
	all := widget.NewButton(lang.L("Filters …"), func() { send(screen.TogglePane{Name: "filters"}) })
	all.Importance = widget.LowImportance
	v.rest = []fyne.CanvasObject{v.types, v.inputs, all}
	v.lanes = timelineview.NewLaneControls(send, post)
	v.lanes.Object.Hide()
	bar := surface.NewHinted(container.NewBorder(nil, nil, container.NewHBox(v.back, v.forward, v.types), all,
		container.NewStack(v.inputs, v.lanes.Object)))
	bar.Tell(v.back, lang.L("Back to the place before: filters, zoom and selection. Alt+←"))
	bar.Tell(v.forward, lang.L("Forward again. Alt+→"))
	bar.Tells(v.types, v.explainType)
	bar.Tell(focus.Entry, surface.Explain("focus")+lang.L(" Ctrl+L"))
	bar.Tell(ignore.Entry, surface.Explain("ignore")+lang.L(" Ctrl+I"))
	bar.Tell(search.Entry, surface.Explain("search")+lang.L(" Enter goes to the next."))
	bar.Tell(all, lang.L("All filters, units and granularity, in the words of go tool pprof. Ctrl+J"))
	v.lanes.Explain(bar)
	v.Object = bar
	return v
}

// explainType tells what the sample type that is shown counts.
func (v *FilterBar) explainType() string {
	if v.explained == "" {
		return surface.Explain("sample type")
	}
	return v.types.Selected + "\n" + v.explained
}

func (v *FilterBar) field(name, hint string, post func(func())) *field {
	f := &field{Entry: widget.NewEntry(), bar: v, name: name}
	f.SetPlaceHolder(hint)
	f.OnChanged = func(string) {
		if v.showing {
			return
		}
		if f.pause != nil {
			f.pause.Stop()
		}
		f.pause = time.AfterFunc(surface.TypingPause, func() { post(f.apply) })
	}
	f.OnSubmitted = func(string) { f.apply() }
	v.fields[name] = f
	return f
}

// apply sends the text if it changed and is a regular expression; otherwise
// the input is marked, and what was in force stays.
func (f *field) apply() {
	if f.pause != nil {
		f.pause.Stop()
	}
	_, err := regexp.Compile(f.Text)
	f.SetValidationError(err)
	if err != nil {
		f.bar.tellError(f.name, err)
		return
	}
	if f.Text == f.sent {
		f.bar.tellMatches()
		return
	}
	f.sent = f.Text
	if f.name == "search" {
		f.bar.send(screen.Search{Text: f.Text})
		return
	}
	f.bar.send(screen.Refine{Name: f.name, Text: f.Text})
}

// tellError says beside the inputs why what was typed does not apply: Fyne
// marks no input that has the keyboard.
func (v *FilterBar) tellError(name string, err error) {
	reason := err.Error()
	if e := new(syntax.Error); errors.As(err, &e) {
		reason = e.Code.String()
	}
	v.found.Importance = widget.DangerImportance
	v.found.SetText(name + ": " + model.Sanitise(reason))
}

// tellMatches says how much the search found.
func (v *FilterBar) tellMatches() {
	v.found.Importance = widget.MediumImportance
	v.found.SetText(v.matches)
}

// Input returns an input by name, for moving the keyboard to it.
func (v *FilterBar) Input(name string) fyne.Focusable {
	if v.lanes.Object.Visible() {
		return v.lanes.Filter.Entry // all searching there is for lanes
	}
	if f := v.fields[name]; f != nil && v.inputs.Visible() {
		return f.Entry
	}
	return nil
}

// Show shows a snapshot.
func (v *FilterBar) Show(s *screen.Snapshot) {
	v.showing = true
	defer func() { v.showing = false }()
	enable(v.back, s.CanBack)
	enable(v.forward, s.CanForward)
	for _, o := range v.rest {
		surface.SetVisible(o, s.Trace == nil && s.Tab != screen.DurationsTab && s.Tab != screen.TimelineTab)
	}
	surface.SetVisible(v.lanes.Object, s.Trace != nil && s.Tab == screen.TimelineTab)
	v.lanes.Show(s)
	v.fill("focus", s.Place.Query.Focus)
	v.fill("ignore", s.Place.Query.Ignore)
	v.fill("search", s.Search)
	v.clear.Hidden = s.Search == ""
	v.clear.Refresh()
	v.matches = ""
	if s.Answer != nil && s.Search != "" {
		v.matches = surface.Arrows(s.Answer.MatchText)
	}
	v.tellMatches()
	if s.Answer == nil {
		return
	}
	v.showTypes(s.Answer.Result)
}

// fill shows a text that changed elsewhere, and leaves alone what is typed.
func (v *FilterBar) fill(name, text string) {
	if f := v.fields[name]; f.sent != text {
		f.sent = text
		f.SetText(text)
	}
}

func (v *FilterBar) showTypes(r *model.Result) {
	names := make([]string, len(r.Profile.Types))
	options := make([]string, len(names))
	for i, t := range r.Profile.Types {
		names[i] = t.Type
		options[i] = model.Sanitise(t.Type)
	}
	v.names = names
	v.explained = surface.Help(r.Profile.Kind.Explain(r.Type.Type))
	v.types.SetOptions(options)
	v.types.SetSelectedIndex(r.Column)
}

func enable(b *widget.Button, on bool) {
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// shares lays objects out in a row, each with its share of the width.
type shares []float32

// Layout implements fyne.Layout.
func (s shares) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	var all float32
	for _, n := range s {
		all += n
	}
	gap := theme.Padding()
	room := size.Width - gap*float32(len(s)-1)
	x := float32(0)
	for i, o := range objects {
		w := room * s[i] / all
		o.Move(fyne.NewPos(x, (size.Height-o.MinSize().Height)/2))
		o.Resize(fyne.NewSize(w, o.MinSize().Height))
		x += w + gap
	}
}

// MinSize implements fyne.Layout.
func (s shares) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		m := o.MinSize()
		size.Width += m.Width
		size.Height = max(size.Height, m.Height)
	}
	return size
}
