package main

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// fileType is one kind of file.
type fileType struct {
	MIME    string // application/x-pprof
	Name    string // Go profile
	Short   string // Profile: the last part of its identifiers
	Endings []string
}

// byName has endings for systems that know files only by their names. Elsewhere the
// content tells a trace.
var byName = map[string][]string{"application/x-go-execution-trace": {"trace"}}

// short has the names of the types within identifiers.
var short = map[string]string{
	"application/x-pprof":              "Profile",
	"application/x-go-execution-trace": "Trace",
}

// parse reads a MIME description. Endings of several parts, such as .pb.gz, are
// left out: Windows and macOS see the last part only, which is not ours.
func parse(description []byte) ([]fileType, error) {
	var info struct {
		Types []struct {
			Type    string `xml:"type,attr"`
			Comment string `xml:"comment"`
			Globs   []struct {
				Pattern string `xml:"pattern,attr"`
			} `xml:"glob"`
		} `xml:"mime-type"`
	}
	if err := xml.Unmarshal(description, &info); err != nil {
		return nil, fmt.Errorf("the MIME description: %w", err)
	}
	var types []fileType
	for _, t := range info.Types {
		f := fileType{MIME: t.Type, Name: t.Comment, Short: short[t.Type]}
		if f.Short == "" {
			return nil, fmt.Errorf("the MIME description: %s has no short name here", t.Type)
		}
		for _, g := range t.Globs {
			ending, ok := strings.CutPrefix(g.Pattern, "*.")
			if !ok {
				return nil, fmt.Errorf("the MIME description: glob %q of %s: expected *.ENDING", g.Pattern, t.Type)
			}
			if !strings.Contains(ending, ".") {
				f.Endings = append(f.Endings, ending)
			}
		}
		f.Endings = slices.Concat(f.Endings, byName[t.Type])
		types = append(types, f)
	}
	return types, nil
}
