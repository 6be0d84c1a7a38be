package views

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/complete"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/scene"
	"profstation/views/surface"
)

// StoreForm asks what is to be opened from a profile store.
type StoreForm struct {
	remoteForm
	// Opened is called when what was chosen has been opened.
	Opened func()
	post   func(func())

	hand
	lengths
	types, lately *surface.Select
	by            splitBy
	selectors
	whole timeEntries // for the curve
	sides [2]timeEntries
	curve *storeCurve
	shown *screen.Store
	sent  screen.StoreChoice // what the desk knows to be chosen
	given screen.Server      // who asked last, without an address
}

// selectors choose samples.
type selectors struct {
	labels  *completed
	request *completed // a span or trace ID
}

// hand is what a hand does in the form.
type hand struct {
	wait       surface.Delay // until it rests
	completing bool          // a label selector
	naming     bool          // a request
	filling    bool          // it is the program that types
}

// splitBy is the label with a curve for each value, and whether samples get it.
type splitBy struct {
	*surface.Select
	labelled *surface.Check
}

// lengths are for the steps that have a profile each, and for the time until all is asked for again.
type lengths struct{ step, every *DialogEntry }

// timeEntries are a time's two ends.
type timeEntries struct{ from, until *DialogEntry }

func (e timeEntries) texts() screen.TimeTexts {
	return screen.TimeTexts{From: strings.TrimSpace(e.from.Text), Until: strings.TrimSpace(e.until.Text)}
}

func (e timeEntries) fill(t screen.TimeTexts) {
	e.from.SetText(t.From)
	e.until.SetText(t.Until)
}

// latelies are the times that end now, and that are offered.
var latelies = []struct{ from, title string }{
	{"now-15m", lang.Later("last 15 minutes")}, {"now-1h", lang.Later("last hour")}, {"now-6h", lang.Later("last 6 hours")},
	{"now-1d", lang.Later("last day")}, {"now-1w", lang.Later("last week")},
}

const (
	textNow     = "now"
	resting     = 400 * time.Millisecond // after the last letter, until the store is asked
	curveHeight = 190
	latelyWidth = 168 // leaves space for whole times beside it in a small window
)

