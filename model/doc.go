// Package model holds the tables that every view reads, and their builder.
//
// A profile is loaded once (package loader, through a [Builder]) into flat tables that never change
// afterwards, so views share it between goroutines without locks: strings, functions, lines, locations, stacks,
// samples, label sets. [Kind] says what a profile measures, and a [Measurement] what one measurement is of it.
// [Join] and [Union] put the tables of several profiles together.
//
// Nothing here answers a question; packages below do, each about one thing:
//
//   - model/query turns a question into figures, trees and calls of nodes;
//   - model/labels sums by labels;
//   - model/explain says what a profile is, and what may mislead in it;
//   - model/names knows how languages write the names of functions, and whose code a function is;
//   - model/complete proposes texts for filters;
//   - model/units writes figures, model/safe texts that are not ours;
//   - model/work is for what takes long: it is asked whether it has ended, and shared among processors.
//
// What they find out of a profile alone is kept with it, see [Derive].
//
// What may take long takes a context and asks it every few thousand steps.
package model
