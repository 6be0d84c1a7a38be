package views

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/table"
	graphview "profstation/views/graph"
	"profstation/views/surface"
)

// RefinePanel has all that a question can be refined with, in pprof's words.
type RefinePanel struct {
	*filterList
	Object  fyne.CanvasObject
	content fyne.CanvasObject // that is scrolled

	group, sort       *surface.Select
	checks            []*surface.Check       // for question parts that are on or off
	switches          []fyne.CanvasObject    // the same, with shorter texts where space is short
	values            map[string]*valueInput // for options with a value, by their names
	count, node, edge *valueInput            // for the call graph
	tree, untrimmed   *surface.Check

	sets    *surface.Select
	saved   []query.Refinement // for the choices in sets
	setName *surface.Field
}

// elsewhere are options that have an input of their own kind, or none.
var elsewhere = []string{
	"sample_index",        // chosen in the bar
	"granularity", "sort", // chosen from a list
	"nodecount", "nodefraction", "edgefraction", // bounds of the call graph, which the display has
	"divide_by", // on command lines
}

// sortColumns are the Top columns behind the choices in sort.
var sortColumns = []int{table.TopFlat, table.TopCum, table.TopName}

var (
	errShare = lang.Error("enter a share from 0 to 1")
	errUnit  = lang.Error("no unit: expected one such as ms, s, kB or MB")
	errCount = lang.Error("a number from 1 to {{.Most}}", lang.With{"Most": graphview.MaxNodes})
)

// NewRefinePanel makes the panel. post runs a function on the UI goroutine.
func NewRefinePanel(send screen.Send, post func(func())) *RefinePanel {
	v := &RefinePanel{filterList: newFilterList(send, post), values: map[string]*valueInput{}}
	v.options()
	v.setName = surface.NewField()
	v.setName.SetPlaceHolder(lang.L("name"))
	v.setName.OnSubmitted = func(string) { v.save() }
	v.sets = v.Choice(nil, "", func(i int) {
		v.settle()
		v.send(screen.SetFilters{Filters: v.saved[i].Filters})
	})
	v.sets.PlaceHolder = lang.L("apply saved filters")
	forget := v.Button("", theme.DeleteIcon(), lang.L("Deletes the saved filters chosen here."), func() {
		if i := v.sets.SelectedIndex(); i >= 0 {
			v.send(screen.SaveFilters{Name: v.saved[i].Name, Forget: true})
		}
	})
	save := v.Button(lang.L("Save"), nil, "", v.save)
	copyLine := surface.NewButton(lang.L("Copy as go tool pprof command"), nil, func() { v.settle(); v.send(screen.CopyCommand{}) })
	clear := surface.NewButton(lang.L("Remove all"), nil, func() { v.settle(); v.adding = ""; v.send(screen.ClearFilters{}) })
	box := container.New(layout.NewCustomPaddedVBoxLayout(4),
		title(lang.L("Filters")), v.rows, surface.Border(nil, nil, nil, clear, v.add),
		title(lang.L("Saved filters")),
		surface.Border(nil, nil, nil, forget, v.sets),
		surface.Border(nil, nil, nil, save, v.setName),
		title(lang.L("Rows")),
		v.pair("granularity", v.group),
	)
	for _, o := range query.Options {
		if input := v.values[o.Name]; input != nil {
			box.Add(v.valued(o.Name, input))
		}
	}
	box.Add(v.pair("sort", v.sort))
	for _, c := range v.switches {
		box.Add(c)
	}
	for _, o := range []fyne.CanvasObject{
		title(lang.L("Call graph")),
		v.valued("nodecount", v.count), v.valued("nodefraction", v.node), v.valued("edgefraction", v.edge),
		v.untrimmed, v.tree, surface.Gap(6), copyLine,
	} {
		box.Add(o)
	}
	v.content = v.Lay(container.NewPadded(box))
	v.float = surface.NewFloat(surface.NewScroll(v.content))
	v.Object = v.float.Object
	return v
}

// Start is where the keyboard begins in the panel.
func (v *RefinePanel) Start() fyne.Focusable { return v.add }

func title(text string) fyne.CanvasObject {
	l := caption(text)
	l.TextStyle.Bold = true
	return l
}

func (v *RefinePanel) pair(name string, o fyne.CanvasObject) fyne.CanvasObject {
	pair := surface.Border(nil, nil, container.NewStack(surface.Space(96, 1), caption(name)), nil, o)
	v.Tell(pair, surface.Explain(name))
	return pair
}

// valued is the pair of an input for a value, above what is wrong with it.
func (v *RefinePanel) valued(name string, input *valueInput) fyne.CanvasObject {
	return container.NewVBox(v.pair(name, input.object), input.wrong)
}

