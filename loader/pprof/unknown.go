package pprof

import (
	"strconv"

	"profstation/loader/input"
	"profstation/loader/wire"
	"profstation/model/lang"
)

// message is a kind of message in profile.proto. All number their fields from 1 upwards.
type message struct {
	name   string           // for warnings
	fields int              // the last one known
	inside map[int]*message // fields that are messages themselves, by number
}

var (
	ofValueType = &message{"value_type", 2, nil}
	ofLabel     = &message{"label", 4, nil}
	ofSample    = &message{"sample", sampleLabel, map[int]*message{sampleLabel: ofLabel}}
	ofMapping   = &message{"mapping", 10, nil}
	ofLine      = &message{"line", 3, nil}
	ofLocation  = &message{"location", 5, map[int]*message{locationLine: ofLine}}
	ofFunction  = &message{"function", 5, nil}
	ofProfile   = &message{"profile", profileDocURL, map[int]*message{
		profileSampleType: ofValueType, profileSample: ofSample, profileMapping: ofMapping,
		profileLocation: ofLocation, profileFunction: ofFunction, profilePeriodType: ofValueType,
	}}
)

// unknown counts fields that profile.proto does not have. Fields without data are not counted: nothing is missed.
type unknown struct{ input.Unread }

// carries reports whether a field is unknown in this kind of message and has data.
func (m *message) carries(f *wire.Field) bool {
	return (f.Number < 1 || f.Number > m.fields) && (f.Num != 0 || len(f.Data) > 0)
}

func (u *unknown) add(m *message, f *wire.Field) {
	u.Add(input.UnreadFields, func() string {
		value := strconv.FormatUint(f.Num, 10)
		if f.Type == wire.TypeBytes {
			value = input.Size(int64(len(f.Data)))
		}
		return lang.L("field {{.Number}} of {{.Message}} ({{.Value}})", lang.With{"Number": f.Number, "Message": m.name, "Value": value})
	})
}

// of counts the unknown fields in a message, but not in the messages inside it.
func (u *unknown) of(m *message, data []byte) {
	w := wire.Message{All: data}
	for w.Next() {
		if m.carries(&w.Field) {
			u.add(m, &w.Field)
		}
	}
}

// within counts the unknown fields in a message and all messages inside it, until the progress's context ends.
func (u *unknown) within(m *message, data []byte, p *input.Progress) {
	w := wire.Message{All: data}
	for n := 0; w.Next(); n++ {
		if m.carries(&w.Field) {
			u.add(m, &w.Field)
		} else if inside := m.inside[w.Number]; inside != nil {
			u.within(inside, w.Data, p)
		}
		if n%4096 == 4095 && p.Cancelled() != nil {
			return
		}
	}
}
