package screen

import "time"

// Record is the state of the dialog for recording from a server. It holds no credentials.
type Record struct {
	Address string // as the user typed it, without what may not be shown
	Opened  int    // how often the dialog was opened
	Asking  bool   // the server's answer is awaited
	Offers  []RecordOffer
	Note    string // what was left out of Offers, in one line; "" for nothing
	Error   string // what went wrong, in one line; "" for nothing
	// Credentials is set if the server wants some, Certificate if its certificate is not trusted.
	Credentials, Certificate bool
	Folder                   string // where captures usually go
	Kind                     string // named by the address, or ""
	Seconds                  int    // named by the address
	Asked                    int    // how many questions were sent to servers
	Store                    string // the name of the profile store that answers there; "": it is not a store
	// What was chosen last time: the seconds for each kind, nil for no last time, and how often, 0 for once.
	Chosen map[string]int
	Every  int
}

// RecordOffer is one kind of profile that a server offers.
type RecordOffer struct {
	Kind  string
	Count int64 // how many records it has, −1 if that is not known
	Note  string
	// Length is set if it is recorded for some seconds, Delta if it can be the change over them.
	Length, Delta bool
	Standard      int // the usual number of seconds, 0 for none
}

// MaxSeconds is the longest time to record, and between two recordings: a week. What is above is a typing error.
const MaxSeconds = 7 * 24 * 60 * 60

// RecordKind is one kind of profile to capture.
type RecordKind struct {
	Kind    string
	Seconds int
}

type (
	OpenRecord struct{ Address string } // opens the dialog for recording, with an address if it has one
	AskServer  struct{ Server Server }  // asks a server for its profiles
	// StartRecording captures, once or again and again, into a folder.
	StartRecording struct {
		Server Server
		Kinds  []RecordKind
		Every  time.Duration // 0: once
		Folder string
	}
	StopRecording struct{ ID int } // ends a recording by its number; 0 ends all
)

func (OpenRecord) intent()     {}
func (AskServer) intent()      {}
func (StartRecording) intent() {}
func (StopRecording) intent()  {}

// Recording is a recording that goes on.
type Recording struct {
	ID   int
	Name string // what is recorded and from where, to stand behind other words
}
