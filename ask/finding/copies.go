package finding

import (
	"profstation/model/lang"
)

// Rules about what copies values only to change their type.
func init() {
	addShare("strings", cpuProfiles, share{
		of:       symbols("runtime.slicebytetostring*", "runtime.stringtoslicebyte*", "runtime.stringtoslicerune*", "runtime.slicerunetostring*", "runtime.concatstring*", "runtime.concatbyte*"),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 3, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into concatenating strings and converting them from and to bytes"),
		Why:   lang.Later("Each conversion and each + copies the text and allocates it."),
		Do:    lang.Later("At the callers listed, stay with one of the two types: strconv.AppendInt, bytes.Cut and bufio.Writer.WriteString convert nothing. Put texts together in a strings.Builder."),
		Wrong: lang.Later("The copy is needed because the bytes change afterwards."),
	})
	addShare("boxing", cpuProfiles, share{
		of:       symbols("runtime.convT*"),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 3, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into converting values to interfaces"),
		Why:   lang.Later("A value that is put into an interface is copied to the heap, as the arguments of fmt and of loggers are."),
		Do:    lang.Later("At the callers listed, pass pointers, use generics or functions for one type, and check whether a log line is wanted before its arguments are made."),
		Wrong: lang.Later("The interface is part of what the program is for."),
	})
	addShare("copying", cpuProfiles, share{
		of:       symbols("runtime.memmove"),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 10, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time is copying memory"),
		Why:   lang.Later("Large values that are passed and ranged over by value, and texts and buffers that are copied on, cost CPU time and push other data out of the caches."),
		Do:    lang.Later("At the callers listed, pass pointers or slices of the same memory, and let readers and writers share one buffer."),
		Wrong: lang.Later("The program is there to copy, as a proxy is."),
	})
}
