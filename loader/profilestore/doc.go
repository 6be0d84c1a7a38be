// Package profilestore asks stores for continuous profiles, Pyroscope and Parca, as if they were files.
//
// A [Question] is a value with its own address, which can be kept: it says what is asked, but never who asks. [Opener]
// opens such addresses wherever a file can be given; [Client] lists what a store has.
//
//	q, place, err := profilestore.Parse(`pyroscope+https://host?type=process_cpu:cpu:nanoseconds:cpu:nanoseconds&query={service_name="api"}`)
//	c := profilestore.NewClient(q, place, profilestore.Options{})
//	file, err := c.Merged(ctx, q.At(time.Now()), loader.Options{})
//
// Failures are errors from package httpclient, one line each.
package profilestore
