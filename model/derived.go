package model

// derived holds what is computed from a profile on demand and kept.
type derived struct{}
