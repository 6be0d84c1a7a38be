package loader

import (
	"os/exec"
	"strings"
	"sync"
	"testing"
)

var goEnvRoot = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
})

// goroot is where the Go distribution stands.
func goroot(t testing.TB) string {
	dir, err := goEnvRoot()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
