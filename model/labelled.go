package model

// Labelled returns a profile in which every sample has one more label for each pair of a key and a text. The
// label replaces what samples have under that key. The tables in p do not change.
func Labelled(p *Profile, pairs [][2]string) *Profile {
	out, texts, sets := p.Clone(), Extend(p.Strings), newLabelSets()
	more := make([]Label, len(pairs))
	replaced := map[StringID]bool{}
	for i, pair := range pairs {
		more[i] = Label{Key: texts.ID(pair[0]), Str: texts.ID(pair[1])}
		replaced[more[i].Key] = true
	}
	ids := make([]LabelSetID, p.Labels.Len())
	for i := range ids {
		var set []Label
		for _, l := range p.Labels.Set(LabelSetID(i)) {
			if !replaced[l.Key] {
				set = append(set, l)
			}
		}
		set = append(set, more...)
		ids[i] = sets.id(set, set)
	}
	column := make([]LabelSetID, p.Samples.Len())
	for i := range column {
		column[i] = ids[p.Samples.LabelSet(i)]
	}
	out.Strings, out.Labels, out.Samples.Labels = texts.Strings, sets.Labels, column
	return out
}
