package analysis
import ("testing";"syscall";"fmt";"runtime";"profstation/loader")
func cpu() float64 { var r syscall.Rusage; syscall.Getrusage(0,&r); return float64(r.Utime.Nano()+r.Stime.Nano())/1e6 }
func TestZZ(t *testing.T){
 f, err := loader.Open(t.Context(), "/tmp/t1/busy20.trace", loader.Options{Traces:true}); if err!=nil {t.Fatal(err)}
 a := New(f.Trace)
 var m0, m1 runtime.MemStats
 runtime.GC(); runtime.ReadMemStats(&m0)
 run := func(n string, g func()) { c:=cpu(); g(); fmt.Printf("%s %.0f ms cpu\n", n, cpu()-c) }
 run("goroutines first", func(){a.Goroutines(t.Context(), Interval{})})
 runtime.GC(); runtime.ReadMemStats(&m1); fmt.Println("index MB", (int64(m1.HeapAlloc)-int64(m0.HeapAlloc))>>20)
 for range 2 {
 run("goroutines", func(){a.Goroutines(t.Context(), Interval{})})
 run("sync", func(){a.Profile(t.Context(), What{Kind:SyncProfile})})
 run("sched", func(){a.Profile(t.Context(), What{Kind:SchedProfile})})
 run("latency", func(){a.Latency(t.Context(), Interval{}, 50)})
 run("util", func(){a.Utilisation(t.Context(), Interval{}, 1000)})
 }
 runtime.KeepAlive(f)
}
