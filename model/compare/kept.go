package compare

import (
	"slices"
	"strconv"
)

// Names of a normalisation among kept options.
const (
	optionBy     = "compare_by"
	optionUnitOf = "compare_unit"
	optionOfBase = "compare_base"
	optionOfNew  = "compare_new"
)

// Keep writes a normalisation down among options.
func (n Normalisation) Keep(options map[string]string) {
	options[optionBy] = string(n.By)
	if n.By == PerUnit {
		number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
		options[optionUnitOf], options[optionOfBase], options[optionOfNew] = n.Unit, number(n.Base), number(n.New)
	}
}

// Kept is the normalisation that was written down among options, or the usual one
// where there is none or it makes no sense.
func Kept(options map[string]string, usual Normalisation) Normalisation {
	n := Normalisation{By: By(options[optionBy])}
	if !slices.Contains(Ways, n.By) {
		return usual
	}
	if n.By != PerUnit {
		return n
	}
	n.Unit = options[optionUnitOf]
	for name, to := range map[string]*float64{optionOfBase: &n.Base, optionOfNew: &n.New} {
		x, err := strconv.ParseFloat(options[name], 64)
		if err != nil || !(x > 0) {
			return usual
		}
		*to = x
	}
	return n
}
