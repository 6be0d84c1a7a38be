// Package views holds the widgets of the window: one for each tab, over one
// shared surface for panning and zooming, and those around them.
//
// A view is shown a [Snapshot] and answers with an [Intent]: it never loads,
// filters or computes, and never calls another view. Everything a view needs
// is in the snapshot; everything a user does leaves it through [Send].
package views
