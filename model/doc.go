// Package model holds the tables that every view reads, and their builder.
//
// A profile is loaded once (package loader, through a [Builder]) into flat tables that never change
// afterwards, so views share it between goroutines without locks: strings, functions, lines, locations,
// stacks, samples, label sets. [Kind] says what a profile measures, and a [Measurement] what one measurement
// in it is. [Join] and [Union] put the tables of several profiles together.
//
// Nothing here answers a question. The packages below do, each about one subject:
//
//   - model/query turns a question into figures, trees and calls between nodes;
//   - model/labels sums by labels;
//   - model/explain says what a profile is, and what may mislead in it;
//   - model/names knows how languages write function names, and whose code a function is;
//   - model/complete proposes texts for filters;
//   - model/units writes figures, and model/safe texts from elsewhere;
//   - model/work helps with long work: it checks for cancellation and divides work among processors.
//
// What they compute from a profile alone is kept with the profile, see [Derive].
//
// Functions that may take long take a context and check it every few thousand steps.
package model
