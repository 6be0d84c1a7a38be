//go:build !cgo

package planted

import "errors"

func leak(int) error { return errors.New("built without cgo: nothing here calls malloc") }
