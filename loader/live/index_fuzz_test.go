package live

import (
	"strings"
	"testing"
)

// FuzzIndex reads any page as a server's list: what it offers can be asked for, below the address
// of the list, and each once.
func FuzzIndex(f *testing.F) {
	for _, page := range []string{
		"<tr><td>7</td><td><a href='allocs?debug=1'>allocs</a></td></tr><a href='goroutine?debug=1'>",
		`<a href="/debug/pprof/goroutine?debug=1">goroutine</a> <a href="https://go.dev/heap?debug=1">`,
		`<tr><td align=right>99999999999999999999<td><a href="heap?debug=1">`,
		`<a href="../../heap?debug=1"><a href="%2e%2e%2fheap"><a href="heap%00"><a href="a&#10;b?debug=1">`,
		`<a href=goroutine?debug=1><a href="heap#x"><a href=javascript:heap><a href="..">`,
	} {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) {
		seen := map[Kind]bool{}
		index := parseIndex(page)
		if index == nil {
			return // it is another page
		}
		if len(index.Offers) > maxOffers {
			t.Errorf("%d are offered", len(index.Offers))
		}
		for _, o := range index.Offers {
			name := o.Kind.page()
			if seen[o.Kind] || name == "" || name == "cmdline" || name == "symbol" {
				t.Errorf("%q is offered", o.Kind)
			}
			seen[o.Kind] = true
			if o.Count < -1 || o.Kind.Timed() && o.Count != -1 {
				t.Errorf("%q has %d", o.Kind, o.Count)
			}
			if name == ".." || strings.ContainsAny(name, "/\x00\r\n") {
				t.Errorf("%q leads elsewhere", name)
			}
		}
		if len(seen) > 0 && !seen[Goroutine] && !seen[Heap] {
			t.Errorf("a list without the profiles that every program has: %v", seen)
		}
	})
}
