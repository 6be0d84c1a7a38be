package session

import (
	"path/filepath"
	"reflect"
	"testing"
)

// crowd puts something into everything that a value has room for.
func crowd(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			crowd(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, x := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		crowd(key)
		crowd(x)
		v.SetMapIndex(key, x)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		crowd(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			crowd(v.Field(i))
		}
	case reflect.String:
		v.SetString("/full")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint64:
		v.SetUint(1)
	}
}

// spoil changes everything that a value leads to.
func spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i))
			v.Index(i).SetZero()
		}
	case reflect.Map:
		for key, x := range v.Seq2() {
			if x.Kind() == reflect.Slice || x.Kind() == reflect.Pointer {
				spoil(x)
			}
			v.SetMapIndex(key, reflect.Value{})
		}
	case reflect.Pointer:
		spoil(v.Elem())
		v.Elem().SetZero()
	case reflect.Struct:
		for i := range v.NumField() {
			spoil(v.Field(i))
		}
	}
}

// A copy has all there is, and nothing that happens to the first one reaches it.
func TestCopied(t *testing.T) {
	var s, want State
	crowd(reflect.ValueOf(&s).Elem())
	crowd(reflect.ValueOf(&want).Elem())
	got := copied(s)
	spoil(reflect.ValueOf(&s).Elem())
	if reflect.DeepEqual(s, want) {
		t.Fatal("nothing was spoiled")
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if got := copied(State{}); !reflect.DeepEqual(got, State{}) {
		t.Errorf("%+v", got)
	}
}

// Encoding is done elsewhere: Set returns while it lasts, and what is set then is written after it,
// as it was when it was set.
func TestSetWhileEncoding(t *testing.T) {
	store := &Store{Path: filepath.Join(t.TempDir(), "session.json")}
	s := NewSaver(store, 0, func(err error) { t.Error(err) })
	began, goOn := make(chan string, 10), make(chan struct{})
	s.encode = func(state State) ([]byte, string, error) {
		began <- state.Documents[0].Place.Search
		<-goOn
		return fit(state)
	}
	set := func(search string) {
		state := full()
		state.Documents[0].Place.Search = search
		s.Set(state)
		state.Documents[0].Place.Search = "changed afterwards"
	}
	set("first")
	if got := <-began; got != "first" {
		t.Errorf("%q is encoded", got)
	}
	set("second")
	set("third") // and not the second
	close(goOn)
	s.Close()
	got, _ := store.Load()
	if search := got.Documents[0].Place.Search; search != "third" {
		t.Errorf("%q was written last", search)
	}
	for close(began); ; {
		search, ok := <-began
		if !ok {
			break
		}
		if search != "third" {
			t.Errorf("%q is encoded, too", search)
		}
	}
}

func BenchmarkCopy(b *testing.B) {
	var s State
	crowd(reflect.ValueOf(&s).Elem())
	b.Run("copy", func(b *testing.B) {
		for b.Loop() {
			copied(s)
		}
	})
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := fit(s); err != nil {
				b.Fatal(err)
			}
		}
	})
}
