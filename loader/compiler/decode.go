package compiler

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"profstation/model/lang"
)

// Remark is something that the compiler says about a place.
type Remark struct {
	Code string  // what it is about, as the compiler names it: "escape", "cannotInlineFunction", "isInBounds"
	Text string  // in the compiler's words: "x escapes to heap"; "" where the code says all
	At   []Place // the outermost first; behind it the places in functions that were inlined there
	Flow []Step  // how a value gets to the heap
}

// Place is a position in a source file.
type Place struct {
	File         string
	Line, Column int64 // from 1; 0: not known
}

// Step is a line in an explanation.
type Step struct {
	Text string // "flow: p ← &x:" or "from &x (address-of)"
	At   Place  // where that was compiled: for inlined code, the call
}

// String writes the step as the compiler prints it, but with the file's name alone.
func (s Step) String() string {
	if !strings.HasPrefix(s.Text, "from ") {
		return s.Text
	}
	return fmt.Sprintf("  %s at %s:%d:%d", s.Text, filepath.Base(s.At.File), s.At.Line, s.At.Column)
}

// Limits for one file's log, and for the places and steps in a remark.
const (
	maxLog     = 128 << 20
	maxRemarks = 1 << 20
	maxRelated = 1000
)

// The compiler logs an object about the file, and one for each remark (cmd/compile/internal/logopt). They are much like
// diagnostics in the language server protocol. Unlike there, lines and columns count from 1.
type (
	headJSON struct {
		Version *int   `json:"version"`
		Go      string `json:"gc_version"`
		File    string `json:"file"`
	}
	positionJSON struct {
		Line      int64 `json:"line"`
		Character int64 `json:"character"`
	}
	rangeJSON struct {
		Start positionJSON `json:"start"`
	}
	remarkJSON struct {
		Range   rangeJSON     `json:"range"`
		Code    string        `json:"code"`
		Message string        `json:"message"`
		Related []relatedJSON `json:"relatedInformation"`
	}
	relatedJSON struct {
		Location struct {
			URI   string    `json:"uri"`
			Range rangeJSON `json:"range"`
		} `json:"location"`
		Message string `json:"message"`
	}
)

// inlined is the message at the places where inlined code comes from.
const inlined = "inlineLoc"

var errLog = lang.Error("this is not what the Go compiler logs: expected version 0, and a file")

// Decode reads the log about one file, and which Go has compiled it.
func Decode(r io.Reader) (all []Remark, release string, err error) {
	limited := &io.LimitedReader{R: r, N: maxLog + 1}
	in := json.NewDecoder(bufio.NewReader(limited))
	var head headJSON
	if err := in.Decode(&head); err != nil || head.Version == nil || *head.Version != 0 || head.File == "" {
		return nil, "", errLog
	}
	for {
		var x remarkJSON
		err := in.Decode(&x)
		switch {
		case limited.N == 0 || len(all) >= maxRemarks:
			return nil, "", lang.Error("the compiler has more to say of {{.File}} than is read", lang.With{"File": head.File})
		case errors.Is(err, io.EOF):
			return all, head.Go, nil
		case err != nil:
			return nil, "", lang.Error("what the compiler logs of {{.File}} cannot be read: {{.Cause}}", lang.With{"File": head.File, "Cause": err})
		}
		all = append(all, x.remark(head.File))
	}
}

func (x *remarkJSON) remark(file string) Remark {
	m := Remark{Code: x.Code, Text: x.Message, At: []Place{placeOf(file, x.Range)}}
	for _, r := range x.Related[:min(len(x.Related), maxRelated)] {
		at := placeOf(pathOf(r.Location.URI), r.Location.Range)
		switch {
		case r.Message != inlined:
			text := strings.TrimPrefix(r.Message, "escflow:")
			m.Flow = append(m.Flow, Step{strings.TrimSpace(text), at})
		case m.Flow == nil:
			m.At = append(m.At, at)
		}
	}
	return m
}

func placeOf(file string, r rangeJSON) Place { return Place{file, r.Start.Line, r.Start.Character} }

// pathOf returns the path in a file's address.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // /C:/
		path = path[1:]
	}
	return filepath.FromSlash(path)
}

// Escapes reports whether the remark says that something is allocated on the heap.
func (m *Remark) Escapes() bool { return m.Code == "escape" || m.Code == "escapes" }
