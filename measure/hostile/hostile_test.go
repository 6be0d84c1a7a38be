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

// TestApart holds that no input shares bytes with another, which would change it.
func TestApart(t *testing.T) {
	names := map[string]string{}
	for _, in := range append(numbered(), broken()...) {
		if in.Large {
			continue
		}
		if data := string(in.Bytes()); names[data] != "" {
			t.Errorf("%s and %s are the same", in.Name, names[data])
		} else {
			names[data] = in.Name
		}
	}
	if len(names) < 20 {
		t.Errorf("only %d inputs", len(names))
	}
	for _, in := range numbered() { // after all were made
		if !in.Large && names[string(in.Bytes())] != in.Name {
			t.Errorf("%s has changed", in.Name)
		}
	}
}
