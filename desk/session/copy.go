package session

import "reflect"

// copied returns a state that shares nothing with s which somebody could change.
func copied(s State) State { return deep(reflect.ValueOf(s)).Interface().(State) }

// deep copies plain data: lists, maps, pointers and structures of them. Fields that are not exported
// stay as they are: they are in no file.
func deep(v reflect.Value) reflect.Value {
	if solid(v.Type()) {
		return v
	}
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		if solid(v.Type().Elem()) {
			reflect.Copy(out, v)
			return out
		}
		for i := range v.Len() {
			out.Index(i).Set(deep(v.Index(i)))
		}
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for key, x := range v.Seq2() {
			out.SetMapIndex(key, deep(x))
		}
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(deep(v.Elem()))
	case reflect.Struct:
		out.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(deep(v.Field(i)))
			}
		}
	default:
		panic("session: a state has a " + v.Type().String() + ", which cannot be copied")
	}
	return out
}

// solid reports whether values of a type are copied by assignment.
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
