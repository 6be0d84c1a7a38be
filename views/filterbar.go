package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/views/surface"
	timelineview "profstation/views/timeline"
)

// FilterBar is the line above the tabs: back and forward, the sample type, focus, ignore and search.
type FilterBar struct {
	Object fyne.CanvasObject
	*surface.Controls

	rest          []fyne.CanvasObject        // what makes no sense for a trace
	lanes         *timelineview.LaneControls // what stands there instead
	back, forward *surface.Button
	inputs        fyne.CanvasObject // for fields; they are in rest
	clear         *surface.Button   // ends the search
	types         *surface.Select
	names         []string // for the sample types on offer
	fields        map[string]*surface.Input
	found         *surface.Complaint // about fields; how many matches there are while it has none
	explained     string             // what the sample type counts
}

// NewFilterBar makes the bar. post runs a function on the UI goroutine.
func NewFilterBar(send screen.Send, post func(func())) *FilterBar {
	v := &FilterBar{Controls: surface.NewControls(send, post), fields: map[string]*surface.Input{}}
	v.back = v.Button("", theme.NavigateBackIcon(),
		lang.L("Back to the place before: filters, zoom and selection. Alt+←"), func() { send(screen.Back{}) })
	v.forward = v.Button("", theme.NavigateNextIcon(), lang.L("Forward again. Alt+→"), func() { send(screen.Forward{}) })
	v.types = v.Choice(nil, "", func(i int) { send(screen.SampleType{Name: v.names[i]}) })
	v.types.PlaceHolder = lang.L("sample type")
	v.Tells(v.types, func() string {
		if v.explained == "" {
			return surface.Explain("sample type")
		}
		return v.types.Selected + "\n" + v.explained
	})
	v.found = surface.NewComplaint()
	v.found.Truncation = fyne.TextTruncateEllipsis
	refine := func(name string) func(string) {
		return func(text string) { send(screen.Refine{Name: name, Text: text}) }
	}
	focus := v.field("focus", lang.L("Focus"), lang.L("Ctrl+L"), refine("focus"))
	ignore := v.field("ignore", lang.L("Ignore"), lang.L("Ctrl+I"), refine("ignore"))
	search := v.field("search", lang.L("Search (/)"), lang.L("Press Enter for the next match."),
		func(text string) { send(screen.Search{Text: text}) })
	search.OnSubmitted = func(string) {
		search.Apply()
		send(screen.NextMatch{})
	}
	v.clear = v.Button("", theme.ContentClearIcon(), lang.L("Ends the search. Esc"), func() { send(screen.Search{}) })
	v.clear.Hide()
	focus.Filter, ignore.Filter = true, true
	v.found.Watch(focus, ignore, search)
	v.inputs = container.New(shares{3, 3, 4, 3}, focus.Field, ignore.Field, search.Ending(v.clear), v.found)
	all := v.Button(lang.L("Filters…"), nil, lang.L("All filters, units and granularity, named as in go tool pprof. Ctrl+J"),
		func() { send(screen.TogglePane{Name: "filters"}) })
	v.rest = []fyne.CanvasObject{v.types, v.inputs, all}
	v.lanes = timelineview.NewLaneControls(v.Controls, send)
	v.lanes.Object.Hide()
	v.Object = v.Lay(surface.Border(nil, nil, container.NewHBox(v.back, v.forward, v.types), all,
		container.NewStack(v.inputs, v.lanes.Object)))
	return v
}

func (v *FilterBar) field(name, placeholder, key string, apply func(string)) *surface.Input {
	f := v.Input(placeholder, lang.Sentences(surface.Explain(name), key), surface.IsRegexp, apply)
	f.Name = name
	v.fields[name] = f
	return f
}

// Field returns an input by name, for moving the keyboard to it.
func (v *FilterBar) Field(name string) fyne.Focusable {
	if v.lanes.Object.Visible() {
		return v.lanes.Filter.Field // all searching there is for lanes
	}
	if f := v.fields[name]; f != nil && v.inputs.Visible() {
		return f.Field
	}
	return nil
}

// Show shows a snapshot.
func (v *FilterBar) Show(s *screen.Snapshot) {
	defer v.Showing(s)()
	surface.SetEnabled(v.back, s.CanBack)
	surface.SetEnabled(v.forward, s.CanForward)
	for _, o := range v.rest {
		surface.SetVisible(o, s.Trace == nil && s.Tab != ask.DurationsTab && s.Tab != ask.TimelineTab)
	}
	surface.SetVisible(v.lanes.Object, s.Trace != nil && s.Tab == ask.TimelineTab)
	if s.Trace != nil {
		v.lanes.Show(s.Trace)
	}
	v.fields["focus"].Set(s.Place.Query.Focus)
	v.fields["ignore"].Set(s.Place.Query.Ignore)
	v.fields["search"].Set(s.Search)
	v.clear.Hidden = s.Search == ""
	v.clear.Refresh()
	matches, few := "", ""
	if s.Answer != nil && s.Search != "" {
		matches, few = surface.Arrows(s.Answer.MatchText), s.Answer.MatchFew
	}
	v.found.Otherwise(matches, few)
	if s.Answer != nil {
		v.showTypes(s.Answer.Result)
	}
}

func (v *FilterBar) showTypes(r *query.Result) {
	types := model.Offered(r.Profile.Types)
	v.names = make([]string, len(types))
	options := make([]string, len(v.names))
	for i, t := range types {
		v.names[i], options[i] = t.Type, safe.Text(t.Type)
	}
	v.explained = surface.Help(explain.SampleType(r.Profile, r.Type.Type))
	surface.Offer(v.types, options, r.Column)
}

// shares lays objects out in a row, each with its width share.
type shares []float32

func (s shares) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	var all float32
	for _, n := range s {
		all += n
	}
	gap := theme.Padding()
	free := size.Width - gap*float32(len(s)-1)
	x := float32(0)
	for i, o := range objects {
		w := free * s[i] / all
		o.Move(fyne.NewPos(x, (size.Height-o.MinSize().Height)/2))
		o.Resize(fyne.NewSize(w, o.MinSize().Height))
		x += w + gap
	}
}

func (s shares) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, o := range objects {
		m := o.MinSize()
		size.Width += m.Width
		size.Height = max(size.Height, m.Height)
	}
	return size
}
