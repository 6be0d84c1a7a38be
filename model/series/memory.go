package series

import (
	"context"

	"profstation/model"
	"profstation/model/memory"
)

// accountOf returns where the memory of a heap profile's process was, without what no comparison needs, or nil if that is not
// known. Its only error is the context's.
func accountOf(ctx context.Context, p *model.Profile) (*memory.Account, error) {
	if p.Memory == nil {
		return nil, nil
	}
	s, ok, err := p.MemorySources(ctx, "")
	if err != nil || !ok {
		return nil, err
	}
	a, err := s.Account()
	if err != nil {
		return nil, nil // the overview of the profile says why
	}
	a.Beside = nil
	for i := range a.Parts {
		a.Parts[i].Files, a.Parts[i].Source = nil, ""
	}
	return a, nil
}

// accountBytes is about how much memory an account needs.
func accountBytes(a *memory.Account) int {
	if a == nil {
		return 0
	}
	return 128 + 96*len(a.Parts)
}

// Memory returns what is known of the process's memory since it was last started, in the order of time.
func (s *Series) Memory() (all []*memory.Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mark()
	for _, p := range s.ordered() {
		if p.Restarted {
			all = nil
		}
		if p.account != nil {
			all = append(all, p.account)
		}
	}
	return all
}
