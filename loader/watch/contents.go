package watch

// contents knows which files have the same bytes. One of them is shown, the others are its copies.
type contents struct {
	shown  map[digest]*file
	copies map[digest]map[*file]struct{}
}

func newContents() contents {
	return contents{shown: map[digest]*file{}, copies: map[digest]map[*file]struct{}{}}
}

// own makes f the file under which its content is shown, if there is none yet.
func (c *contents) own(f *file) {
	if c.shown[f.sum] == nil {
		c.shown[f.sum] = f
	}
}

// copied notes that f has a content that is shown.
func (c *contents) copied(f *file) {
	if c.copies[f.sum] == nil {
		c.copies[f.sum] = map[*file]struct{}{}
	}
	c.copies[f.sum][f] = struct{}{}
}

// disown forgets f as the file under which its content is shown, or as a copy.
func (c *contents) disown(f *file) {
	if c.shown[f.sum] == f {
		delete(c.shown, f.sum)
	}
	if copies := c.copies[f.sum]; copies != nil {
		if delete(copies, f); len(copies) == 0 {
			delete(c.copies, f.sum)
		}
	}
}

// heir returns a copy of a content that no file shows, nil if there is none.
func (c *contents) heir(sum digest) *file {
	if c.shown[sum] == nil {
		for f := range c.copies[sum] {
			if f.state == twin && f.gone.IsZero() {
				return f
			}
		}
	}
	return nil
}

// leave takes its content from f. If a copy is left that no file shows any more, it takes the content from that
// too and returns it: it must be read again.
func (c *contents) leave(f *file) (heir *file) {
	c.disown(f)
	if heir = c.heir(f.sum); heir != nil {
		c.disown(heir)
		heir.sum = digest{}
	}
	f.sum = digest{}
	return heir
}
