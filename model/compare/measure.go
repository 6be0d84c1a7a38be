package compare

import (
	"context"

	"profstation/model"
)

// measurements are what one measurement of each recording is; nil if that is not known of all that
// have any.
func measurements(recordings []*model.Profile, column int) []model.Measurement {
	all := make([]model.Measurement, len(recordings))
	for i, r := range recordings {
		all[i], _ = r.Measurement(context.Background(), column)
		if !all[i].Known() && !zero(r.Samples.Values[column]) {
			return nil
		}
	}
	model.Agree(recordings[0].Types[column].Unit, all)
	return all
}

// counted says how one sample type of a profile was counted: each of its values is so many times a
// count; 0 where another column counts, or nothing was counted.
func counted(p *model.Profile, m model.Measurement, column int) float64 {
	switch {
	case !m.Known():
		return 0
	case m.Column == column:
		return float64(m.Size)
	}
	return float64(proportion(p.Samples.Values[column], p.Samples.Values[m.Column]))
}

// proportion is how many times its count each value is; 0 if that differs.
func proportion(v, n []int64) (k int64) {
	for i := range v {
		if n[i] == 0 {
			if v[i] != 0 {
				return 0
			}
			continue
		}
		if k == 0 {
			k = v[i] / n[i]
		}
		if k <= 0 || v[i]%k != 0 || v[i]/k != n[i] {
			return 0
		}
	}
	return k
}
