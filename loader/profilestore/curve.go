package profilestore

import "time"

// curveSteps are the steps that a curve may have. Stores keep a profile every 10 to 15 s.
var curveSteps = []time.Duration{
	15 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute,
	30 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 7 * 24 * time.Hour,
}

// maxPoints is the most steps in a curve, unless it covers many years.
const maxPoints = 240

// ForCurve returns the question for a curve of what q selects, for [Client.Curves]. Its times are absolute
// and at whole steps.
func (q Question) ForCurve(now time.Time) Question {
	q.Step = 0
	q = q.At(now)
	span := time.Duration(q.Until.at-q.From.at) * time.Millisecond
	q.Step = curveSteps[len(curveSteps)-1]
	for _, s := range curveSteps {
		if span <= maxPoints*s {
			q.Step = s
			break
		}
	}
	step := q.Step.Milliseconds()
	q.From.at = q.From.at / step * step
	q.Until.at = (q.Until.at + step - 1) / step * step
	return q
}

// Interval returns the question's times if it is now.
func (q Question) Interval(now time.Time) (from, until time.Time) {
	return q.From.Time(now), q.Until.Time(now)
}

// Between returns the question for another time, without steps.
func (q Question) Between(from, until time.Time) Question {
	q.From, q.Until, q.Step, q.Every = Absolute(from), Absolute(until), 0, 0
	return q
}
