package loader

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/measure/hostile"
)

// TestManyEndToEnd adds up more profiles that stand end to end than one may have sample types, and
// refuses more than anybody joins.
func TestManyEndToEnd(t *testing.T) {
	one := hostile.Pack(hostile.Message(nil).Part(1, hostile.Message(nil).Num(1, 1)).Part(2, hostile.Message(nil).Num(2, 3)).
		Strings("", "cpu").Num(9, 7))
	f := must.Have(Decode(t.Context(), "x", bytes.Repeat(one, 1_500), Options{}))
	sum := int64(0)
	for _, v := range f.Profile.Samples.Values[0] {
		sum += v
	}
	if sum != 4_500 {
		t.Errorf("a sum of %d, not 4,500", sum)
	}
	_, err := Decode(t.Context(), "x", bytes.Repeat(one, maxMerged+1), Options{})
	if err == nil || !strings.Contains(err.Error(), "10,001 profiles end to end, of which at most 10,000 are added up") {
		t.Error(err)
	}
}

// TestOneProfile refuses a profile whose strings come first for what is wrong with it: they are no
// profile of their own, with something behind it.
func TestOneProfile(t *testing.T) {
	for name, want := range map[string]string{
		"crowd-20-million-sample-types":    "it has 20,000,001 sample types, more than the 1,000 that can be shown",
		"crowd-100000-sample-types":        "it has 100,001 sample types, more than the 1,000 that can be shown",
		"crowd-134-million-comments":       "it has 134,000,000 comments, more than the 100,000 that can be shown",
		"crowd-2000-types-20000-locations": "it has 2,000 sample types, more than the 1,000 that can be shown",
		"numbers-ids-of-nothing":           "sample 0: it refers to location 77, which is not in the file",
		"numbers-strings-of-nothing":       "function 0: it refers to string 1099511627776 of 4",
		"numbers-too-few-values":           "sample 0: it has 0 values for 1 sample types",
		"numbers-ids-that-collide":         "location 1: two locations have the id 1",
	} {
		in := hostile.Named(name)
		if in.Large && (underRace || testing.Short()) {
			continue
		}
		_, err := Decode(t.Context(), name, in.Bytes(), Options{})
		if err == nil || !strings.HasPrefix(err.Error(), name+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", name, err, want)
		}
	}
}

// TestEmptyBesideDamaged names the damage: that there are no samples would say nothing of the file.
func TestEmptyBesideDamaged(t *testing.T) {
	empty := hostile.Message(nil).Part(1, hostile.Message(nil).Num(1, 1)).Strings("", "cpu").Num(9, 7)
	damaged := hostile.Pack(empty.Part(2, hostile.Message(nil).Num(2, 3).Num(2, 3)))
	whole := hostile.Pack(empty.Part(2, hostile.Message(nil).Num(2, 3)))
	one := hostile.Pack(empty)
	if _, err := Decode(t.Context(), "x", slices.Concat(one, damaged), Options{}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
	f, err := Decode(t.Context(), "x", slices.Concat(one, damaged, whole), Options{})
	if err != nil || f.Profile.Samples.Len() != 1 || len(f.Profile.Warnings) != 2 {
		t.Errorf("%v, %v", f, err)
	}
}
