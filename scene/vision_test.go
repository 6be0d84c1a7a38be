package scene

import "math"

// deficiencies are the matrices, in linear RGB, by which Machado, Oliveira and
// Fernandes (2009) show what people see who have none of one kind of cone.
var deficiencies = map[string][3][3]float64{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia": {
		{0.152286, 1.052583, -0.204868},
		{0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998},
	},
	"deuteranopia": {
		{0.367322, 0.860646, -0.227968},
		{0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881},
	},
	"tritanopia": {
		{1.255528, -0.076749, -0.178779},
		{-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900},
	},
}

// seen is c as somebody with that deficiency sees it.
func seen(c Color, m [3][3]float64) Color {
	in := [3]float64{linear[c.R], linear[c.G], linear[c.B]}
	var out [3]uint8
	for i, row := range m {
		v := min(max(row[0]*in[0]+row[1]*in[1]+row[2]*in[2], 0), 1)
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		out[i] = uint8(math.Round(255 * v))
	}
	return rgba(out[0], out[1], out[2], c.A)
}

// distance is how different two colours look, in OKLab.
func distance(a, b Color) float64 {
	la, aa, ba := unpack(a).OkLab()
	lb, ab, bb := unpack(b).OkLab()
	return math.Sqrt((la-lb)*(la-lb) + (aa-ab)*(aa-ab) + (ba-bb)*(ba-bb))
}
