package views

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/compare"
	"profstation/views/surface"
)

// CompareBar is the line of choices above the tabs of a comparison, with what is
// compared and what came of it below, and how that is judged if one asks.
type CompareBar struct {
	Object fyne.CanvasObject
	send   screen.Send

	ways      [3]*widget.Button
	values    *widget.Select
	per       *fyne.Container // the figures of "per unit"
	unit      *widget.Entry
	figures   [2]*widget.Entry // of base and new
	pause     *time.Timer
	width     *widget.Select
	one       *widget.Check
	plain     *widget.Check
	noise     *widget.Check
	cum       *widget.Check
	small     *widget.Check
	copy      *widget.Button
	heading   *widget.Label
	notes     *widget.Label
	how       *widget.Button
	explained *widget.Label
	// explanation is how differences of what is shown are judged.
	explanation []string
	asked       bool // how it is judged
	showing     bool
	applied     compare.Normalisation
}

// normalisations are the ways to normalise in words, in the order of
// compare.Ways; the last asks for figures.
var normalisations = []string{"as recorded", "per second", "per total", "per …"}

// What is coloured as everywhere: boxes of a flame graph, nodes of a call graph.
const (
	packagesColored = "colours of packages"
	sharesColored   = "colours of shares"
)

// NewCompareBar makes the line. post runs a function on the UI goroutine.
func NewCompareBar(send screen.Send, post func(func())) *CompareBar {
	v := &CompareBar{send: send}
	row := container.NewHBox()
	for i, w := range screen.Ways {
		text := lang.L(w.String())
		v.ways[i] = widget.NewButton(strings.ToUpper(text[:1])+text[1:], func() { send(screen.ShowWay{Way: w}) })
		row.Add(v.ways[i])
	}
	swap := widget.NewButton("⇄", func() { send(screen.SwapSides{}) })
	swap.Importance = widget.LowImportance
	v.values = widget.NewSelect(surface.Translated(normalisations), func(string) { v.normalise() })
	v.unit = widget.NewEntry()
	v.unit.SetPlaceHolder(lang.L("request"))
	v.per = container.NewHBox(sized(90, v.unit))
	for i, hint := range []string{"base", "new"} {
		v.figures[i] = widget.NewEntry()
		v.figures[i].SetPlaceHolder(hint)
		v.per.Add(sized(86, v.figures[i]))
	}
	for _, e := range []*widget.Entry{v.unit, v.figures[0], v.figures[1]} {
		e.OnChanged = func(string) {
			if v.showing {
				return
			}
			if v.pause != nil {
				v.pause.Stop()
			}
			v.pause = time.AfterFunc(surface.TypingPause, func() { post(v.normalise) })
		}
		e.OnSubmitted = func(string) { v.normalise() }
	}
	v.per.Hide()
	widths := make([]string, len(compare.Widths))
	for i, w := range compare.Widths {
		widths[i] = lang.L("width: ") + string(w)
	}
	v.width = widget.NewSelect(widths, func(string) {
		if i := v.width.SelectedIndex(); i >= 0 && !v.showing {
			v.change(func(d *screen.CompareDisplay) { d.Width = compare.Widths[i] })
		}
	})
	v.one = v.check(lang.L("one scale"), func(d *screen.CompareDisplay) *bool { return &d.OneScale })
	v.plain = v.check(lang.L(packagesColored), func(d *screen.CompareDisplay) *bool { return &d.Plain })
	v.noise = v.check(lang.L("hide noise"), func(d *screen.CompareDisplay) *bool { return &d.HideNoise })
	v.cum = v.check(lang.L("cum"), func(d *screen.CompareDisplay) *bool { return &d.Cum })
	v.small = v.check(lang.L("small ones too"), func(d *screen.CompareDisplay) *bool { return &d.Small })
	v.copy = widget.NewButtonWithIcon(lang.L("Copy"), theme.ContentCopyIcon(), func() { send(screen.CopySummary{}) })
	v.how = widget.NewButton(lang.L("How is this judged?"), func() { v.asked = !v.asked; v.explain() })
	v.how.Importance = widget.LowImportance
	for _, o := range []fyne.CanvasObject{swap, v.values, v.per, v.width, v.one, v.plain, v.cum, v.small, v.noise, v.copy, v.how} {
		row.Add(o)
	}
	caption := func() *widget.Label {
		l := widget.NewLabel("")
		l.SizeName = theme.SizeNameCaptionText
		return l
	}
	v.heading, v.notes, v.explained = caption(), caption(), caption()
	v.heading.Truncation = fyne.TextTruncateEllipsis
	v.notes.Wrapping, v.explained.Wrapping = fyne.TextWrapWord, fyne.TextWrapWord
	v.notes.Importance = widget.WarningImportance
	v.notes.Hide()
	v.explained.Hide()
	bar := surface.NewHinted(container.NewHScroll(row)) // the window may be narrower
	v.tell(bar, swap)
	v.Object = container.NewVBox(bar, v.heading, v.notes, v.explained)
	v.Object.Hide()
	return v
}

