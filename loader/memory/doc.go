// Package memory reads files that say how much memory a process has, for the account in profstation/model/memory: what
// the system shows in /proc (smaps, smaps_rollup, status, a control group's memory.max), and what the Go runtime says
// itself (runtime/metrics, expvar's /debug/vars, and the MemStats that end a heap profile with debug=1).
//
// [FormOf] finds a file's form, and [Add] reads it. [Beside] reads what was recorded beside a heap profile.
package memory
