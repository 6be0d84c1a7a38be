package loader

import (
	"bytes"
	"strings"
	"testing"

	"profstation/internal/hostile"
)

// TestManyEndToEnd adds up more profiles that stand end to end than one may have sample types, and
// refuses more than anybody joins.
func TestManyEndToEnd(t *testing.T) {
	one := hostile.Pack(hostile.Message(nil).Part(1, hostile.Message(nil).Num(1, 1)).Part(2, hostile.Message(nil).Num(2, 3)).
		Strings("", "cpu").Num(9, 7))
	f, err := Decode(t.Context(), "x", bytes.Repeat(one, 1_500), Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, v := range f.Profile.Samples.Values[0] {
		sum += v
	}
	if sum != 4_500 {
		t.Errorf("a sum of %d, not 4,500", sum)
	}
	_, err = Decode(t.Context(), "x", bytes.Repeat(one, maxMerged+1), Options{})
	if err == nil || !strings.Contains(err.Error(), "10,001 profiles end to end, of which at most 10,000 are added up") {
		t.Error(err)
	}
}
