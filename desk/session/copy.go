package session

import "reflect"

// copied returns a state that shares nothing with s that anybody could change.
func copied(s State) State {
	c := copier{shapes: map[reflect.Type]*shape{}, done: map[whole]reflect.Value{}}
	return c.deep(reflect.ValueOf(s)).Interface().(State)
}

// copier copies once what many share, such as a place that 10,000 profiles have.
type copier struct {
	shapes map[reflect.Type]*shape
	done   map[whole]reflect.Value
}

// shape says what must be copied in a type.
type shape struct {
	solid  bool
	fields []int // in a struct: those that are not solid
}

func (c *copier) shape(t reflect.Type) *shape {
	s := c.shapes[t]
	if s != nil {
		return s
	}
	s = &shape{solid: solid(t)}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if t.Field(i).IsExported() && !solid(t.Field(i).Type) {
				s.fields = append(s.fields, i)
			}
		}
	}
	c.shapes[t] = s
	return s
}

// whole is a list, a map or what a pointer leads to.
type whole struct {
	kind reflect.Type
	at   uintptr
	n    int
}

// deep copies plain data: lists, maps, pointers and structs that consist of these. Unexported fields
// stay as they are: no file has them.
func (c *copier) deep(v reflect.Value) reflect.Value {
	if c.shape(v.Type()).solid {
		return v
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer:
		if v.IsNil() {
			return v
		}
		w := whole{kind: v.Type(), at: v.Pointer()}
		if v.Kind() == reflect.Slice {
			w.n = v.Len()
		}
		out, ok := c.done[w]
		if !ok {
			out = c.anew(v)
			c.done[w] = out
		}
		return out
	}
	return c.anew(v)
}

// anew copies a value that is not nil.
func (c *copier) anew(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Slice:
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		if solid(v.Type().Elem()) {
			reflect.Copy(out, v)
			return out
		}
		for i := range v.Len() {
			out.Index(i).Set(c.deep(v.Index(i)))
		}
	case reflect.Map:
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for key, x := range v.Seq2() {
			out.SetMapIndex(key, c.deep(x))
		}
	case reflect.Pointer:
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(c.deep(v.Elem()))
	case reflect.Struct:
		out.Set(v)
		for _, i := range c.shape(v.Type()).fields {
			out.Field(i).Set(c.deep(v.Field(i)))
		}
	default:
		panic("session: a state has a " + v.Type().String() + ", which cannot be copied")
	}
	return out
}

// solid reports whether assignment copies values of a type.
func solid(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	case reflect.Struct:
		for i := range t.NumField() {
			if !solid(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}
