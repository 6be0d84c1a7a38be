// Package labels sums the samples of a result by their labels.
//
// [Of] has the totals of each key, [At] those of the samples with a node, [NewPivot] one key against another and
// [PivotFunctions] functions against one. [OfTree] says which value weighs most in each branch of a call tree, and
// [Cross] sums whatever rows stand in stacks by whatever columns follow from label sets. [SelectValue] and those
// beside it are the filters that leave what a figure stands for.
package labels
