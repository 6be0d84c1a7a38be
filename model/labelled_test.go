package model

import (
	"slices"
	"testing"
)

// Labels that are added stand beside those of the samples, and in the place of those of the same key; the profile that
// they are added to has none of them.
func TestLabelled(t *testing.T) {
	b := NewBuilder([]ValueType{{"samples", "count"}})
	text := func(key, value string) Label { return Label{Key: b.String(key), Str: b.String(value)} }
	for _, set := range [][]Label{nil, {text("pod", "own"), text("tenant", "a")}, {text("pod", "other"), text("tenant", "a")}, {text("tenant", "b")}} {
		b.Sample(nil, b.LabelSet(set), []int64{1})
	}
	p := b.Profile(Header{})
	l := Labelled(p, [][2]string{{"pod", "p1"}, {"zone", "z"}})
	var got []string
	for i := range l.Samples.Len() {
		s := ""
		for _, x := range l.Labels.Set(l.Samples.LabelSet(i)) {
			s += l.Strings.Raw(x.Key) + "=" + l.Strings.Raw(x.Str) + " "
		}
		got = append(got, s)
	}
	want := []string{"pod=p1 zone=z ", "tenant=a pod=p1 zone=z ", "tenant=a pod=p1 zone=z ", "tenant=b pod=p1 zone=z "}
	if !slices.Equal(got, want) {
		t.Errorf("samples have %q", got)
	}
	if l.Samples.LabelSet(1) != l.Samples.LabelSet(2) || l.Labels.Len() != 4 {
		t.Errorf("%d sets, of which equal ones stand twice", l.Labels.Len())
	}
	if p.Labels.Len() != 4 || p.Strings.Find("p1") >= 0 {
		t.Error("the profile itself has changed")
	}
	if none := Labelled(p, nil); none.Samples.LabelSet(0) != 0 {
		t.Error("a sample without labels has some")
	}
}
