package loader

import (
	"bytes"
	"encoding/base64"
	"reflect"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/testdata/record/synthetic"
)

const answered = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n"

// TestAlong opens what something came along with as it opens the rest, and says what was undone.
func TestAlong(t *testing.T) {
	one := small(t)
	text := []byte(debug1Cases[0].text)
	base64Of := func(b []byte) []byte { return []byte(base64.StdEncoding.EncodeToString(b)) }
	curl := func(b []byte) []byte { return join([]byte(answered), b) }
	for _, c := range []struct {
		name        string
		data, plain []byte
		want        []string
	}{
		{"curl -i of a gzip", curl(zip(one)), one, []string{"the headers of an HTTP answer (200 OK)"}},
		{"curl -i of a protobuf", curl(one), one, []string{"the headers of an HTTP answer (200 OK)"}},
		{"curl -i of a text", curl(text), text, []string{"the headers of an HTTP answer (200 OK)"}},
		{"packed curl -i", zip(curl(zip(one))), one, []string{"the headers of an HTTP answer (200 OK)"}},
		{"curl -i of base64", curl(base64Of(zip(one))), one, []string{"the headers of an HTTP answer", "it came as base64, which was decoded"}},
		{"base64 of curl -i", base64Of(curl(one)), one, []string{"it came as base64", "the headers of an HTTP answer"}},
		{"base64 of a protobuf", base64Of(one), one, []string{"it came as base64"}},
		{"base64 of a text", base64Of(text), text, []string{"it came as base64"}},
		{"curl -i of a copy in text mode", curl(bytes.ReplaceAll(zip(noisy(t)), []byte("\n"), []byte("\r\n"))), noisy(t), []string{"the headers of an HTTP answer", "a copy in text mode"}},
	} {
		want := must.Have(Decode(t.Context(), "", c.plain, Options{}))
		for _, name := range []string{"whole", "piece by piece"} {
			got, err := Read(t.Context(), "", bytes.NewReader(c.data), Options{})
			if name == "whole" {
				got, err = Decode(t.Context(), "", c.data, Options{})
			}
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, name, err)
				continue
			}
			warnings := got.Profile.Warnings
			if len(warnings) != len(c.want)+len(want.Profile.Warnings) {
				t.Errorf("%s, %s: %q", c.name, name, warnings)
				continue
			}
			for i, w := range c.want {
				if !strings.Contains(warnings[i], w) {
					t.Errorf("%s, %s: %q, want %q", c.name, name, warnings[i], w)
				}
			}
			got.Profile.Warnings = want.Profile.Warnings
			if !reflect.DeepEqual(got.Profile.Tables, want.Profile.Tables) || !reflect.DeepEqual(got.Profile.Header, want.Profile.Header) || !reflect.DeepEqual(got.Profile.Samples, want.Profile.Samples) {
				t.Errorf("%s, %s: another profile than without", c.name, name)
			}
		}
		look := Sniff(c.data[:min(len(c.data), SniffSize)])
		if look.Format == "" || look.Packed && !strings.HasPrefix(c.name, "packed") {
			t.Errorf("%s looks like %+v", c.name, look)
		}
	}
}

// noisy is a profile whose packed form has line feeds in it.
func noisy(t *testing.T) []byte {
	for n := 1; ; n++ {
		if data := encode(t, synthetic.Large(n*100, 5, 50, 1)); bytes.Count(zip(data), []byte("\n")) > 10 {
			return data
		}
	}
}

// TestAlongNot refuses what is below what came along, in one line that says both.
func TestAlongNot(t *testing.T) {
	one := small(t)
	base64Of := func(b []byte) []byte { return []byte(base64.StdEncoding.EncodeToString(b)) }
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"nothing below", join([]byte(answered), []byte("some words")), "the answer of an HTTP server with its headers (200 OK), as curl -i prints it: inside, a text file, not a profile (“some words”)"},
		{"a page below", join([]byte(answered), []byte("<html><title>Log in</title>")), "(200 OK), as curl -i prints it: inside, an HTML page, not a profile (title: Log in)"},
		{"JSON below", join([]byte(answered), []byte(`{"error":"no"}`)), "inside, an error that a server answered in JSON, not a profile (“no”)"},
		{"cut", base64Of(zip(one)[:60]), "base64: inside, a gzip file that is cut off"},
		{"an error", []byte("HTTP/1.1 404 Not Found\nA: b\n\n404 page not found"), "(404 Not Found), as curl -i prints it (“404 page not found”); check the address"},
		{"three things", base64Of(base64Of(base64Of(zip(one)))), "not a profile"},
		{"three answers in base64", base64Of(join([]byte(answered), base64Of(join([]byte(answered), zip(one))))), "base64 within others; unpack it"},
		{"for go build", []byte("GO PREPROFILE V1\nmain.main\nmain.f\n12 100\n"), "a profile that go tool preprofile made for the compiler (PGO), which holds calls and no samples; open the profile"},
	} {
		_, err := Decode(t.Context(), "", c.data, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.ContainsRune(err.Error(), '\n') {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestAlongBounded holds what is below what came along to the limits of the whole file.
func TestAlongBounded(t *testing.T) {
	bomb := zip(make([]byte, 1<<20))
	data := join([]byte(answered), []byte(base64.StdEncoding.EncodeToString(zip(bomb))))
	if _, err := Decode(t.Context(), "", data, Options{Limits: input.Limits{Uncompressed: 1 << 19}}); err == nil || !strings.Contains(err.Error(), "it unpacks to more than the limit of 512kB") {
		t.Error(err)
	}
}
