package screen

// Finding is one thing that a palette offers to go to.
type Finding struct {
	Label, Detail string
	Go            []Intent // sent one after the other
	Do            func()   // done before; nil: nothing
}

// Find answers what is typed into a palette, best first. It may be called on
// any goroutine, and several times at once.
type Find func(text string) []Finding
