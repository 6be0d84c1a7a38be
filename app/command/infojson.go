package command

import (
	"context"
	"errors"
	"strings"
	"time"

	"profstation/ask/finding"
	"profstation/loader"
	"profstation/loader/input"
	"profstation/model"
	"profstation/model/explain"
)

// profileInfo is what `info --json` says about a profile.
type profileInfo struct {
	File        string         `json:"file"`
	Kind        string         `json:"kind"` // profile
	Format      string         `json:"format"`
	ProfileType model.Kind     `json:"profile_type"`
	SampleTypes []typeInfo     `json:"sample_types"`
	DefaultType string         `json:"default_sample_type"`
	Samples     *int64         `json:"samples"` // measurements; null if not known
	Records     int            `json:"records"` // in the file: stacks with values and labels
	Stacks      int            `json:"stacks"`
	Functions   int            `json:"functions"`
	Locations   int            `json:"locations"`
	Labels      map[string]int `json:"labels"` // how many distinct values each key has
	Time        string         `json:"time"`   // RFC 3339 in UTC; "" if not known
	Duration    int64          `json:"duration_ns"`
	Covered     int64          `json:"covered_ns,omitempty"` // for how much time, roughly, a store has profiles
	Utilization *float64       `json:"utilization_percent"`  // relative to one core; null if not known
	Leaked      []leakedInfo   `json:"leaked,omitempty"`     // goroutines that are blocked for ever, by what created them
	Warnings    []string       `json:"warnings"`
}

type leakedInfo struct {
	CreatedBy  string `json:"created_by"` // "": not known
	Goroutines int64  `json:"goroutines"`
}

// typeInfo is one sample type; the total is Σ|value|, the base for shares.
type typeInfo struct {
	Type  string `json:"type"`
	Unit  string `json:"unit"`
	Total int64  `json:"total"`
}

func totals(ctx context.Context, p *model.Profile) ([]typeInfo, error) {
	all, err := p.Totals(ctx)
	if err != nil {
		return nil, err
	}
	types := make([]typeInfo, len(p.Types))
	for i, t := range p.Types {
		types[i] = typeInfo{t.Type, t.Unit, all[i]}
	}
	return types, nil
}

func describe(ctx context.Context, f *loader.File) (any, error) {
	if f.Trace != nil {
		return describeTrace(ctx, f)
	}
	p := f.Profile
	types, err := totals(ctx, p)
	if err != nil {
		return nil, err
	}
	hints, err := finding.Lines(ctx, finding.Subject{Profile: p})
	if err != nil {
		return nil, err
	}
	measured, err := p.Measurement(ctx, p.Default)
	if err != nil {
		return nil, err
	}
	functions, locations := p.InStacks()
	i := &profileInfo{
		File: f.Name, Kind: "profile", Format: p.Format, ProfileType: p.Kind,
		SampleTypes: types,
		Records:     p.Records(), Stacks: p.Stacks.Len(),
		Functions: functions, Locations: locations,
		Labels:   map[string]int{},
		Duration: p.Duration.Nanoseconds(), Covered: p.Covered.Nanoseconds(), Utilization: utilization(p),
		Warnings: append(append([]string{}, p.Warnings...), hints...),
	}
	if measured.Known() {
		i.Samples = &measured.Total
	}
	if len(p.Types) > 0 {
		i.DefaultType = p.Types[p.Default].Type
	}
	if !p.Time.IsZero() {
		i.Time = p.Time.UTC().Format(time.RFC3339Nano)
	}
	for _, c := range explain.LeakedBy(p) {
		i.Leaked = append(i.Leaked, leakedInfo{c.By, c.Goroutines})
	}
	for _, k := range p.LabelKeys() {
		i.Labels[k.Key] += k.Values
	}
	return i, nil
}

// utilization returns how busy a CPU profile found the program, in per cent of one core; nil: not known.
func utilization(p *model.Profile) *float64 {
	if p.Kind != model.CPU {
		return nil
	}
	for i := range p.Types {
		if u, ok := p.Utilization(i); ok {
			return &u
		}
	}
	return nil
}

// reason returns why a file could not be opened, without its name.
func reason(err error) string {
	var e *input.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	nameless := *e
	nameless.Name = ""
	return strings.TrimSpace(nameless.Error())
}
