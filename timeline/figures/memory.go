package figures

import "sync"

// memory is the last answer to each kind of question: most changes of a sheet
// are to another order or selection.
type memory struct {
	mu   sync.Mutex
	last map[string]remembered
}

type remembered struct{ question, answer any }

// remember answers a question by what was answered to the same one before, or
// anew. Questions of a kind are comparable values of one type.
func remember[A any](m *memory, kind string, question any, answer func() (A, error)) (A, error) {
	m.mu.Lock()
	r, ok := m.last[kind]
	m.mu.Unlock()
	if ok && r.question == question {
		return r.answer.(A), nil
	}
	a, err := answer()
	if err != nil {
		return a, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.last == nil {
		m.last = map[string]remembered{}
	}
	m.last[kind] = remembered{question, a}
	return a, nil
}
