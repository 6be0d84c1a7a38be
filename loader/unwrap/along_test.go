package unwrap

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"profstation/loader/input"
)

// packed is something that can be opened, as far as these tests know.
func packed(head []byte) bool { return input.IsGzip(head) }

func zip(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	z.Close()
	return b.Bytes()
}

// broken breaks a text into lines.
func broken(text string, length int, end string) string {
	var b strings.Builder
	for ; len(text) > length; text = text[length:] {
		b.WriteString(text[:length] + end)
	}
	return b.String() + text + end
}

// ways put something around bytes, of which the rows of the table say what it is.
var ways = []struct {
	name string
	put  func([]byte) []byte
	done string // a part of what is said
}{
	{"curl -i", func(b []byte) []byte {
		return append([]byte("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nX-Empty:\r\n\r\n"), b...)
	}, "the headers of an HTTP answer (200 OK)"},
	{"curl -i, HTTP/2", func(b []byte) []byte { return append([]byte("HTTP/2 200 \r\ncontent-type: text/plain\r\n\r\n"), b...) }, "200 OK"},
	{"curl -i through a terminal", func(b []byte) []byte { return append([]byte("HTTP/1.1 200 OK\r\r\nServer: x\r\r\n\r\r\n"), b...) }, "200 OK"},
	{"curl -i -L", func(b []byte) []byte {
		return append([]byte("HTTP/1.1 302 Found\nLocation: /x\n\nHTTP/1.1 206 Partial Content\nServer: x\n\n"), b...)
	}, "206 Partial Content"},
	{"curl -i through a proxy", func(b []byte) []byte {
		return append([]byte("HTTP/1.0 200 Connection established\r\nVia: p\r\n\r\nHTTP/1.1 200 OK\r\nServer: x\r\n\r\n"), b...)
	}, "200 OK"},
	{"chunks", func(b []byte) []byte {
		head := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
		half := len(b) / 2
		return fmt.Appendf(nil, "%s%x\r\n%s\r\n%X\r\n%s\r\n0\r\n\r\n", head, half, b[:half], len(b)-half, b[half:])
	}, "200 OK"},
	{"chunks that curl has joined", func(b []byte) []byte {
		return append([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), b...)
	}, "200 OK"},
	{"base64", func(b []byte) []byte { return []byte(base64.StdEncoding.EncodeToString(b)) }, "base64"},
	{"base64 -w 76", func(b []byte) []byte { return []byte(broken(base64.StdEncoding.EncodeToString(b), 76, "\n")) }, "base64"},
	{"base64 of URLs, lines of Windows", func(b []byte) []byte { return []byte(broken(base64.RawURLEncoding.EncodeToString(b), 64, "\r\n")) }, "base64"},
	{"base64 with a mark in quotation marks", func(b []byte) []byte {
		return []byte("\ufeff\"" + base64.StdEncoding.EncodeToString(b) + "\"\n")
	}, "base64"},
	{"certutil", func(b []byte) []byte {
		return []byte("-----BEGIN CERTIFICATE-----\r\n" + broken(base64.StdEncoding.EncodeToString(b), 64, "\r\n") + "-----END CERTIFICATE-----\r\n")
	}, "base64"},
	{"data: URL", func(b []byte) []byte {
		return []byte("data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(b))
	}, "data: URL"},
	{"escaped data: URL", func(b []byte) []byte {
		return []byte("data:;base64," + url.QueryEscape(base64.StdEncoding.EncodeToString(b)))
	}, "data: URL"},
	{"letters", func(b []byte) []byte {
		var text strings.Builder
		for _, c := range b {
			text.WriteRune(rune(c))
		}
		return []byte(text.String())
	}, "letters"},
}

// TestOff puts everything around a packed profile and takes it off again.
func TestOff(t *testing.T) {
	for _, inside := range []string{"", "a profile", strings.Repeat("a longer profile, in more than one line\n", 3) + "\x00\xff"} {
		want := zip([]byte(inside))
		for _, w := range ways {
			off, err := Off(w.put(want), packed)
			if err != nil || off == nil {
				t.Fatalf("%s: %v, %v", w.name, off, err)
			}
			if !bytes.Equal(off.Rest, want) {
				t.Errorf("%s: %q, want %q", w.name, off.Rest, want)
			}
			if !strings.Contains(off.Done, w.done) || off.Name == "" {
				t.Errorf("%s: %q, %q", w.name, off.Done, off.Name)
			}
		}
	}
}

// TestBeginning knows what came along by the first bytes of a file.
func TestBeginning(t *testing.T) {
	inside := make([]byte, 40<<10)
	for i := range inside {
		inside[i] = byte(i * i >> 3)
	}
	want := zip(inside)
	for _, w := range ways {
		if strings.HasPrefix(w.name, "chunks") || strings.HasPrefix(w.name, "escaped") {
			continue // whose first bytes say less
		}
		off, err := Off(w.put(want)[:1001], packed)
		if err != nil || off == nil || !bytes.HasPrefix(want, off.Rest) || len(off.Rest) < 400 {
			t.Errorf("%s: %v, %v", w.name, off, err)
		}
	}
}

// TestNotOff leaves alone what nothing came along with.
func TestNotOff(t *testing.T) {
	for _, text := range []string{
		"", "H", "HTTP/1.1", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\n\nno header", "HTTP/1.1 20 OK\nA: b\n\n", "HTTP/2 200 12\nmain;f 3\n\n",
		"main;f 12\n", "some words of a text that is no base64 at all\n", "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
		base64.StdEncoding.EncodeToString([]byte("a text that is no profile but of base64")), "data:text/plain,hello", "data:;base64,",
		base64.StdEncoding.EncodeToString(zip([]byte("x"))) + "!", "-----BEGIN CERTIFICATE-----",
		string(zip([]byte("x"))), "{}", `{"a": 1}`, "200 OK", "404 Not Found and a profile;f 12", "naïve", "\u001f\u008b but one letter more: ŵ",
		"a text with three \ufffd\ufffd\ufffd", "\x00\xff\ufffd\ufffd\ufffd",
	} {
		if off, err := Off([]byte(text), packed); off != nil || err != nil {
			t.Errorf("%q: %v, %v", text, off, err)
		}
	}
}

// TestNamed names what cannot be taken off, and says what to do.
func TestNamed(t *testing.T) {
	head := func(status, body string) string {
		return "HTTP/1.1 " + status + "\r\nContent-Type: text/plain\r\n\r\n" + body
	}
	for _, c := range []struct{ text, found, advice string }{
		{head("404 Not Found", "404 page not found\n"), "the answer of an HTTP server with its headers (404 Not Found), as curl -i prints it (“404 page not found”)", "check the address"},
		{head("502 Bad Gateway", "<html><title>Oh no</title>"), "(502 Bad Gateway), as curl -i prints it (title: Oh no)", "check that the server runs"},
		{head("401 Unauthorized", `{"error":"token expired"}`), "(401 Unauthorized), as curl -i prints it (“token expired”)", "a user and a password"},
		{head("302 Found", ""), "(302 Found)", "-L"},
		{head("500 Internal Server Error", "Could not enable CPU profiling: cpu profiling already in use"), "already in use”)", "somebody else was recording"},
		{head("200 OK", " \n"), "without its body (200 OK)", "without -I"},
		{"HTTP/2 200\ncontent-type: x", "without its body (200 OK)", "without -I"},
		{`{"error":"not found","status":404}`, "in JSON, not a profile: 404 Not Found (“not found”)", "check the address"},
		{`{"error":{"code":403,"message":"no access"}}`, "403 Forbidden (“no access”)", "a user and a password"},
		{`{"title":"Too many","status":429,"detail":"one at a time"}`, "429 Too Many Requests (“one at a time”)", "check that the server runs"},
		{`{"code":"504","msg":"gone"}`, "504 Gateway Timeout (“gone”)", "fewer seconds"},
		{`{"error":"what\u202e"}`, "JSON, not a profile (“what", "check the address"},
		{"404 page not found\n", "an error that a server answered, not a profile (“404 page not found”)", "check the address"},
		{"503 Service Unavailable", "(“503 Service Unavailable”)", "check that the server runs"},
		{"Unknown profile\n", "(“Unknown profile”)", "that it offers"},
		{"upstream connect error or disconnect/reset before headers. reset reason: overflow", "(“upstream connect error", "check that the server runs"},
		{"\x1f\ufffd\x08\x00\x00\x00\x00\x00\x00\ufffd", "a gzip file that a program took for text: each byte", "curl -o"},
		{"(\ufffd/\ufffd\x04\x00", "a zstd file that", "curl -o"},
		{"\x0a\x04\x08\x01\x10\x02\ufffd\ufffd\ufffd", "binary data that", "curl -o"},
		{"\x0a\x04\x08\x01\x10\x02" + strings.Repeat("\ufffd", 2000), "binary data that", "curl -o"},
	} {
		off, err := Off([]byte(c.text), packed)
		if off != nil || err == nil {
			t.Errorf("%q: %v, %v", c.text, off, err)
			continue
		}
		if !strings.Contains(err.Found, c.found) || !strings.Contains(err.Advice, c.advice) || strings.ContainsAny(err.Error(), "\n\u202e") {
			t.Errorf("%q: %q, %q, want %q, %q", c.text, err.Found, err.Advice, c.found, c.advice)
		}
	}
}

// TestShort says how much of a body is there, by its headers.
func TestShort(t *testing.T) {
	off, err := Off(append([]byte("HTTP/1.1 200 OK\nContent-Length: 2048\n\n"), zip([]byte("x"))...), packed)
	if err != nil || off == nil || !strings.Contains(off.Done, "they announce 2kB, of which") {
		t.Fatalf("%v, %v", off, err)
	}
}

// FuzzOff takes off whatever comes, and what was put around it. What it returns has no more bytes than the file.
func FuzzOff(f *testing.F) {
	for _, w := range ways {
		f.Add(w.put(zip([]byte("a profile"))))
	}
	f.Add([]byte(`{"error":{"code":403,"message":"no access"}}`))
	f.Add([]byte("404 page not found\n"))
	f.Add([]byte("\x1f\ufffd\x08\x00\x00"))
	f.Add([]byte("HTTP/1.1 500 x\na: b\n\n<html><title>x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		off, err := Off(data, packed)
		switch {
		case !bytes.Equal(before, data):
			t.Fatal("the file was written into")
		case off != nil && (err != nil || len(off.Rest) >= len(data) || off.Done == "" || off.Name == ""):
			t.Fatalf("%v, %v of %q", off, err, data)
		case err != nil && (strings.ContainsRune(err.Error(), '\n') || len(err.Error()) > input.MaxError):
			t.Fatalf("%q", err)
		}
		file := zip(data)
		if off, err := Off(file, packed); off != nil || err != nil {
			t.Fatalf("of a file without anything: %v, %v", off, err)
		}
		for _, w := range ways {
			off, err := Off(w.put(file), packed)
			if err != nil || off == nil || !bytes.Equal(off.Rest, file) {
				t.Fatalf("%s around %q: %v, %v", w.name, file, off, err)
			}
		}
	})
}
