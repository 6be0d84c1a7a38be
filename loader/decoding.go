package loader

import (
	"errors"
	"strings"

	"github.com/google/pprof/profile"

	"profstation/model"
)

// decoding is the loading of one input, after it was unpacked.
type decoding struct {
	limits   Limits
	progress *progress
	warnings []string
}

// file decodes a whole input.
func (d *decoding) file(in *input) (*model.Profile, error) {
	m, err := d.one(in.data)
	if err == nil {
		return m, nil
	}
	return nil, err
}

// one decodes bytes that hold one profile of any form.
func (d *decoding) one(data []byte) (*model.Profile, error) {
	if len(data) == 0 {
		return nil, &Error{Found: "an empty file"}
	}
	m, err := decodeProto(data, d.limits, d.progress)
	if err == nil {
		return m, nil
	}
	var e *Error
	if errors.As(err, &e) || d.progress.cancelled() != nil {
		return nil, err
	}
	lib, lerr := profile.ParseData(data)
	if lerr == nil {
		return fromPprof(lib, "legacy")
	}
	return nil, &Error{Found: "not a profile", Details: strings.Join([]string{err.Error(), lerr.Error()}, "\n")}
}
