package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
)

// compareMenu makes the menu with the commands for comparisons.
func (w *Window) compareMenu(item func(string, screen.Intent, ...fyne.KeyName) *fyne.MenuItem) *fyne.Menu {
	return fyne.NewMenu(lang.L("Compare"),
		item(lang.L("Compare the selected"), screen.CompareMarked{}, fyne.KeyM),
		item(lang.L("Add up the selected"), screen.AddUpMarked{}),
		item(lang.L("Compare with the baseline"), screen.CompareBaseline{}),
		item(lang.L("Compare with the previous of the series"), screen.CompareSeries{}),
		item(lang.L("Compare with the first of the series"), screen.CompareSeries{First: true}),
		item(lang.L("Pin as baseline"), screen.PinBaseline{}),
		fyne.NewMenuItemSeparator(),
		item(lang.L("Side by side"), screen.ShowWay{Way: screen.SideBySide}),
		item(lang.L("Difference"), screen.ShowWay{Way: screen.AsDifference}),
		item(lang.L("Table"), screen.ShowWay{Way: screen.AsTable}),
		fyne.NewMenuItemSeparator(),
		item(lang.L("Swap base and new"), screen.SwapSides{}),
		item(lang.L("Replace the base by the selected"), screen.ReplaceSide{Base: true}),
		item(lang.L("Replace the new one by the selected"), screen.ReplaceSide{}),
		item(lang.L("Add the selected to the base"), screen.ReplaceSide{Base: true, Add: true}),
		item(lang.L("Add the selected to the new ones"), screen.ReplaceSide{Add: true}),
		fyne.NewMenuItemSeparator(),
		item(lang.L("Copy the summary as Markdown"), screen.CopySummary{}),
	)
}