// NewStoreForm makes the form. post runs a function on the UI goroutine.
func NewStoreForm(send screen.Send, post func(func()), theme *scene.Theme) *StoreForm {
	v := &StoreForm{post: post, types: surface.NewSelect(nil), lately: surface.NewSelect(nil)}
	v.remoteForm = newRemoteForm(send, lang.L("Store"), lang.L("https://pyroscope.example.com"), true, v.ask)
	for _, e := range []*DialogEntry{v.Address, v.user, v.password, v.tenant, v.header} {
		v.enters(e)
	}
	v.Address.OnChanged = func(string) { v.curve.Repaint() }
	v.leads(lang.L("Record from a server…"), func() { v.send(screen.OpenRecord{Address: v.server().Address}) })
	entry := func(hint string) *DialogEntry {
		e := NewDialogEntry("", hint)
		v.enters(e)
		e.OnChanged = func(string) { v.changed() }
		return e
	}
	v.by = splitBy{surface.NewSelect(nil), surface.NewCheck(lang.L("also as a label of the samples"), func(bool) { v.settle() })}
	v.whole, v.step, v.every = timeEntries{entry("now-1h"), entry(textNow)}, entry(lang.L("none")), entry(lang.L("once"))
	v.step.OnChanged = func(text string) {
		surface.SetEnabled(v.every, strings.TrimSpace(text) == "") // steps that end now go on by themselves
		v.changed()
	}
	for i := range v.sides {
		v.sides[i] = timeEntries{entry(lang.L("from")), entry(lang.L("until"))}
	}
	form := container.NewVBox()
	float := surface.NewFloat(surface.NewFormScroll(form))
	v.labels = newCompleted("", lang.L(`name="value"`), float, theme, post)
	v.labels.saved = v.Open
	proposes := v.labels.OnChanged
	v.labels.OnChanged = func(text string) {
		v.completing = !v.filling
		v.curve.Repaint()
		if name := v.typing(text); name != "" {
			v.send(screen.AskLabel{Name: name})
		}
		proposes(text)
	}
	v.labels.settled = func(text string) {
		if v.completing && strings.HasSuffix(text, "=") { // a name was taken: its values come next
			v.labels.propose(text)
			return
		}
		v.completing = false
		v.settle()
	}
	v.labels.OnSubmitted = func(string) {
		if v.labels.settle(); !v.completing {
			v.take()
		}
	}
	v.request = newCompleted("", lang.L("ID of a span or trace; Down lists the most expensive"), float, theme, post)
	v.request.saved = v.Open
	proposesRequests := v.request.OnChanged
	v.request.OnChanged = func(text string) {
		v.naming = !v.filling && !v.request.filling
		if v.naming {
			v.send(screen.AskRequests{})
		}
		proposesRequests(text)
	}
	v.request.settled = func(string) {
		v.naming = false
		v.settle()
	}
	v.request.OnSubmitted = func(string) {
		v.request.settle()
		v.take()
	}
	v.lately.PlaceHolder = lang.L("custom")
	for _, l := range latelies {
		v.lately.Options = append(v.lately.Options, lang.L(l.title))
	}
	v.lately.OnChanged = func(string) {
		if i := v.lately.SelectedIndex(); i >= 0 && !v.filling {
			v.whole.fill(screen.TimeTexts{From: latelies[i].from, Until: textNow})
			v.settle()
		}
	}
	v.types.OnChanged = func(string) { v.settle() }
	v.by.OnChanged = func(string) { v.settle() }
	v.curve = newStoreCurve(v, theme)
	times := func(e timeEntries) fyne.CanvasObject { return container.NewGridWithColumns(2, e.from, e.until) }
	hint := func(text string) *widget.Label { return surface.Paragraph(text, widget.LowImportance) }
	form.Objects = append(v.head,
		widget.NewForm(
			widget.NewFormItem(lang.L("Profile"), v.types),
			widget.NewFormItem(lang.L("Labels"), v.labels),
			widget.NewFormItem(lang.L("Request"), v.request),
			widget.NewFormItem(lang.L("Time"), surface.Border(nil, nil, nil, surface.Wide(latelyWidth, v.lately), times(v.whole))),
			widget.NewFormItem(lang.L("Split by"), surface.Border(nil, nil, nil, v.by.labelled, v.by.Select)),
		),
		container.NewStack(surface.Space(1, curveHeight), v.curve.Surface),
		hint(lang.L("Drag over the curve to choose the time that is opened, and with Shift the time that it is compared with.")),
		v.curve.base,
		widget.NewForm(
			widget.NewFormItem(lang.L("Open"), times(v.sides[ask.NewSide])),
			widget.NewFormItem(lang.L("Compare with"), times(v.sides[ask.BaseSide])),
			widget.NewFormItem(lang.L("Steps"), surface.Border(nil, nil, surface.Wide(110, v.step), nil,
				hint(lang.L("A profile for each step, as a series. If the time ends now, it goes on.")))),
			widget.NewFormItem(lang.L("Every"), surface.Border(nil, nil, surface.Wide(110, v.every), nil,
				hint(lang.L("How often a time that ends now is asked for again, such as 15s. Steps go on by themselves.")))),
		),
	)
	v.lay(float.Object)
	return v
}

// enters has Enter in an input take what was typed. It never opens, as Ctrl+Enter does: a hand that ends a word must
// not end the dialog.
func (v *StoreForm) enters(e *DialogEntry) {
	e.Saved = v.Open
	e.Takes = func(key fyne.KeyName) bool {
		if e.MultiLine || key != fyne.KeyReturn && key != fyne.KeyEnter {
			return false
		}
		v.take()
		return true
	}
}

// take takes what was typed.
func (v *StoreForm) take() {
	if !v.asked() || v.given != v.asker() {
		v.ask()
		return
	}
	v.settle()
}

