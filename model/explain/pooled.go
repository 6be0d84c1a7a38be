package explain

import (
	"math"
	"strconv"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
)

// A profile that a store added up says less than a recording. It covers the time that was asked for, parts of
// which may have no profiles, and nobody knows how many profiles were added up.

// Covers says roughly how much of the time asked for has profiles: about 5 of 60 minutes.
func Covers(h *model.Header) string {
	if h.Covered == 0 {
		return lang.L("an unknown part of {{.Time}}", lang.With{"Time": units.FormatShort(int64(h.Duration), "ns", "auto")})
	}
	return covers(h, lang.L)
}

// spans are the units in which people state a duration, and up to how many of each.
var spans = []struct {
	unit time.Duration
	upTo float64
	text string
}{
	{time.Second, 120, lang.Later("about {{.Part}} of {{.Whole}} seconds")},
	{time.Minute, 240, lang.Later("about {{.Part}} of {{.Whole}} minutes")},
	{time.Hour, 96, lang.Later("about {{.Part}} of {{.Whole}} hours")},
	{24 * time.Hour, 0, lang.Later("about {{.Part}} of {{.Whole}} days")},
}

func covers(h *model.Header, say lang.Voice) string {
	for _, s := range spans {
		if whole := float64(h.Duration) / float64(s.unit); whole <= s.upTo || s.upTo == 0 {
			part := float64(h.Covered) / float64(s.unit)
			if part >= 1 {
				part = math.Round(part) // it is not known more precisely
			}
			return say(s.text, lang.With{"Part": tenths(part), "Whole": tenths(whole)})
		}
	}
	return ""
}

func tenths(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

// span returns the time that a profile from a store covers, for a caption.
func span(h *model.Header) string {
	length := units.FormatShort(int64(h.Duration), "ns", "auto")
	switch {
	case h.CoveredWhole():
		return length
	case h.Covered == 0:
		return lang.L("{{.Time}} asked for", lang.With{"Time": length})
	}
	return lang.L("covers {{.Times}}", lang.With{"Times": Covers(h)})
}

// pooledMeasures says what profiles of a kind measure if a store added them up, first for changes, then for
// moments, see [model.Header.Moments].
var pooledMeasures = map[model.Kind][2]string{
	model.Heap: {
		lang.Later("Memory that was allocated in the time asked for, by the stack that allocated it, in all processes together."),
		lang.Later("Memory that was in use when each profile was taken, by the stack that allocated it, added up over all profiles of the time asked for."),
	},
	model.Allocs: {
		lang.Later("Memory that was allocated in the time asked for, by the stack that allocated it, in all processes together."),
		lang.Later("Memory that each process had allocated since it started, by the stack that allocated it, added up over all profiles of the time asked for."),
	},
	model.Goroutine: {
		lang.Later("The stacks of all goroutines when each profile was taken, added up over all profiles of the time asked for."),
		lang.Later("The stacks of all goroutines when each profile was taken, added up over all profiles of the time asked for."),
	},
}

// pooledTypes explains sample types in profiles that a store added up, first for changes, then for moments.
var pooledTypes = map[string][2]string{
	"inuse_space":   {"", lang.Later("Bytes in use when each profile was taken, added up over all profiles of the time asked for.")},
	"inuse_objects": {"", lang.Later("Objects in use when each profile was taken, added up over all profiles of the time asked for.")},
	"alloc_space": {
		lang.Later("Bytes allocated in the time asked for, freed or not."),
		lang.Later("Bytes that each process had allocated since it started, added up over all profiles of the time asked for."),
	},
	"alloc_objects": {
		lang.Later("Objects allocated in the time asked for, freed or not."),
		lang.Later("Objects that each process had allocated since it started, added up over all profiles of the time asked for."),
	},
	"goroutine": {"", lang.Later("The number of goroutines with this stack, added up over all profiles of the time asked for.")},
}

// ofPool chooses the text about a profile that a store added up.
func ofPool(h *model.Header, texts [2]string) string {
	if h.Moments {
		return texts[1]
	}
	return texts[0]
}
