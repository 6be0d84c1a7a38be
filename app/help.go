package app

import (
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/text/language"

	"profstation/assets"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/views/surface"
)

const ( // texts that come with the program
	manualFile  = "docs/manual.md"
	licenceFile = "LICENSE"
	noticesFile = "NOTICES"
)

// help shows the texts that come with the program.
type help struct {
	dialogs *dialogs
	docs    fs.FS  // the texts; nil: there are none
	version string // the program's
}

// text returns a program document, or a sentence in its place if it is not there.
func (h *help) text(name string) string {
	if h.docs == nil {
		return lang.L("This build of profstation lacks {{.Name}}.", map[string]any{"Name": name})
	}
	data, err := fs.ReadFile(h.docs, name)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// manual returns the manual in the window's language, or the English one.
func (h *help) manual() string {
	base, _ := language.Make(lang.Tag()).Base()
	own := strings.TrimSuffix(manualFile, ".md") + "." + base.String() + ".md"
	if h.docs != nil {
		if _, err := fs.Stat(h.docs, own); err == nil {
			return own
		}
	}
	return manualFile
}

// chapter is a manual part under its own heading.
type chapter struct{ title, text string }

// chapters divides a text at its second-level headings; the text before them is named after the first level.
func chapters(markdown string) []chapter {
	var all []chapter
	for line := range strings.Lines(markdown) {
		title, second := strings.CutPrefix(line, "## ")
		if first, ok := strings.CutPrefix(line, "# "); ok && len(all) == 0 {
			title, second = first, true
		}
		if second || len(all) == 0 {
			all = append(all, chapter{title: strings.TrimSpace(title)})
		}
		all[len(all)-1].text += line
	}
	return all
}

// image matches a manual line that is a picture.
var image = regexp.MustCompile(`(?m)^!\[([^\]]*)\]\(([^)]+)\)\s*$`)

// link matches a manual link, and edition a line that leads to it in another language.
var (
	link    = regexp.MustCompile(`\[([^\]]*)\]\(([^)]+)\)`)
	edition = regexp.MustCompile(`(?m)^\[[^\]]*\]\(manual[a-z.]*\)\n`)
)

// unlinked is a text without the links to files beside the manual: there are none beside the program.
func unlinked(markdown string) string {
	return link.ReplaceAllStringFunc(edition.ReplaceAllString(markdown, ""), func(text string) string {
		if m := link.FindStringSubmatch(text); !strings.Contains(m[2], "://") {
			return m[1]
		}
		return text
	})
}

func (h *help) manualPage(c chapter) *surface.Pages {
	box := container.NewVBox()
	text := func(markdown string) {
		if strings.TrimSpace(markdown) == "" {
			return
		}
		t := widget.NewRichTextFromMarkdown(unlinked(markdown))
		t.Wrapping = fyne.TextWrapWord
		box.Add(t)
	}
	rest := 0
	for _, m := range image.FindAllStringSubmatchIndex(c.text, -1) {
		text(c.text[rest:m[0]])
		rest = m[1]
		data, err := fs.ReadFile(h.docs, path.Join(path.Dir(manualFile), c.text[m[4]:m[5]]))
		if err != nil {
			text("*" + c.text[m[2]:m[3]] + "*")
			continue
		}
		picture := canvas.NewImageFromReader(bytes.NewReader(data), c.text[m[4]:m[5]])
		picture.FillMode = canvas.ImageFillContain
		picture.SetMinSize(fyne.NewSize(480, 310))
		box.Add(picture)
	}
	text(c.text[rest:])
	return surface.NewPages(box)
}

func (h *help) showManual() {
	all := chapters(h.text(h.manual()))
	var text *surface.Pages
	page := container.NewStack()
	list := listOf(len(all), fyne.TextStyle{}, func(i int) string { return all[i].title })
	list.OnSelected = func(i widget.ListItemID) {
		text = h.manualPage(all[i])
		page.Objects = []fyne.CanvasObject{text.Object}
		page.Refresh()
	}
	split := container.NewHSplit(list, page)
	split.SetOffset(0.3)
	h.showLarge(lang.L("Manual"), split)
	list.Select(0)
	h.dialogs.window.Canvas().Focus(text)
}

// showLarge opens a dialog that nearly fills the window.
func (h *help) showLarge(title string, content fyne.CanvasObject) {
	h.dialogs.show(title, content, 1000, 760)
}

// showLines opens a long text; only the lines in sight are laid out.
func (h *help) showLines(title, text string) {
	lines := strings.Split(text, "\n")
	list := listOf(len(lines), fyne.TextStyle{Monospace: true}, func(i int) string { return safe.Text(lines[i]) })
	list.HideSeparators = true
	h.showLarge(title, list)
}

func listOf(n int, style fyne.TextStyle, line func(i int) string) *surface.List {
	return surface.NewList(
		func() int { return n },
		func() fyne.CanvasObject {
			l := widget.NewLabelWithStyle("", fyne.TextAlignLeading, style)
			l.Truncation = fyne.TextTruncateEllipsis
			return l
		},
		func(i widget.ListItemID, o fyne.CanvasObject) { o.(*widget.Label).SetText(line(i)) },
	)
}

func (h *help) showAbout() {
	icon := canvas.NewImageFromReader(bytes.NewReader(assets.Icon), "icon.png")
	icon.SetMinSize(fyne.NewSize(96, 96))
	icon.FillMode = canvas.ImageFillContain
	name := widget.NewLabel(lang.L("profstation {{.Version}}", map[string]any{"Version": h.version}))
	name.TextStyle.Bold = true
	h.dialogs.show(lang.L("About profstation"), container.NewHBox(icon, container.NewVBox(
		name,
		widget.NewLabel(lang.L("A viewer for profiles and execution traces of Go programs.\nNothing leaves this machine.")),
		widget.NewLabel(lang.L("© The profstation authors, under the BSD 3-clause licence.")),
		container.NewHBox(
			surface.NewButton(lang.L("Licence"), nil, func() { h.showLines(lang.L("Licence"), h.text(licenceFile)) }),
			surface.NewButton(lang.L("Third-party software"), nil, func() { h.showLines(lang.L("Third-party software"), h.text(noticesFile)) }),
		),
	)), 0, 0)
}
