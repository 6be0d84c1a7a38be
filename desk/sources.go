package desk

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader/source"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/origin"
)

// sources knows where source files and binaries are looked for.
type sources struct {
	desk    *Desk
	finder  *ask.Sources
	folders []string
	editing editing
}

func (s *sources) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.ChooseFolder:
		if i.Folder == "" {
			s.desk.shell.ChooseFolder(s.desk.Folder(), s.allow)
		} else {
			s.allow(i.Folder)
		}
	case screen.ReadBinary:
		s.readBinary(i)
	case screen.Compile:
		if doc := s.desk.docs.active; doc != nil {
			doc.compiled = new(ask.Compiled)
			s.desk.prepare()
		}
	case screen.OpenInEditor:
		s.editing.open(i)
	case screen.ShowLine:
		s.editing.show(i)
	default:
		return false
	}
	return true
}

func (s *sources) look(p session.Preferences) {
	s.folders = lists.Map(p.SourceFolders, func(f origin.Ref) string { return string(f) })
	s.finder = ask.NewSources(source.Options{Folders: s.folders, Trim: p.TrimPaths})
	if dir, err := os.Getwd(); err == nil { // annotate and export look there, too
		s.finder.Offer(dir)
	}
}

func (s *sources) allow(folder string) {
	if folder == "" || slices.Contains(s.folders, folder) {
		return
	}
	s.folders = append(s.folders, folder)
	finder, count := s.finder, len(s.folders)
	job.Start(&s.desk.jobs, job.Options{Kind: job.Sources}, func(ctx context.Context, _ *job.Job) (struct{}, error) {
		return struct{}{}, finder.With(ctx, func(f *source.Finder) { f.Allow(folder) })
	}, func(_ struct{}, err error) error {
		if err != nil || len(s.folders) != count {
			return err
		}
		for _, doc := range s.desk.docs.all {
			doc.compiled = nil // there may be more to compile: it asks again
		}
		s.desk.prepare()
		return nil
	})
}

// binaryName returns the file that was allowed to be read; of several, the first.
func (doc *document) binaryName() string {
	return safe.Text(filepath.Base(slices.Min(slices.Collect(maps.Values(doc.binaries)))))
}

// readBinary allows a binary for the active document to be disassembled. This
// holds for that document only: another one may name any file.
func (s *sources) readBinary(i screen.ReadBinary) {
	d, doc := s.desk, s.desk.docs.active
	if doc == nil {
		return
	}
	allow := func(path string) {
		all := map[string]string{} // the running request has the old map
		maps.Copy(all, doc.binaries)
		all[i.Named] = path
		doc.binaries = all
		d.prepare()
	}
	if !i.Choose {
		allow(i.Named)
		return
	}
	d.shell.ChooseFiles(lang.L("The binary the profile was made from"), func(paths []string) {
		if len(paths) > 0 {
			allow(paths[0])
		}
	})
}
