package trace

import "testing"

func TestWaitKindOf(t *testing.T) {
	for _, c := range []struct {
		state  GoState
		reason string
		want   WaitKind
	}{
		{GoUnknown, "", UnknownTime},
		{GoNotExist, "", EndedTime},
		{GoRunning, "", RunningTime},
		{GoSyscall, "", SyscallTime},
		{GoRunnable, "preempted", RunnableTime},
		{GoWaiting, "network", NetworkTime},
		{GoWaiting, "select", SyncTime},
		{GoWaiting, "chan receive", SyncTime},
		{GoWaiting, "sync.(*Cond).Wait", SyncTime},
		{GoWaiting, "sleep", SleepTime},
		{GoWaiting, "GC mark assist wait for work", GCTime},
		{GoWaiting, "system goroutine wait", SystemTime},
		{GoWaiting, "preempted", OtherTime},
		{GoWaiting, "", OtherTime},
		{GoWaiting, "sync.Mutex.Lock (of a Go to come)", SyncTime},
		{GoWaiting, "GC something new", GCTime},
		{GoWaiting, "something new", OtherTime},
	} {
		if got := WaitKindOf(c.state, c.reason); got != c.want {
			t.Errorf("%v %q: %v, want %v", c.state, c.reason, got, c.want)
		}
	}
	for k := range WaitKinds {
		if k.String() == "" {
			t.Errorf("kind %d has no name", k)
		}
		if want := k == NetworkTime || k == SyncTime || k == SleepTime || k == GCTime || k == SystemTime || k == OtherTime; k.Waiting() != want {
			t.Errorf("%v: waiting is %v", k, !want)
		}
	}
}