// typing is the label whose value is typed.
func (v *StoreForm) typing(text string) string {
	if v.shown == nil || v.filling {
		return ""
	}
	return v.shown.Typing(text)
}

// asker is who asks, without an address.
func (v *StoreForm) asker() screen.Server {
	s := v.server()
	s.Address = ""
	return s
}

// asked reports whether what is shown is what the store at the address has.
func (v *StoreForm) asked() bool {
	return v.shown != nil && len(v.shown.Types) > 0 && v.isAt(v.shown.Address)
}

func (v *StoreForm) ask() {
	if v.server().Address != "" {
		v.wait.Stop()
		v.told, v.sent, v.given = v.server().Address, v.choice(), v.asker()
		v.send(screen.AskStore{Server: v.server(), Choice: v.sent})
	}
}

// choice is what is chosen.
func (v *StoreForm) choice() screen.StoreChoice {
	c := screen.StoreChoice{
		Type: v.sent.Type, By: v.sent.By, Query: strings.TrimSpace(v.labels.Text), Request: strings.TrimSpace(v.request.Text),
		From: v.whole.texts().From, Until: v.whole.texts().Until, Step: strings.TrimSpace(v.step.Text), Every: strings.TrimSpace(v.every.Text),
	}
	if c.Step != "" {
		c.Every = "" // it would say what the steps say
	}
	if v.shown != nil {
		if i := v.types.SelectedIndex(); i >= 0 && i < len(v.shown.Types) {
			c.Type = v.shown.Types[i].ID
		}
		if i := v.by.SelectedIndex(); i >= 0 && i <= len(v.shown.Labels) && len(v.shown.Labels) > 0 {
			c.By = ""
			if i > 0 {
				c.By = v.shown.Labels[i-1]
			}
		}
	}
	c.Labelled = v.by.labelled.Checked && c.By != ""
	for i, e := range v.sides {
		c.Sides[i] = e.texts()
	}
	return c
}

// changed tells the desk what is chosen once a hand rests.
func (v *StoreForm) changed() {
	if !v.filling {
		v.curve.Repaint()
		v.wait.Start(resting, v.post, v.settle)
	}
}

// settle tells the desk what is chosen.
func (v *StoreForm) settle() {
	if v.filling {
		return
	}
	v.wait.Stop()
	if c := v.choice(); c != v.sent {
		v.sent = c
		v.send(screen.ChooseStored{Choice: c})
	}
}

// choose puts a time into the entries for a comparison side.
func (v *StoreForm) choose(side int, t screen.TimeTexts) {
	v.sides[side].fill(t)
	v.settle()
}

// Open opens what is chosen, or says why that is not enough, and leads to the input that is to blame.
func (v *StoreForm) Open() {
	if !v.asked() {
		v.refuse(v.Address, lang.L("Connect first to see what the store has."))
		v.ask() // which says more
		return
	}
	v.wait.Stop()
	v.sent = v.choice()
	before := v.shown
	v.send(screen.OpenStored{Server: v.server(), Choice: v.sent})
	if v.shown != before && v.shown.Error != "" {
		keyboardTo(v.blamed())
	}
}

// blamed is the input with what is wrong, or else the first one.
func (v *StoreForm) blamed() fyne.Focusable {
	switch v.shown.Wrong {
	case screen.WrongLabels:
		return v.labels
	case screen.WrongRequest:
		return v.request
	case screen.WrongTime:
		return v.whole.from
	case screen.WrongOpened:
		return v.sides[ask.NewSide].from
	case screen.WrongCompared:
		return v.sides[ask.BaseSide].from
	case screen.WrongStep:
		return v.step
	case screen.WrongEvery:
		return v.every
	}
	return v.Address
}

// current reports whether the curve matches the form.
func (v *StoreForm) current() bool {
	return v.asked() && !v.shown.Asking && !v.shown.Drawing && v.choice().OfCurve() == v.shown.Drawn
}

