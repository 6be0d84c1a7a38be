package graph

import (
	"fmt"
	"math"

	"profstation/model/units"
)

// The sizes and colours here are pprof's (internal/graph/dotgraph.go). Its colours for decreases are as of November
// 2026.

func (g *Graph) maxFlat() int64 {
	if g.Options.Largest > 0 {
		return g.Options.Largest
	}
	var largest int64
	for i := range g.Nodes {
		largest = max(largest, units.Magnitude(g.Nodes[i].Flat))
	}
	return largest
}

// FontSize returns the text size for node i, from 8 to 24 points. It grows with the square root of the node's share
// in the largest flat value.
func (g *Graph) FontSize(i int32) int { return fontSize(g.Nodes[i].Flat, g.maxFlat()) }

func fontSize(flat, largest int64) int {
	const minSize, growth = 8, 16
	if flat == 0 || largest <= 0 {
		return minSize
	}
	return minSize + int(math.Ceil(growth*math.Sqrt(float64(units.Magnitude(flat))/float64(largest))))
}

// nodeletSize is the text size in a nodelet, in points.
const nodeletSize = 8

// Heat returns the colour for a share, from −1 (blue) over 0 (grey) to 1 (red), lighter for the inside of boxes.
// Small shares are grey, but colours soon differ as they grow.
func Heat(share float64, inside bool) (r, g, b uint8) {
	saturation, value := 1.0, 0.7
	if inside {
		saturation, value = 0.1, 0.93
	}
	if math.IsNaN(share) {
		share = 0
	}
	share = max(-1, min(1, share))
	if a := math.Abs(share); a < 0.2 {
		saturation *= a / 0.2
	}
	high := value * (1 - saturation*math.Pow(math.Abs(share), 0.3))
	low := value * (1 - saturation)
	if share < 0 {
		return uint8(high * 255), uint8(high * 255), uint8(value * 255)
	}
	return uint8(value * 255), uint8(high * 255), uint8(low * 255)
}

func heat(v, total int64, inside bool) string {
	r, g, b := Heat(shareOf(v, total), inside)
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

// Share returns a value as a part of the graph's scale, with its sign. It returns 0 if the scale is 0.
func (g *Graph) Share(v int64) float64 { return shareOf(v, g.scale()) }

func (g *Graph) scale() int64 {
	if g.Options.Scale > 0 {
		return g.Options.Scale
	}
	return g.Total
}

func shareOf(v, total int64) float64 {
	if total == 0 {
		return 0
	}
	return float64(v) / float64(units.Magnitude(total))
}

// PenWidth returns how wide an edge is drawn, from 1 to 6 points.
func (g *Graph) PenWidth(weight int64) int { return 1 + parts(weight, g.scale(), 5) }

// pull returns how hard graphviz tries to make an edge short and straight, from 1 to 101.
func (g *Graph) pull(weight int64) int { return 1 + parts(weight, g.Total, 100) }

// parts returns how many of n equal parts of the total a value fills, at most n.
func parts(v, total int64, n int64) int {
	v, total = units.Magnitude(v), units.Magnitude(total)
	if total == 0 {
		return 0
	}
	if v > math.MaxInt64/n {
		return int(min(float64(v)/float64(total)*float64(n), float64(n)))
	}
	return int(min(v*n/total, n))
}
