package tables

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// Peek shows who calls the selected node, above it, and whom it calls, below it: two trees that
// open one step at a time, so that the lines read like a stack. Several nodes follow one another.
type Peek struct {
	*surface.Grid
	send screen.Send
	post func(func())
	tabs []ask.Tab // from the document

	shown  *ask.PeekAnswer
	trees  [2]*query.OpeningTree // for callers and callees
	result *query.Result
	lines  []peekLine
	open   [2]map[int32]bool // branches whose children are listed, for callers and for callees
	picked int               // the picked line; −1: none
	busy   bool              // branches are being counted: another goroutine has the trees
	theme  *scene.Theme
}

// peekLine is one row: a branch in a tree, a node between the trees, or the blank line between nodes.
type peekLine struct {
	branch int32 // a branch, atNode or blank
	root   int32 // which node's tree
	tree   int   // callers or callees
	node   query.NodeID
	net    int64
	depth  int32
	inline bool
	open   bool
	leaf   bool // it is known to have no children
}

const (
	callers = iota
	callees
)

// The lines that are not branches.
const (
	atNode = -1
	blank  = -2
)

// NewPeek makes the view. post runs a function on the UI goroutine.
func NewPeek(send screen.Send, post func(func())) *Peek {
	v := &Peek{Grid: surface.NewGrid(send), send: send, post: post, picked: -1}
	v.Pick = v.pick
	v.Open = func(int) { // the first of two clicks may have moved the lines: its own is meant
		if v.picked >= 0 && v.lines[v.picked].branch != blank {
			send(screen.Select{Selection: ask.Selection{Node: v.nameOf(v.picked)}})
		}
	}
	v.Cell = func(row, _ int) { v.toggle(row) }
	v.Keys = v.step
	v.MenuOf = v.menu
	return v
}

// InSight implements [surface.View]: an export also has rows that are not on the screen.
func (v *Peek) InSight() ask.Sight { return ask.Sight{} }

// Show shows a snapshot.
func (v *Peek) Show(s *screen.Snapshot) {
	v.theme, v.tabs = s.Display.Theme, s.Filled()
	a := s.Answer
	if a == nil || a.Result == nil || a.Peek == nil {
		v.shown, v.result, v.lines, v.picked = nil, nil, nil, -1
		state := surface.GridState{Theme: v.theme, Selected: -1, SortColumn: -1, Empty: surface.EmptyText(s)}
		if a != nil && a.Result != nil && !a.FilteredOut && (s.Trace == nil && len(s.Place.Query.Filters()) == 0 || a.Result.Total != 0) {
			state.Empty = lang.L("No function is selected.\nClick one in the flame graph, the call graph or Top, or press Ctrl+G and type its name to see its callers and callees. Ctrl+click in the call graph selects several; without a selection, the matches of a search (/) are shown.")
		}
		v.Set(state)
		return
	}
	if v.shown != a.Peek {
		v.shown, v.result = a.Peek, a.Result
		v.trees = [2]*query.OpeningTree{a.Peek.Callers, a.Peek.Callees}
		v.open = [2]map[int32]bool{{}, {}}
		for i := range int32(len(a.Peek.Nodes)) {
			v.open[0][i], v.open[1][i] = true, true
		}
		v.Rewind()
		v.list()
		v.picked = slices.IndexFunc(v.lines, func(l peekLine) bool { return l.branch == atNode })
		v.draw()
		v.Center(v.picked)
		return
	}
	v.draw()
}

func (v *Peek) list() {
	v.lines = v.lines[:0]
	for root := range int32(len(v.shown.Nodes)) {
		if root > 0 {
			v.lines = append(v.lines, peekLine{branch: blank, root: root})
		}
		v.branches(root, root, callers)
		top := v.shown.Callees.Branches[root]
		v.lines = append(v.lines, peekLine{branch: atNode, root: root, node: top.Node, net: top.Net})
		v.branches(root, root, callees)
	}
}

// branches lists a branch's children. The heaviest caller stands next to the function that it calls.
func (v *Peek) branches(root, of int32, tree int) {
	all := v.trees[tree].Branches
	b := all[of]
	for i := range b.Count {
		at := b.First + i
		if tree == callers {
			at = b.First + b.Count - 1 - i
		}
		c := all[at]
		line := peekLine{
			branch: at, root: root, tree: tree, node: c.Node, net: c.Net, depth: c.Depth, inline: c.Inline,
			open: v.open[tree][at], leaf: c.Open && c.Count == 0,
		}
		if tree == callees {
			v.lines = append(v.lines, line)
		}
		if line.open {
			v.branches(root, at, tree)
		}
		if tree == callers {
			v.lines = append(v.lines, line)
		}
	}
}

