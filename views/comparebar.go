package views

import (
	"cmp"
	"math"
	"regexp"
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
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/views/surface"
)

// CompareBar is the choice line above a comparison's tabs, with the result below.
type CompareBar struct {
	*surface.Controls
	*normaliser
	*judgement
	Object fyne.CanvasObject

	ways  [3]*surface.Button
	width *surface.Select
	copy  *surface.Button

	one, plain, noise, cum, small *surface.Check
	heading, notes                *widget.Label
	matched                       *widget.Label     // how names were matched, which misleads nobody
	said                          *fyne.Container   // all three, and the method: as much as the window has space for
	saidHeight                    *low              // its layout
	choices, few                  fyne.CanvasObject // the choice line; the line with two timelines
	brief                         *widget.Label     // the heading in it
}

// What is coloured as everywhere: flame graph boxes, call graph nodes.
const (
	packagesColored = "colours of packages"
	sharesColored   = "colours of shares"
)

// wayTitles are the [ask.Ways] on buttons, and widthTitles the [compare.Widths] in their menu.
var (
	wayTitles   = [...]string{ask.SideBySide: "Side by side", ask.AsDifference: "Difference", ask.AsTable: "Table"}
	widthTitles = []string{"width: new", "width: base", "width: larger"}
)

// What is said takes five caption lines, and a sixth with the method.
const (
	maxCompared  = 100
	maxExplained = 124
)

// NewCompareBar makes the line. post runs a function on the UI goroutine.
func NewCompareBar(send screen.Send, post func(func())) *CompareBar {
	c := surface.NewControls(send, post)
	v := &CompareBar{Controls: c, normaliser: newNormaliser(c, send)}
	v.judgement = newJudgement(c, v.explain)
	row := surface.Wrap()
	for i, hint := range []string{
		lang.L("Both sides next to each other."),
		lang.L("One picture of both sides, coloured by change."),
		lang.L("The changes as a table, largest first."),
	} {
		v.ways[i] = v.Button(lang.L(wayTitles[ask.Ways[i]]), nil, hint, func() { send(screen.ShowWay{Way: ask.Ways[i]}) })
		row.Add(v.ways[i])
	}
	swap := func() *surface.Button {
		return v.Button("⇄", nil, lang.L("Swap base and new."), func() { send(screen.SwapSides{}) })
	}
	v.width = v.Choice(surface.Translated(widthTitles),
		lang.L("What the width of a box stands for: the new side, the base, or the larger of both."), func(i int) {
			send(screen.Show{Change: func(d *ask.Display) { d.Compare.Width = compare.Widths[i] }})
		})
	v.one = v.Switch(lang.L("one scale"), lang.L("The same value has the same size on both sides."),
		func(d *ask.Display) *bool { return &d.Compare.OneScale })
	v.plain = v.Switch(lang.L(packagesColored), "", func(d *ask.Display) *bool { return &d.Compare.Plain })
	v.Tells(v.plain, func() string {
		if v.plain.Text == lang.L(sharesColored) {
			return lang.L("Colour by share instead of by change.")
		}
		return lang.L("Colour by package instead of by change.")
	})
	v.cum = v.Switch(lang.L("cum"), surface.Explain("cum"), func(d *ask.Display) *bool { return &d.Compare.Cum })
	v.small = v.Switch(lang.L("include small entries"), lang.L("Also entries below the minimum share set in Filters…."),
		func(d *ask.Display) *bool { return &d.Compare.Small })
	v.noise = v.Switch(lang.L("hide noise"),
		lang.Sentences(lang.L("Changes within noise are pale in pictures and left out of tables."), surface.Explain("noise")),
		func(d *ask.Display) *bool { return &d.Compare.HideNoise })
	v.copy = surface.NewButton(lang.L("Copy"), theme.ContentCopyIcon(), func() { send(screen.CopySummary{}) })
	v.Tell(v.copy, lang.L("Copies the summary as Markdown, for a pull request."))
	for _, o := range []fyne.CanvasObject{swap(), v.values, v.per, v.pairs, v.width, v.one, v.plain, v.cum, v.small, v.noise, v.copy, v.how} {
		row.Add(o)
	}
	v.heading, v.notes, v.matched = caption(""), caption(""), caption("")
	for _, l := range []*widget.Label{v.heading, v.notes, v.matched} {
		l.Wrapping = fyne.TextWrapWord
	}
	v.notes.Importance, v.matched.Importance = widget.WarningImportance, widget.LowImportance
	v.notes.Hide()
	v.matched.Hide()
	said := surface.NewPages(container.New(layout.NewCustomPaddedVBoxLayout(0), v.heading, v.method, v.notes, v.matched))
	v.saidHeight = &low{Scroll: said.Scroll}
	v.said = container.New(v.saidHeight, said.Object)
	v.brief = caption("")
	v.brief.Truncation = fyne.TextTruncateEllipsis
	v.Tells(v.brief, func() string { return v.brief.Text }) // whole
	v.choices, v.few = row, surface.Border(nil, nil, swap(), nil, v.brief)
	bar := v.Lay(container.NewStack(v.choices, v.few))
	v.Object = container.NewVBox(bar, v.said)
	v.Object.Hide()
	return v
}

