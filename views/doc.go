// Package views has the bars, panels and lists around the tabs of the window, and the
// table of the views that fill the tabs ([Tabs]). The views are in the packages below it.
//
// A view shows a [screen.Snapshot] and answers with intents: it never loads, filters or
// computes, and never calls another view. All it needs is in the snapshot; all that a user
// does leaves it through [screen.Send].
package views