func (v *Peek) draw() {
	r, lines := v.result, v.lines
	roots := v.shown.Callees.Branches
	sums, _ := r.Sums(context.Background()) // cannot fail, because the answer has computed them
	of := func(l *peekLine) int64 { return roots[l.root].Net }
	format := r.InOneUnit(func(yield func(int64) bool) { // of the middle nodes, which carry the most
		for i := range roots[:len(v.shown.Nodes)] {
			if !yield(roots[i].Net) || !yield(sums.Flat[roots[i].Node]) {
				return
			}
		}
	})
	title := lang.L(explain.EndsOf(r.Profile.Kind).Order)
	if p := v.shown; p.Found > 0 {
		title += " · " + lang.L("the first {{.N}} of {{.All}} that the search found",
			lang.With{"N": units.Count(int64(len(p.Nodes))), "All": units.Count(int64(p.Found))})
	}
	v.Set(surface.GridState{Theme: v.theme, Selected: v.picked, SortColumn: -1, Table: &table.Table{
		Columns: []table.Column{
			{Title: "flat", Width: 90, Right: true, Help: lang.L("The value of the middle node itself, without its callees.")},
			{Title: "cum", Width: 90, Right: true, Help: lang.L("The value of the stacks with this chain of calls, each counted once.")},
			{Title: lang.L("of total"), Width: 76, Right: true, Help: lang.L("The same as a share of the total.")},
			{Title: lang.L("share of node"), Width: 92, Right: true, Help: lang.L("The same as a share of the middle node's value.")},
			{Title: "", Width: 110, Help: lang.L("The share of the middle node's value.")},
			{Title: title, Help: lang.L("Click to expand or collapse a line; double-click or press Enter to center on its function.")},
		},
		Rows:  len(lines),
		Spare: []int{2, 4, 3, 0},
		Cell: func(row, col int) string {
			l := &lines[row]
			if l.branch == blank {
				return ""
			}
			switch col {
			case 0:
				if l.branch == atNode {
					return format(sums.Flat[l.node])
				}
			case 1:
				return format(l.net)
			case 2:
				return units.Percent(l.net, r.Total)
			case 3:
				return units.Percent(l.net, of(l))
			case 5:
				return l.text(r)[0]
			}
			return ""
		},
		Bar: func(row, col int) float64 {
			l := &lines[row]
			whole := of(l)
			if col != 4 || l.branch == blank || whole == 0 {
				return 0
			}
			return min(1, float64(l.net)/float64(whole))
		},
		Shorter: func(row int) []string { return lines[row].text(r) },
		Strong:  func(row int) bool { return lines[row].branch == atNode },
		Note: func(row int) string {
			if lines[row].branch == blank {
				return ""
			}
			return safe.Text(r.Nodes.Node(lines[row].node).String())
		},
	}})
}

// text returns a line with the full name, and in shorter forms.
func (l *peekLine) text(r *query.Result) []string {
	mark, behind := "+ ", ""
	switch {
	case l.branch == blank:
		return []string{""}
	case l.branch == atNode:
		mark = "● "
	case l.leaf:
		mark = "· "
	case l.open:
		mark = "– "
	}
	if l.inline {
		behind = " " + lang.L("(inline)")
	}
	in := r.LanguageOf(l.node)
	forms := in.Shorter(in.Short(safe.Text(r.Nodes.Node(l.node).String()), false))
	for i, name := range forms {
		forms[i] = strings.Repeat("    ", int(l.depth)) + mark + name + behind
	}
	return forms[:]
}

func (v *Peek) pick(row int) {
	v.picked = row
	v.draw()
}

// step opens with → and closes with ←.
func (v *Peek) step(row int, key fyne.KeyName) bool {
	if row < 0 || row >= len(v.lines) {
		return false
	}
	l := v.lines[row]
	switch {
	case key == fyne.KeySpace || key == fyne.KeyRight && !l.open || key == fyne.KeyLeft && l.open:
		v.toggle(row)
	case key == fyne.KeyRight || key == fyne.KeyLeft:
	default:
		return false
	}
	return true
}

// toggle opens or closes a line. Its branches are counted in the background.
func (v *Peek) toggle(row int) {
	l := v.lines[row]
	if v.busy || l.leaf || l.branch < 0 {
		return
	}
	open := v.open[l.tree]
	if l.open {
		delete(open, l.branch)
		v.relist(l)
		return
	}
	v.busy = true
	shown, tree := v.shown, v.trees[l.tree]
	go func() {
		tree.Expand(context.Background(), l.branch)
		v.post(func() {
			v.busy = false
			if v.shown == shown {
				open[l.branch] = true
				v.relist(l)
			}
		})
	}()
}

// relist lists all lines again and keeps one where it is on the screen.
func (v *Peek) relist(l peekLine) {
	before := v.picked
	v.list()
	for i, x := range v.lines {
		if x.branch == l.branch && x.tree == l.tree && x.root == l.root {
			v.Above += float64(i-before) * table.RowHeight
			v.picked = i
		}
	}
	v.draw()
}

func (v *Peek) nameOf(row int) string {
	return v.result.Nodes.Node(v.lines[row].node).String()
}

func (v *Peek) menu(row int) *fyne.Menu {
	if v.lines[row].branch == blank {
		return nil
	}
	this := surface.Item(v.send, lang.L("Show function in Peek"), screen.Select{Selection: ask.Selection{Node: v.nameOf(row)}})
	return surface.NodeMenu(v.result, v.lines[row].node, v.send, ask.PeekTab, v.tabs, this)
}
