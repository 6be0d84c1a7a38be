//go:build !linux

package heap

const large, small = 0, 0

// Setting is that there are no large pages to ask for.
const Setting = "never"

func address(*[size]byte) uintptr { return 0 }

func advise(int) {}
