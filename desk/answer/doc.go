// Package answer prepares what a tab shows. It knows no desk and no window.
//
// A [Request] is all that an answer depends on: the document, the visible tab,
// the place and the display. [Compute] makes an [Answer] of it in the background
// and takes over what still holds from the answer before. [ComputeTrace] does the
// same for an execution trace.
package answer
