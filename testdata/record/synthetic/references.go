package synthetic

import (
	"bytes"
	"fmt"

	"github.com/google/pprof/profile"
)

// Held is what was found first at the end of a path of references, whose root is a variable.
type Held struct {
	Path           []string // root first
	Objects, Bytes int64
}

// ShopHeld are the objects of a shop whose cache grows by 64 orders of 2 kB a step, and whose list of sessions is a
// linked list as long as goref follows.
func ShopHeld(step int64) []Held {
	const order = "$mapval. (*example.com/shop/order.Order)"
	orders := 128 + 64*step
	all := []Held{
		{[]string{"example.com/shop/catalog.cache"}, 9, 6144},
		{[]string{"example.com/shop/catalog.cache", "$mapkey. (string)"}, orders, 16 * orders},
		{[]string{"example.com/shop/catalog.cache", order}, orders, 256 * orders},
		{[]string{"example.com/shop/catalog.cache", order, "Lines. ([]example.com/shop/order.Line)"}, orders, 1792 * orders},
		{[]string{"main.main.server", "Handler. (net/http.Handler)"}, 1, 64},
		{[]string{"main.main.server", "Handler. (net/http.Handler)", "$sub_objects$"}, 31, 8192},
		{[]string{"main.(*pool).run.buffers"}, 1, 96},
		{[]string{"main.(*pool).run.buffers", "[0]. ([]uint8)"}, 1, 4096},
		{[]string{"main.(*pool).run.buffers", "[10+]. ([]uint8)"}, 54, 221184},
		{[]string{"runtime.SetFinalizer.obj"}, 2, 32},
		{[]string{"bss segment[0]"}, 12, 1024},
	}
	path := []string{"main.sessions", "first. (*main.session)"}
	for range 20 {
		all = append(all, Held{append([]string(nil), path...), 1, 48})
		path = append(path, "next. (*main.session)")
	}
	return all
}

// References writes a profile of references in the form of goref: names are all that its frames have. Locations belong
// to no mapping, and the one that there is stands for none; there is neither a period nor a time.
func References(all []Held) ([]byte, error) {
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"}},
		Mapping:    []*profile.Mapping{{ID: 1, Limit: 0xff, File: "-"}},
	}
	at := map[string]*profile.Location{}
	for _, h := range all {
		s := &profile.Sample{Value: []int64{h.Objects, h.Bytes}}
		for i := range h.Path {
			name := h.Path[len(h.Path)-1-i]
			if at[name] == nil {
				f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name}
				p.Function = append(p.Function, f)
				at[name] = &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
				p.Location = append(p.Location, at[name])
			}
			s.Location = append(s.Location, at[name])
		}
		p.Sample = append(p.Sample, s)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		return nil, fmt.Errorf("write the profile of references: %w", err)
	}
	return b.Bytes(), nil
}
