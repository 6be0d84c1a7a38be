package screen

import (
	"time"

	"profstation/model/complete"
	"profstation/table"
)

// Store is the state of the dialog that opens profiles from a store. It holds no credentials.
type Store struct {
	Address string // as the user typed it, without what may not be shown
	Engine  string // the store's name; "" before it has answered
	Asking  bool   // the list of types is awaited
	Drawing bool   // the curve is awaited
	Types   []StoreType
	Proposals
	Language Language // for what is typed; nil: nothing is proposed
	Choice   StoreChoice
	// Curve is what was measured over the chosen time, in steps; nil: nothing, or not yet.
	Curve *table.Trend
	Drawn CurveChoice // what the curve shows
	Step  time.Duration
	Marks [2]TimeSpan // on the curve, by the side of a comparison that they become
	Note  string      // what nobody understands in the answers; "" for nothing
	Error string      // what went wrong, in one line; "" for nothing
	Wrong WrongText   // which part of the choice is to blame for that
	// Program is set if a program serves net/http/pprof there: one records from it instead.
	Program bool
	// Credentials is set if the store wants some, Certificate if its certificate is not trusted.
	Credentials, Certificate bool
	Asked, Opened            int // how many questions were sent to stores, and how often something was opened
}

// Proposals are what a store has for what is typed.
type Proposals struct {
	Labels   []string            // names
	Values   map[string][]string // for those labels that were asked for
	Requests []StoreRequest      // spans and traces in the chosen time; nil until they were asked for
}

// StoreRequest is a span or a trace for which a store has samples.
type StoreRequest struct {
	ID    string
	At    time.Time
	Value int64 // sum of its samples, as far as the store has sent them
}

// Language is the language in which stores are asked. Any goroutine may call its methods.
type Language interface {
	// Typing returns the label whose value is typed at the end of a selector, "" for none.
	Typing(selector string) string
	// Selector proposes how a selector goes on, and Request spans and traces; both return at most that many.
	Selector(typed string, known Proposals, limit int) []complete.Proposal
	Request(typed, profileType string, known []StoreRequest, limit int) []complete.Proposal
}

// StoreType is a type of profile in a store.
type StoreType struct{ ID, Title string }

// TimeSpan is a time with a beginning and an end; zero: none.
type TimeSpan struct{ From, Until time.Time }

// StoreChoice is what is chosen in the dialog, as it is typed there.
type StoreChoice struct {
	Type        string // the store's name for it
	Query       string // a label selector without its braces
	Request     string // the ID of a span or a trace, to open only its samples; "": all
	From, Until string // the curve's time
	By          string // the label with a curve for each value; "": one curve for all
	Labelled    bool   // samples get that label: the store is asked for one profile for each value
	// Sides are the times that are opened. Without a New, that is the curve's time, and without a Base
	// nothing is compared.
	Sides [2]TimeTexts
	Step  string // one profile for each step; "": one for the whole time
	Every string // how often one profile for the whole time is asked for again, if the time ends now; "": never
}

// CurveChoice is the part of a choice that the curve depends on.
type CurveChoice struct{ Type, Query, By, From, Until string }

// OfCurve returns the part of the choice that the curve depends on.
func (c StoreChoice) OfCurve() CurveChoice {
	return CurveChoice{c.Type, c.Query, c.By, c.From, c.Until}
}

// WrongText is a text in a choice that cannot be understood.
type WrongText int

// The texts in a choice.
const (
	NothingWrong WrongText = iota
	WrongLabels
	WrongRequest
	WrongTime
	WrongOpened
	WrongCompared
	WrongStep
	WrongEvery
)

// TimeTexts are the ends of a time as they are typed: now-1h, or a time as in RFC 3339.
type TimeTexts struct{ From, Until string }

// Texts writes a time as it is typed.
func (t TimeSpan) Texts() TimeTexts {
	write := func(at time.Time) string { return at.Local().Format(time.RFC3339) }
	return TimeTexts{write(t.From), write(t.Until)}
}

// Typing returns the label whose value is typed at the end of a selector; "": none is.
func (s *Store) Typing(selector string) string {
	if s.Language == nil {
		return ""
	}
	return s.Language.Typing(selector)
}

// Complete proposes how a selector goes on.
func (s *Store) Complete(selector string, limit int) []complete.Proposal {
	if s.Language == nil {
		return nil
	}
	return s.Language.Selector(selector, s.Proposals, limit)
}

// CompleteRequest proposes requests.
func (s *Store) CompleteRequest(typed string, limit int) []complete.Proposal {
	if s.Language == nil {
		return nil
	}
	return s.Language.Request(typed, s.Choice.Type, s.Requests, limit)
}

type (
	// OpenStore opens the dialog for opening from a store. If it has an address, the dialog asks the store there.
	OpenStore struct{ Server Server }
	// AskStore asks a store what it has.
	AskStore struct {
		Server Server
		Choice StoreChoice
	}
	// AskLabel asks the last store that was asked for the values of a label.
	AskLabel struct{ Name string }
	// AskRequests asks the last store that was asked for spans and traces.
	AskRequests struct{}
	// ChooseStored changes what is chosen. The last store that was asked is asked what depends on it.
	ChooseStored struct{ Choice StoreChoice }
	// OpenStored opens what is chosen, or says in the dialog why that is impossible.
	OpenStored struct {
		Server Server
		Choice StoreChoice
	}
	// Beside opens the store's profile just before or after the shown one, of the same length. For a step, it goes
	// to the one beside it.
	Beside struct{ Later bool }
)

func (OpenStore) intent()    {}
func (AskStore) intent()     {}
func (AskLabel) intent()     {}
func (AskRequests) intent()  {}
func (ChooseStored) intent() {}
func (OpenStored) intent()   {}
func (Beside) intent()       {}
