package editor

import (
	"os"

	"golang.org/x/sys/unix"
)

func init() {
	leads = func() bool {
		id, err := unix.Getsid(0)
		return err == nil && id == os.Getpid()
	}
}
