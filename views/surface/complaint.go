package surface

import (
	"errors"
	"regexp"
	"regexp/syntax"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/model/safe"
)

// Complaint says in red what is wrong with the first wrong input. It stays for as long as the input
// is wrong, whatever else there is to say meanwhile.
type Complaint struct {
	widget.Label
	inputs []*Input
	other  string // what it says while every input is in order
	few    string // and where that does not fit
}

// NewComplaint makes a complaint. It says nothing yet.
func NewComplaint() *Complaint {
	c := &Complaint{}
	c.ExtendBaseWidget(c)
	c.Hide()
	return c
}

// Watch takes the inputs that it is about, replacing those before.
func (c *Complaint) Watch(inputs ...*Input) {
	c.inputs = inputs
	for _, i := range inputs {
		i.judged = c.show
	}
	c.show()
}

// Otherwise sets what it says while every input is in order, and in fewer words where that does not fit. "": it takes
// no space then.
func (c *Complaint) Otherwise(text, few string) {
	c.other, c.few = text, few
	c.show()
}

// Resize implements fyne.CanvasObject.
func (c *Complaint) Resize(size fyne.Size) {
	c.Label.Resize(size)
	c.show()
}

// otherwise is what it says while every input is in order.
func (c *Complaint) otherwise() string {
	width := c.Size().Width - 2*theme.InnerPadding()
	if c.few != "" && width > 0 && fyne.MeasureText(c.other, theme.TextSize(), c.TextStyle).Width > width {
		return c.few
	}
	return c.other
}

func (c *Complaint) show() {
	text, importance := c.otherwise(), widget.MediumImportance
	for _, i := range c.inputs {
		if i.wrong != nil {
			text, importance = i.Name+": "+safe.Text(i.wrong.Error()), widget.DangerImportance
			break
		}
	}
	if c.Text != text || c.Importance != importance {
		c.Importance = importance
		c.SetText(text)
	}
	SetVisible(c, text != "")
}

// Blame shows below an input what is wrong with it. It hides the label if there is no error.
func Blame(l *widget.Label, err error) {
	if err != nil {
		l.SetText(safe.Text(err.Error()))
	}
	SetVisible(l, err != nil)
}

// IsRegexp returns what is wrong with a regular expression, without the expression; nil for nothing.
func IsRegexp(text string) error {
	_, err := regexp.Compile(text)
	if e := new(syntax.Error); errors.As(err, &e) {
		return errors.New(e.Code.String())
	}
	return err
}
