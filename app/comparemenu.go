package app

import (
	"fyne.io/fyne/v2"

	"profstation/views"
)

// compareMenu are the commands that are about comparisons.
func (w *Window) compareMenu(item func(string, views.Intent, ...fyne.KeyName) *fyne.MenuItem) *fyne.Menu {
	return fyne.NewMenu("Compare",
		item("Compare the selected", views.CompareMarked{}, fyne.KeyM),
		item("Add up the selected", views.AddUpMarked{}),
		item("Compare with the baseline", views.CompareBaseline{}),
		item("Compare with the previous of the series", views.CompareSeries{}),
		item("Compare with the first of the series", views.CompareSeries{First: true}),
		item("Pin as baseline", views.PinBaseline{}),
		fyne.NewMenuItemSeparator(),
		item("Side by side", views.ShowWay{Way: views.SideBySide}),
		item("Difference", views.ShowWay{Way: views.AsDifference}),
		item("Table", views.ShowWay{Way: views.AsTable}),
		fyne.NewMenuItemSeparator(),
		item("Swap base and new", views.SwapSides{}),
		item("Replace the base by the selected", views.ReplaceSide{Base: true}),
		item("Replace the new one by the selected", views.ReplaceSide{}),
		item("Add the selected to the base", views.ReplaceSide{Base: true, Add: true}),
		item("Add the selected to the new ones", views.ReplaceSide{Add: true}),
		fyne.NewMenuItemSeparator(),
		item("Copy the summary as Markdown", views.CopySummary{}),
	)
}
