// Package store asks stores for continuous profiles, Pyroscope and Parca, as if they were files.
//
// A [Question] is a value with its own address, which can be kept: it says what is asked, but never who asks. [Opener]
// opens such addresses wherever a file can be given; [Client] lists what a store has.
//
//	q, place, err := store.Parse(`pyroscope+https://host?type=process_cpu:cpu:nanoseconds:cpu:nanoseconds&query={service_name="api"}`)
//	c := store.NewClient(q, place, store.Options{})
//	file, err := c.Merged(ctx, q.At(time.Now()), loader.Options{})
//
// Failures are errors from package httpclient, one line each.
package profilestore
