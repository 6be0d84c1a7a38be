package query_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
)

// refCall is the figures of one call.
type refCall struct {
	weight           int64
	residual, inline bool
}

// refCalls sums calls sample by sample, in the obvious way.
func refCalls(p *model.Profile, r *query.Result, kept map[string]bool) map[[2]string]refCall {
	edges := map[[2]string]refCall{}
	for i, stack := range p.Samples.Stack {
		v := p.Samples.Values[r.Column][i]
		if v == 0 {
			continue
		}
		seen := map[[2]string]bool{}
		parent, residual := "", false
		for _, l := range p.Stacks.Reader().Locs(stack) {
			loc := p.Locations[l]
			for j := loc.EndLine - 1; j >= loc.FirstLine; j-- {
				name := p.Strings.Raw(p.Functions[p.Lines[j].Func].Name)
				if !kept[name] {
					residual = true
					continue
				}
				k := [2]string{parent, name}
				if parent != "" && parent != name && !seen[k] {
					seen[k] = true
					e, known := edges[k]
					inline := j != loc.EndLine-1
					edges[k] = refCall{e.weight + v, e.residual || residual, inline && (!known || e.inline)}
				}
				parent, residual = name, false
			}
		}
	}
	return edges
}

// profileOfBytes makes a profile of bytes: each is a frame, inlined into the one
// before where its 7th bit is set; from 0x80 on a sample ends and the byte is
// its value.
func profileOfBytes(data []byte) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "v", Unit: "count"}})
	functions := make([]model.FuncID, 8)
	for i := range functions {
		functions[i] = b.Function(model.Function{Name: b.String(string(rune('A' + i)))})
	}
	known := map[string]model.LocID{}
	var stack [][]byte // locations from the root, each with its lines outermost first
	for _, c := range data {
		switch {
		case c >= 0x80:
			var locs []model.LocID
			for _, l := range slices.Backward(stack) {
				id, ok := known[string(l)]
				if !ok {
					var lines []model.Line
					for _, f := range slices.Backward(l) {
						lines = append(lines, model.Line{Func: functions[f]})
					}
					id = b.Location(model.NoMapping, uint64(len(known)+1), lines)
					known[string(l)] = id
				}
				locs = append(locs, id)
			}
			b.Sample(locs, 0, []int64{int64(c) - 0xa0})
			stack = nil
		case c&0x40 != 0 && len(stack) > 0:
			last := &stack[len(stack)-1]
			*last = append((*last)[:len(*last):len(*last)], c&7)
		default:
			stack = append(stack, []byte{c & 7})
		}
	}
	return b.Profile(model.Header{})
}

// FuzzCalls holds the walk over the tree of paths against the sum sample by
// sample, with any set of nodes left out.
func FuzzCalls(f *testing.F) {
	rnd := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		data := make([]byte, rnd.IntN(80))
		for i := range data {
			if data[i] = byte(rnd.IntN(0x80)); rnd.IntN(6) == 0 {
				data[i] = byte(0x80 + rnd.IntN(0x80))
			}
		}
		f.Add(data, byte(rnd.IntN(256)))
	}
	f.Add([]byte{0, 1, 0, 1, 0xff, 0, 1, 0x90}, byte(0xff))  // recursion, values of both signs
	f.Add([]byte{0, 1, 2, 0xff, 0, 0x42, 0xff}, byte(0b101)) // residual and inline
	f.Fuzz(func(t *testing.T, data []byte, mask byte) {
		p := profileOfBytes(data)
		r := must.Have(query.Evaluate(context.Background(), p, query.Default()))
		kept, shown := map[string]bool{}, make([]bool, r.Nodes.Len())
		for i := range shown {
			name := r.Nodes.Node(query.NodeID(i)).Name
			shown[i] = mask>>(name[0]-'A')&1 != 0
			kept[name] = shown[i]
		}
		list := func(parts int) (out []query.Call) {
			r.Parts = parts
			calls := must.Have(r.Calls(t.Context(), shown, nil))
			for _, c := range calls.All() {
				out = append(out, c)
			}
			return out
		}
		calls := list(1)
		got := map[[2]string]refCall{}
		for _, c := range calls {
			got[[2]string{r.Nodes.Node(c.From).Name, r.Nodes.Node(c.To).Name}] = refCall{c.Weight, c.Residual, c.Inline}
		}
		if want := refCalls(p, r, kept); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v\nwant %v", got, want)
		}
		for parts := 2; parts < 5; parts++ {
			if same := list(parts); !slices.Equal(same, calls) {
				t.Errorf("in %d parts: %v, want %v", parts, same, calls)
			}
		}
	})
}
