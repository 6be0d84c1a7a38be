package names

import (
	"regexp"
	"strings"
)

// releasePath finds the Go release in a path to one of Go's own files: in a toolchain in the module cache, or in a
// folder named after it, as in ~/sdk/go1.19.2, /usr/lib/go-1.19 and hostedtoolcache/go/1.19.2/x64.
var releasePath = regexp.MustCompile(`(?:/|^|@v[0-9.]+-)go[-/]?(1\.[0-9]+(?:\.[0-9]+)?(?:rc[0-9]+|beta[0-9]+)?)(?:[^0-9/][^/]*)?(?:/[^/]+)?/src/(.+)$`)

// ReleaseOf returns the release named in a path to one of Go's own files, and the path below its src. It returns ""
// if the path names no release.
func ReleaseOf(slashed string) (release, std string) {
	if !strings.Contains(slashed, "/src/") { // as most paths are trimmed
		return "", ""
	}
	m := releasePath.FindStringSubmatch(slashed)
	if m == nil {
		return "", ""
	}
	return "go" + m[1], m[2]
}
