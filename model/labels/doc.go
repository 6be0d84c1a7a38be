// Package labels sums a result's samples by their labels.
//
// [Of] returns totals for each key, [At] the same for samples with a node. [NewPivot] sums one key against
// another, and [PivotFunctions] functions against one key. [OfTree] says which value weighs most in each
// branch of a call tree. [Cross] sums any rows found in stacks by any columns that follow from label sets.
// [SelectValue] and its relatives are the filters that keep what a figure stands for.
package labels