// tell says what the choices are for.
func (v *CompareBar) tell(bar *surface.Hinted, swap fyne.CanvasObject) {
	for i, text := range []string{
		lang.L("One picture or table of each side, beside each other."),
		lang.L("One picture of both sides, coloured by what has changed."),
		lang.L("What has changed as a table, the largest change first."),
	} {
		bar.Tell(v.ways[i], text)
	}
	bar.Tell(swap, lang.L("Swap base and new."))
	bar.Tells(v.values, func() string {
		return surface.Explain(string(compare.Ways[max(0, v.values.SelectedIndex())]))
	})
	bar.Tell(v.per, surface.Explain(string(compare.PerUnit)))
	bar.Tell(v.width, lang.L("What the width of a box stands for: the new side, the base, or the larger of both."))
	bar.Tell(v.one, lang.L("The same size for the same value on both sides, rather than a scale of its own for each."))
	bar.Tells(v.plain, func() string {
		if v.plain.Text == lang.L(sharesColored) {
			return lang.L("Colours of shares rather than of the change.")
		}
		return lang.L("Colours of packages rather than of the change.")
	})
	bar.Tell(v.noise, lang.L("What changed by no more than chance is pale in pictures, and left out of tables. ")+surface.Explain("noise"))
	bar.Tell(v.cum, surface.Explain("cum"))
	bar.Tell(v.small, lang.L("Also rows below the least share, which Filters … sets."))
	bar.Tell(v.copy, lang.L("Copies the summary as Markdown, for a pull request."))
	bar.Tell(v.how, lang.L("The test behind the verdicts, and what it takes for granted."))
}

// sized gives an object a width.
func sized(width float32, o fyne.CanvasObject) fyne.CanvasObject {
	return container.NewGridWrap(fyne.NewSize(width, o.MinSize().Height), o)
}

func (v *CompareBar) check(label string, part func(*screen.CompareDisplay) *bool) *widget.Check {
	return widget.NewCheck(label, func(on bool) {
		if !v.showing {
			v.change(func(d *screen.CompareDisplay) { *part(d) = on })
		}
	})
}

func (v *CompareBar) change(f func(*screen.CompareDisplay)) {
	v.send(screen.Show{Change: func(d *screen.Display) { f(&d.Compare) }})
}

