package hostile

import "testing"

// TestProfiles holds that each input has its own name, by which tests ask for it.
func TestProfiles(t *testing.T) {
	names := map[string]bool{}
	for _, in := range Profiles() {
		if names[in.Name] {
			t.Errorf("two are named %s", in.Name)
		}
		names[in.Name] = true
	}
	if len(names) < 100 {
		t.Errorf("only %d inputs", len(names))
	}
}
