package compiler

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const head = `{"version":0,"package":"p","goos":"linux","goarch":"amd64","gc_version":"go1.26.8","file":"/m/p.go"}` + "\n"

// position is a range as the compiler writes it.
func position(line, column int) string {
	at := fmt.Sprintf(`{"line":%d,"character":%d}`, line, column)
	return `"range":{"start":` + at + `,"end":` + at + `}`
}

func related(line, column int, message string) string {
	return `{"location":{"uri":"file:///m/a%20b.go",` + position(line, column) + `},"message":"` + message + `"}`
}

func TestDecode(t *testing.T) {
	log := head +
		`{` + position(3, 4) + `,"severity":3,"code":"isInBounds","source":"go compiler","message":""}` + "\n" +
		`{` + position(5, 6) + `,"code":"escape","message":"x escapes to heap","relatedInformation":[` + strings.Join([]string{
		related(7, 8, "inlineLoc"), related(9, 10, "escflow:    flow: {heap} ← &x:"),
		related(11, 12, "escflow:      from &x (address-of)"), related(13, 14, "inlineLoc")}, ",") + `]}` + "\n"
	all, release, err := Decode(strings.NewReader(log))
	other := func(line, column int64) Place { return Place{"/m/a b.go", line, column} }
	want := []Remark{
		{Code: "isInBounds", At: []Place{{"/m/p.go", 3, 4}}},
		{"escape", "x escapes to heap", []Place{{"/m/p.go", 5, 6}, other(7, 8)},
			[]Step{{"flow: {heap} ← &x:", other(9, 10)}, {"from &x (address-of)", other(11, 12)}}},
	}
	if err != nil || release != "go1.26.8" || !reflect.DeepEqual(all, want) {
		t.Errorf("decoded %+v of %q, %v\nwant %+v", all, release, err, want)
	}
	if got, want := all[1].Flow[1].String(), "  from &x (address-of) at a b.go:11:12"; got != want {
		t.Errorf("a step is %q, want %q", got, want)
	}
}

func TestDecodeErrors(t *testing.T) {
	many := `{` + position(1, 1) + `,"code":"x","relatedInformation":[` + strings.TrimSuffix(strings.Repeat(related(1, 1, "y")+",", 2*maxRelated), ",") + `]}`
	all, _, err := Decode(strings.NewReader(head + many))
	if err != nil || len(all) != 1 || len(all[0].Flow) != maxRelated {
		t.Errorf("a remark with many steps: %d remarks, %v", len(all), err)
	}
	for text, want := range map[string]string{
		"":                               "not what the Go compiler logs",
		"{}":                             "not what the Go compiler logs",
		`{"version":1,"file":"/m/p.go"}`: "not what the Go compiler logs",
		head + `{"range":`:               "p.go cannot be read",
		head + `{"range":{"start":{"line":1e300}}}`: "p.go cannot be read",
		head + strings.Repeat("{}", maxRemarks+1):   "more to say of /m/p.go",
	} {
		if _, _, err := Decode(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want an error with %q", text, err, want)
		}
	}
}

// FuzzDecode decodes any text, or says what is wrong with it. Each remark has a place, and what is known of it is in the
// text.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{"", "{}", head, head + "{}", head + `{` + position(1, 2) + `,"code":"escape","relatedInformation":[` + related(3, 4, "inlineLoc") + `,` + related(5, 6, "escflow: x") + `]}`,
		head + `{"relatedInformation":[{"location":{"uri":"file:///C:/x"}},{"location":{"uri":"::"}}]}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, _, err := Decode(strings.NewReader(text))
		if err != nil && all != nil {
			t.Errorf("%d remarks beside the error %v", len(all), err)
		}
		if len(all) > len(text) {
			t.Errorf("%d remarks in %d bytes", len(all), len(text))
		}
		for _, m := range all {
			if len(m.At) == 0 || len(m.At)+len(m.Flow) > maxRelated+1 || !strings.Contains(text, m.Code) && !strings.Contains(text, `\`) && strings.ToValidUTF8(text, "") == text {
				t.Errorf("%q: %+v", text, m)
			}
		}
	})
}
