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

// credentialFields ask who asks a server. They are hidden until they are wanted.
type credentialFields struct {
	credentials                    *fyne.Container
	more                           *surface.Button // shows and hides them
	insecure                       *surface.Check  // hidden until a certificate is not trusted
	user, password, tenant, header *DialogEntry    // tenant is nil where servers have none
}

// newCredentialFields makes the fields. again asks the server once more.
func newCredentialFields(tenants bool, again func()) credentialFields {
	v := credentialFields{
		user: NewDialogEntry("", lang.L("user")), password: NewDialogEntry("", lang.L("password")),
		header: NewDialogText("", lang.L("Authorization: Bearer…"), 2),
	}
	v.password.Password = true
	hint := widget.NewLabel(lang.L("Kept in memory only. PROFSTATION_HTTP_USER, _PASSWORD and _HEADER of the environment are used where these are empty."))
	hint.Wrapping, hint.Importance = fyne.TextWrapWord, widget.LowImportance
	v.credentials = container.NewVBox(container.NewGridWithColumns(2, v.user, v.password))
	if tenants {
		v.tenant = NewDialogEntry("", lang.L("tenant (X-Scope-OrgID)"))
		v.credentials.Add(v.tenant)
	}
	v.credentials.Add(v.header)
	v.credentials.Add(hint)
	v.credentials.Hide()
	v.more = surface.NewButton(lang.L("Credentials…"), nil, func() { surface.SetVisible(v.credentials, !v.credentials.Visible()) })
	v.more.Importance = widget.LowImportance
	v.insecure = surface.NewCheck(lang.L("Do not verify the certificate (self-signed)"), func(bool) { again() })
	v.insecure.Hide()
	return v
}

// at is the server at an address, with what was typed.
func (v *credentialFields) at(address string) screen.Server {
	s := screen.Server{
		Address: strings.TrimSpace(address), Insecure: v.insecure.Checked,
		User: v.user.Text, Password: v.password.Text, Header: v.header.Text,
	}
	if v.tenant != nil {
		s.Tenant = v.tenant.Text
	}
	return s
}

// want shows what a server asks for.
func (v *credentialFields) want(credentials, certificate bool) {
	surface.SetVisible(v.insecure, certificate || v.insecure.Checked)
	if credentials {
		surface.SetVisible(v.credentials, true)
	}
}
