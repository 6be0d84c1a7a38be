// Package names knows how languages write function names.
//
// A [Language] says which part of a name is its package ([Language.Package]) and what may be dropped
// ([Language.Short], [Language.Shorter]). [LanguageOfFunc] finds the language of a function in a profile from its
// file, its name and the other functions; [LanguageOf], [PackageOf], [Short] and [Shorter] only know the name.
// [CodeKindOf] says whose code a function is, and [OfGo] whether a profile comes from a Go program.
package names