// Show shows what the store has.
func (v *StoreForm) Show(s *screen.Store) {
	if s == nil || s == v.shown {
		return
	}
	old := v.shown
	v.shown = s
	if old != nil && s.Opened != old.Opened {
		v.wait.Stop()
		v.Opened()
		return
	}
	v.fill(s, old == nil)
	says, importance := lang.L("The address of a Pyroscope or a Parca, also behind a proxy."), widget.LowImportance
	switch {
	case s.Note != "":
		says, importance = s.Note, widget.WarningImportance
	case s.Engine != "":
		says = lang.L("This is {{.Store}}. Choose what to open, and of which time. Enter takes the input, Ctrl+Enter opens.",
			lang.With{"Store": s.Engine})
	}
	v.answered(s.Error, s.Asking, says, importance)
	v.want(s.Credentials, s.Certificate)
	surface.SetVisible(v.other, s.Program)
	v.labels.ask = func(typed string) []complete.Proposal { return s.Complete(typed, maxProposals) }
	if v.completing && old != nil && len(s.Values) != len(old.Values) {
		v.labels.propose(v.labels.Text)
	}
	v.request.ask = func(typed string) []complete.Proposal { return s.CompleteRequest(typed, maxProposals) }
	if v.naming && old != nil && len(s.Requests) != len(old.Requests) {
		v.request.propose(v.request.Text)
	}
	v.curve.show(s)
}

// fill shows what is chosen where the desk has changed it. What is typed meanwhile stays.
func (v *StoreForm) fill(s *screen.Store, first bool) {
	v.filling = true
	defer func() { v.filling = false }()
	if first {
		v.Address.SetText(s.Address)
	}
	v.accepted(s.Address)
	titles := make([]string, len(s.Types))
	for i, t := range s.Types {
		titles[i] = t.Title
	}
	surface.Offer(v.types, titles, slices.IndexFunc(s.Types, func(t screen.StoreType) bool { return t.ID == s.Choice.Type }))
	var by []string
	if len(s.Labels) > 0 {
		by = []string{lang.L("nothing: one curve")}
	}
	for _, name := range s.Labels {
		by = append(by, safe.Text(name))
	}
	at := 1 + slices.Index(s.Labels, s.Choice.By)
	if len(by) == 0 {
		at = -1
	}
	surface.Offer(v.by.Select, by, at)
	for _, w := range []*surface.Select{v.types, v.by.Select} {
		w.PlaceHolder = missing(s)
		surface.SetEnabled(w, len(w.Options) > 0)
		w.Refresh()
	}
	v.by.labelled.SetChecked(s.Choice.Labelled)
	surface.SetVisible(v.by.labelled, s.Choice.By != "")
	for _, of := range []struct {
		entry    *DialogEntry
		new, old string
	}{{v.whole.from, s.Choice.From, v.sent.From}, {v.whole.until, s.Choice.Until, v.sent.Until},
		{v.step, s.Choice.Step, v.sent.Step}, {v.every, s.Choice.Every, v.sent.Every}} {
		if of.new != of.old {
			of.entry.SetText(of.new)
		}
	}
	if s.Choice.Query != v.sent.Query {
		v.labels.set(s.Choice.Query)
	}
	if s.Choice.Request != v.sent.Request {
		v.request.set(s.Choice.Request)
	}
	for i, t := range s.Choice.Sides {
		if t != v.sent.Sides[i] {
			v.sides[i].fill(t)
		}
	}
	lately := -1
	for i, l := range latelies {
		if s.Choice.From == l.from && s.Choice.Until == textNow {
			lately = i
		}
	}
	surface.Offer(v.lately, v.lately.Options, lately)
	v.sent = s.Choice
}

// missing says why there is nothing to choose from.
func missing(s *screen.Store) string {
	switch {
	case s.Asking:
		return lang.L("Connecting…")
	case s.Engine == "":
		return lang.L("connect first")
	}
	return lang.L("none at this time")
}
