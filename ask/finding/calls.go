package finding

import (
	"profstation/model/lang"
)

// Rules about calls that are dear where they are frequent.
func init() {
	addShare("regexp", cpuProfiles, share{
		of:       symbols("regexp.compile"),
		not:      symbols("runtime.doInit*"),
		severity: Worth,
		below:    symbols("regexp.*", "regexp/*", "runtime.*"),
	}, threshold{percent: 1, because: lang.Later("compiling belongs to the start of a program, so any visible share is too much")}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into compiling regular expressions while the program runs"),
		Why:   lang.Later("Compiling takes many times longer than matching, and allocates."),
		Do:    lang.Later("Compile once, in a variable of the package, or keep what was compiled by its text."),
		Wrong: lang.Later("Users enter the expressions, and each is new."),
	})
	addShare("reflection", cpuProfiles, share{
		of:       symbols("reflect.*"),
		severity: Notice,
		below:    symbols("reflect.*", "internal/reflectlite.*", "runtime.*", "internal/runtime/*", "internal/abi.*", "sync.*", "internal/sync.*"),
	}, threshold{percent: 10, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time is in or below reflection"),
		Why:   lang.Later("Encoders and fmt look up the type of each value again."),
		Do:    lang.Later("The callers listed are what uses it: an encoder for which code is generated, or one written by hand for the few types that matter, needs none."),
		Wrong: lang.Later("What reflection calls is in the share, too, such as methods that it found."),
	})
	addShare("panics", cpuProfiles, share{
		of:       symbols("runtime.gopanic"),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 2, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time is in panics"),
		Why:   lang.Later("A panic walks over the stack and runs what was deferred: that takes far longer than to return."),
		Do:    lang.Later("Return an error at the callers listed where a failure is expected."),
		Wrong: lang.Later("What deferred functions do is in the share, too."),
	})
	addShare("callers", cpuProfiles, share{
		of:       symbols("runtime.Callers", "runtime.Caller", "runtime.CallersFrames", "runtime.(*Frames).Next", "runtime.Stack", "runtime/debug.Stack"),
		severity: Worth,
		below:    symbols("runtime.*", "runtime/debug.*"),
	}, threshold{percent: 3, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into stack traces that the program takes of itself"),
		Why:   lang.Later("Loggers that write file and line, and errors with stacks, walk over the stack and look names up each time."),
		Do:    lang.Later("At the callers listed, leave the position out of frequent log lines, and make errors with a stack only where somebody reads it."),
	})
	addShare("unbuffered", cpuProfiles, share{
		of:       symbols("os.(*File).Write", "os.(*File).WriteString", "os.(*File).Read"),
		not:      append(symbols("bufio.*", "os.ReadFile", "os.WriteFile", "io.copyBuffer", "io.ReadAll", "bytes.(*Buffer).ReadFrom"), recorders...),
		severity: Notice,
		below:    symbols("os.*", "io.*", "internal/poll.*", "syscall.*", "runtime.*", "internal/runtime/*"),
	}, threshold{percent: 10, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time is in reads and writes of files without a bufio in their stacks"),
		Why:   lang.Later("Every call is a system call, whatever its size: many small ones take more time than the data."),
		Do:    lang.Later("Put a bufio.Writer or bufio.Reader between the callers listed and the file, and flush it at the end."),
		Wrong: lang.Later("The pieces are large already, from some kilobytes on: a profile does not know how large they are."),
	})
	addShare("deflate", memoryProfiles, share{
		of:       symbols("compress/flate.NewWriter*", "compress/flate.(*compressor).init"),
		not:      recorders,
		severity: Worth,
		column:   "alloc_space",
		below:    symbols("compress/*", "encoding/*", "io.*", "bufio.*", "net/http.*", "runtime.*"),
	}, threshold{percent: 10, because: ours}, words{
		Found: lang.Later("{{.Share}} of all bytes were allocated by newly created compressors"),
		Why:   lang.Later("Each gzip, zlib or flate writer has tables of almost a megabyte, however little is written to it."),
		Do:    lang.Later("Keep writers in a sync.Pool and call Reset on them."),
		Wrong: lang.Later("The program allocates little else, so that the few which are made at its start dominate."),
	})
}
