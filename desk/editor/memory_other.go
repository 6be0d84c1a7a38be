//go:build !linux

package editor

import (
	"errors"
	"os"
)

// memory returns an error: only Linux has files that never grow, and an editor that outlives this program must not
// write to a pipe. What it says is not kept, and its exit code is all that is known.
func memory() (*os.File, error) { return nil, errors.ErrUnsupported }
