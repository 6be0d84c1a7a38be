package names

import (
	"regexp"
)

// releasePath finds the release of Go in the path of a file of its own: of a toolchain in the module cache,
// or of a folder that is named after it, as in ~/sdk/go1.19.2, /usr/lib/go-1.19 and hostedtoolcache/go/1.19.2/x64.
var releasePath = regexp.MustCompile(`(?:/|^|@v[0-9.]+-)go[-/]?(1\.[0-9]+(?:\.[0-9]+)?(?:rc[0-9]+|beta[0-9]+)?)(?:[^0-9/][^/]*)?(?:/[^/]+)?/src/(.+)$`)

// ReleaseOf is the release that the path of a file of Go's own names, and the path below its src; "" if it
// names none.
func ReleaseOf(slashed string) (release, std string) {
	m := releasePath.FindStringSubmatch(slashed)
	if m == nil {
		return "", ""
	}
	return "go" + m[1], m[2]
}
