package views

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/views/surface"
)

// RecordForm asks for what is to be recorded from a server.
type RecordForm struct {
	remoteForm
	offers        *fyne.Container
	kinds         []*kindLine
	again         *surface.Check
	shown         *screen.Record
	typed         bool // a folder, by the user
	every, folder *DialogEntry
	wrong         *widget.Label // what is wrong with every
}

// kindLine is one profile kind in the form.
type kindLine struct {
	offer   screen.RecordOffer
	on      *surface.Check
	seconds *DialogEntry
	note    *widget.Label
	about   string // what the note says unless the seconds are wrong
}

func (k *kindLine) name() string { return safe.Text(k.offer.Kind) }

// wholeSeconds reads a number of seconds above 0. beyond says that it is more than anybody means.
func wholeSeconds(text string) (n int, beyond, ok bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	beyond = n > screen.MaxSeconds // also out of range
	return n, beyond, err == nil && n > 0 && !beyond
}

// length returns the seconds, 0 for none, and what is wrong with them; "": nothing.
func (k *kindLine) length() (seconds int, wrong string) {
	if strings.TrimSpace(k.seconds.Text) == "" {
		return 0, ""
	}
	n, beyond, ok := wholeSeconds(k.seconds.Text)
	switch {
	case ok:
		return n, ""
	case beyond:
		return 0, lang.L("{{.Kind}}: give at most {{.Most}} seconds.", lang.With{"Kind": k.name(), "Most": screen.MaxSeconds})
	case k.offer.Length:
		return 0, lang.L("{{.Kind}}: give at least 1 second, as a whole number.", lang.With{"Kind": k.name()})
	}
	return 0, lang.L("{{.Kind}}: give a whole number of seconds, or nothing for a snapshot.", lang.With{"Kind": k.name()})
}

// judge says beside the seconds what is wrong with them.
func (k *kindLine) judge() {
	_, wrong := k.length()
	blame(k.note, wrong, k.about)
}

// blame has a line say what is wrong, or else something quieter.
func blame(l *widget.Label, wrong, otherwise string) {
	l.Importance = widget.LowImportance
	if wrong != "" {
		l.Importance, otherwise = widget.DangerImportance, wrong
	}
	l.SetText(otherwise)
}

// recordSnapshot stands where a length in seconds would.
const recordSnapshot = "snapshot"

// boxWidth is the width for a box with seconds, in which the word fits that stands there without any.
func boxWidth() float32 {
	return max(64, fyne.MeasureText(lang.L(recordSnapshot), theme.TextSize(), fyne.TextStyle{}).Width+4*theme.InnerPadding())
}

// NewRecordForm makes the form. choose asks for a folder, beginning at one.
func NewRecordForm(send screen.Send, choose func(begin string, done func(string))) *RecordForm {
	v := &RecordForm{
		offers: container.New(layout.NewCustomPaddedVBoxLayout(0)),
		every:  NewDialogEntry("30", ""), folder: NewDialogEntry("", ""),
	}
	v.remoteForm = newRemoteForm(send, lang.L("Server"), lang.L("http://localhost:6060"), false, v.ask)
	v.leads(lang.L("Open from a store…"), func() { v.send(screen.OpenStore{Server: v.server()}) })
	v.Address.OnSubmitted = func(string) { v.ask() }
	v.Address.OnChanged = func(string) { v.leave() }
	v.wrong = surface.Cut("", widget.DangerImportance)
	judge := func() {
		_, wrong := v.interval()
		blame(v.wrong, wrong, "")
	}
	v.again = surface.NewCheck(lang.L("every"), func(bool) { judge() })
	v.every.OnChanged = func(string) { judge() }
	v.folder.OnChanged = func(string) { v.typed = v.shown != nil && v.folder.Text != v.shown.Folder }
	browse := surface.NewButton(lang.L("Folder…"), nil, func() {
		choose(v.folder.Text, func(path string) {
			v.folder.SetText(path)
			v.typed = true
		})
	})
	v.lay(surface.NewFormScroll(container.NewVBox(append(v.head, v.offers,
		widget.NewForm(
			widget.NewFormItem(lang.L("Repeat"), surface.Border(nil, nil,
				container.NewHBox(v.again, surface.Wide(64, v.every), widget.NewLabel(lang.L("seconds"))), nil, v.wrong)),
			widget.NewFormItem(lang.L("Folder"), surface.Border(nil, nil, nil, browse, v.folder)),
		),
	)...)))
	return v
}

