// Package store asks stores of continuous profiles, Pyroscope and Parca, as if they were files.
//
// A [Question] is a value with an address of its own, which can be kept: it says what is asked, and
// never who asks. [Opener] opens addresses wherever a file may stand; [Client] lists what a store has.
//
//	q, place, err := store.Parse(`pyroscope+https://host?type=process_cpu:cpu:nanoseconds:cpu:nanoseconds&query={service_name="api"}`)
//	c := store.NewClient(q, place, store.Options{})
//	file, err := c.Merged(ctx, q.At(time.Now()), loader.Options{})
//
// What goes wrong is an error of package server: one line.
package store
