// Package planted takes memory in ways that are known, and writes down what the process and the system say of it at that
// moment. A process takes it once: start one for each cause, and call [Take] there.
package planted

// Size is about how much memory each cause takes.
const Size = 96 << 20

// Limit is the memory limit of the cause "limit".
const Limit = Size * 3 / 2

// Causes are all that Take knows. "malloc" needs cgo.
var Causes = []string{"live", "garbage", "limit", "slots", "peak", "map", "stacks", "goroutines", "outside", "file", "variables", "malloc"}