// normalise sends the choice of how values are scaled. Figures that are no
// numbers are marked, and what was in force stays.
func (v *CompareBar) normalise() {
	i := v.values.SelectedIndex()
	if v.showing || i < 0 {
		return
	}
	if v.pause != nil {
		v.pause.Stop()
	}
	n := compare.Normalisation{By: compare.Ways[i]}
	surface.SetVisible(v.per, n.By == compare.PerUnit)
	if n.By == compare.PerUnit {
		n.Unit = strings.TrimSpace(v.unit.Text)
		if n.Unit == "" {
			n.Unit = v.unit.PlaceHolder
		}
		for k, into := range []*float64{&n.Base, &n.New} {
			text := strings.ReplaceAll(strings.TrimSpace(v.figures[k].Text), ",", "")
			x, err := strconv.ParseFloat(text, 64)
			if err == nil && !(x > 0) {
				err = strconv.ErrRange
			}
			if text == "" {
				return // there will be one
			}
			v.figures[k].SetValidationError(err)
			if err != nil {
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

// Show shows a snapshot.
func (v *CompareBar) Show(s *screen.Snapshot) {
	c := s.Comparing
	surface.SetVisible(v.Object, c != nil)
	if c == nil {
		return
	}
	v.showing = true
	defer func() { v.showing = false }()
	d := &s.Display.Compare
	profiles := s.Contrast == nil && s.Tab != screen.DurationsTab && s.Tab != screen.TimelineTab
	for _, w := range v.ways {
		surface.SetVisible(w, profiles)
	}
	surface.SetVisible(v.values, profiles)
	surface.SetVisible(v.per, profiles && s.Comparing.Normalisation.By == compare.PerUnit)
	for i, w := range screen.Ways {
		on := (s.Tab == screen.FlameTab || s.Tab == screen.GraphTab) && d.Way == w ||
			s.Tab == screen.TopTab && (w == screen.AsTable && !d.TopBeside || w == screen.SideBySide && d.TopBeside)
		v.ways[i].Importance = widget.LowImportance
		if on {
			v.ways[i].Importance = widget.HighImportance
		}
		v.ways[i].Refresh()
	}
	v.showNormalisation(c.Normalisation)
	flames := s.Tab == screen.FlameTab
	beside := (flames || s.Tab == screen.GraphTab) && d.Way == screen.SideBySide
	surface.SetVisible(v.width, flames && d.Way == screen.AsDifference)
	v.width.SetSelectedIndex(max(0, indexOf(compare.Widths, d.Width)))
	surface.SetVisible(v.one, beside)
	v.plain.Text = lang.L(packagesColored)
	if !flames {
		v.plain.Text = lang.L(sharesColored)
	}
	v.plain.Refresh()
	surface.SetVisible(v.plain, beside)
	surface.SetVisible(v.cum, s.Tab == screen.TopTab && !d.TopBeside || s.Tab == screen.SummaryTab)
	surface.SetVisible(v.small, s.Tab == screen.TopTab)
	surface.SetVisible(v.noise, !(s.Tab == screen.TopTab && d.TopBeside) && s.Tab != screen.SummaryTab && s.Tab != screen.TimelineTab)
	surface.SetVisible(v.copy, s.Tab == screen.SummaryTab)
	v.one.SetChecked(d.OneScale)
	v.plain.SetChecked(d.Plain)
	v.noise.SetChecked(d.HideNoise)
	v.cum.SetChecked(d.Cum)
	v.small.SetChecked(d.Small)
	v.caption(s)
}

func indexOf[T comparable](list []T, x T) int {
	for i, y := range list {
		if x == y {
			return i
		}
	}
	return -1
}

func (v *CompareBar) showNormalisation(n compare.Normalisation) {
	i := indexOf(compare.Ways, n.By)
	if n == v.applied && i == v.values.SelectedIndex() {
		return
	}
	v.applied = n
	v.values.SetSelectedIndex(i)
	surface.SetVisible(v.per, n.By == compare.PerUnit)
	if n.By == compare.PerUnit {
		v.unit.SetText(n.Unit)
		for k, x := range []float64{n.Base, n.New} {
			v.figures[k].SetText(strconv.FormatFloat(x, 'f', -1, 64))
		}
	}
}

// caption says what is compared, what came of it, and what is to be known of the
// sides.
func (v *CompareBar) caption(s *screen.Snapshot) {
	text := s.Comparing.Base.Name + " → " + s.Comparing.New.Name
	notes := append(append([]string{}, s.Comparing.Base.Notes...), s.Comparing.New.Notes...)
	v.explanation = nil
	if s.Contrast != nil {
		text, v.explanation = s.Contrast.Heading, s.Contrast.Explain
	}
	surface.SetVisible(v.how, s.Tab != screen.TimelineTab) // nothing there is judged
	if s.Tab == screen.TimelineTab {
		v.explanation = nil
	}
	if s.Answer != nil && s.Answer.Compared != nil {
		c := s.Answer.Compared
		lines := c.Comparison.Heading()
		lines = lines[:min(2, len(lines))]
		if c.Note != "" { // before what may be cut off at the end
			lines = slices.Insert(slices.Clip(lines), 1, c.Note)
		}
		text = strings.Join(lines, " · ")
		v.explanation = c.Comparison.JudgedBy().Explain()
		if c.Groups != nil {
			each := s.Tab == screen.TopTab && !s.Display.Compare.TopBeside
			text += " · " + groupText(c, each)
			if each {
				v.explanation = compare.Runs.Explain()
			}
		}
		notes = append(notes, c.Missing...)
		notes = append(notes, c.Comparison.Pair.Left...)
	}
	v.heading.SetText(surface.Arrows(text))
	v.notes.SetText(strings.Join(notes, "\n"))
	surface.SetVisible(v.notes, len(notes) > 0)
	v.explain()
}

// groupText says of groups what is shown of them: each recording for itself, or all
// added up.
func groupText(c *screen.Compared, each bool) string {
	text := model.Count(int64(c.Groups.Before)) + lang.L(" and ") + model.Count(int64(c.Groups.After)) + lang.L(" recordings")
	if !each {
		text += lang.L(", each side added up")
		if c.Comparison.JudgedBy() != compare.Runs {
			text += lang.L("; too few for their spread")
		}
	}
	return text
}

// explain shows or hides how differences are judged.
func (v *CompareBar) explain() {
	on := v.asked && len(v.explanation) > 0
	if on {
		v.explained.SetText(strings.Join(v.explanation, "\n"))
	}
	surface.SetVisible(v.explained, on)
	text := lang.L("How is this judged?")
	if on {
		text = lang.L("Hide how it is judged")
	}
	if v.how.Text != text {
		v.how.SetText(text)
	}
	enable(v.how, len(v.explanation) > 0)
}
