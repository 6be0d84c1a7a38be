//go:build !unix

package disk

import (
	"errors"
	"os"
)

// movesOpen says whether a file can be renamed and removed while it is open.
const movesOpen = false

// lock has no locks: an open file cannot be removed here.
func lock(*os.File) error { return errors.ErrUnsupported }

func openLeft(path string) (*os.File, error) { return os.Open(path) }

func duplicate(int, string) (*os.File, error) { return nil, errors.ErrUnsupported }

// syncNames has nothing to do: a folder cannot be brought to the disk here.
func syncNames(*os.File) error { return nil }
