// Package answer prepares what a tab shows. It knows no desk and no window.
//
// A [Request] is all that an answer depends on: the document, the visible tab,
// the place and the display. [Compute] makes an [Answer] of it in the background.
// It takes over each part of the answer before that depends on nothing that has
// changed. [ComputeTrace] does the same for an execution trace.
//
//	a, errs, err := answer.Compute(ctx, answer.Request{Profile: p, Tab: screen.TopTab, …}, before)
//
// A new tab is a row of the table of tabs and a file with its part. A part stands
// in [Answer] as a kept value: what was made, and the key of what it depends on.
package answer
