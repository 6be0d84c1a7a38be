package desk

import (
	"slices"

	"profstation/desk/screen"
	"profstation/model/lang"
)

// dismiss hides a finding of the active document, or shows it again. What is dismissed stays so in the document's next
// profiles.
func (s *documents) dismiss(i screen.DismissFound) {
	doc := s.active
	if doc == nil {
		return
	}
	doc.dismissed = slices.DeleteFunc(slices.Clone(doc.dismissed), func(key string) bool { return key == i.Key })
	if i.Restore {
		s.desk.Publish()
		return
	}
	doc.dismissed = append(doc.dismissed, i.Key)
	s.desk.Say(lang.L("Dismissed. It stands under “Dismissed” in Overview, where you can restore it."))
}
