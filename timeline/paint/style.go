package paint

import (
	"profstation/scene"
	"profstation/timeline"
)

// Style is how lanes are drawn.
type Style struct {
	Theme *scene.Theme
	Quiet timeline.KindSet // the kinds that the user put aside: all have one quiet colour
}

// colors fill kinds of time: strong for those that use a processor,
// or would like to, and pale for those that wait.
type colors [timeline.KindCount]scene.Color

var lch = scene.OKLCH

var lightColors = colors{
	timeline.Running: lch(0.74, 0.13, 155), timeline.Collecting: lch(0.70, 0.12, 300),
	timeline.Syscall: lch(0.84, 0.12, 92), timeline.Runnable: lch(0.72, 0.14, 45),
	timeline.Sync: lch(0.90, 0.055, 10), timeline.Network: lch(0.86, 0.06, 245),
	timeline.Sleep: lch(0.93, 0.045, 195), timeline.GC: lch(0.88, 0.06, 305),
	timeline.Other: lch(0.90, 0.012, 90), timeline.System: lch(0.945, 0.004, 260),
}

// Text can be read on the dark ones below a measured interval's shade, too.
var darkColors = colors{
	timeline.Running: lch(0.56, 0.11, 155), timeline.Collecting: lch(0.52, 0.12, 300),
	timeline.Syscall: lch(0.51, 0.10, 92), timeline.Runnable: lch(0.53, 0.13, 45),
	timeline.Sync: lch(0.38, 0.05, 10), timeline.Network: lch(0.40, 0.06, 245),
	timeline.Sleep: lch(0.36, 0.04, 195), timeline.GC: lch(0.38, 0.06, 305),
	timeline.Other: lch(0.35, 0.012, 90), timeline.System: lch(0.31, 0.004, 260),
}

// Color returns the fill for a kind.
func (s *Style) Color(k timeline.Kind) scene.Color {
	switch {
	case k == timeline.Unknown, k == timeline.Ended:
		return s.Theme.Surface
	case s.Quiet.Has(k):
		return s.Theme.Quiet
	case s.Theme.Dark:
		return s.Theme.Fill(darkColors[k])
	}
	return s.Theme.Fill(lightColors[k])
}

// fills are a style's colours, and those for text on them.
type fills struct {
	kind, text      [timeline.KindCount]scene.Color
	rule            scene.Color // between rows
	mark            scene.Color // for what is done for the collector, on all fills
	heap, heapRange scene.Color
}

func newFills(s *Style) (f fills) {
	for k := range timeline.KindCount {
		f.kind[k] = s.Color(timeline.Kind(k))
		f.text[k] = s.Theme.On(f.kind[k])
	}
	f.mark = scene.Mix(s.Color(timeline.Collecting), s.Theme.Text, 0.45)
	f.heap = s.Theme.Hue(230)
	f.heapRange = scene.Mix(s.Theme.Background, f.heap, 0.5)
	f.rule = s.Theme.Rule(0.6)
	return f
}
