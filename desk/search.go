package desk

import (
	"profstation/desk/lang"
	"profstation/desk/screen"
)

// nextMatch selects the next node that the search found, heaviest first. While
// the search is still at work it waits.
func (d *Desk) nextMatch(i screen.NextMatch) {
	if d.Working && (d.answer == nil || d.answer.Request.Search != d.search) {
		d.next = &i
		return
	}
	if d.answer == nil || d.answer.Match == nil {
		return
	}
	if l := d.answer.Labels; d.Tab() == screen.LabelsTab && l != nil && l.Found != nil {
		return // its values are stepped through where they are listed
	}
	found := d.answer.Matches()
	if d.Tab() == screen.GraphTab && len(found) > 0 {
		if found = d.answer.InPicture(found); len(found) == 0 {
			d.Notice = lang.L("Nothing that was found is in the picture, which has not all nodes: show more of them, or see Top.")
			d.Publish()
		}
	}
	if name := d.answer.NextMatch(found, d.place().Selected.Node, i.Backwards); name != "" {
		d.Do(screen.Select{Selection: screen.Selection{Node: name}})
	}
}
