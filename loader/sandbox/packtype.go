package sandbox

import (
	"fmt"
	"hash/fnv"
	"iter"
	"reflect"
	"strconv"
	"sync"
	"time"
)

var timeType = reflect.TypeFor[time.Time]()

// plainTypes remembers the results of plain.
var plainTypes sync.Map // bool by reflect.Type

// plain reports whether a value consists only of its own bytes.
func plain(t reflect.Type) bool {
	if known, ok := plainTypes.Load(t); ok {
		return known.(bool)
	}
	is := true
	switch t.Kind() {
	case reflect.Array:
		is = plain(t.Elem())
	case reflect.Struct:
		for f := range packed(t) {
			is = is && plain(f.Type)
		}
		is = is && t.NumField() == countPacked(t)
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
	default:
		is = false
	}
	plainTypes.Store(t, is)
	return is
}

// packed iterates over a struct's fields that are part of a message.
func packed(t reflect.Type) iter.Seq[reflect.StructField] {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if f := t.Field(i); f.Tag.Get("pack") != "-" && !yield(f) {
				return
			}
		}
	}
}

func countPacked(t reflect.Type) (n int) {
	for range packed(t) {
		n++
	}
	return n
}

func foreign(t reflect.Type) error { return fmt.Errorf("%s cannot be packed", t) }

// shape returns a string that is equal for programs with equal messages.
var shape = sync.OnceValue(func() string { return shapeOf(reflect.TypeFor[request](), reflect.TypeFor[answer]()) })

// shapeOf returns a hash of everything on which pack depends.
func shapeOf(types ...reflect.Type) string {
	h := fnv.New64a()
	var note func(reflect.Type)
	note = func(t reflect.Type) {
		fmt.Fprintln(h, t, t.Kind(), t.Size())
		switch {
		case t.Kind() == reflect.Pointer, t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
			note(t.Elem())
		case t.Kind() == reflect.Struct && t != timeType:
			for f := range packed(t) {
				fmt.Fprintln(h, f.Name, f.Offset)
				note(f.Type)
			}
		}
	}
	for _, t := range types {
		note(t)
	}
	return strconv.FormatUint(h.Sum64(), 16)
}
