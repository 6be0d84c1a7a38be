package screen

// Finding is one thing that a palette offers to go to.
type Finding struct {
	Label, Detail string
	Go            []Intent // sent one after the other
	Do            func()   // called before they are sent, unless nil
}

// Find returns the findings for a text typed into a palette, best first. It may
// be called on any goroutine, and several times at once.
type Find func(text string) []Finding
