package names

import (
	"testing"
)

func TestReleaseOf(t *testing.T) {
	for path, want := range map[string][2]string{
		"/usr/local/go1.19/src/runtime/proc.go":                                                      {"go1.19", "runtime/proc.go"},
		"/usr/lib/go-1.21/src/net/http/server.go":                                                    {"go1.21", "net/http/server.go"},
		"/home/me/sdk/go1.22.3/src/os/file.go":                                                       {"go1.22.3", "os/file.go"},
		"/opt/hostedtoolcache/go/1.20.7/x64/src/os/file.go":                                          {"go1.20.7", "os/file.go"},
		"/opt/homebrew/Cellar/go/1.22.1/libexec/src/os/file.go":                                      {"go1.22.1", "os/file.go"},
		"golang.org/toolchain@v0.0.1-go1.24.1.linux-amd64/src/os/file.go":                            {"go1.24.1", "os/file.go"},
		"/root/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.25rc2.linux-arm64/src/internal/poll/fd.go": {"go1.25rc2", "internal/poll/fd.go"},
		"/usr/local/go/src/os/file.go":                                                               {}, "/home/me/go/src/example.com/a1.2/x.go": {}, "github.com/x/go1.19/y.go": {}, "": {},
	} {
		if release, std := ReleaseOf(path); release != want[0] || std != want[1] {
			t.Errorf("%s is of %q, %q, want %q", path, release, std, want)
		}
	}
}
