//go:build linux && !amd64 && !arm64

package apart

// giveUpSystem gives up nothing where the numbers of the calls were not tried.
func giveUpSystem() {}
