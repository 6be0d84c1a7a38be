package link

import (
	"net/url"
	"path/filepath"
	"strings"

	"profstation/model/lang"
)

// Scheme begins the addresses that a desktop hands to this program: profstation:///tmp/cpu.pprof#v=1&tab=Top.
const Scheme = "profstation"

var (
	errElsewhere = lang.Error("an address with profstation:// opens a file of this machine, by its full path, and nothing else")
	errUnread    = lang.Error("this address cannot be read: a percent sign or a space is not written as addresses have it")
	errHost      = lang.Error("the address of a file names another machine")
)

// Handed returns what an argument stands for that a desktop may have written: the path for a file's address, the link for
// an address that begins with [Scheme]. Any other argument stays as it is. Any page in a browser can hold a [Scheme]
// address, so those lead to no server, which might get credentials.
func Handed(arg string) (string, error) {
	scheme, rest, _ := strings.Cut(arg, ":")
	scheme = strings.ToLower(scheme)
	own := scheme == Scheme && strings.HasPrefix(rest, "//")
	if !own && (scheme != "file" || !strings.HasPrefix(rest, "/")) {
		return arg, nil
	}
	u, err := url.Parse(arg)
	if err != nil {
		return "", errUnread
	}
	if own && (u.Host != "" || u.User != nil || u.RawQuery != "" || !filepath.IsAbs(u.Path)) {
		return "", errElsewhere
	}
	if u.Host != "" && u.Host != "localhost" {
		return "", errHost
	}
	path := filepath.Clean(u.Path)
	if own && versionOf(u.EscapedFragment()) > 0 {
		return path + "#" + u.EscapedFragment(), nil
	}
	return path, nil
}
