package main

import "github.com/google/pprof/profile"

// v8 writes what node --cpu-prof does: a call tree below a root, and samples that come 10 ms apart.
func v8(samples []*profile.Sample) []byte {
	type call struct {
		parent int
		line   profile.Line
	}
	var calls numbering[call]
	nodes := []object{{"id": 1, "callFrame": callFrame("(root)", "", 0), "hitCount": 0, "children": []int{}}}
	var found, deltas []int
	for range samples {
		deltas = append(deltas, 10_000)
	}
	for _, s := range samples {
		at := 1
		for _, l := range framesOf(s) {
			id := calls.of(call{at, l}) + 2
			if id > len(nodes) {
				nodes = append(nodes, object{
					"id": id, "callFrame": callFrame(l.Function.Name, l.Function.Filename, int(l.Line)), "hitCount": 0,
					"children": []int{},
				})
				nodes[at-1]["children"] = append(nodes[at-1]["children"].([]int), id)
			}
			at = id
		}
		nodes[at-1]["hitCount"] = nodes[at-1]["hitCount"].(int) + 1
		found = append(found, at)
	}
	const start = 1_426_000_000
	return marshal(object{
		"nodes": nodes, "startTime": start, "endTime": start + 10_000*(len(samples)+1), "samples": found,
		"timeDeltas": deltas,
	})
}

// callFrame returns a function with its line, which V8 counts from 0.
func callFrame(name, file string, line int) object {
	return object{"functionName": name, "scriptId": "0", "url": file, "lineNumber": line - 1, "columnNumber": -1}
}
