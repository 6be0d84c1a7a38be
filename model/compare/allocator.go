package compare

import (
	"regexp"
	"slices"

	"profstation/model"
)

// Go 1.27 allocates small objects with a function for each class of sizes, which callers call without
// runtime.newobject, and in which the code stands that was in functions of its own. What comes from them is
// one function where one side of a comparison has such functions and the other has none.

// allocator is the function that allocation is shown as.
const allocator = "runtime.mallocgc"

// sized are the functions for a class of sizes.
var sized = regexp.MustCompile(`^runtime\.mallocgc(?:Tiny|SmallNoScan|SmallScanNoHeader)S(?:C|ize)[0-9]+$`)

// allocating are the others that are a part of allocation, in either release, and are not in the other, or
// have another part of it there (runtime/malloc.go, runtime/_mkmalloc/mkmalloc.go).
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

// allocators makes one of the functions that allocate, where the sides have others for it. It returns their
// names.
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
