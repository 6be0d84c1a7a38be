package write_test

import (
	"bytes"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/model/lang"
)

// In another language pictures are translated, and what scripts and other programs read is as in English.
func TestAbroad(t *testing.T) {
	p := wide(30)
	t.Cleanup(func() { lang.Use(nil) })
	scripted(t, func(v *ask.View, f ask.Format) {
		var files [2]bytes.Buffer
		for i, c := range []*lang.Catalogue{nil, {Else: func(english string) string { return "[" + english + "]" }}} {
			lang.Use(c)
			if err := writeView(t.Context(), v, f, p, &files[i]); err != nil {
				t.Fatalf("%s%s: %v", v.Name, f.Ending, err)
			}
		}
		same := bytes.Equal(files[0].Bytes(), files[1].Bytes())
		switch {
		case f.Ending == ".svg" && same:
			t.Errorf("%s%s is not translated", v.Name, f.Ending)
		case !f.Drawn && !same:
			english, abroad := strings.Split(files[0].String(), "\n"), strings.Split(files[1].String(), "\n")
			for i := range english {
				if i >= len(abroad) || english[i] != abroad[i] {
					t.Errorf("%s%s is translated: %q is %q", v.Name, f.Ending, english[i], abroad[min(i, len(abroad)-1)])
					break
				}
			}
		}
	})
}
