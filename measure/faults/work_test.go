//go:build linux

package faults

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"profstation/ask"
	"profstation/ask/report"
	"profstation/ask/write"
	"profstation/desk/session"
	"profstation/disk"
	"profstation/flame"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/loader"
	"profstation/loader/live"
	"profstation/model/query"
	"profstation/origin"
	"profstation/scene"
)

// kind is a file that the program writes. write puts the content that belongs to one of our
// recordings to a path, or below it if that is a folder.
type kind struct {
	name  string // of the file, "" if it gets a name of its own
	write func(ctx context.Context, path, recording string) error
	// beside are the endings of what else may be there, and aside is that of a file that could not
	// be read: it may be the old one.
	beside []string
	aside  string
}

var kinds = []kind{
	{name: "session.json", write: saveSession, beside: []string{".lock", ".1", ".unread"}, aside: ".unread"},
	{name: "team.profstation", write: saveWorkspace},
	{name: "flame.svg", write: exportAs("flame", ".svg")},
	{name: "flame.png", write: exportAs("flame", ".png")},
	{name: "top.csv", write: exportAs("top", ".csv")},
	{name: "report.html", write: writeReport},
	{name: "", write: record},
}

// What the old file was written of, and the new one.
const (
	before = "threadcreate.pprof"
	after  = "mutex.pprof"
)

func recording(name string) string { return filepath.Join("../../testdata", name) }

func saveSession(_ context.Context, path, recording string) error {
	failed := make(chan error, 1)
	store := &session.Store{Path: path}
	store.Load()
	s := session.NewSaver(store, time.Hour, func(err error) { failed <- err })
	s.Set(session.State{Active: -1, Recent: session.Recent{Files: []origin.Ref{origin.Ref("/" + recording)}}})
	s.Close()
	// The error comes on a goroutine of its own, and nobody says that none will come.
	data, err := os.ReadFile(path)
	if err == nil && !strings.Contains(string(data), recording) {
		return <-failed
	}
	return err
}

func saveWorkspace(_ context.Context, path, recording string) error {
	folder := filepath.Dir(path)
	return session.SaveWorkspace(path, session.Workspace{Documents: []session.Document{{Path: origin.Ref(filepath.Join(folder, recording))}}})
}

func exportAs(view, ending string) func(ctx context.Context, path, name string) error {
	return func(ctx context.Context, path, name string) error {
		f, err := loader.Open(ctx, recording(name), loader.Options{})
		if err != nil {
			return err
		}
		v := ask.Find(ask.OfProfile, view)
		r := ask.Script(query.Default(), &scene.Light)
		r.View, r.Name, r.Profile = v, name, f.Profile
		a, _, err := ask.Compute(ctx, r, nil)
		if err != nil {
			return err
		}
		look := ask.Look{Width: 300, Scale: 1, Theme: &scene.Light, Title: name, Whole: true}
		do, err := write.Prepare(ctx, *v.Format(ending), a, look)
		if err != nil {
			return err
		}
		return disk.Write(ctx, path, 0o666, do)
	}
}

func writeReport(ctx context.Context, path, name string) error {
	f, err := loader.Open(ctx, recording(name), loader.Options{})
	if err != nil {
		return err
	}
	quick := layout.Helper{Command: func() (*exec.Cmd, error) { return nil, errors.ErrUnsupported }}
	page := report.New(name, &scene.Light)
	err = page.Add(ctx, report.Document{File: f, Query: query.Default()}, report.Options{
		Width: 300, Style: flame.Style{Theme: &scene.Light, Coloring: flame.ByPackage},
		Layout: func(ctx context.Context, g *graph.Graph) (*graph.Chart, error) { return write.LayOut(ctx, &quick, g) },
	})
	if err != nil {
		return err
	}
	return disk.Write(ctx, path, 0o666, page.Write)
}

// record records from a server in this process.
func record(ctx context.Context, dir, name string) error {
	data, err := os.ReadFile(recording(name))
	if err != nil {
		return err
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(data) }))
	defer s.Close()
	target, err := live.Parse(s.URL)
	if err != nil {
		return err
	}
	c := live.NewClient(target, live.Options{})
	defer c.Close()
	return c.Record(ctx, live.Plan{Requests: []live.Request{{Kind: live.Mutex}}, Dir: dir}, func(live.Event) {})
}

// The variables that make the test binary a process that writes one file: the number of its kind,
// the path, the recording, and how large a file may become.
const (
	asKind      = "PROFSTATION_FAULTS_KIND"
	asPath      = "PROFSTATION_FAULTS_PATH"
	asRecording = "PROFSTATION_FAULTS_RECORDING"
	asLimit     = "PROFSTATION_FAULTS_LIMIT"
)

// patience is how long a process may take to write one file. Then it hangs.
const (
	patience = time.Minute
	exitHung = 99
)

// Calls are counted by threads: those of the main goroutine stay on one.
func init() { runtime.LockOSThread() }

func TestMain(m *testing.M) {
	number, err := strconv.Atoi(os.Getenv(asKind))
	if err != nil {
		os.Exit(m.Run())
	}
	if n, err := strconv.ParseUint(os.Getenv(asLimit), 10, 64); err == nil {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
			panic(err)
		}
	}
	time.AfterFunc(patience, func() { os.Exit(exitHung) })
	if err := kinds[number].write(context.Background(), os.Getenv(asPath), os.Getenv(asRecording)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// worker is a process that writes a file of a kind into a folder.
func worker(t *testing.T, number int, dir, recording string, under ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := append(under, exe)
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", asKind+"="+strconv.Itoa(number),
		asPath+"="+filepath.Join(dir, kinds[number].name), asRecording+"="+recording)
	return cmd
}
