package live

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/loader/memory"
	"profstation/model/lang"
)

// Bounds for what is fetched beside a heap profile: for all of it, and for an answer.
const (
	besideTime = 10 * time.Second
	mostText   = 256 << 20 // of a heap profile as text, of which the end is kept
	mostAnswer = 8 << 20
)

// statsRoom is enough for the end of a heap profile with debug=1.
const statsRoom = 128 << 10

// beside is what else says where a program's memory is. A recording asks for it after each heap profile.
type beside struct {
	client *Client
	lacks  map[string]bool // what the server does not have
}

// fetch returns what can be had, and a line that says so; "" if nothing can.
func (b *beside) fetch(ctx context.Context) (all []memory.File, note string) {
	start := time.Now()
	limited, cancel := httpclient.WithPatience(ctx, besideTime)
	defer cancel()
	var names []string
	fault := ""
	add := func(more ...memory.File) {
		for _, f := range more {
			all, names = append(all, f), append(names, strings.TrimPrefix(f.Ending, "."))
		}
	}
	failed := func(what, problem string) {
		if fault == "" && ctx.Err() == nil {
			fault = lang.L("no {{.What}}: {{.Problem}}", lang.With{"What": what, "Problem": problem})
		}
	}
	ask := func(what, ending string, a httpclient.Ask, take func(io.Reader) ([]byte, error)) {
		if b.lacks[what] {
			return
		}
		data, err := b.get(limited, a, take)
		var answer *httpclient.AnswerError
		switch {
		case errors.As(err, &answer) && answer.Status == http.StatusNotFound, err == nil && data == nil:
			b.lacks[what] = true
		case err != nil:
			failed(what, b.client.Fault(what, b.client.Explain(ctx, limited, time.Since(start), err)).Found)
		default:
			add(memory.File{Name: what, Ending: ending, Data: data})
		}
	}
	ask("heap?debug=1", memory.StatsEnding, httpclient.Ask{Page: Heap.page(), Values: map[string][]string{"debug": {"1"}}}, lastOf)
	if pid := b.client.process(limited); pid != 0 {
		found, err := memory.OfProcess(limited, pid)
		if add(found...); err != nil {
			failed("/proc", input.Brief(err))
		}
	}
	if root, ok := strings.CutSuffix(b.client.target.place.URL.Path, defaultPath); ok {
		ask("/debug/vars", memory.VarsEnding, httpclient.Ask{Path: path.Join("/", root, "debug/vars")}, figuresOf)
		ask("/metrics", memory.MetricsEnding, httpclient.Ask{Path: path.Join("/", root, "metrics")}, figuresOf)
	}
	if len(names) > 0 {
		note = lang.L("beside the heap profile: {{.Names}}", lang.With{"Names": lang.List(names...)})
	}
	return all, strings.Join(slices.DeleteFunc([]string{note, fault}, func(s string) bool { return s == "" }), "; ")
}

func (b *beside) get(ctx context.Context, a httpclient.Ask, take func(io.Reader) ([]byte, error)) ([]byte, error) {
	answer, err := b.client.Do(ctx, a)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return take(answer.Body)
}

func figuresOf(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostAnswer+1))
	if err != nil || len(data) > mostAnswer {
		return nil, err
	}
	return memory.Figures(data), nil
}

// lastOf reads a heap profile as text, without keeping more than its end.
func lastOf(r io.Reader) ([]byte, error) {
	var end tail
	n, err := io.Copy(&end, io.LimitReader(r, mostText))
	if err != nil || n == mostText {
		return nil, err
	}
	return bytes.Clone(memory.StatsOf(end)), nil
}

// tail keeps the last bytes that are written to it.
type tail []byte

func (t *tail) Write(b []byte) (int, error) {
	*t = append(*t, b...)
	if over := len(*t) - statsRoom; over > statsRoom {
		*t = append((*t)[:0], (*t)[over:]...)
	}
	return len(b), nil
}