func (v *RefinePanel) options() {
	v.group = v.Choice(nil, "", func(i int) {
		v.ask(func(q *query.Query) { q.Granularity = query.Granularity(v.group.Options[i]) })
	})
	v.sort = v.Choice([]string{"flat", "cum", "name"}, "", func(i int) {
		v.send(screen.Show{Change: func(d *ask.Display) { d.SortColumn, d.Descending = sortColumns[i], sortColumns[i] != table.TopName }})
	})
	for _, o := range query.Options {
		switch {
		case o.IsFilter() || slices.Contains(elsewhere, o.Name):
		case o.Kind == query.SwitchOption:
			inForce := func(s *screen.Snapshot) bool { return o.InForce(&s.Place.Query) != "" }
			text := o.Name + ": " + lang.L(o.Hint)
			c := v.State(text, "", inForce, func(on bool) {
				v.ask(func(q *query.Query) { o.Set(q, strconv.FormatBool(on)) })
			})
			v.Tells(c, func() string {
				if c.Text == text {
					return ""
				}
				return text
			})
			v.checks, v.switches = append(v.checks, c), append(v.switches, surface.Shorten(c, o.Name))
		default:
			v.values[o.Name] = newValueInput(func(text string) error {
				if o.Name == "unit" && !slices.Contains(o.Choices, text) && !units.Known(text) && text != "" {
					return errUnit
				}
				if err := o.Set(&query.Query{}, text); err != nil {
					return err
				}
				v.ask(func(q *query.Query) { o.Set(q, text) })
				return nil
			}, o.Choices...) // a text may be another one, too
		}
	}
	v.tree = v.Switch(lang.L("one box per call path"), "", func(d *ask.Display) *bool { return &d.GraphTree })
	v.untrimmed = v.Switch(lang.L("ignore the minimum share"), "", func(d *ask.Display) *bool { return &d.Untrimmed })
	v.count = newValueInput(func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > graphview.MaxNodes {
			return errCount
		}
		v.send(screen.Show{Change: func(d *ask.Display) { d.GraphNodes = n }})
		return nil
	})
	share := func(part func(*ask.Display) *float64) *valueInput {
		return newValueInput(func(text string) error {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil || !(n >= 0 && n <= 1) {
				return errShare
			}
			v.send(screen.Show{Change: func(d *ask.Display) { *part(d) = n }})
			return nil
		})
	}
	v.node = share(func(d *ask.Display) *float64 { return &d.NodeFraction })
	v.edge = share(func(d *ask.Display) *float64 { return &d.EdgeFraction })
}

func (v *RefinePanel) ask(change func(*query.Query)) { v.send(screen.Ask{Change: change}) }

func (v *RefinePanel) save() {
	v.settle()
	if name := strings.TrimSpace(v.setName.Text); name != "" && len(v.filters) > 0 {
		v.send(screen.SaveFilters{Name: name})
		v.setName.SetText("")
	}
}

// Empty reports false: filters can always be set.
func (v *RefinePanel) Empty() bool { return false }

// MinWidth is the width in which nothing in the panel is cut.
func (v *RefinePanel) MinWidth() float32 { return v.content.MinSize().Width }

// Show shows a snapshot.
func (v *RefinePanel) Show(s *screen.Snapshot) {
	defer v.Showing(s)()
	v.filterList.show(s)
	var groups []string
	for _, g := range query.Granularities {
		if g == s.Place.Query.Granularity || s.Answer == nil || s.Answer.Offers(g) {
			groups = append(groups, string(g))
		}
	}
	surface.Offer(v.group, groups, slices.Index(groups, string(s.Place.Query.Granularity)))
	surface.Offer(v.sort, v.sort.Options, slices.Index(sortColumns, s.Display.SortColumn))
	for _, o := range query.Options {
		if input := v.values[o.Name]; input != nil {
			input.show(o.Value(&s.Place.Query))
		}
	}
	for _, bound := range []*valueInput{v.count, v.node, v.edge} {
		surface.SetEnabled(bound, !s.Display.Untrimmed)
	}
	v.count.show(strconv.Itoa(s.Display.GraphNodes))
	v.node.show(strconv.FormatFloat(s.Display.NodeFraction, 'g', -1, 64))
	v.edge.show(strconv.FormatFloat(s.Display.EdgeFraction, 'g', -1, 64))
	if !slices.EqualFunc(v.saved, s.Saved, func(a, b query.Refinement) bool { return a.Name == b.Name }) {
		v.saved = s.Saved
		var names []string
		for _, r := range s.Saved {
			names = append(names, safe.Text(r.Name))
		}
		v.sets.ClearSelected()
		v.sets.SetOptions(names)
	}
	v.saved = s.Saved
}

// valueInput is an input for a value. It applies with Enter, when the keyboard leaves, or at once to an option.
type valueInput struct {
	surface.Field
	object fyne.CanvasObject // the input, with a button for its options if it has some
	// shown is what was last shown or applied: only another value replaces a text that is being typed.
	shown string
	apply func(text string) error
	wrong *widget.Label // says why the text does not apply; hidden while it does
}

// newValueInput makes an input for any value. It proposes the options, the first where there is no value.
func newValueInput(apply func(text string) error, options ...string) *valueInput {
	i := &valueInput{apply: apply, wrong: surface.Paragraph("", widget.DangerImportance)}
	i.wrong.Hide()
	i.Extend(i)
	i.object = i
	i.OnSubmitted = func(string) { i.settle() }
	if len(options) > 0 {
		i.SetPlaceHolder(options[0])
		i.object = i.Ending(surface.Quiet("", theme.MenuDropDownIcon(), func() { i.offer(options) }))
		i.OnChanged = func(text string) {
			if slices.Contains(options, text) {
				i.settle()
			}
		}
	}
	return i
}

// offer shows the options below the input. The one that is chosen is applied.
func (i *valueInput) offer(options []string) {
	items := make([]*fyne.MenuItem, len(options))
	for k, text := range options {
		items[k] = fyne.NewMenuItem(text, func() { i.SetText(text) })
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(i)
	surface.PopUp(i, fyne.NewMenu("", items...), at.AddXY(0, i.Size().Height))
}

func (i *valueInput) settle() {
	text := strings.TrimSpace(i.Text)
	var err error
	if text != i.shown {
		if err = i.apply(text); err == nil {
			i.shown = text
		}
	}
	i.judge(err)
}

func (i *valueInput) judge(err error) {
	i.SetValidationError(err)
	surface.Blame(i.wrong, err)
}

func (i *valueInput) show(text string) {
	if i.shown != text {
		i.shown = text // before the input reports its change
		i.SetText(text)
		i.judge(nil)
	}
}

func (i *valueInput) FocusLost() {
	i.Entry.FocusLost()
	i.settle()
}
