// Package names knows how languages write the names of functions.
//
// A [Language] says what of a name is its package ([Language.Package]) and what may be left out ([Language.Short],
// [Language.Shorter]). [LanguageOfFunc] finds the language of a function of a profile by its file, by its name and by
// the other functions; [LanguageOf], [PackageOf], [Short] and [Shorter] know the name alone. [CodeKindOf] is whose code
// a function is, and [OfGo] whether a profile is of a program in Go.
package names
