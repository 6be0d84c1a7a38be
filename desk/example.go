package desk

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/disk"
	"profstation/model/lang"
)

// OpenExample opens recordings that come with the program. They are copied into the user's cache, as the next start
// wants to find what it opens. intent says what is done with the copies.
func OpenExample(d *Desk, from fs.FS, names []string, intent func(paths []string) screen.Intent) {
	job.Start(&d.jobs, job.Options{Kind: job.Load}, func(ctx context.Context, _ *job.Job) (all []string, err error) {
		for _, name := range names {
			to, err := copyExample(ctx, from, name)
			if err != nil {
				return nil, lang.Error("the example was not opened: {{.Cause}}", lang.With{"Cause": err})
			}
			all = append(all, to)
		}
		return all, nil
	}, func(paths []string, err error) error {
		if err == nil {
			d.Do(intent(paths))
		}
		return err
	})
}

// copyExample returns the path of a recording's copy. One that is there already stays as it is.
func copyExample(ctx context.Context, from fs.FS, name string) (string, error) {
	data, err := fs.ReadFile(from, name)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	to := filepath.Join(cache, "profstation", "examples", path.Base(name))
	if old, err := os.ReadFile(to); err == nil && bytes.Equal(old, data) {
		return to, nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return "", err
	}
	return to, disk.Write(ctx, to, 0o600, disk.Bytes(data))
}
