package views

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/views/surface"
)

// remoteForm is the part that the forms about a server and about a store share: where it is, who asks, and a line
// that says the outcome.
type remoteForm struct {
	Object fyne.CanvasObject
	// Address is where the keyboard belongs at first.
	Address *DialogEntry
	send    screen.Send
	told    string // the address that the desk was told and has not answered to yet

	head  []fyne.CanvasObject // the inputs
	says  *widget.Label
	other *surface.Button // leads to the other kind's form; hidden

	credentials                    *fyne.Container // hidden until they are wanted
	insecure                       *surface.Check  // hidden until a certificate is not trusted
	user, password, tenant, header *DialogEntry    // tenant is nil where servers have none
	headers                        headers         // what header stands for while it does not have the keyboard
}

// newRemoteForm makes the part, with the name and an example for the address. ask connects.
func newRemoteForm(send screen.Send, name, example string, tenants bool, ask func()) remoteForm {
	v := remoteForm{
		send: send, Address: NewDialogEntry("", example), says: surface.Paragraph("", widget.MediumImportance),
		user: NewDialogEntry("", lang.L("user")), password: NewDialogEntry("", lang.L("password")),
		header: NewDialogText("", lang.L("Authorization: Bearer…"), 2), headers: headers{},
	}
	header, secret := v.header, v.headers
	header.Left = func() { header.SetText(secret.hide(header.Text)) }
	v.password.Password = true
	hint := surface.Paragraph(lang.L("Kept in memory only. PROFSTATION_HTTP_USER, _PASSWORD and _HEADER of the environment are used where these are empty."),
		widget.LowImportance)
	v.credentials = container.NewVBox(container.NewGridWithColumns(2, v.user, v.password))
	if tenants {
		v.tenant = NewDialogEntry("", lang.L("tenant (X-Scope-OrgID)"))
		v.credentials.Add(v.tenant)
	}
	v.credentials.Add(v.header)
	v.credentials.Add(hint)
	v.credentials.Hide()
	credentials := v.credentials
	more := surface.Quiet(lang.L("Credentials…"), nil, func() { surface.SetVisible(credentials, !credentials.Visible()) })
	v.insecure = surface.NewCheck(lang.L("Do not verify the certificate (self-signed)"), func(bool) { ask() })
	v.insecure.Hide()
	v.head = []fyne.CanvasObject{
		widget.NewForm(widget.NewFormItem(name, surface.Border(nil, nil, nil,
			container.NewHBox(surface.NewButton(lang.L("Connect"), nil, ask), more), v.Address))),
		v.insecure, v.credentials,
	}
	return v
}

// leads sets what the button does that leads to the other kind's form.
func (v *remoteForm) leads(text string, do func()) {
	v.other = surface.NewButton(text, nil, do)
	v.other.Hide()
}

// lay puts what a form says between the form and its dialog's buttons: it is in sight wherever the form has
// scrolled to.
func (v *remoteForm) lay(form fyne.CanvasObject) {
	scroll := container.NewVScroll(container.NewVBox(v.says, container.NewHBox(v.other)))
	v.Object = surface.Border(nil, container.New(low{scroll, maxSaying}, scroll), nil, nil, form)
}

// maxSaying is three lines' height.
const maxSaying = 76

// server is the one at the address, with what was typed.
func (v *remoteForm) server() screen.Server {
	s := screen.Server{
		Address: strings.TrimSpace(v.Address.Text), Insecure: v.insecure.Checked,
		User: v.user.Text, Password: v.password.Text, Header: v.headers.typed(v.header.Text),
	}
	if v.tenant != nil {
		s.Tenant = v.tenant.Text
	}
	return s
}

// isAt reports whether an address is the one that is typed.
func (v *remoteForm) isAt(address string) bool {
	return v.server().Address == strings.TrimSpace(address)
}

// accepted shows in the address's place what may be shown of it, once the desk has taken it. What was typed
// meanwhile stays.
func (v *remoteForm) accepted(public string) {
	if v.told != "" && v.isAt(v.told) {
		v.Address.SetText(public)
	}
	v.told = ""
}

// forget empties everything that says who asks: it is about another server.
func (v *remoteForm) forget() {
	for _, e := range []*DialogEntry{v.user, v.password, v.tenant, v.header} {
		if e != nil {
			e.SetText("")
		}
	}
	clear(v.headers)
	v.credentials.Hide()
	v.insecure.Checked = false // without asking again
	v.insecure.Refresh()
}

// want shows what a server asks for.
func (v *remoteForm) want(credentials, certificate bool) {
	surface.SetVisible(v.insecure, certificate || v.insecure.Checked)
	if credentials {
		surface.SetVisible(v.credentials, true)
	}
}

func (v *remoteForm) say(text string, importance widget.Importance) {
	v.says.Importance = importance
	v.says.SetText(text)
}

// answered says how asking ended: what failed, that an answer is still to come, or else a text.
func (v *remoteForm) answered(failed string, asking bool, text string, importance widget.Importance) {
	switch {
	case failed != "":
		v.say(failed, widget.DangerImportance)
	case asking:
		v.say(lang.L("Connecting…"), widget.LowImportance)
	default:
		v.say(text, importance)
	}
}

// refuse says what is wrong, and leads to the input that is to blame. It returns false: it is not enough.
func (v *remoteForm) refuse(blamed fyne.Focusable, text string) bool {
	v.say(text, widget.DangerImportance)
	keyboardTo(blamed)
	return false
}

// low is a layout with one scroll, or with what holds it. It is as high as what is in the scroll, up to a height:
// the rest scrolls, so that a small window still has space for what stands beside it.
type low struct {
	*container.Scroll
	max float32
}

// Layout implements fyne.Layout.
func (low) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// MinSize implements fyne.Layout.
func (l low) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.Scroll.MinSize().Width, min(l.Content.MinSize().Height, l.max))
}

// keyboardTo gives a dialog input the keyboard.
func keyboardTo(o fyne.Focusable) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o.(fyne.CanvasObject)); c != nil {
		c.Focus(o)
	}
}

// headers hides the values of HTTP headers in an input, because they may be tokens: each line stands for what was typed.
type headers map[string]string // what was typed, by what is shown

// hidden stands for a value.
const hidden = "••••••••"

// hide returns a text as it may be shown.
func (h headers) hide(typed string) string {
	lines := strings.Split(typed, "\n")
	for i, line := range lines {
		name, value, ok := strings.Cut(line, ":")
		if _, known := h[line]; known || !ok || strings.TrimSpace(value) == "" {
			continue
		}
		shown := name + ": " + hidden
		for h[shown] != "" && h[shown] != line { // another one with the same name
			shown += "•"
		}
		h[shown], lines[i] = line, shown
	}
	return strings.Join(lines, "\n")
}

// typed returns what a text stands for.
func (h headers) typed(shown string) string {
	lines := strings.Split(shown, "\n")
	for i, line := range lines {
		if typed, known := h[line]; known {
			lines[i] = typed
		}
	}
	return strings.Join(lines, "\n")
}
