package desk

import (
	"profstation/desk/answer"
	"profstation/desk/screen"
	"profstation/model"
)

// comparedProfiles is the content of a comparison of profiles.
type comparedProfiles struct {
	walked
	of    *comparison
	pair  *answer.Pair
	brief string
}

func newComparedProfiles(of *comparison, p *answer.Pair) *comparedProfiles {
	return &comparedProfiles{of: of, pair: p, brief: aboutPair(p)}
}

// aboutPair describes a comparison in a few words: its kind, and how the default
// sample type changed.
func aboutPair(pair *answer.Pair) string {
	p := pair.Pair
	text := string(p.New.Kind)
	if len(p.New.Types) == 0 {
		return text
	}
	sum := func(of *model.Profile) string {
		return model.FormatSpaced(defaultTotal(of, p.New.Default), p.New.Types[p.New.Default].Unit, "auto")
	}
	return text + " · " + sum(p.Base) + " → " + sum(p.New)
}

func (c *comparedProfiles) kind() screen.Kind { return screen.OfComparison }
func (c *comparedProfiles) about() string     { return c.brief }

func (c *comparedProfiles) request(d *Desk) request {
	r := d.walk.request()
	r.Compared, r.Normalisation, r.Mode = c.pair, c.of.normalisation, c.of.mode
	return d.ask(r)
}
