package explain

import (
	"profstation/model"
	"profstation/model/lang"
)

// Ends are the words for what stands before and behind a frame, which go through [lang.L] where they are shown.
type Ends struct {
	Before, Behind string // headings
	Both           string // what leads to both
	Order          string // a heading above both
	Around         string // a caption with the frame's {{.Name}}
	Chip           string // the same in two lines, for what ends it
}

var ofCalls = Ends{
	lang.Later("Callers"), lang.Later("Callees"), lang.Later("Callers and callees"), lang.Later("callers above, callees below"),
	lang.Later("callers and callees of {{.Name}}"),
	lang.Later("{{.Name}}\nIts callers above it, its callees below. Click to remove."),
}

var ofReferencesEnds = Ends{
	lang.Later("Held by"), lang.Later("Holds"), lang.Later("Who holds it, and what it holds"),
	lang.Later("who holds it above, what it holds below"),
	lang.Later("who holds {{.Name}}, and what it holds"),
	lang.Later("{{.Name}}\nWho holds it above, what it holds below. Click to remove."),
}

// EndsOf returns the words for profiles of a kind.
func EndsOf(k model.Kind) Ends {
	if k == model.References {
		return ofReferencesEnds
	}
	return ofCalls
}
