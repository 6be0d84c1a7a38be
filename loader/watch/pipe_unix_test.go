//go:build unix

package watch

import (
	"syscall"
	"testing"

	"profstation/internal/must"
)

func makePipe(t *testing.T, path string) {
	t.Helper()
	must.Do(syscall.Mkfifo(path, 0o666))
}
