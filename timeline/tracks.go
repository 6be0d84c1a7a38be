package timeline

import (
	"cmp"
	"slices"
	"sort"

	"profstation/model/trace"
)

// tracks are what stands below an open goroutine.
type tracks struct {
	regions     [][]trace.RegionIndex // of each depth, in the order of time
	regionDepth int
	logs        []int32 // indices into Trace.Logs
	samples     []int32 // indices into Trace.Samples
	stackDepth  int     // the frames of its deepest stack, within mostFrames
}

// mostFrames bounds the rows of a goroutine's stacks; the runtime records up to
// 128 frames.
const mostFrames = 128

// tracksOf are the tracks of a goroutine, made when they are first asked for.
func (t *Timeline) tracksOf(g trace.GoIndex) *tracks {
	t.mu.Lock()
	defer t.mu.Unlock()
	k, ok := t.tracks[g]
	if !ok {
		t.sortNotes()
		k = t.newTracks(g)
		t.tracks[g] = k
	}
	return k
}

// notes are what goroutines told, sorted by goroutine, or P: permutations of the
// trace's tables.
type notes struct {
	made                                    bool
	regions, logs, samples, assists, sweeps []int32
}

// sortNotes makes the notes once.
func (t *Timeline) sortNotes() {
	if t.notes.made {
		return
	}
	tr := t.Trace
	sorted := func(n int, of func(int32) trace.GoIndex) []int32 {
		list := make([]int32, n)
		for i := range list {
			list[i] = int32(i)
		}
		slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(of(a), of(b)) })
		return list
	}
	t.notes = notes{
		made:    true,
		regions: sorted(len(tr.Regions), func(i int32) trace.GoIndex { return tr.Regions[i].Go }),
		logs:    sorted(len(tr.Logs), func(i int32) trace.GoIndex { return tr.Logs[i].Go }),
		samples: sorted(len(tr.Samples), func(i int32) trace.GoIndex { return tr.Samples[i].Go }),
		assists: sorted(len(tr.Assists), func(i int32) trace.GoIndex { return tr.Assists[i].Go }),
		sweeps:  sorted(len(tr.Sweeps), func(i int32) trace.GoIndex { return trace.GoIndex(tr.Sweeps[i].Proc) }),
	}
}

// ofGo is the part of a list sorted by goroutine that belongs to one.
func ofGo(list []int32, g trace.GoIndex, of func(int32) trace.GoIndex) []int32 {
	from := sort.Search(len(list), func(i int) bool { return of(list[i]) >= g })
	to := sort.Search(len(list), func(i int) bool { return of(list[i]) > g })
	return list[from:to]
}

func (t *Timeline) newTracks(g trace.GoIndex) *tracks {
	tr := t.Trace
	k := &tracks{
		logs:    ofGo(t.notes.logs, g, func(i int32) trace.GoIndex { return tr.Logs[i].Go }),
		samples: ofGo(t.notes.samples, g, func(i int32) trace.GoIndex { return tr.Samples[i].Go }),
	}
	depth := map[trace.RegionIndex]int{}
	for _, i := range ofGo(t.notes.regions, g, func(i int32) trace.GoIndex { return tr.Regions[i].Go }) {
		r := trace.RegionIndex(i)
		d := 0
		for p := tr.Regions[r].Parent; p != trace.NoRegion; p = tr.Regions[p].Parent {
			if known, ok := depth[p]; ok {
				d += known + 1
				break
			}
			d++
		}
		depth[r] = d
		for len(k.regions) <= d {
			k.regions = append(k.regions, nil)
		}
		k.regions[d] = append(k.regions[d], r)
	}
	for _, row := range k.regions {
		slices.SortStableFunc(row, func(a, b trace.RegionIndex) int {
			return cmp.Compare(t.regionStart(a), t.regionStart(b))
		})
	}
	k.regionDepth = len(k.regions)
	r := &tr.Goroutines[g]
	for s := r.First; s < r.End; s++ {
		k.stackDepth = max(k.stackDepth, len(t.ownStack(g, s)))
	}
	k.stackDepth = min(k.stackDepth, mostFrames)
	return k
}

// regionStart is where a region is drawn to begin.
func (t *Timeline) regionStart(r trace.RegionIndex) trace.Time {
	if s := t.Trace.Regions[r].Start; s != trace.NoTime {
		return s
	}
	return 0
}

// regionEnd is where a region is drawn to end.
func (t *Timeline) regionEnd(r trace.RegionIndex) trace.Time {
	return min(t.Trace.Regions[r].End, t.Trace.End)
}
