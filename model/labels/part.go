package labels

import (
	"context"
	"encoding/csv"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
)

// Part is what in a profile has a value of a label. It names the value by texts, so that it can be kept, and asked of
// any profile.
type Part struct {
	Key   string `json:"key"`
	Value string `json:"value,omitempty"` // a text; or a number, or a range of them, as in tagfocus: 64kb, 64kb:1mb
	Text  string `json:"text,omitempty"`  // how the value is shown, if that is not the same
	None  bool   `json:"none,omitempty"`  // it is what has no value for the key
	Rest  bool   `json:"rest,omitempty"`  // it is everything else
}

// NoLabel stands in place of a value for samples without the label.
func NoLabel() string { return lang.L("(no label)") }

// PartOf returns the part with a value on an axis, or for none the part without any. It has no key if pprof's language
// cannot express it.
func PartOf(p *model.Profile, a model.LabelAxis, v model.LabelValue, none bool) Part {
	switch {
	case none && SelectWithout(p, a).Text != "":
		return Part{Key: a.Key, None: true}
	case none:
		return Part{}
	case a.Numeric:
		return numbers(a, SelectValue(p, a, v), p.LabelText(a, v, "auto"))
	}
	return Part{Key: a.Key, Value: v.Text}
}

// PartOfRange returns the part with a number from lo to hi, both included. It has no key if pprof's language cannot
// express it.
func PartOfRange(p *model.Profile, a model.LabelAxis, lo, hi int64) Part {
	text := p.LabelText(a, model.LabelValue{Num: lo}, "auto")
	if hi != lo {
		text += "…" + p.LabelText(a, model.LabelValue{Num: hi}, "auto")
	}
	return numbers(a, SelectRange(p, a, lo, hi), text)
}

func numbers(a model.LabelAxis, s Selecting, text string) Part {
	value, ok := strings.CutPrefix(s.Text, a.Key+"=")
	if !ok {
		return Part{}
	}
	return Part{Key: a.Key, Value: value, Text: text}
}

// Others returns the part with everything else.
func (x Part) Others() Part {
	x.Rest = !x.Rest
	return x
}

// String returns the part's name: tenant=a, or tenant≠a for everything else.
func (x Part) String() string {
	value := x.Value
	switch {
	case x.None:
		value = NoLabel()
	case x.Text != "":
		value = x.Text
	}
	is := "="
	if x.Rest {
		is = "≠"
	}
	return safe.Text(x.Key + is + value)
}

// Of returns the part of a profile as a profile, which shares all tables. It fails if no sample is in it.
func (x Part) Of(ctx context.Context, p *model.Profile) (*model.Profile, error) {
	found := false
	for _, a := range p.LabelAxes() {
		if a.Key != x.Key {
			continue
		}
		found = true
		s := Selecting{Text: x.Key + "=" + x.Value}
		switch {
		case x.None:
			s = SelectWithout(p, a)
		case !a.Numeric:
			s = SelectValue(p, a, model.LabelValue{Text: x.Value})
		}
		keep, rest, err := x.passing(ctx, p, s)
		switch {
		case err != nil:
			return nil, err
		case keep == nil: // another axis of the key may have it
		case rest == 0:
			return nil, lang.Error("no sample is left beside {{.Part}}", lang.With{"Part": x.Others().String()})
		default:
			return p.Only(keep), nil
		}
	}
	if !found {
		return nil, lang.Error("no sample has the label {{.Key}}", lang.With{"Key": safe.Text(x.Key)})
	}
	value := x
	value.Rest = false
	return nil, lang.Error("no sample has {{.Part}}", lang.With{"Part": value.String()})
}

// passing returns which samples are in the part, and how many; nil if the filter finds nothing.
func (x Part) passing(ctx context.Context, p *model.Profile, s Selecting) (keep func(int) bool, n int, err error) {
	q := query.Default()
	q.TagFocus = s.Text
	r, err := query.Evaluate(ctx, p, q)
	if err != nil {
		return nil, 0, err
	}
	others := s.Without != x.Rest
	switch {
	case s.Text == "", !s.Without && r.Records == 0, s.Without && r.Records == p.Samples.Len():
		return nil, 0, nil
	case others:
		return func(i int) bool { return !r.Passes(i) }, p.Samples.Len() - r.Records, nil
	}
	return r.Passes, r.Records, nil
}

// ParseParts reads two parts, the base first, as a user writes them: KEY=BASE,NEW for two values of a label, KEY=NEW for
// one against everything else. A value with a comma stands in quotes.
func ParseParts(text string) (base, now Part, err error) {
	key, list, ok := strings.Cut(text, "=")
	values, failed := csv.NewReader(strings.NewReader(list)).Read()
	switch {
	case !ok || key == "" || failed != nil || len(values) > 2:
		return base, now, lang.Error("found {{.Found}}, expected a label and two of its values, such as tenant=a,b, or one to compare with the rest",
			lang.With{"Found": strconv.Quote(text)})
	case len(values) == 1:
		now = Part{Key: key, Value: values[0]}
		return now.Others(), now, nil
	}
	return Part{Key: key, Value: values[0]}, Part{Key: key, Value: values[1]}, nil
}
