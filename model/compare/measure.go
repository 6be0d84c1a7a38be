package compare

import (
	"context"

	"profstation/model"
)

// measurements returns what one measurement is in each recording. It returns nil if that is not known for a
// recording that has any.
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

// counted returns the factor between a profile's values in one sample type and its counts. It returns 0 if
// the counts are in another column without such a factor, or if nothing was counted.
func counted(p *model.Profile, m model.Measurement, column int) float64 {
	switch {
	case !m.Known():
		return 0
	case m.Column == column:
		return float64(m.Size)
	}
	return float64(proportion(p.Samples.Values[column], p.Samples.Values[m.Column]))
}

// proportion returns the constant ratio between values and their counts, or 0 if it varies.
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
