package graph

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/views/surface"
)

// undrawn is the line below a call graph that names what somebody looks for and does not see there.
type undrawn struct {
	*surface.Controls
	object fyne.CanvasObject
	text   *widget.Label
	add    *surface.Button
	names  []string // that the button adds
}

func newUndrawn(send screen.Send) *undrawn {
	u := &undrawn{Controls: surface.NewControls(send, nil), text: surface.Cut("", widget.MediumImportance)}
	u.add = u.Button("", nil, lang.L("Draws them instead of the smallest nodes, with their calls."),
		func() { send(screen.Draw{Nodes: u.names}) })
	u.object = u.Lay(container.NewBorder(nil, nil, nil, u.add, u.text))
	u.object.Hide()
	return u
}

func (u *undrawn) show(s *screen.Snapshot) {
	text, button := "", lang.L("Draw it")
	u.names = nil
	if s.Answer != nil {
		left := &s.Answer.Undrawn
		switch u.names = left.Found; {
		case left.Selected != "":
			text = lang.L("Selected but not drawn: {{.Name}}", lang.With{"Name": safe.Text(left.Selected)})
			u.names = []string{left.Selected}
		case left.All > 0:
			text = lang.N(left.All, "Found but not drawn: {{.Name}}", "{{.N}} matches are not drawn, the heaviest is {{.Name}}",
				lang.With{"Name": safe.Text(left.Found[0])})
			switch n := len(left.Found); {
			case left.All > n:
				button = lang.N(n, "Draw the heaviest", "Draw the heaviest {{.N}}", nil)
			case n > 1:
				button = lang.L("Draw them")
			}
		}
	}
	u.text.SetText(text)
	u.add.SetText(button)
	surface.SetVisible(u.object, text != "")
}
