package compare_test

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model/compare"
	"profstation/model/names"
	"profstation/model/query"
)

// slowFunctions joins the functions of two sides by looking at all of them for each: the rule as it is written.
type slowFunctions [2][]slowFunction // base and new

type slowFunction struct{ name, place string } // "": it has no place of its own

func (s slowFunctions) has(side int, name string) bool {
	return slices.ContainsFunc(s[side], func(f slowFunction) bool { return f.name == name })
}

// at are the names of a side that begin at a place and meet a condition.
func (s slowFunctions) at(side int, place string, is func(name string) bool) (names []string) {
	for _, f := range s[side] {
		if place != "" && f.place == place && is(f.name) {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (s slowFunctions) alone(side int) func(string) bool {
	return func(name string) bool { return !s.has(1-side, name) }
}

// partner is the function that one of the base and one of the new side are by their place.
func (s slowFunctions) partner(side int, name, place string) (string, bool) {
	own, others := s.at(side, place, s.alone(side)), s.at(1-side, place, s.alone(1-side))
	if strings.Contains(place, inside) || !s.alone(side)(name) || len(own) != 1 || len(others) != 1 || names.CollapseTypeArguments(own[0]) == names.CollapseTypeArguments(others[0]) {
		return "", false
	}
	return others[0], true
}

var closureEnd = regexp.MustCompile(`^(func|gowrap|deferwrap)?[0-9]+(-range[0-9]+)*$`)

// slowDeclaring is the function that a closure is written in.
func slowDeclaring(name string) (string, bool) {
	depth := func(i int) int { // of the brackets around a byte
		s := name[:i]
		return strings.Count(s, "(") + strings.Count(s, "[") - strings.Count(s, ")") - strings.Count(s, "]")
	}
	parts := []string{""}
	for i := range len(name) {
		switch {
		case name[i] == '/' && depth(i) == 0:
			parts = []string{""}
		case name[i] == '.' && depth(i) == 0:
			parts = append(parts, "")
		default:
			parts[len(parts)-1] += name[i : i+1]
		}
	}
	n := len(parts)
	for n > 1 && closureEnd.MatchString(parts[n-1]) {
		n--
	}
	of := regexp.MustCompile(`(-range[0-9]+)+$`).ReplaceAllString(parts[n-1], "")
	closure := n < len(parts) || of != parts[n-1]
	if n > 1 && strings.ContainsAny(parts[n-2], "([") {
		of = parts[n-2] + "." + of
	}
	return of, closure
}

// copies are the names of a closure that have no partner.
func (s slowFunctions) copies(side int, place, of string) []string {
	return s.at(side, place, func(name string) bool {
		if _, ok := s.partner(side, name, place); ok {
			return false
		}
		declaring, ok := slowDeclaring(name)
		return ok && declaring == of
	})
}

// one reports whether two names, each of a side, are one function.
func (s slowFunctions) one(base, now string) bool {
	if base == now {
		return true
	}
	for _, f := range s[0] {
		if f.name != base {
			continue
		}
		if p, ok := s.partner(0, base, f.place); ok {
			return p == now
		}
	}
	if s.has(1, base) && s.has(0, now) { // both have names of their own
		return false
	}
	home := func(side int, name string) string {
		if h, ok := s.home(side, name); ok {
			return h
		}
		h, _ := s.moved().home(side, name)
		return h
	}
	return home(0, base) == home(1, now)
}

// home is the name that the copies of a closure have, or the place that they are at, if it is joined with others.
func (s slowFunctions) home(side int, name string) (string, bool) {
	for _, f := range s[side] {
		of, closure := slowDeclaring(name)
		if f.name != name || f.place == "" || !closure {
			continue
		}
		if _, ok := s.partner(side, name, f.place); ok {
			continue
		}
		all := [2][]string{s.copies(0, f.place, of), s.copies(1, f.place, of)}
		var shared []string
		alone := [2]int{}
		for side, names := range all {
			for _, n := range names {
				if s.has(1-side, n) {
					shared = append(shared, n)
				} else {
					alone[side]++
				}
			}
		}
		slices.Sort(shared)
		switch shared = slices.Compact(shared); {
		case len(shared) == 1 && alone[0]+alone[1] > 0:
			return shared[0], true
		case len(shared) == 0 && alone[0] > 0 && alone[1] > 0:
			return "\x00" + f.place + "\x00" + of, true
		}
	}
	return name, false
}

// inside stands between the file and the function of a place in a function, where nothing is paired.
const inside = " in "

// moved is the closures that are not joined by where they begin, at their places in the functions that they are
// written in.
func (s slowFunctions) moved() (m slowFunctions) {
	for side := range s {
		for _, f := range s[side] {
			g := slowFunction{name: f.name}
			of, closure := slowDeclaring(f.name)
			file, line, _ := strings.Cut(f.place, ":")
			var begins []string
			for _, d := range s[side] {
				own, line, _ := strings.Cut(d.place, ":")
				if name, closure := slowDeclaring(d.name); own == file && name == of && !closure && d.place != "" {
					begins = append(begins, line)
				}
			}
			slices.Sort(begins)
			begins = slices.Compact(begins)
			_, joined := s.home(side, f.name)
			if _, paired := s.partner(side, f.name, f.place); paired {
				joined = true
			}
			for side := range s { // a name that both sides have is joined on both
				if _, ok := s.home(side, f.name); ok {
					joined = true
				}
			}
			if closure && !joined && f.place != "" && len(begins) == 1 {
				from, _ := strconv.Atoi(begins[0])
				at, _ := strconv.Atoi(line)
				g.place = fmt.Sprint(file, inside, of, ":", at-from)
			}
			m[side] = append(m[side], g)
		}
	}
	return m
}

// Functions are joined as the rule says, read slowly, and never two of one side that are not copies of one
// closure, nor two whose names both sides have.
func FuzzRenamed(f *testing.F) {
	f.Add([]byte{0, 2, 0, 1, 1, 4, 0, 1}, "")
	f.Add([]byte{0, 2, 0, 1, 0, 3, 0, 1, 1, 4, 0, 1, 1, 5, 0, 1, 0, 6, 1, 1}, "")
	f.Add([]byte{0, 4, 0, 1, 0, 2, 0, 1, 1, 4, 0, 2, 1, 5, 0, 2, 0, 0, 0, 3, 1, 1, 0, 3}, "")
	f.Add([]byte{0, 7, 2, 1, 0, 8, 2, 1, 1, 9, 2, 1, 1, 10, 2, 1, 1, 11, 2, 1}, "main.x[/.].y.func1\nmain.)(.func2")
	f.Fuzz(func(t *testing.T, data []byte, more string) {
		names := []string{"main.a", "main.b", "main.x.f.func1", "main.y.f.func2", "main.f.func1", "main.f.1", "main.x.func4.f.3",
			"p/q.(*T).m.func1", "main.z.(*T).m.func2", "main.G[int].func1", "main.G[string].func1", "main.x.G[int].func2",
			"main.f-range1", "main.x.f-range1", "main.f.func1.2", "main..f.func1", "runtime.mallocgc", "runtime.newobject", "runtime.mallocgcTinySC2"}
		for n := range strings.SplitSeq(more, "\n") {
			if n = strings.Join(strings.Fields(strings.ToValidUTF8(n, "?")), ""); n != "" && len(n) < 40 && len(names) < 40 && !strings.ContainsAny(n, "@:→,") {
				names = append(names, n)
			}
		}
		files := []string{"/a/m.go", "/b/a/m.go", "/b/m.go", "", "<autogenerated>", "/go/a@v1.2/m.go"}
		var text [2]string
		var sides slowFunctions
		for ; len(data) >= 4 && len(sides[0])+len(sides[1]) < 60; data = data[4:] {
			side, name, file, line := int(data[0])%2, names[int(data[1])%len(names)], files[int(data[2])%len(files)], int(data[3])%4
			text[side] += fmt.Sprintf("main.root@/r/r.go:77 %s@%s:%d 1\n", name, file, line)
			place := ""
			if line > 0 && file != "" && file[0] != '<' {
				folder, _, _ := strings.Cut(path.Base(path.Dir(file)), "@")
				place = fmt.Sprint(folder, "/", path.Base(file), ":", line)
			}
			for i := range sides[side] {
				if f := &sides[side][i]; f.name == name && f.place != place {
					f.place, place = "", ""
				}
			}
			sides[side] = append(sides[side], slowFunction{name, place})
		}
		p := must.Have(compare.Join(context.Background(), program("a", text[0]), program("bb", text[1])))
		together := func(base, now string) bool {
			return base == now || slices.ContainsFunc(p.Renamed, func(r compare.Renamed) bool {
				return slices.Contains(r.Base, base) && slices.Contains(r.New, now)
			})
		}
		for _, x := range sides[0] {
			for _, y := range sides[1] {
				if got, want := together(x.name, y.name), sides.one(x.name, y.name); got != want {
					t.Errorf("%s and %s are one: %v, want %v", x.name, y.name, got, want)
				}
			}
		}
		seen := map[string]bool{}
		for _, r := range p.Renamed {
			both := 0
			for side, list := range [2][]string{r.Base, r.New} {
				for _, name := range list {
					if sides.has(1-side, name) {
						both++
					} else if seen[name] {
						t.Errorf("%s is joined twice", name)
					}
					seen[name] = true
					if of, closure := slowDeclaring(name); len(list) > 1 {
						if first, _ := slowDeclaring(list[0]); !closure || of != first {
							t.Errorf("%s and %s of one side are one", list[0], name)
						}
					}
				}
			}
			if both > 2 {
				t.Errorf("%v: several names of both sides are one", r)
			}
		}
		c := evaluated(t, p, query.Default().Whole(), compare.Normalisation{})
		var base, now int64
		for _, r := range must.Have(c.Rows(context.Background())) {
			base, now = base+r.Flat.Base, now+r.Flat.New
		}
		if total := c.Total(); total.Base != base || total.New != now {
			t.Errorf("the rows have %d and %d of %d and %d", base, now, total.Base, total.New)
		}
	})
}
