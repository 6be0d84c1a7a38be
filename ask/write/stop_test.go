package write_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"testing"

	"profstation/ask"
	"profstation/ask/write"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/scene"
)

// wide is a profile of n functions, each called by main, with a label and a time of its own.
func wide(n int) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	location := func(name string) model.LocID {
		f := b.Function(model.Function{Name: b.String(name), File: b.String("/src/a.go")})
		return b.Location(model.NoMapping, 0, []model.Line{{Func: f, Line: 1}})
	}
	root, key := location("main.main"), b.String("user")
	for i := range n {
		name := fmt.Sprint("p.f", i)
		b.SampleAt(int64(i)*1e7, []model.LocID{location(name), root}, b.LabelSet([]model.Label{{Key: key, Str: b.String(name)}}), []int64{int64(i + 1)})
	}
	return b.Profile(model.Header{})
}

// subject is a script's question about a profile, for a view.
func subject(ctx context.Context, v *ask.View, p *model.Profile) (*ask.Answer, error) {
	r := ask.Script(query.Default().Whole(), &scene.Light)
	r.Profile, r.View, r.Tab, r.Name = p, v, v.Tab, "p"
	r.Display.Labels.Axis, r.Display.Labels.Functions = model.LabelAxis{Key: "user"}, true
	a, _, err := ask.Compute(ctx, r, nil)
	return a, err
}

// write writes a view in a format.
func writeView(ctx context.Context, v *ask.View, f ask.Format, p *model.Profile, w io.Writer) error {
	s, err := subject(ctx, v, p)
	if err != nil {
		return err
	}
	made, err := write.Prepare(ctx, f, s, ask.Look{Width: 300, Scale: 1, Theme: &scene.Light, Whole: true})
	if err != nil {
		return err
	}
	b := bufio.NewWriter(&ending{ctx, w})
	if err := made(b); err != nil {
		return err
	}
	return b.Flush()
}

// ending is a writer that fails once its context has ended, as files do.
type ending struct {
	ctx context.Context
	w   io.Writer
}

func (e *ending) Write(p []byte) (int, error) {
	if err := e.ctx.Err(); err != nil {
		return 0, err
	}
	return e.w.Write(p)
}

// scripted are the views of a profile that need neither a window, nor a layout of graphviz, nor sources or a binary.
func scripted(t *testing.T, do func(v *ask.View, f ask.Format)) {
	n := 0
	for i := range ask.Views {
		v := &ask.Views[i]
		if v.Of&(ask.OfProfile|ask.Timed) == 0 || v.Windowed || v.Name == "list" || v.Name == "weblist" || v.Name == "disasm" {
			continue
		}
		for _, f := range v.Formats() {
			if v.Name != "graph" || !f.Drawn {
				do(v, f)
				n++
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d files", n)
	}
}

// TestStop ends the making of each file after the first look at its context, half-way and shortly
// before its end.
func TestStop(t *testing.T) {
	p := wide(60)
	scripted(t, func(v *ask.View, f ask.Format) {
		run := func(ctx context.Context) error { return writeView(ctx, v, f, p, io.Discard) }
		run(must.Count()) // what is kept with the profile is made
		whole := must.Count()
		if err := run(whole); err != nil {
			t.Errorf("%s%s: %v", v.Name, f.Ending, err)
			return
		}
		for _, k := range []int{1, whole.Asked() / 2, whole.Asked() - 2} {
			ctx := must.Ask(k)
			if err := run(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s%s, stopped at look %d of %d: %v", v.Name, f.Ending, k, whole.Asked(), err)
			}
			if late := ctx.Asked() - k; late > 64 {
				t.Errorf("%s%s, stopped at look %d of %d, asked %d times more", v.Name, f.Ending, k, whole.Asked(), late)
			}
		}
	})
}

// TestPNGStopsAtOnce ends the making of a picture while it does not look at its context, and while it
// is written. Nothing is written any more when PNG has returned.
func TestPNGStopsAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release, late := make(chan struct{}), make(chan struct{})
	d := write.Drawing{Width: 100, Height: 100, Draw: func(scene.Canvas) {
		cancel()
		<-release // as a long step does
		close(late)
	}}
	var b bytes.Buffer
	if err := d.PNG(ctx, &b, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("in a long step: %v", err)
	}
	close(release)
	<-late
	if b.Len() > 0 {
		t.Errorf("%d bytes of it", b.Len())
	}

	ctx, cancel = context.WithCancel(t.Context())
	d.Draw = func(cv scene.Canvas) { // what does not pack well
		for i := range 1000 {
			x, y := float64(i*37%100), float64(i*61%97)
			cv.Fill(scene.Rect{X0: x, Y0: y, X1: x + 1, Y1: y + 1}, scene.Color{R: uint8(i), G: uint8(i * 7), B: uint8(i * 13), A: 255})
		}
	}
	once := &cancelling{cancel: cancel}
	if err := d.PNG(ctx, once, 4); !errors.Is(err, context.Canceled) || once.n != 1 {
		t.Errorf("while it is written: %v after %d writes", err, once.n)
	}
}

// cancelling is a writer at which a context ends.
type cancelling struct {
	cancel func()
	n      int
}

func (c *cancelling) Write(p []byte) (int, error) {
	c.n++
	c.cancel()
	return len(p), nil
}

// TestWellFormed holds that every file can be read: SVG as XML, CSV, JSON.
func TestWellFormed(t *testing.T) {
	p := wide(30)
	scripted(t, func(v *ask.View, f ask.Format) {
		var b bytes.Buffer
		if err := writeView(t.Context(), v, f, p, &b); err != nil {
			t.Errorf("%s%s: %v", v.Name, f.Ending, err)
			return
		}
		if err := readable(f, b.Bytes()); err != nil {
			t.Errorf("%s%s: %v", v.Name, f.Ending, err)
		}
	})
}

// readable reads a file as far as its format says how.
func readable(f ask.Format, data []byte) error {
	switch f.Ending {
	case ".svg":
		for d := xml.NewDecoder(bytes.NewReader(data)); ; {
			if _, err := d.Token(); err != nil {
				if errors.Is(err, io.EOF) {
					return nil
				}
				return err
			}
		}
	case ".csv":
		_, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		return err
	case ".json":
		if !json.Valid(data) {
			return errors.New("no JSON")
		}
	}
	return nil
}

// TestSize refuses pictures that nobody can look at, before they are made.
func TestSize(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	l := b.Location(model.NoMapping, 0, []model.Line{{Func: b.Function(model.Function{Name: b.String("f")})}})
	deep := make([]model.LocID, 120_000)
	for i := range deep {
		deep[i] = l
	}
	b.Sample(deep, 0, []int64{1})
	p, v := b.Profile(model.Header{}), ask.Find(ask.OfProfile, "flame")
	var large *write.SizeError
	for _, ending := range []string{".svg", ".png"} {
		if err := writeView(t.Context(), v, *v.Format(ending), p, io.Discard); !errors.As(err, &large) {
			t.Errorf("%s of 120,000 rows: %v", ending, err)
		}
	}
	if err := writeView(t.Context(), v, *v.Format(".csv"), p, io.Discard); err != nil {
		t.Errorf("its figures: %v", err)
	}
}
