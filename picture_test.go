//go:build window

package main_test

import (
	"image"
	"image/color"
)

// differing counts the pixels in which two pictures differ; pictures of
// different size differ in all of them.
func differing(a, b image.Image) int {
	bounds := a.Bounds()
	if bounds != b.Bounds() {
		return bounds.Dx()*bounds.Dy() + b.Bounds().Dx()*b.Bounds().Dy()
	}
	n := 0
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if at(a, x, y) != at(b, x, y) {
				n++
			}
		}
	}
	return n
}

// at is a pixel without its alpha: what is on a screen is opaque.
func at(m image.Image, x, y int) color.RGBA {
	r, g, b, _ := m.At(x, y).RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}

// colours counts how many pixels each colour has.
func colours(m image.Image) map[color.RGBA]int {
	count := make(map[color.RGBA]int)
	bounds := m.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[at(m, x, y)]++
		}
	}
	return count
}

// blank is whether a picture shows nothing: hardly a colour, or one nearly
// everywhere.
func blank(m image.Image) bool {
	all := m.Bounds().Dx() * m.Bounds().Dy()
	count := colours(m)
	for _, n := range count {
		if n > all-all/100 {
			return true
		}
	}
	return len(count) < 16
}