func caption(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.SizeName = theme.SizeNameCaptionText
	return l
}

// Show shows a snapshot.
func (v *CompareBar) Show(s *screen.Snapshot) {
	c := s.Comparing
	surface.SetVisible(v.Object, c != nil)
	if c == nil {
		return
	}
	defer v.Showing(s)()
	lanes := s.Tab == ask.TimelineTab
	surface.SetVisible(v.choices, !lanes)
	surface.SetVisible(v.few, lanes)
	surface.SetVisible(v.heading, !lanes)
	d := &s.Display.Compare
	profiles := s.Durations == nil && s.Tab != ask.DurationsTab && s.Tab != ask.TimelineTab
	v.normaliser.show(c.Normalisation, profiles)
	if compared := s.Compared(); compared != nil {
		surface.SetVisible(v.pairs, profiles && (compared.Comparison.Pair.CanPair() || c.Normalisation.Pairs))
	}
	pictures := s.Tab == ask.FlameTab || s.Tab == ask.GraphTab
	for i, w := range ask.Ways {
		on := pictures && d.Way == w ||
			s.Tab == ask.TopTab && (w == ask.AsTable && !d.TopBeside || w == ask.SideBySide && d.TopBeside)
		surface.SetVisible(v.ways[i], profiles && (pictures || s.Tab == ask.TopTab)) // others have one way only
		v.ways[i].Importance = widget.LowImportance
		if on {
			v.ways[i].Importance = widget.HighImportance
		}
		v.ways[i].Refresh()
	}
	flames, top, summary := s.Tab == ask.FlameTab, s.Tab == ask.TopTab, s.Tab == ask.SummaryTab
	beside := pictures && d.Way == ask.SideBySide
	v.plain.Text = lang.L(packagesColored)
	if !flames {
		v.plain.Text = lang.L(sharesColored)
	}
	surface.SetVisible(v.width, flames && d.Way == ask.AsDifference)
	v.width.SetSelectedIndex(max(0, slices.Index(compare.Widths, d.Width)))
	surface.SetVisible(v.one, beside)
	surface.SetVisible(v.plain, beside)
	surface.SetVisible(v.cum, top && !d.TopBeside || summary)
	surface.SetVisible(v.small, top)
	surface.SetVisible(v.noise, !(top && d.TopBeside) && !summary && s.Tab != ask.TimelineTab)
	v.plain.Refresh()
	surface.SetVisible(v.copy, summary)
	v.caption(s)
}

func (v *CompareBar) caption(s *screen.Snapshot) {
	text := s.Comparing.Base.Name + " → " + s.Comparing.New.Name
	notes := slices.Concat(s.Comparing.Base.Notes, s.Comparing.New.Notes)
	var matched []string
	v.explanation = nil
	if s.Durations != nil {
		text, v.explanation = s.Durations.Heading, s.Durations.Explain
	}
	surface.SetVisible(v.how, s.Tab != ask.TimelineTab) // nothing there is judged
	if s.Tab == ask.TimelineTab {
		v.explanation = nil
	}
	if c := s.Compared(); c != nil {
		lines := c.Comparison.Heading()
		lines = lines[:min(2, len(lines))]
		if c.Note != "" { // before what may be cut off at the end
			lines = slices.Insert(slices.Clip(lines), 1, c.Note)
		}
		text = strings.Join(lines, " · ")
		v.explanation = c.Comparison.Explain(lang.L)
		if base, now := c.Comparison.Pair.Recordings(); base+now > 2 {
			text += " · " + lang.L("{{.Base}} and {{.New}} recordings", lang.With{"Base": units.Count(int64(base)), "New": units.Count(int64(now))})
			if compare.WantsPairs(c.Comparison) {
				text += " · " + lang.L("taken alternately: choose “in pairs”")
			}
		}
		notes = slices.Concat(notes, c.Missing, compare.Cautions(c.Comparison))
		matched = c.Comparison.Pair.Names()
	}
	v.heading.SetText(surface.Arrows(text))
	v.brief.SetText(v.heading.Text)
	v.notes.SetText(surface.Arrows(strings.Join(notes, "\n")))
	surface.SetVisible(v.notes, len(notes) > 0)
	v.matched.SetText(surface.Arrows(strings.Join(matched, "\n")))
	surface.SetVisible(v.matched, len(matched) > 0)
	v.explain()
}

// normaliser is the choice how both sides' values are scaled.
type normaliser struct {
	send    screen.Send
	values  *surface.Select
	per     *fyne.Container // the figures for "per unit"
	unit    *surface.Input
	figures [2]*surface.Input // for base and new
	pairs   *surface.Check
	applied compare.Normalisation
}

