package scene

import (
	"hash/fnv"
	"math"
)

// TextSize is the one type size for data, in logical pixels.
const TextSize = 12

// Theme is the set of colours that all pictures use. Background is what a
// picture stands on, Surface a panel above it; Text and Muted are read on both.
// Line separates. Hover and Selection are borders around boxes. Match fills what
// a search found and MatchText is read on it; Quiet fills what a search or filter
// put aside. Warning and Error are read on Background and Surface.
type Theme struct {
	Name                                   string
	Dark                                   bool
	Background, Surface, Text, Muted, Line Color
	Hover, Selection                       Color
	Match, MatchText, Quiet                Color
	Warning, Error                         Color
}

// Light and Dark are the two themes there are.
var (
	Light = Theme{Name: "light", Background: Hex("#fcfcfd"), Surface: Hex("#f4f5f7"), Text: ink, Muted: Hex("#5f6570"),
		Line: Hex("#d9dce1"), Hover: Hex("#3b4252"), Selection: Hex("#1f5fd6"), Match: Hex("#ffd54a"), MatchText: ink,
		Quiet: Hex("#e6e8eb"), Warning: Hex("#8a5300"), Error: Hex("#b3261e")}
	Dark = Theme{Name: "dark", Dark: true, Background: Hex("#1e1f22"), Surface: Hex("#27292d"), Text: Hex("#e4e6ea"), Muted: Hex("#a0a6b0"),
		Line: Hex("#3a3d43"), Hover: Hex("#d5dae3"), Selection: Hex("#7fb0ff"), Match: Hex("#d9a520"), MatchText: ink,
		Quiet: Hex("#35383d"), Warning: Hex("#f0b45b"), Error: Hex("#ff8a80")}
)

// Hue is a calm frame fill of hue h in degrees, of the same lightness for all.
func (t *Theme) Hue(h float64) Color {
	if t.Dark {
		return OKLCH(0.45, 0.07, h)
	}
	return OKLCH(0.87, 0.07, h)
}

// Category is one of eight fills that colour-blind people can tell apart; i
// beyond that begins again.
func (t *Theme) Category(i int) Color { return t.Hue(float64(i%8) * 45) }

// Heat is the fill for a share from 0 to 1.
func (t *Theme) Heat(x float64) Color { return Mix(t.Quiet, t.Hue(30), x) }

// Diff is the fill for a change from −1 (all gone, blue) to 1 (all new,
// orange), neutral at 0.
func (t *Theme) Diff(x float64) Color {
	if x < 0 {
		return Mix(t.Quiet, t.Hue(250), -x)
	}
	return Mix(t.Quiet, t.Hue(60), x)
}

// On is the colour of text on a fill, which may be translucent above Background.
func (t *Theme) On(fill Color) Color {
	if t.Dark {
		return firstReadable(over(fill, t.Background), chalk, ink)
	}
	return firstReadable(over(fill, t.Background), ink, chalk)
}

// HashHue is a stable hue in degrees for a name, well spread for similar names.
func HashHue(s string) float64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return math.Mod(float64(h.Sum64()>>11)*(360.0/(1<<53)), 360)
}
