//go:build window

package e2e

import (
	"bytes"
	"image"
	"image/color"
)

// differing counts the pixels in which two pictures differ; pictures of
// different sizes differ in all pixels.
func differing(a, b *image.RGBA) int {
	if a.Bounds().Size() != b.Bounds().Size() {
		return pixels(a) + pixels(b)
	}
	n := 0
	width := a.Bounds().Dx()
	for y := range a.Bounds().Dy() {
		rowA, rowB := a.Pix[y*a.Stride:][:4*width], b.Pix[y*b.Stride:][:4*width]
		if bytes.Equal(rowA, rowB) {
			continue
		}
		for x := 0; x < len(rowA); x += 4 {
			if [4]byte(rowA[x:]) != [4]byte(rowB[x:]) {
				n++
			}
		}
	}
	return n
}

func pixels(m *image.RGBA) int { return m.Bounds().Dx() * m.Bounds().Dy() }

// part is a part of a picture, with the same coordinates.
func part(m *image.RGBA, area image.Rectangle) *image.RGBA {
	return m.SubImage(area).(*image.RGBA)
}

// count counts the pixels of one colour.
func count(m *image.RGBA, c color.Color) int {
	r, g, b, _ := c.RGBA()
	return colours(m)[color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}]
}

// colours counts how many pixels each colour has.
func colours(m *image.RGBA) map[color.RGBA]int {
	count := make(map[color.RGBA]int)
	width := m.Bounds().Dx()
	for y := range m.Bounds().Dy() {
		row := m.Pix[y*m.Stride:][:4*width]
		for x := 0; x < len(row); {
			from := x
			p := [4]byte(row[x:])
			for x += 4; x < len(row) && [4]byte(row[x:]) == p; x += 4 {
			}
			count[color.RGBA{p[0], p[1], p[2], p[3]}] += (x - from) / 4
		}
	}
	return count
}

// blank reports whether a picture shows nothing: it has hardly a colour, or one
// colour nearly everywhere.
func blank(m *image.RGBA) bool {
	all := pixels(m)
	count := colours(m)
	for _, n := range count {
		if n > all-all/100 {
			return true
		}
	}
	return len(count) < 16
}
