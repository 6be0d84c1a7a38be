package finding

import (
	"slices"

	"profstation/model/lang"
)

// Rules about what grows while it is filled.
func init() {
	addShare("slices", cpuProfiles, share{
		of:       symbols("runtime.growslice*"),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 3, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into slices that grow"),
		Why:   lang.Later("A slice that is full is copied into a larger one, again and again until everything has its place."),
		Do:    lang.Later("Where the callers listed know how much will come, make the slice with that capacity, or keep it for the next time."),
		Wrong: lang.Later("Slices that are meant to last grow once and are then never copied again."),
	})
	addShare("maps", cpuProfiles, share{
		of:       slices.Concat(symbols("internal/runtime/maps.(*table).rehash", "internal/runtime/maps.(*table).grow", "internal/runtime/maps.(*table).split", "internal/runtime/maps.(*Map).growToTable", "internal/runtime/maps.(*Map).growToSmall"), gone("go1.23", "runtime.hashGrow", "runtime.growWork*", "runtime.evacuate*")),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 3, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into maps that grow"),
		Why:   lang.Later("A map that is full moves all its entries to a larger table."),
		Do:    lang.Later("Where the callers listed know how many entries will come, give make that number. Clear and reuse maps that are filled again and again."),
		Wrong: lang.Later("A map that grows once at the start of the program."),
	})
	addShare("stacks", cpuProfiles, share{
		of:       symbols("runtime.copystack*"),
		severity: Worth,
		below:    ofRuntime,
	}, threshold{percent: 3, because: ours}, words{
		Found: lang.Later("{{.Share}} of the CPU time goes into stacks that grow"),
		Why:   lang.Later("A goroutine begins with a small stack. When calls need more, the runtime copies all of it to a larger one: often in goroutines that live only for one request."),
		Do:    lang.Later("Let a few goroutines live on and do the work of many. Avoid large arrays as local variables and deep recursion at the callers listed."),
		Wrong: lang.Later("Only the frames where a stack was too small are listed: which goroutines are new shows further up."),
	})
	addShare("buffers", memoryProfiles, share{
		of:       symbols("bytes.growSlice*", "bytes.(*Buffer).grow", "strings.(*Builder).grow*", "io.ReadAll"),
		severity: Worth,
		column:   "alloc_space",
		below:    symbols("bytes.*", "strings.*", "io.*", "runtime.*"),
	}, threshold{percent: 10, because: ours}, words{
		Found: lang.Later("{{.Share}} of all bytes were allocated by buffers that grow: bytes.Buffer, strings.Builder, io.ReadAll"),
		Why:   lang.Later("Each time that a buffer is full it is copied into one of about twice the size, and the old one is garbage."),
		Do:    lang.Later("At the callers listed, call Grow with the size if it is known, keep buffers in a sync.Pool, or stream instead of reading everything first."),
		Wrong: lang.Later("Most buffers are small and grow once."),
	})
}
