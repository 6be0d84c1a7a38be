package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"profstation/views"
)

// compareMenu are the commands that are about comparisons.
func (w *Window) compareMenu(item func(string, views.Intent, ...fyne.KeyName) *fyne.MenuItem) *fyne.Menu {
	return fyne.NewMenu(lang.L("Compare"),
		item(lang.L("Compare the selected"), views.CompareMarked{}, fyne.KeyM),
		item(lang.L("Add up the selected"), views.AddUpMarked{}),
		item(lang.L("Compare with the baseline"), views.CompareBaseline{}),
		item(lang.L("Compare with the previous of the series"), views.CompareSeries{}),
		item(lang.L("Compare with the first of the series"), views.CompareSeries{First: true}),
		item(lang.L("Pin as baseline"), views.PinBaseline{}),
		fyne.NewMenuItemSeparator(),
		item(lang.L("Side by side"), views.ShowWay{Way: views.SideBySide}),
		item(lang.L("Difference"), views.ShowWay{Way: views.AsDifference}),
		item(lang.L("Table"), views.ShowWay{Way: views.AsTable}),
		fyne.NewMenuItemSeparator(),
		item(lang.L("Swap base and new"), views.SwapSides{}),
		item(lang.L("Replace the base by the selected"), views.ReplaceSide{Base: true}),
		item(lang.L("Replace the new one by the selected"), views.ReplaceSide{}),
		item(lang.L("Add the selected to the base"), views.ReplaceSide{Base: true, Add: true}),
		item(lang.L("Add the selected to the new ones"), views.ReplaceSide{Add: true}),
		fyne.NewMenuItemSeparator(),
		item(lang.L("Copy the summary as Markdown"), views.CopySummary{}),
	)
}
