package compare

import (
	"regexp"
	"slices"

	"profstation/model"
)

// Go 1.27 allocates small objects with one function for each size class. Callers use these functions
// directly, without runtime.newobject, and each contains code that used to be in separate functions. If one
// side in a comparison has such functions and the other has none, everything that belongs to allocation is
// counted as one function.

// allocator is the function that stands for all allocation.
const allocator = "runtime.mallocgc"

// sized matches the functions for a size class.
var sized = regexp.MustCompile(`^runtime\.mallocgc(?:Tiny|SmallNoScan|SmallScanNoHeader)S(?:C|ize)[0-9]+$`)

// allocating lists the other functions that take part in allocation in either release and are missing in the
// other release, or do another part of the work there (runtime/malloc.go, runtime/_mkmalloc/mkmalloc.go).
var allocating = []string{
	allocator,
	"runtime.(*mspan).writeHeapBitsSmall",
	"runtime.deductAssistCredit",
	"runtime.heapSetTypeNoHeader",
	"runtime.mallocgcSmallNoScanSlowPath",
	"runtime.mallocgcSmallNoscan",
	"runtime.mallocgcSmallScanNoHeader",
	"runtime.mallocgcSmallScanSlowPath",
	"runtime.mallocgcTiny",
	"runtime.mallocgcTinySlowPath",
	"runtime.newobject",
	"runtime.nextFreeFast",
	"runtime.nextFreeFastTiny",
}

// allocators merges the functions that allocate if the two sides have different ones. It returns their names.
func (n *naming) allocators(a *model.Aliases) []string {
	var has [2]bool
	var all []model.StringID
	shown := model.StringID(0)
	for side := range n.order {
		for _, name := range n.order[side] {
			text := n.text(name)
			one := sized.MatchString(text)
			has[side] = has[side] || one
			if text == allocator {
				shown = name
			}
			if (one || slices.Contains(allocating, text)) && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	if has[sideBase] == has[sideNew] || shown == 0 {
		return nil
	}
	a.Add(&model.Alias{Name: shown, Names: []model.StringID{shown}, Whole: true}, all...)
	texts := n.texts(all)
	slices.Sort(texts)
	return texts
}