// interval returns the seconds after which it is captured again, 0 for once, and what is wrong with them; "": nothing.
func (v *RecordForm) interval() (seconds int, wrong string) {
	if !v.again.Checked {
		return 0, ""
	}
	n, beyond, ok := wholeSeconds(v.every.Text)
	switch {
	case ok:
		return n, ""
	case beyond:
		return 0, lang.L("Repeat: give at most {{.Most}} seconds.", lang.With{"Most": screen.MaxSeconds})
	}
	return 0, lang.L("Repeat: give at least 1 second, as a whole number.")
}

// asked reports whether what is shown is what the server at the address offers.
func (v *RecordForm) asked() bool {
	return len(v.kinds) > 0 && v.offers.Visible() && v.shown != nil && v.isAt(v.shown.Address)
}

// leave hides what another server offers, and where its captures go, once the address is changed. Both come back
// with the address.
func (v *RecordForm) leave() {
	if v.shown == nil {
		return
	}
	at, folder := v.isAt(v.shown.Address), ""
	if at {
		folder = v.shown.Folder
	}
	if !v.typed {
		v.folder.SetText(folder)
		v.typed = false
	}
	switch {
	case len(v.kinds) == 0, at && v.shown.Asking, at == v.offers.Visible():
	case at:
		v.offers.Show()
		v.tell()
	default:
		v.offers.Hide()
		v.say(lang.L("Connect to see which profiles this server offers."), widget.LowImportance)
	}
}

func (v *RecordForm) ask() {
	if v.server().Address != "" {
		v.told = v.server().Address
		v.send(screen.AskServer{Server: v.server()})
	}
}

// Chosen returns what was chosen, or says why it is not enough.
func (v *RecordForm) Chosen() (i screen.StartRecording, ok bool) {
	i = screen.StartRecording{Server: v.server(), Folder: v.folder.Text}
	longest, length := "", 0 // what takes the most seconds
	for _, k := range v.kinds {
		if !k.on.Checked {
			continue
		}
		kind := screen.RecordKind{Kind: k.offer.Kind}
		var wrong string
		if kind.Seconds, wrong = k.length(); wrong != "" {
			return i, v.refuse(k.seconds, wrong)
		}
		if n := cmp.Or(kind.Seconds, k.offer.Standard); n > length {
			longest, length = k.name(), n
		}
		i.Kinds = append(i.Kinds, kind)
	}
	switch {
	case !v.asked():
		v.ask()
		return i, v.refuse(v.Address, lang.L("Connect first to see which profiles the server offers."))
	case len(i.Kinds) == 0:
		return i, v.refuse(v.kinds[0].on, lang.L("Choose at least one kind of profile."))
	case strings.TrimSpace(i.Folder) == "":
		return i, v.refuse(v.folder, lang.L("Choose a folder for the captures."))
	}
	every, wrong := v.interval()
	switch {
	case wrong != "":
		return i, v.refuse(v.every, wrong)
	case v.again.Checked && every < length:
		return i, v.refuse(v.every,
			lang.L("Repeat: give at least {{.Seconds}} seconds, as {{.Kind}} takes that long.", lang.With{"Seconds": length, "Kind": longest}))
	}
	i.Every = time.Duration(every) * time.Second
	return i, true
}

// Refuse says what is wrong with the folder.
func (v *RecordForm) Refuse(text string) { v.refuse(v.folder, text) }

