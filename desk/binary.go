package desk

import (
	"maps"

	"profstation/desk/lang"
	"profstation/desk/screen"
)

// readBinary allows a binary of the active document to be taken apart. That is
// for this document only: another one may name anything.
func (d *Desk) readBinary(i screen.ReadBinary) {
	doc := d.active
	if doc == nil {
		return
	}
	allow := func(path string) {
		all := maps.Clone(doc.binaries) // what is being prepared has the old ones
		if all == nil {
			all = map[string]string{}
		}
		all[i.Named] = path
		doc.binaries = all
		d.prepare()
	}
	if !i.Choose {
		allow(i.Named)
		return
	}
	d.shell.ChooseFiles(lang.L("The binary that the profile was made of"), func(paths []string) {
		if len(paths) > 0 {
			allow(paths[0])
		}
	})
}
