package legible

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strconv"
	"testing"

	"profstation/scene"
)

// Wide is a text in an SVG, shown by a viewer that has the widest font in the list, and none before it.
type Wide struct {
	X    float64 `xml:"x,attr"`
	Y    float64 `xml:"y,attr"` // its baseline
	Text string  `xml:",chardata"`

	Size   string `xml:"font-size,attr"`
	Weight string `xml:"font-weight,attr"`
	Clip   string `xml:"clip-path,attr"`
	Length string `xml:"textLength,attr"`
}

// Cut reports whether the text is cut where its room ends.
func (w *Wide) Cut() bool { return w.Clip != "" && w.Length != "" }

// End is where the text ends if it is not cut.
func (w *Wide) End() float64 {
	f := scene.Font{Size: scene.TextSize, Bold: w.Weight != ""}
	if size, err := strconv.ParseFloat(w.Size, 64); err == nil {
		f.Size = size
	}
	return w.X + scene.Widest(w.Text, f)
}

// Wider draws a picture as SVG and reports texts that run into the next on their line if a viewer's
// font is wider. It returns all texts, by lines.
func Wider(t testing.TB, w, h float64, draw func(scene.Canvas)) []Wide {
	t.Helper()
	var out bytes.Buffer
	svg := scene.NewSVG(&out, w, h, scene.Light.Background, "", "")
	draw(svg)
	if err := svg.Close(); err != nil {
		t.Fatal(err)
	}
	var all []Wide
	for d := xml.NewDecoder(&out); ; {
		token, err := d.Token()
		if err != nil {
			break
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
			var x Wide
			if err := d.DecodeElement(&x, &e); err != nil {
				t.Fatal(err)
			}
			all = append(all, x)
		}
	}
	slices.SortStableFunc(all, func(a, b Wide) int {
		if a.Y != b.Y {
			return int(100 * (a.Y - b.Y))
		}
		return int(100 * (a.X - b.X))
	})
	for i := 1; i < len(all); i++ {
		if a, b := &all[i-1], &all[i]; a.Y == b.Y && !a.Cut() && a.End() > b.X {
			t.Errorf("%q ends at %v, and %q begins at %v", a.Text, a.End(), b.Text, b.X)
		}
	}
	return all
}
