package desk

import (
	"maps"
	"strings"

	"profstation/desk/screen"
	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/profilestore"
	"profstation/origin"
)

// access is a store, and the credentials for it.
type access struct {
	address  string // as the user typed it
	question profilestore.Question
	place    httpclient.Place
	given    httpclient.Credentials // as typed, without those from the environment
	options  profilestore.Options
}

// remote asks stores for a typed address, with the present credentials from the dialogs and the environment. It is
// called on the desk's goroutine, and its result is used on others.
func (s *remotes) remote(typed origin.Ref) loader.Remote {
	given := maps.Clone(s.who)
	return &profilestore.Opener{Typed: string(typed), Who: func(base string) (who profilestore.Options, err error) {
		who.Credentials, err = given[base].FromEnvironment(s.desk.recorder.getenv)
		return who, err
	}}
}

// maxHidden is how many addresses are known of which not all may be shown.
const maxHidden = 100

// hide returns what may be shown of a typed address, and keeps the rest in memory for [remotes.whole]. An address
// that nobody can read stays as it is, for its user to mend.
func (s *remotes) hide(typed string) (shown string) {
	typed = strings.TrimSpace(typed)
	shown, ok := httpclient.Public(typed)
	if !ok || shown == typed {
		return typed
	}
	if s.hidden == nil || len(s.hidden) >= maxHidden {
		s.hidden = map[string]string{}
	}
	s.hidden[shown] = typed
	return shown
}

// whole returns a server with everything that is not shown of its address. Where a user gives other credentials, the
// hidden ones do not count.
func (s *remotes) whole(at screen.Server) screen.Server {
	if typed := s.hidden[strings.TrimSpace(at.Address)]; typed != "" && at.User+at.Password+at.Header == "" {
		at.Address = typed
	}
	return at
}

// access returns the store for an address. Without credentials in the dialog, it takes those given before.
func (s *remotes) access(from screen.Server) (a access, err error) {
	from = s.whole(from)
	a.address = strings.TrimSpace(from.Address)
	if a.question, a.place, err = profilestore.Parse(a.address); err != nil {
		return a, err
	}
	if from.Insecure && a.place.URL.Scheme == "https" {
		a.place.Insecure = true
		a.question.Base = a.place.String()
	}
	if a.given, err = credentials(from); err != nil {
		return a, err
	}
	if a.given.User+a.given.Password == "" && len(a.given.Header) == 0 {
		a.given = s.who[a.question.Base]
	}
	a.options.Credentials, err = a.given.FromEnvironment(s.desk.recorder.getenv)
	return a, err
}