// Show shows what the server offers.
func (v *RecordForm) Show(r *screen.Record) {
	if r == nil || r == v.shown {
		return
	}
	old := v.shown
	v.shown = r
	if old == nil || old.Opened != r.Opened {
		v.begin(r)
		if old != nil {
			v.forget()
		}
	}
	v.accepted(r.Address)
	if !v.typed {
		v.folder.SetText(r.Folder) // none for what is no address
	}
	v.tell()
	v.want(r.Credentials, r.Certificate)
	surface.SetVisible(v.other, r.Store != "")
	if !r.Asking {
		v.offer(r)
	}
}

// begin shows the server for which the dialog was opened.
func (v *RecordForm) begin(r *screen.Record) {
	v.kinds, v.typed = nil, false
	v.offers.RemoveAll()
	if r.Address != "" {
		v.Address.SetText(r.Address)
	}
	if r.Every > 0 {
		v.again.SetChecked(true)
		v.every.SetText(strconv.Itoa(r.Every))
	}
}

// tell says how asking the server has ended.
func (v *RecordForm) tell() {
	says := lang.L("The address of a program that serves net/http/pprof, or unix:///run/app.sock.")
	if len(v.shown.Offers) > 0 {
		says = strings.TrimSpace(lang.Sentences(lang.L("Available profiles; each is saved as its own file."), v.shown.Note))
	}
	v.answered(v.shown.Error, v.shown.Asking, says, widget.LowImportance)
}

// offer lists the kinds that a server has. What was chosen before stays chosen.
func (v *RecordForm) offer(r *screen.Record) {
	before := map[string]*kindLine{}
	for _, k := range v.kinds {
		before[k.offer.Kind] = k
	}
	v.kinds = nil
	v.offers.RemoveAll()
	units := [...]string{"", lang.L("seconds"), lang.L("or the change within … seconds")}
	var unitWidth float32
	for _, u := range units {
		unitWidth = max(unitWidth, widget.NewLabel(u).MinSize().Width)
	}
	for _, o := range r.Offers {
		k := &kindLine{offer: o, on: surface.NewCheck(safe.Text(o.Kind), nil), seconds: NewDialogEntry("", "")}
		if o.Standard > 0 {
			k.seconds.SetText(strconv.Itoa(o.Standard))
			k.seconds.SetPlaceHolder(strconv.Itoa(o.Standard)) // what it takes without a number
		} else if o.Delta {
			k.seconds.SetPlaceHolder(lang.L(recordSnapshot))
		}
		switch old := before[o.Kind]; {
		case old != nil:
			k.on.Checked = old.on.Checked
			k.seconds.SetText(old.seconds.Text)
		case r.Kind == o.Kind:
			k.on.Checked = true
			if r.Seconds > 0 {
				k.seconds.SetText(strconv.Itoa(r.Seconds))
			}
		case r.Kind == "" && r.Chosen != nil:
			seconds, chosen := r.Chosen[o.Kind]
			k.on.Checked = chosen
			if seconds > 0 {
				k.seconds.SetText(strconv.Itoa(seconds))
			}
		case r.Kind == "":
			k.on.Checked = o.Kind == "cpu" || o.Kind == "heap"
		}
		text := o.Note
		if o.Count >= 0 && text == "" {
			text = lang.N(int(o.Count), "1 record", "{{.N}} records", nil)
		}
		k.about, k.note = text, surface.Cut(text, widget.LowImportance)
		k.seconds.OnChanged = func(string) { k.judge() }
		k.judge()
		var length fyne.CanvasObject = widget.NewLabel("")
		unit := units[0]
		switch {
		case o.Length:
			length, unit = k.seconds, units[1]
		case o.Delta:
			length, unit = k.seconds, units[2]
		}
		v.offers.Add(surface.Border(nil, nil,
			container.NewHBox(surface.Wide(150, k.on), surface.Wide(boxWidth(), length), surface.Wide(unitWidth, widget.NewLabel(unit))), nil, k.note))
		v.kinds = append(v.kinds, k)
	}
	v.offers.Show()
	v.offers.Refresh()
}
