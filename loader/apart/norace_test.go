//go:build !race

package apart

const raceEnabled = false
