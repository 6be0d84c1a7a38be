package screen

import "time"

// Record is what the dialog for recording from a server shows. Credentials are
// no part of it.
type Record struct {
	Address string // as it was asked for
	Asking  bool   // the server is being asked what it has
	Offers  []RecordOffer
	Error   string // what went wrong, in one line; "": nothing
	// Credentials and Certificate: the server wants the first, or
	// the second is not one to be trusted.
	Credentials, Certificate bool
	Folder                   string // where captures go unless another one is chosen
	Kind                     string // that an address named; "": none
	Seconds                  int    // that an address named
	Asked                    int    // counts what the server was asked
}

// RecordOffer is one kind of profile that a server has.
type RecordOffer struct {
	Kind  string
	Count int64 // records in it; −1: not known
	Note  string
	// Length: it is recorded for some seconds. Delta: with
	// seconds it is what changed meanwhile.
	Length, Delta bool
	Standard      int // seconds that are usual; 0: none
}

// RecordServer is a server and how it is asked. It lives in memory only.
type RecordServer struct {
	Address                string
	User, Password, Header string
	Insecure               bool // certificates are not verified
}

// RecordKind is one kind of profile to be captured.
type RecordKind struct {
	Kind    string
	Seconds int
}

type (
	// OpenRecord opens the dialog for recording, for an address if there is one.
	OpenRecord struct{ Address string }
	// AskServer asks a server what it has.
	AskServer struct{ Server RecordServer }
	// StartRecording captures, once or again and again, into a folder.
	StartRecording struct {
		Server RecordServer
		Kinds  []RecordKind
		Every  time.Duration // 0: once
		Folder string
	}
	// StopRecording ends a recording by its number; 0 ends all.
	StopRecording struct{ ID int }
)

func (OpenRecord) intent()     {}
func (AskServer) intent()      {}
func (StartRecording) intent() {}
func (StopRecording) intent()  {}
