//go:build !unix

package mapped

import (
	"errors"
	"os"
)

func mapFile(*os.File, int64, bool) ([]byte, error) { return nil, errors.ErrUnsupported }

func allocate(*os.File, int64, int64) error { return errors.ErrUnsupported }

func blank([]byte) {}

func flush(*os.File) {}

func forget(*os.File, int64, int64) {}