var normalisations = []string{"as recorded", "per second", "per total", lang.Later("per…")} // compare.Ways in words

func newNormaliser(c *surface.Controls, send screen.Send) *normaliser {
	v := &normaliser{send: send}
	v.values = c.Choice(surface.Translated(normalisations), "", func(int) { v.normalise() })
	c.Tells(v.values, func() string { return surface.Explain(string(v.way())) })
	input := func(placeholder string, check func(string) error) *surface.Input { // all apply together
		f := c.Input(placeholder, "", check, func(string) { v.normalise() })
		f.Name = placeholder
		return f
	}
	isFigure := func(text string) error {
		_, err := figure(text)
		return err
	}
	v.unit = input(lang.L("request"), func(string) error { return nil })
	v.figures = [2]*surface.Input{input(lang.L("base"), isFigure), input(lang.L("new"), isFigure)}
	wrong := surface.NewComplaint()
	wrong.Watch(v.figures[0], v.figures[1])
	v.per = container.NewHBox(surface.Wide(90, v.unit.Field), surface.Wide(86, v.figures[0].Field),
		surface.Wide(86, v.figures[1].Field), wrong)
	c.Tell(v.per, surface.Explain(string(compare.PerUnit)))
	v.per.Hide()
	v.pairs = c.Check(lang.L("in pairs"),
		lang.L("Judge the differences within pairs of recordings: the first of each side by time, the second ones, and so on. What both of a pair have in common, such as the load of the machine, then counts as no difference."),
		func(bool) { v.normalise() })
	v.pairs.Hide() // until it is known that there are pairs
	return v
}

func (v *normaliser) way() compare.By { return compare.Ways[max(0, v.values.SelectedIndex())] }

// grouped matches a number whose thousands are set apart: 12,400.5. Another comma might stand for a point.
var grouped = regexp.MustCompile(`^\d{1,3}(,\d{3})+(\.\d*)?$`)

var errFigure = lang.Error("no number above 0")

// figure reads how many units there were; 0: nothing is typed yet.
func figure(text string) (float64, error) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, nil
	}
	if grouped.MatchString(text) {
		text = strings.ReplaceAll(text, ",", "")
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0) || math.IsInf(x, 0) {
		return 0, errFigure
	}
	return x, nil
}

// normalise sends the choice. While a figure is missing or wrong, what was in force stays.
func (v *normaliser) normalise() {
	n := compare.Normalisation{By: v.way(), Pairs: v.pairs.Checked}
	surface.SetVisible(v.per, n.By == compare.PerUnit)
	if n.By == compare.PerUnit {
		n.Unit = cmp.Or(strings.TrimSpace(v.unit.Text), v.unit.PlaceHolder)
		for k, into := range []*float64{&n.Base, &n.New} {
			x, err := figure(v.figures[k].Text)
			if err != nil || x == 0 {
				return
			}
			*into = x
		}
	}
	if n != v.applied {
		v.applied = n
		v.send(screen.Normalise{Normalisation: n})
	}
}

func (v *normaliser) show(n compare.Normalisation, profiles bool) {
	surface.SetVisible(v.values, profiles)
	surface.SetVisible(v.per, profiles && n.By == compare.PerUnit)
	i := slices.Index(compare.Ways, n.By)
	if n == v.applied && i == v.values.SelectedIndex() {
		return
	}
	v.applied = n
	v.pairs.SetChecked(n.Pairs)
	v.values.SetSelectedIndex(i)
	if n.By == compare.PerUnit {
		v.unit.Set(n.Unit)
		for k, x := range []float64{n.Base, n.New} {
			v.figures[k].Set(strconv.FormatFloat(x, 'f', -1, 64))
		}
	}
}

// judgement says how differences are judged, if somebody asks.
type judgement struct {
	how         *surface.Button
	method      *widget.Label
	explanation []string // for what is shown
	asked       bool
}

func newJudgement(c *surface.Controls, changed func()) *judgement {
	v := &judgement{method: caption("")}
	v.how = c.Button(lang.L("Show method"), nil, lang.L("The test behind the verdicts and its assumptions."),
		func() { v.asked = !v.asked; changed() })
	v.method.Wrapping = fyne.TextWrapWord
	v.method.Hide()
	return v
}

// explain shows or hides the method.
func (v *CompareBar) explain() {
	on := v.asked && len(v.explanation) > 0
	v.saidHeight.max = maxCompared
	text := lang.L("Show method")
	if on {
		v.method.SetText(surface.Arrows(strings.Join(v.explanation, "\n")))
		v.saidHeight.max, text = maxExplained, lang.L("Hide method")
	}
	surface.SetVisible(v.method, on)
	surface.SetText(v.how, text)
	surface.SetEnabled(v.how, len(v.explanation) > 0)
	surface.SetVisible(v.said, v.heading.Visible() || v.notes.Visible())
	v.said.Refresh()
}
