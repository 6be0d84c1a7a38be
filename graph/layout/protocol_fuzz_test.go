package layout_test

import (
	"bytes"
	"reflect"
	"testing"

	"profstation/graph/layout"
	"profstation/internal/must"
)

// FuzzProtocol receives any bytes as either message, and each message as it was sent.
func FuzzProtocol(f *testing.F) {
	sent := func(write func(*bytes.Buffer) error) []byte {
		var b bytes.Buffer
		must.Do(write(&b))
		return b.Bytes()
	}
	f.Add(sent(func(b *bytes.Buffer) error {
		return layout.Send(b, layout.Request{DOT: []byte("digraph {}"), Memory: 1 << 20, Behind: true})
	}))
	f.Add(sent(func(b *bytes.Buffer) error { return layout.Send(b, layout.Answer{JSON: []byte(pairJSON)}) }))
	f.Add(sent(func(b *bytes.Buffer) error { return layout.Send(b, layout.Answer{Error: "no", TooMuchMemory: true}) }))
	f.Add([]byte("profstation: a line on the wrong pipe\n"))
	f.Add([]byte("\xf8\x7f\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := layout.Receive[layout.Request](bytes.NewReader(data)); err == nil {
			again(t, m)
		}
		if m, err := layout.Receive[layout.Answer](bytes.NewReader(data)); err == nil {
			again(t, m)
			if p, err := pair.Parse(m.JSON); err == nil && len(p.Nodes) != len(pair.Nodes) {
				t.Errorf("%d nodes", len(p.Nodes))
			}
		}
	})
}

func again[T layout.Request | layout.Answer](t *testing.T, m T) {
	t.Helper()
	var b bytes.Buffer
	must.Do(layout.Send(&b, m))
	if got, err := layout.Receive[T](&b); err != nil || !reflect.DeepEqual(got, m) {
		t.Errorf("%+v became %+v, %v", m, got, err)
	}
}
