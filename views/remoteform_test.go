package views

import (
	"strings"
	"testing"

	"profstation/desk/screen"
)

// A token stands in the input for headers only while somebody types there, and is sent all the same.
func TestHeadersAreHidden(t *testing.T) {
	v, s, _ := newStoreForm(t)
	v.credentials.Show()
	typed := "Authorization: Bearer s3cret\nX-Token: t0ken\nX-Token: t1ken\n\nno header"
	v.header.FocusGained()
	v.header.SetText(typed)
	v.header.FocusLost()
	for _, secret := range []string{"s3cret", "t0ken", "t1ken"} {
		if strings.Contains(v.header.Text, secret) {
			t.Errorf("the input shows %q", v.header.Text)
		}
	}
	if !strings.HasPrefix(v.header.Text, "Authorization: "+hidden+"\nX-Token: ") || !strings.HasSuffix(v.header.Text, "\n\nno header") {
		t.Errorf("the input shows %q", v.header.Text)
	}
	if got := v.server().Header; got != typed {
		t.Errorf("%q is sent", got)
	}
	// A line that is added, and one that is typed anew.
	v.header.FocusGained()
	v.header.SetText(strings.Replace(v.header.Text, "Authorization: "+hidden, "Authorization: Bearer an0ther", 1))
	v.header.FocusLost()
	if got, want := v.server().Header, strings.Replace(typed, "s3cret", "an0ther", 1); got != want || strings.Contains(v.header.Text, "an0ther") {
		t.Errorf("%q is sent, want %q; %q is shown", got, want, v.header.Text)
	}
	s.Take()
	v.ask()
	if sent := s.Take(); len(sent) != 1 || !strings.Contains(sent[0].(screen.AskStore).Server.Header, "an0ther") {
		t.Errorf("%v is sent", sent)
	}
	if v.forget(); v.server().Header != "" || len(v.headers) > 0 {
		t.Errorf("after another store %q is sent", v.server().Header)
	}
}
