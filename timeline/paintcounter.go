package timeline

import "profstation/scene"

func (p *Painter) counter(cv scene.Canvas, g *grid, row *Row, box scene.Rect) {}
func (p *Painter) things(cv scene.Canvas, g *grid, row *Row, box scene.Rect)  {}
func (p *Painter) marks(cv scene.Canvas, v *View, g *grid, m Marks)           {}
